"""Makes the lines of some seats as bad as asked, between their sockets and the table."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from math import log
from random import Random
from typing import Annotated, TypeAlias
from weakref import WeakKeyDictionary

import msgspec

from taphouse.core import MS, SECOND, Seat, Time, Value
from taphouse.fair import Kernel
from taphouse.house.endpoint import TableEndpoint
from taphouse.house.live_table import LiveTable
from taphouse.house.transport import Transport
from taphouse.server.part import Find
from taphouse.table import wire

SENT_AGAIN = 200.0  # ms after which TCP sends a lost packet again, at least
LOST_AT_MOST = 5  # times in a row

Arrive: TypeAlias = Callable[[Time | None], None]
"""Called when a message arrives, with the time if it was delayed."""


class LineQuality(Value, forbid_unknown_fields=True):
    """What a seat's line adds to the real one."""

    delay: Annotated[float, msgspec.Meta(ge=0, le=2_000)] = 0
    """Milliseconds there and back."""
    jitter: Annotated[float, msgspec.Meta(ge=0, le=1_000)] = 0
    """Milliseconds on average, in each direction; the tail is long."""
    loss: Annotated[float, msgspec.Meta(ge=0, le=50)] = 0
    """Per cent of packets. TCP sends them again, and what follows waits for them."""

    def way(self, random: Random) -> float:
        """Milliseconds in one direction."""
        found = self.delay / 2 - self.jitter / 2 * log((1 - random.random()) * (1 - random.random()))
        wait = max(SENT_AGAIN, 2 * self.delay)
        for _ in range(LOST_AT_MOST):
            if random.random() >= self.loss / 100:
                break
            found, wait = found + wait, 2 * wait
        return found


NONE = LineQuality()


class SlowLines:
    """The line qualities of all seats. They outlive the tables, which are opened again with new rules."""

    def __init__(self, clock: Callable[[], Time]) -> None:
        self.clock, self.random = clock, Random()
        self._qualities: dict[tuple[str, Seat], LineQuality] = {}
        self._tables: WeakKeyDictionary[TableEndpoint, SlowTable] = WeakKeyDictionary()

    def set(self, code: str, seat: Seat, quality: LineQuality) -> None:
        self._qualities[code, seat] = quality

    def of(self, code: str, seat: Seat) -> LineQuality:
        return self._qualities.get((code, seat), NONE)

    def on_the_way(self, find: Find) -> Find:
        def found(code: str, address: str) -> TableEndpoint | None:
            table = find(code, address)
            if not isinstance(table, LiveTable):
                return table
            return self._tables.setdefault(table, SlowTable(table, self))

        return found


class SlowTable:
    """A `TableEndpoint` in front of a table."""

    def __init__(self, table: LiveTable, lines: SlowLines) -> None:
        self._table, self._lines = table, lines
        self._transports: dict[Transport, SlowTransport] = {}

    @property
    def code(self) -> str:
        return self._table.code

    def connect(self, transport: Transport) -> None:
        slow = self._transports[transport] = SlowTransport(transport, self)
        self._table.connect(slow)

    def receive(self, transport: Transport, message: wire.Up, arrived: int) -> None:
        slow = self._transports[transport]
        slow.up.pass_on(lambda at: self._table.receive(slow, message, arrived if at is None else at))

    def pong(self, transport: Transport, nonce: bytes, arrived: int) -> None:
        slow = self._transports[transport]
        slow.up.pass_on(lambda at: self._table.pong(slow, nonce, arrived if at is None else at))

    def is_players(self, transport: Transport) -> bool:
        slow = self._transports.get(transport)
        return slow is not None and self._table.is_players(slow)

    def disconnect(self, transport: Transport) -> None:
        if (slow := self._transports.pop(transport, None)) is not None:
            self._table.disconnect(slow)

    def quality(self, slow: SlowTransport) -> LineQuality:
        connection = self._table.connections.get(slow)
        player = connection.player if connection else None
        seat = None if player is None else self._table.room.seat(player)
        return NONE if seat is None else self._lines.of(self.code, seat)

    @property
    def lines(self) -> SlowLines:
        return self._lines


class SlowTransport:
    """A `Transport` in front of a socket."""

    def __init__(self, transport: Transport, table: SlowTable) -> None:
        self._transport, self._table = transport, table
        self.up, self.down = Way(self.quality, table.lines), Way(self.quality, table.lines)

    def quality(self) -> LineQuality:
        return self._table.quality(self)

    def send(self, message: bytes) -> None:
        self.down.pass_on(lambda _: self._transport.send(message))

    def send_welcome(self, message: bytes, token: str | None) -> None:
        self.down.pass_on(lambda _: self._transport.send_welcome(message, token))

    def send_room(self, message: bytes) -> None:
        self.down.pass_on(lambda _: self._transport.send_room(message))

    def ping(self, nonce: bytes) -> None:
        self.down.pass_on(lambda _: self._transport.ping(nonce))

    def kernel(self) -> Kernel | None:
        """The kernel knows nothing of a delay that is added here."""
        return self._transport.kernel() if self.quality() == NONE else None

    def close(self, message: bytes) -> None:
        self._transport.close(message)


class Way:
    """One direction. What was sent first arrives first, as on TCP."""

    def __init__(self, quality: Callable[[], LineQuality], lines: SlowLines) -> None:
        self._quality, self._lines = quality, lines
        self._last: Time = 0  # when the last message arrives
        self._under_way = deque[Arrive]()

    def pass_on(self, arrive: Arrive) -> None:
        """Calls `arrive` at once, with `None`, or later, with the time."""
        quality, now = self._quality(), self._lines.clock()
        if quality == NONE and not self._under_way:
            return arrive(None)
        self._last = max(self._last, now + round(quality.way(self._lines.random) * MS))
        self._under_way.append(arrive)
        asyncio.get_running_loop().call_later((self._last - now) / SECOND, self._arrive)
        return None

    def _arrive(self) -> None:
        self._under_way.popleft()(self._lines.clock())
