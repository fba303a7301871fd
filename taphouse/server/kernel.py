"""What the kernel knows of a connection. Only Linux tells."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from struct import unpack_from
from typing import Any

from taphouse.fair import Kernel

RTT = 68  # where `struct tcp_info` has the smoothed round trip and, after it, its mean deviation
FORWARDED = ("X-Forwarded-For", "Forwarded", "Via")


def ends_here(headers: Any, peer: tuple[Any, ...] | None) -> bool:
    """A proxy's connection says nothing of the player's. Most tell so, or sit on this machine."""
    if peer is None or any(name in headers for name in FORWARDED):
        return False
    return not ip_address(str(peer[0]).partition("%")[0]).is_loopback


def round_trip(connection: Any) -> Kernel | None:
    if not hasattr(socket, "TCP_INFO"):
        return None
    try:
        told = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, RTT + 8)
    except OSError:  # it was closed meanwhile
        return None
    rtt, rttvar = unpack_from("=II", told, RTT)
    return Kernel(rtt, rttvar) if rtt else None
