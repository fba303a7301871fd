"""The kernel's own measure of a connection's round trip. Only Linux has it."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from struct import unpack_from
from typing import Any

from taphouse.fair import Kernel

RTT = 68  # the offset in `struct tcp_info` of the smoothed round trip; its mean deviation follows
RETRANSMITS = 100
FORWARDED = ("X-Forwarded-For", "Forwarded", "Via")


def ends_here(headers: Any, peer: tuple[Any, ...] | None) -> bool:
    """False for a proxy's connection, which says nothing about the player's.

    Most proxies set a header or run on this machine."""
    if peer is None or any(name in headers for name in FORWARDED):
        return False
    return not ip_address(str(peer[0]).partition("%")[0]).is_loopback


def round_trip(connection: Any) -> Kernel | None:
    if not hasattr(socket, "TCP_INFO"):
        return None
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, RETRANSMITS + 4)
    except OSError:  # the connection was closed meanwhile
        return None
    rtt, rttvar = unpack_from("=II", info, RTT)
    (retransmits,) = unpack_from("=I", info, RETRANSMITS)
    return Kernel(rtt, rttvar, retransmits) if rtt else None
