"""The kernel's round trip of a connection."""

from __future__ import annotations

import socket

import pytest

from taphouse.server.kernel import round_trip


@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="only Linux has it")
def test_the_kernel_reports_the_round_trip_of_a_connection() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as page,
        server.accept()[0] as house,
    ):
        house.sendall(b"ping")
        page.recv(4)
        page.sendall(b"pong")
        house.recv(4)

        measured = round_trip(house)

    assert measured is not None
    assert 0 < measured.rtt < 1_000_000
    assert measured.least is not None
    assert 0 < measured.least <= measured.rtt + 1, "at most the smoothed one, up to rounding"
    assert round_trip(house) is None, "it is closed"
