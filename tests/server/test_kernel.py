"""The kernel's round trip of a connection, and when it would only describe a proxy."""

from __future__ import annotations

import socket

import pytest

from taphouse.server.kernel import ends_here, round_trip

PHONE = ("192.168.1.20", 50_000)


@pytest.mark.parametrize("peer", [PHONE, ("fe80::1%wlan0", 50_000, 0, 2)])
def test_a_connection_from_another_machine_ends_here(peer: tuple[str, int]) -> None:
    assert ends_here(peer)


@pytest.mark.parametrize("peer", [("127.0.0.1", 50_000), ("::1", 50_000, 0, 0), None])
def test_a_connection_through_a_proxy_on_this_machine_does_not_end_here(
    peer: tuple[str, int] | None,
) -> None:
    assert not ends_here(peer)


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
