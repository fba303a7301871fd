"""The way from this node's players to one table, wherever it is run."""

from __future__ import annotations

import asyncio
from typing import NamedTuple, Protocol

import msgspec

from taphouse.core import replace
from taphouse.fair import Kernel
from taphouse.house import wire
from taphouse.house.screen import Screen
from taphouse.house.table import Table
from taphouse.house.telling import encode

from .messages import Heard, Lost, Opened, Part, Ponged

WELCOME, ROOM = b'{"type":"welcome"', b'{"type":"room"'
UNSEEN = 0.5  # seconds that a table may be nowhere before its players are told
UNANSWERED = 3.0  # seconds that it may be nowhere before whoever just came is told to come again


class _Seated(msgspec.Struct):
    token: str | None = None


class Line:
    """A screen of this node. Remembers what must be said again when another node takes over the table."""

    def __init__(self, number: int, screen: Screen, passage: Passage) -> None:
        self.number, self.screen, self.passage = number, screen, passage
        self._hello: wire.Hello | None = None
        self._device: wire.Device | None = None
        self._looking = True
        self._room: bytes | None = None
        self.is_players = False

    def remember(self, message: wire.Up) -> None:
        match message:
            case wire.Hello() if self._hello is None:
                self._hello = message
            case wire.Device():
                self._device = message
            case wire.Looking(looking):
                self._looking = looking

    @property
    def introduction(self) -> list[wire.Up]:
        """Who this is, to a table that never heard of it."""
        if self._hello is None:
            return []
        said: list[wire.Up] = [self._hello]
        if self._device is not None:
            said.append(self._device)
        return said if self._looking else [*said, wire.Looking(False)]

    # ---- what the table says ----

    def send(self, message: bytes) -> None:
        if message.startswith(WELCOME) and self._hello is not None:
            token = _seated(message).token
            self._hello, self.is_players = replace(self._hello, token=token), token is not None
        elif message.startswith(ROOM):
            self._room = message
        self.screen.send(message)

    def stand_still(self) -> None:
        """As the table would say it, if it could be heard."""
        if self._room is not None:
            self.screen.send(encode(replace(_room(self._room), paused="keeping")))

    def give_up(self) -> None:
        """Who was told something waits; who was told nothing does not know what for."""
        if self._room is None:
            self.close(encode(wire.Goodbye("restarting")))

    def ping(self, nonce: bytes) -> None:
        self.screen.ping(nonce)

    def kernel(self) -> Kernel | None:
        return self.screen.kernel()

    def close(self, message: bytes) -> None:
        self.screen.close(message)


class Carrier(Protocol):
    """What a passage needs of its node."""

    def clock(self) -> int: ...

    def put(self, node: str, part: Part) -> None: ...

    def new_line(self, screen: Screen, passage: Passage) -> Line: ...

    def end_line(self, line: Line) -> None: ...


class Elsewhere(NamedTuple):
    """A table on another node, and which claim to it this is."""

    node: str
    term: int


class Passage:
    """A `Place`. It leads to a table here, to another node, or for a moment nowhere."""

    def __init__(self, code: str, carrier: Carrier) -> None:
        self.code = code
        self.leads_to: Table | Elsewhere | None = None
        self.lines: dict[Screen, Line] = {}
        self._carrier = carrier

    def lead_to(self, there: Table | Elsewhere | None) -> None:
        if there != self.leads_to:
            self.leads_to = there
            self.open_anew()
            if there is None and self.lines:
                self.drift()

    def leads_to_node(self, node: str) -> bool:
        return isinstance(self.leads_to, Elsewhere) and self.leads_to.node == node

    def drift(self) -> None:
        """Nothing will be heard of the table until it is run somewhere else, or anew."""
        asyncio.get_running_loop().call_later(UNSEEN, self._drift_on, self.leads_to)
        self._be_patient()

    def _drift_on(self, since: Table | Elsewhere | None) -> None:
        if self.leads_to == since:
            self.stand_still()

    def _be_patient(self) -> None:
        asyncio.get_running_loop().call_later(UNANSWERED, self._give_up, self.leads_to)

    def _give_up(self, since: Table | Elsewhere | None) -> None:
        if self.leads_to == since:
            for line in list(self.lines.values()):
                line.give_up()

    def stand_still(self) -> None:
        """The table cannot be heard, and nobody is left to wonder: who is heard again is told all anew."""
        for line in self.lines.values():
            line.stand_still()

    def open_anew(self) -> None:
        """Every line introduces itself, as if it had just been opened."""
        for line in self.lines.values():
            self._open(line)

    def connect(self, screen: Screen) -> None:
        line = self.lines[screen] = self._carrier.new_line(screen, self)
        self._open(line)
        if self.leads_to is None:
            self._be_patient()

    def hear(self, screen: Screen, message: wire.Up, arrived: int) -> None:
        line = self.lines[screen]
        line.remember(message)
        self._say(line, message, arrived)

    def pong(self, screen: Screen, nonce: bytes, arrived: int) -> None:
        line = self.lines[screen]
        if isinstance(self.leads_to, Table):
            self.leads_to.pong(line, nonce, arrived)
        elif self.leads_to is not None:
            self._carrier.put(self.leads_to.node, Ponged(line.number, nonce, arrived, line.kernel()))

    def is_players(self, screen: Screen) -> bool:
        """As the table told it last: a player stays one while his table changes hands."""
        line = self.lines.get(screen)
        return line is not None and line.is_players

    def disconnect(self, screen: Screen) -> None:
        line = self.lines.pop(screen)
        self._carrier.end_line(line)
        if isinstance(self.leads_to, Table):
            self.leads_to.disconnect(line)
        elif self.leads_to is not None:
            self._carrier.put(self.leads_to.node, Lost(line.number))

    def close(self, message: bytes) -> None:
        """There is no such table."""
        for line in list(self.lines.values()):
            line.close(message)

    def _open(self, line: Line) -> None:
        if isinstance(self.leads_to, Table):
            self.leads_to.connect(line)
        elif self.leads_to is not None:
            self._carrier.put(self.leads_to.node, Opened(line.number, self.code))
        for message in line.introduction:
            self._say(line, message, self._carrier.clock())

    def _say(self, line: Line, message: wire.Up, arrived: int) -> None:
        if isinstance(self.leads_to, Table):
            self.leads_to.hear(line, message, arrived)
        elif self.leads_to is not None:
            kernel = line.kernel() if isinstance(message, wire.Do) else None
            text = msgspec.json.encode(message)
            self._carrier.put(self.leads_to.node, Heard(line.number, text, arrived, kernel))


_seated = msgspec.json.Decoder(_Seated).decode
_room = msgspec.json.Decoder(wire.Room).decode
