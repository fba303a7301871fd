"""Stands for one table on the nodes of its players, whichever node runs it."""

from __future__ import annotations

import asyncio
from typing import NamedTuple, Protocol

import msgspec

from taphouse.core import replace
from taphouse.fair import Kernel
from taphouse.house.live_table import LiveTable
from taphouse.house.transport import Transport
from taphouse.table import wire
from taphouse.table.seat_updates import encode

from .messages import Connected, Disconnected, NodeMessage, Ponged, Received

UNSEEN = 0.5  # seconds without an owner until the players are shown a standstill
UNANSWERED = 3.0  # seconds without an owner until new connections are closed, to come again


class ProxiedConnection:
    """A connection of this node. Remembers the messages to repeat when another node takes over the table."""

    def __init__(self, number: int, transport: Transport, proxy: TableProxy) -> None:
        self.number, self.transport, self.proxy = number, transport, proxy
        self._hello: wire.Hello | None = None
        self._device: wire.Device | None = None
        self._looking = True
        self.openings = 0
        self._room: bytes | None = None
        self.is_players = self.is_closed = False

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
        """The messages that introduce this connection to a new owner of the table."""
        if self._hello is None:
            return []
        replayed: list[wire.Up] = [self._hello]
        if self._device is not None:
            replayed.append(self._device)
        return replayed if self._looking else [*replayed, wire.Looking(False)]

    def is_current(self, opening: int) -> bool:
        """Whether a message belongs to the last opening. What was sent to an earlier one is outdated."""
        return opening in (0, self.openings)

    def seated_before(self, token: str) -> None:
        """The player sat down while the connection was opened again: opens it as theirs."""
        if self._hello is not None and self._hello.token is None:
            self._hello = replace(self._hello, token=token)
            self.proxy.open(self)

    # ---- from the table ----

    def send(self, message: bytes) -> None:
        self.transport.send(message)

    def send_welcome(self, message: bytes, token: str | None) -> None:
        if self._hello is not None:
            self._hello, self.is_players = replace(self._hello, token=token), token is not None
        self.transport.send_welcome(message, token)

    def send_room(self, message: bytes) -> None:
        self._room = message
        self.transport.send_room(message)

    def show_standstill(self) -> None:
        """Sends the last room with the standstill that the table itself would send."""
        if self._room is not None:
            self.transport.send_room(encode(replace(_room(self._room), paused="keeping")))

    def give_up(self) -> None:
        """Closes the connection if it got no room yet: such a page has nothing to show while it waits."""
        if self._room is None:
            self.close(encode(wire.Goodbye("restarting")))

    def ping(self, nonce: bytes) -> None:
        self.transport.ping(nonce)

    def kernel(self) -> Kernel | None:
        return self.transport.kernel()

    def close(self, message: bytes) -> None:
        """Closes it once, also if a table, a timer and the node all want to."""
        if not self.is_closed:
            self.is_closed = True  # the socket may take seconds to end, if the page is out of reach
            self.transport.close(message)


class ProxyHost(Protocol):
    """What a table proxy needs of its node."""

    def clock(self) -> int: ...

    def put(self, node: str, message: NodeMessage) -> None: ...

    def new_connection(self, transport: Transport, proxy: TableProxy) -> ProxiedConnection: ...

    def end_connection(self, connection: ProxiedConnection) -> None: ...


class RemoteOwner(NamedTuple):
    """A table on another node. The epoch identifies the claim."""

    node: str
    epoch: int


class TableProxy:
    """A `TableEndpoint` that leads to a table of this node, to another node, or for a while nowhere."""

    def __init__(self, code: str, host: ProxyHost) -> None:
        self.code = code
        self.owner: LiveTable | RemoteOwner | None = None
        self.connections: dict[Transport, ProxiedConnection] = {}
        self._host = host

    def route_to(self, there: LiveTable | RemoteOwner | None) -> None:
        if there != self.owner:
            self.owner = there
            self.reopen()
            if there is None and self.connections:
                self.owner_lost()

    def is_owned_by(self, node: str) -> bool:
        return isinstance(self.owner, RemoteOwner) and self.owner.node == node

    def owner_lost(self) -> None:
        """The table sends nothing until a node runs it again."""
        asyncio.get_running_loop().call_later(UNSEEN, self._still_lost, self.owner)
        self._give_up_later()

    def _still_lost(self, since: LiveTable | RemoteOwner | None) -> None:
        if self.owner == since:
            self.show_standstill()

    def _give_up_later(self) -> None:
        asyncio.get_running_loop().call_later(UNANSWERED, self._give_up, self.owner)

    def _give_up(self, since: LiveTable | RemoteOwner | None) -> None:
        if self.owner == since:
            for connection in list(self.connections.values()):
                connection.give_up()

    def show_standstill(self) -> None:
        """Shows the players that the table cannot be reached. Once it can be, they get a full update."""
        for connection in self.connections.values():
            connection.show_standstill()

    def reopen(self) -> None:
        """Opens every connection to the owner again, as if it were new.

        One that the table closed must not take the seat back from the one that replaced it."""
        for connection in self.connections.values():
            if not connection.is_closed:
                self.open(connection)

    def connect(self, transport: Transport) -> None:
        connection = self.connections[transport] = self._host.new_connection(transport, self)
        self.open(connection)
        if self.owner is None:
            self._give_up_later()

    def receive(self, transport: Transport, message: wire.Up, arrived: int) -> None:
        connection = self.connections[transport]
        connection.remember(message)
        self._forward(connection, message, arrived)

    def pong(self, transport: Transport, nonce: bytes, arrived: int) -> None:
        connection = self.connections[transport]
        if isinstance(self.owner, LiveTable):
            self.owner.pong(connection, nonce, arrived)
        elif self.owner is not None:
            self._host.put(self.owner.node, Ponged(connection.number, nonce, arrived, connection.kernel()))

    def is_players(self, transport: Transport) -> bool:
        """By the table's last `Welcome`: a player stays one while the table changes its owner."""
        connection = self.connections.get(transport)
        return connection is not None and connection.is_players

    def disconnect(self, transport: Transport) -> None:
        connection = self.connections.pop(transport)
        self._host.end_connection(connection)
        if isinstance(self.owner, LiveTable):
            self.owner.disconnect(connection)
        elif self.owner is not None:
            self._host.put(self.owner.node, Disconnected(connection.number))

    def close(self, message: bytes) -> None:
        """Closes all connections."""
        for connection in list(self.connections.values()):
            connection.close(message)

    def open(self, connection: ProxiedConnection) -> None:
        connection.openings += self.owner is not None
        if isinstance(self.owner, LiveTable):
            self.owner.connect(connection, again=connection.openings > 1)
        elif self.owner is not None:
            self._host.put(self.owner.node, Connected(connection.number, self.code, connection.openings))
        for message in connection.replayed_messages:
            self._forward(connection, message, self._host.clock())

    def _forward(self, connection: ProxiedConnection, message: wire.Up, arrived: int) -> None:
        if isinstance(self.owner, LiveTable):
            self.owner.receive(connection, message, arrived)
        elif self.owner is not None:
            kernel = connection.kernel() if isinstance(message, wire.Do) else None
            text = msgspec.json.encode(message)
            self._host.put(self.owner.node, Received(connection.number, text, arrived, kernel))


_room = msgspec.json.Decoder(wire.Room).decode
