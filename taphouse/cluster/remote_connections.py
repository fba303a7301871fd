"""Screens that other nodes hold, at tables that this node runs.

What they say is stamped where their sockets end: the way over NATS can be slow without making a finger late.
No more of it is made good than of a player's own line, so what NATS held up for longer is judged like what a
direct line held up. The way from here to them belongs to their line, like the rest of the way to the player.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import msgspec

from taphouse.fair import Kernel
from taphouse.house import wire
from taphouse.house.table import Table

from .clocks import Clocks
from .messages import Close, Heard, Known, Lost, NodeMessage, Opened, OwnershipLost, Ping, Ponged, Tell


class RemoteTransport:
    """A `Transport` whose socket ends on another node."""

    def __init__(self, put: Callable[[NodeMessage], None], number: int, table: Table) -> None:
        self._put, self._number = put, number
        self.table = table
        self.seen: Kernel | None = None

    def send(self, message: bytes) -> None:
        self._put(Tell(self._number, message))

    def ping(self, nonce: bytes) -> None:
        self._put(Ping(self._number, nonce))

    def kernel(self) -> Kernel | None:
        """As the other node saw it last."""
        return self.seen

    def close(self, message: bytes) -> None:
        self._put(Close(self._number, message))


class RemoteConnections:
    """All of them, by node and by the number their node gave them."""

    def __init__(
        self,
        put: Callable[[str, NodeMessage], None],
        find: Callable[[str], Table | None],
        clock: Callable[[], int],
        clocks: Clocks,
    ) -> None:
        self._put, self._find, self._clock, self._clocks = put, find, clock, clocks
        self._transports: dict[str, dict[int, RemoteTransport]] = {}

    @property
    def nodes(self) -> set[str]:
        """Whose players are here."""
        return set(self._transports)

    def receive(self, node: str, message: Known) -> None:
        match message:
            case Opened(number, code):
                self._open(node, number, code)
            case Heard(number, text, arrived, kernel) if transport := self._transport(node, number, kernel):
                with suppress(msgspec.ValidationError):  # of a version to come
                    transport.table.receive(
                        transport, _read(text), self._here(node, arrived, transport.table)
                    )
            case Ponged(number, nonce, arrived, kernel) if transport := self._transport(node, number, kernel):
                transport.table.pong(transport, nonce, self._here(node, arrived, transport.table))
            case Lost(number):
                self._lose(node, number)

    def forget(self, node: str) -> None:
        """The node is gone, and its players' lines with it."""
        for number in list(self._transports.get(node, ())):
            self._lose(node, number)
        self._transports.pop(node, None)

    def leave(self, table: Table) -> None:
        """It is run elsewhere from now on, or for a while nowhere: their nodes take them there."""
        for node, screens in self._transports.items():
            here = [number for number, transport in screens.items() if transport.table is table]
            for number in here:
                del screens[number]
            if here:
                self._put(node, OwnershipLost(table.code))

    def _open(self, node: str, number: int, code: str) -> None:
        self._lose(node, number)
        table = self._find(code)
        if table is None:
            self._put(node, OwnershipLost(code))  # it was let go a moment ago, and may rest
            return
        transport = RemoteTransport(lambda message: self._put(node, message), number, table)
        self._transports.setdefault(node, {})[number] = transport
        table.connect(transport)

    def _lose(self, node: str, number: int) -> None:
        transport = self._transports.get(node, {}).pop(number, None)
        if transport is not None:
            transport.table.disconnect(transport)

    def _transport(self, node: str, number: int, kernel: Kernel | None) -> RemoteTransport | None:
        transport = self._transports.get(node, {}).get(number)
        if transport is not None and kernel is not None:
            transport.seen = Kernel(kernel.rtt + self._clocks.hop(node), kernel.rttvar)
        return transport

    def _here(self, node: str, stamp: int, table: Table) -> int:
        """When it came in at the other node, but no longer ago than the table's reach."""
        now = self._clock()
        return max(self._clocks.here(node, stamp, now), now - table.room.fairness.reach)


_read = msgspec.json.Decoder(wire.Up).decode
