"""The kernel's own measure of a connection's round trip. Only Linux has it."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from struct import unpack_from
from typing import Any

from taphouse.fair import Kernel

RTT = 68  # the offset in `struct tcp_info` of the smoothed round trip; its mean deviation follows


def ends_here(peer: tuple[Any, ...] | None) -> bool:
    """False for a proxy on this machine, whose connection says nothing about the player's.

    No header counts: a player's own program could send one to silence this witness."""
    return peer is not None and not ip_address(str(peer[0]).partition("%")[0]).is_loopback


def round_trip(connection: Any) -> Kernel | None:
    if not hasattr(socket, "TCP_INFO"):
        return None
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, RTT + 8)
    except OSError:  # the connection was closed meanwhile
        return None
    rtt, rttvar = unpack_from("=II", info, RTT)
    return Kernel(rtt, rttvar) if rtt else None
