"""The way from this node's players to one table, wherever it is run."""

from __future__ import annotations

import asyncio
from typing import NamedTuple, Protocol

import msgspec

from taphouse.core import replace
from taphouse.fair import Kernel
from taphouse.house import wire
from taphouse.house.seat_updates import encode
from taphouse.house.table import Table
from taphouse.house.transport import Transport

from .messages import Heard, Lost, NodeMessage, Opened, Ponged

WELCOME, ROOM = b'{"type":"welcome"', b'{"type":"room"'
UNSEEN = 0.5  # seconds that a table may be nowhere before its players are told
UNANSWERED = 3.0  # seconds that it may be nowhere before whoever just came is told to come again


class _Seated(msgspec.Struct):
    token: str | None = None


class ProxiedConnection:
    """A screen of this node. Remembers what must be said again when another node takes over the table."""

    def __init__(self, number: int, transport: Transport, proxy: TableProxy) -> None:
        self.number, self.transport, self.proxy = number, transport, proxy
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
    def replayed_messages(self) -> list[wire.Up]:
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
        self.transport.send(message)

    def stand_still(self) -> None:
        """As the table would say it, if it could be heard."""
        if self._room is not None:
            self.transport.send(encode(replace(_room(self._room), paused="keeping")))

    def give_up(self) -> None:
        """Who was told something waits; who was told nothing does not know what for."""
        if self._room is None:
            self.close(encode(wire.Goodbye("restarting")))

    def ping(self, nonce: bytes) -> None:
        self.transport.ping(nonce)

    def kernel(self) -> Kernel | None:
        return self.transport.kernel()

    def close(self, message: bytes) -> None:
        self.transport.close(message)


class ProxyHost(Protocol):
    """What a passage needs of its node."""

    def clock(self) -> int: ...

    def put(self, node: str, message: NodeMessage) -> None: ...

    def new_line(self, transport: Transport, proxy: TableProxy) -> ProxiedConnection: ...

    def end_line(self, line: ProxiedConnection) -> None: ...


class RemoteOwner(NamedTuple):
    """A table on another node, and which claim to it this is."""

    node: str
    epoch: int


class TableProxy:
    """A `TableEndpoint`. It leads to a table here, to another node, or for a moment nowhere."""

    def __init__(self, code: str, host: ProxyHost) -> None:
        self.code = code
        self.owner: Table | RemoteOwner | None = None
        self.lines: dict[Transport, ProxiedConnection] = {}
        self._host = host

    def route_to(self, there: Table | RemoteOwner | None) -> None:
        if there != self.owner:
            self.owner = there
            self.reopen()
            if there is None and self.lines:
                self.owner_lost()

    def is_owned_by(self, node: str) -> bool:
        return isinstance(self.owner, RemoteOwner) and self.owner.node == node

    def owner_lost(self) -> None:
        """Nothing will be heard of the table until it is run somewhere else, or anew."""
        asyncio.get_running_loop().call_later(UNSEEN, self._still_lost, self.owner)
        self._give_up_later()

    def _still_lost(self, since: Table | RemoteOwner | None) -> None:
        if self.owner == since:
            self.stand_still()

    def _give_up_later(self) -> None:
        asyncio.get_running_loop().call_later(UNANSWERED, self._give_up, self.owner)

    def _give_up(self, since: Table | RemoteOwner | None) -> None:
        if self.owner == since:
            for line in list(self.lines.values()):
                line.give_up()

    def stand_still(self) -> None:
        """The table cannot be heard, and nobody is left to wonder: who is heard again is told all anew."""
        for line in self.lines.values():
            line.stand_still()

    def reopen(self) -> None:
        """Every line introduces itself, as if it had just been opened."""
        for line in self.lines.values():
            self._open(line)

    def connect(self, transport: Transport) -> None:
        line = self.lines[transport] = self._host.new_line(transport, self)
        self._open(line)
        if self.owner is None:
            self._give_up_later()

    def receive(self, transport: Transport, message: wire.Up, arrived: int) -> None:
        line = self.lines[transport]
        line.remember(message)
        self._say(line, message, arrived)

    def pong(self, transport: Transport, nonce: bytes, arrived: int) -> None:
        line = self.lines[transport]
        if isinstance(self.owner, Table):
            self.owner.pong(line, nonce, arrived)
        elif self.owner is not None:
            self._host.put(self.owner.node, Ponged(line.number, nonce, arrived, line.kernel()))

    def is_players(self, transport: Transport) -> bool:
        """As the table told it last: a player stays one while his table changes hands."""
        line = self.lines.get(transport)
        return line is not None and line.is_players

    def disconnect(self, transport: Transport) -> None:
        line = self.lines.pop(transport)
        self._host.end_line(line)
        if isinstance(self.owner, Table):
            self.owner.disconnect(line)
        elif self.owner is not None:
            self._host.put(self.owner.node, Lost(line.number))

    def close(self, message: bytes) -> None:
        """There is no such table."""
        for line in list(self.lines.values()):
            line.close(message)

    def _open(self, line: ProxiedConnection) -> None:
        if isinstance(self.owner, Table):
            self.owner.connect(line)
        elif self.owner is not None:
            self._host.put(self.owner.node, Opened(line.number, self.code))
        for message in line.replayed_messages:
            self._say(line, message, self._host.clock())

    def _say(self, line: ProxiedConnection, message: wire.Up, arrived: int) -> None:
        if isinstance(self.owner, Table):
            self.owner.receive(line, message, arrived)
        elif self.owner is not None:
            kernel = line.kernel() if isinstance(message, wire.Do) else None
            text = msgspec.json.encode(message)
            self._host.put(self.owner.node, Heard(line.number, text, arrived, kernel))


_seated = msgspec.json.Decoder(_Seated).decode
_room = msgspec.json.Decoder(wire.Room).decode
