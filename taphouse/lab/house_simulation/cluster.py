"""A house of several nodes on modelled NATS servers."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from taphouse.cluster.node import Node
from taphouse.house.house import House
from taphouse.journal.jetstream import JetStream
from taphouse.journal.stream_client import WRITE_ID

from . import versions
from .faults import Fault
from .kept_record import KeptRecord
from .nats_model import NatsModel, Server, SimulatedClient, Stored
from .nodes import Opened, SimulatedNode
from .versions import Others
from .virtual_time import SECOND, VirtualTime

HOUSE = "house"
STAYS_STUCK = 1024  # of a fault's target: nobody mends the replica, and the house must do without it
DROPS = (0.05, 0.2, 0.5, 0.9)  # shares of the messages between nodes
LINES, VALUES = f"{HOUSE}.lines.", f"{HOUSE}.values."


class _Lines(msgspec.Struct, array_like=True):
    after: int
    lines: tuple[bytes, ...]


class SimulatedCluster:
    def __init__(self, time: VirtualTime, record: KeptRecord, random: Random) -> None:
        self._time, self._record = time, record
        self.others: Others = random.choice(("none", "none", "none", "later", "later", "0.1"))
        self._versions = Random(f"{random.random()}")
        servers = random.choice((1, 3, 3))
        self.nats = NatsModel(time, random, servers, self._stored, self._purged)
        self._replicas = servers
        self._clients: dict[str, SimulatedClient] = {}
        self.cuts_when_stored = False
        self._writers: dict[str, str] = {}  # by the inbox that marks their writes

    async def open_journal(self, node: SimulatedNode) -> Opened:
        name, process = node.process.name, node.process
        client = self._clients[node.name] = versions.client(
            self.others, self._versions, self.nats, process, name
        )
        nats: Any = client
        journal = await JetStream.open(name, self._replicas, HOUSE, nats)
        self._writers[journal.connection._inbox] = name

        def make_owner(house: House) -> Node:
            return Node(house, journal.connection, HOUSE, self._replicas, name)

        return journal, make_owner

    # ---- what is stored ----

    def _stored(self, message: Stored) -> None:
        if not message.subject.startswith((LINES, VALUES)):
            return
        inbox = message.headers.get(WRITE_ID, "").partition("/")[0]
        writer = self._writers.get(inbox, inbox)
        if message.subject.startswith(LINES):
            stored = msgspec.msgpack.decode(message.payload, type=_Lines)
            stream = message.subject.removeprefix(LINES)
            known = len(self._record.streams.get(stream, ()))
            if stored.after != known:
                self._record.wrong.append(f"{writer} wrote line {stored.after + 1} of {stream} after {known}")
            self._record.appended(stream, stored.lines, writer)
        else:
            self._record.put(message.subject.removeprefix(VALUES), message.payload, writer)

    def _purged(self, subject: str) -> None:
        if subject.startswith(LINES):
            self._record.dropped(subject.removeprefix(LINES))
        elif subject.startswith(VALUES):
            self._record.deleted(subject.removeprefix(VALUES))

    # ---- faults ----

    def begin(self, fault: Fault) -> None:
        nats, until = self.nats, self._time.now + fault.span
        server = nats.servers[fault.target % len(nats.servers)]
        clients = [client for client in self._clients.values() if not client.process.is_dead]
        client = clients[fault.target % len(clients)] if clients else None
        match fault.kind:
            case "nats-cut" if client is not None:
                client.disconnect()
            case "nodes-cut-when-stored":
                self.cuts_when_stored = True
            case "nats-silent" if client is not None:
                client.silence(until)
            case "nats-drops":
                self._set("drops", DROPS[fault.target >> 4 & 3], fault.span, 0.0)
            case "nats-loses-acknowledgements":
                self._set("lost_answers", 0.5, fault.span, 0.0)
            case "nats-slow":
                self._set("slowness", 300, fault.span, 1)
            case "nats-full":
                self._set("is_full", True, fault.span, False)
            case "leader-lost" if nats.streams:
                streams = [*nats.streams.values()]
                stream = streams[fault.target % len(streams)]
                if stream.leader is not None:
                    nats.lose_leader(stream)
            case "server-crashes" if server.is_up:
                nats.crash(server)
                self._time.after(max(fault.span, SECOND), nats.restart, server)
            case "server-freezes":
                nats.freeze(server, until)
            case "replica-stuck":
                server.stuck_at = self._time.now
                if not fault.target & STAYS_STUCK:
                    self._time.after(fault.span, setattr, server, "stuck_at", None)
            case "route-cut" if len(nats.servers) > 1:
                self._cut_route(server, fault.span)

    def lose_all(self, span: int) -> None:
        """All messages between nodes are lost for so long."""
        self._set("drops", 1.0, span, 0.0)

    def cut_when_stored(self, writer: str, what: str) -> bool:
        """The others lose their connections while the writer of a room still waits to tell them of it."""
        if not self.cuts_when_stored or not what.startswith("room/"):
            return False
        self.cuts_when_stored = False
        for client in self._clients.values():
            if client.name != writer and not client.process.is_dead:
                client.disconnect()
        return True

    def _cut_route(self, server: Server, span: int) -> None:
        """The others elect leaders among themselves."""
        self.nats.cut_routes.add(server.number)
        for stream in self.nats.streams.values():
            if stream.leader == server.number:
                self.nats.lose_leader(stream)
        self._time.after(span, self.nats.cut_routes.discard, server.number)

    def _set(self, name: str, value: Any, span: int, afterwards: Any) -> None:
        setattr(self.nats, name, value)
        self._time.after(span, setattr, self.nats, name, afterwards)
