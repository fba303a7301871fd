"""Connections whose sockets end at other nodes, to tables that this node runs.

Messages are timestamped where the socket ends, so a slow way over NATS does not make a tap late. A delay is
compensated no further than on a direct connection: a message that NATS delays for longer is judged like one
that a direct connection delays. The way from here to the other node is part of the line, like the rest of the
way to the player.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import msgspec

from taphouse.core import replace
from taphouse.fair import Kernel
from taphouse.house.live_table import LiveTable
from taphouse.table import wire

from .clocks import Clocks
from .messages import (
    Close,
    Connected,
    Disconnected,
    Known,
    NodeMessage,
    OwnershipLost,
    Ping,
    Ponged,
    Received,
    Send,
)

LATE = 500_000  # microseconds on the way from another node: NATS held the message


class RemoteTransport:
    """A `Transport` whose socket ends on another node."""

    def __init__(
        self, put: Callable[[NodeMessage], None], number: int, table: LiveTable, opening: int
    ) -> None:
        self._put, self._number, self._opening = put, number, opening
        self.table = table
        self.last_kernel: Kernel | None = None

    def send(self, message: bytes) -> None:
        self._put(Send(self._number, message, opening=self._opening))

    def send_welcome(self, message: bytes, token: str | None) -> None:
        self._put(Send(self._number, message, "welcome", token, self._opening))

    def send_room(self, message: bytes) -> None:
        self._put(Send(self._number, message, "room", opening=self._opening))

    def ping(self, nonce: bytes) -> None:
        self._put(Ping(self._number, nonce))

    def kernel(self) -> Kernel | None:
        """The kernel's RTT as the other node last reported it."""
        return self.last_kernel

    def close(self, message: bytes) -> None:
        self._put(Close(self._number, message, self._opening))


class RemoteConnections:
    """All remote connections, by node and by the number that node gave them."""

    def __init__(
        self,
        put: Callable[[str, NodeMessage], None],
        find: Callable[[str], LiveTable | None],
        clock: Callable[[], int],
        clocks: Clocks,
    ) -> None:
        self._put, self._find, self._clock, self._clocks = put, find, clock, clocks
        self._transports: dict[str, dict[int, RemoteTransport]] = {}

    @property
    def nodes(self) -> set[str]:
        """The nodes with players at this node's tables."""
        return set(self._transports)

    def receive(self, node: str, message: Known) -> None:
        match message:
            case Connected(number, code, opening):
                self._open(node, number, code, opening)
            case Received(number, text, arrived, kernel) if transport := self._transport(
                node, number, kernel
            ):
                with suppress(msgspec.ValidationError):  # from a newer version
                    self._received(node, transport, _read(text), arrived)
            case Ponged(number, nonce, arrived, kernel) if transport := self._transport(node, number, kernel):
                transport.table.pong(transport, nonce, self._here(node, arrived, transport.table))
            case Disconnected(number):
                self._disconnect(node, number)

    def forget(self, node: str) -> None:
        """Disconnects all connections of a node that is gone."""
        for number in list(self._transports.get(node, ())):
            self._disconnect(node, number)
        self._transports.pop(node, None)

    def leave(self, table: LiveTable) -> None:
        """Drops the connections of a table that no longer runs here. Their nodes find its new owner."""

        for node, transports in self._transports.items():
            here = [number for number, transport in transports.items() if transport.table is table]
            for number in here:
                del transports[number]
            if here:
                self._put(node, OwnershipLost(table.code))

    def _received(self, node: str, transport: RemoteTransport, message: wire.Up, arrived: int) -> None:
        now, table = self._clock(), transport.table
        if isinstance(message, wire.Hello) and now - self._clocks.here(node, arrived, now) > LATE:
            table.connect(transport, again=True)  # the page may have gone elsewhere meanwhile
        table.receive(transport, message, self._here(node, arrived, table))

    def _open(self, node: str, number: int, code: str, opening: int) -> None:
        self._disconnect(node, number)
        table = self._find(code)
        if table is None:
            self._put(node, OwnershipLost(code))  # released a moment ago, and may not run for a while
            return
        transport = RemoteTransport(lambda message: self._put(node, message), number, table, opening)
        self._transports.setdefault(node, {})[number] = transport
        table.connect(transport, again=opening > 1)

    def _disconnect(self, node: str, number: int) -> None:
        transport = self._transports.get(node, {}).pop(number, None)
        if transport is not None:
            transport.table.disconnect(transport)

    def _transport(self, node: str, number: int, kernel: Kernel | None) -> RemoteTransport | None:
        transport = self._transports.get(node, {}).get(number)
        if transport is not None and kernel is not None:
            hop = self._clocks.hop(node)
            least = None if kernel.least is None else kernel.least + hop
            transport.last_kernel = replace(kernel, rtt=kernel.rtt + hop, least=least)
        return transport

    def _here(self, node: str, stamp: int, table: LiveTable) -> int:
        """The time of arrival at the other node on this clock, at most the table's `reach` ago."""
        now = self._clock()
        return max(self._clocks.here(node, stamp, now), now - table.room.fairness.reach)


_read = msgspec.json.Decoder(wire.Up).decode
