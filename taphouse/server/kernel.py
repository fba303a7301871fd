"""The kernel's own measure of a connection's round trip. Only Linux has it."""

from __future__ import annotations

import socket
from struct import unpack_from
from typing import Any

from taphouse.fair import Kernel

RTT = 68  # the offset in `struct tcp_info` of the smoothed round trip; its mean deviation follows
RETRANSMITS = 100
LEAST = 148  # since Linux 4.6: the shortest round trip of the last five minutes
UNKNOWN = 2**32 - 1
OUT_OF_ORDER = 224  # since Linux 5.4


def round_trip(connection: Any) -> Kernel | None:
    if not hasattr(socket, "TCP_INFO"):
        return None
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, OUT_OF_ORDER + 4)
    except OSError:  # the connection was closed meanwhile
        return None
    rtt, rttvar = unpack_from("=II", info, RTT)
    (retransmits,) = unpack_from("=I", info, RETRANSMITS)
    least = unpack_from("=I", info, LEAST)[0] if len(info) >= LEAST + 4 else UNKNOWN
    out_of_order = unpack_from("=I", info, OUT_OF_ORDER)[0] if len(info) >= OUT_OF_ORDER + 4 else 0
    known = None if least == UNKNOWN else least
    return Kernel(rtt, rttvar, retransmits, out_of_order, known) if rtt else None
