"""A model of NATS with JetStream: the promises that the house relies on, and the ways in which they hurt.

Kept by the model: a message is stored once and in order, only after the message it names, on a majority of
the servers; what is acknowledged stays. Not promised by NATS, and so not by the model: that an answer
arrives, that a message between two clients arrives, that a replica is up to date, that there is a leader.
The suite of journal tests runs against this model and against real servers.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime
from random import Random
from types import SimpleNamespace
from typing import Any, Protocol

import msgspec
from nats.aio.msg import Msg
from nats.errors import ConnectionClosedError, NoRespondersError, OutboundBufferLimitError
from nats.js.api import StreamConfig
from nats.js.errors import NotFoundError

SECOND = 1_000_000
PENDING = 2 * 1024 * 1024  # bytes that a client keeps while it reconnects
TRIP = (150, 900)  # microseconds one way between client and server, or between servers
STORE = (200, 2_500)  # microseconds until a majority has stored a message
LAG = (0, 4_000)  # microseconds by which a replica is behind
ELECTION = (0.3, 6.0)  # seconds without a leader
PINGED_OUT = (2.0, 3.2)  # seconds until a client gives up a connection that says nothing
RECONNECT = 100_000  # microseconds between two attempts
WRONG_SEQUENCE = {"error": {"code": 400, "err_code": 10071, "description": "wrong last sequence"}}
FULL = {"error": {"code": 400, "err_code": 10002, "description": "resource limits exceeded for account"}}
NO_MESSAGE = {"error": {"code": 404, "err_code": 10037, "description": "no message found"}}
NO_RESPONDERS, NOT_FOUND, END_OF_BATCH = "503", "404", "204"
API = "$JS.API."


class Time(Protocol):
    """`VirtualTime`, or the time of a real event loop."""

    @property
    def now(self) -> int: ...

    def call(self, process: Any, when: int, callback: Callable[..., object], *args: Any) -> Any: ...


class Process(Protocol):
    @property
    def is_dead(self) -> bool: ...


class Stored:
    __slots__ = ("erased", "expires", "headers", "payload", "sequence", "stored", "subject")

    def __init__(
        self, sequence: int, subject: str, payload: bytes, headers: dict[str, str], stored: int
    ) -> None:
        self.sequence, self.subject, self.payload, self.headers = sequence, subject, payload, headers
        self.stored = stored
        ttl = headers.get("Nats-TTL")
        self.expires = None if ttl is None else stored + int(ttl.removesuffix("s")) * SECOND
        self.erased: int | None = None

    def is_there(self, moment: int) -> bool:
        """Whether a replica that is as of `moment` has it."""
        return (
            self.stored <= moment
            and (self.erased is None or self.erased > moment)
            and (self.expires is None or self.expires > moment)
        )


class Proposal:
    """A write that the leader has accepted and that a majority has not stored yet."""

    __slots__ = ("client", "headers", "is_void", "payload", "reply", "subject")

    def __init__(
        self, client: SimulatedClient, subject: str, payload: bytes, headers: dict[str, str], reply: str
    ) -> None:
        self.client, self.subject, self.payload = client, subject, payload
        self.headers, self.reply, self.is_void = headers, reply, False


class Stream:
    def __init__(self, name: str, config: StreamConfig, leader: int) -> None:
        self.name, self.prefix = name, (config.subjects or [""])[0].removesuffix(">")
        self.one_each = config.max_msgs_per_subject == 1
        self.log: list[Stored] = []
        """Every message that was ever stored: message `n` is at `n - 1`."""
        self.last: dict[str, Stored] = {}
        self.of: dict[str, list[Stored]] = {}
        self.leader: int | None = leader
        self.proposals: list[Proposal] = []
        self.stores_at = 0

    def newest(self, subject: str, now: int) -> Stored | None:
        if subject.endswith(">"):
            for message in reversed(self.log):
                if message.subject.startswith(subject[:-1]) and message.is_there(now):
                    return message
            return None
        found = self.last.get(subject)
        return found if found is not None and found.is_there(now) else None

    def after(self, subject: str, start: int, moment: int) -> Iterator[Stored]:
        """The messages from number `start` that match, as a replica has them that is as of `moment`."""
        if subject.endswith(">"):
            for message in self.log[max(start - 1, 0) :]:
                if message.subject.startswith(subject[:-1]) and message.is_there(moment):
                    yield message
        else:
            for message in self.of.get(subject, ()):
                if message.sequence >= start and message.is_there(moment):
                    yield message

    def store(self, proposal: Proposal, now: int) -> Stored:
        message = Stored(len(self.log) + 1, proposal.subject, proposal.payload, proposal.headers, now)
        self.log.append(message)
        known = self.of.setdefault(proposal.subject, [])
        if self.one_each:
            for before in known[-1:]:
                before.erased = now if before.erased is None else before.erased
            del known[:-3]  # a replica that is behind may still have the last ones
        known.append(message)
        self.last[proposal.subject] = message
        return message

    def purge(self, subject: str, now: int) -> int:
        there = [m for m in self.of.get(subject, ()) if m.is_there(now)]
        for message in there:
            message.erased = now
        self.last.pop(subject, None)
        return len(there)


class Server:
    def __init__(self, number: int) -> None:
        self.number = number
        self.is_up, self.frozen_until = True, 0
        self.stuck_at: int | None = None
        """Its replicas stand still since then."""
        self.life = 0


class NatsModel:
    """A cluster of servers. `stored` is told of every message when it is stored."""

    def __init__(
        self,
        time: Time,
        random: Random,
        servers: int = 1,
        stored: Callable[[Stored], None] = lambda message: None,
        purged: Callable[[str], None] = lambda subject: None,
    ) -> None:
        self.time, self._random, self._stored, self._purged = time, random, stored, purged
        self.servers = [Server(number) for number in range(servers)]
        self.streams: dict[str, Stream] = {}
        self.clients: list[SimulatedClient] = []
        self.is_full = False
        self.slowness = 1
        self.lost_answers = 0.0
        """The share of acknowledgements that are lost."""
        self.drops = 0.0
        """The share of messages between clients that are lost."""
        self.cut_routes: set[int] = set()
        """Servers that the others cannot reach."""

    # ---- faults ----

    def crash(self, server: Server) -> None:
        server.is_up = False
        server.life += 1
        for client in self.clients:
            if client.server is server:
                client.disconnect()
        for stream in self.streams.values():
            if stream.leader == server.number:
                self.lose_leader(stream)

    def restart(self, server: Server) -> None:
        server.is_up = True

    def freeze(self, server: Server, until: int) -> None:
        server.frozen_until = max(server.frozen_until, until)
        for stream in self.streams.values():
            if stream.leader == server.number:
                wait = round(self._random.uniform(3, 6) * SECOND)
                self.time.call(None, self.time.now + wait, self._replace_frozen, stream, server)

    def _replace_frozen(self, stream: Stream, server: Server) -> None:
        if stream.leader == server.number and server.frozen_until > self.time.now and len(self.servers) > 1:
            self.lose_leader(stream)

    def lose_leader(self, stream: Stream) -> None:
        """What a majority may have stored by now is kept or lost: a whole beginning of it is kept."""
        stream.leader = None
        kept = self._random.randint(0, len(stream.proposals))
        for proposal in stream.proposals[:kept]:
            self._store(stream, proposal)
        for proposal in stream.proposals:
            proposal.is_void = True
        stream.proposals = []
        self.time.call(None, self.time.now + self._election(), self._elect, stream)

    def _election(self) -> int:
        return round(self._random.uniform(*ELECTION) * SECOND)

    def _elect(self, stream: Stream) -> None:
        if stream.leader is not None:
            return
        able = [s.number for s in self.servers if s.is_up and s.frozen_until <= self.time.now]
        able = [number for number in able if number not in self.cut_routes]
        if len(able) * 2 > len(self.servers):
            stream.leader = self._random.choice(able)
        else:
            self.time.call(None, self.time.now + self._election(), self._elect, stream)

    # ---- requests ----

    def trip(self) -> int:
        trip = self._between(*TRIP)
        return trip * 4 if self.slowness > 1 else trip

    def _between(self, least: int, most: int) -> int:
        return least + int(self._random.random() * (most - least))

    def receive(
        self,
        client: SimulatedClient,
        epoch: int,
        subject: str,
        payload: bytes,
        reply: str,
        headers: dict[str, str] | None,
    ) -> None:
        """A client's message reaches its server."""
        server = client.server
        if client.epoch != epoch or server is None or not server.is_up:
            return
        if server.frozen_until > self.time.now:
            self.time.call(
                None, server.frozen_until, self.receive, client, epoch, subject, payload, reply, headers
            )
        elif subject.startswith(API):
            self._request(client, server, subject.removeprefix(API), payload, reply)
        elif (stream := self._stream_of(subject)) is not None:
            self._at_leader(client, server, stream, self._write, subject, payload, reply, headers or {})
        else:
            self._publish(client, server, subject, payload)

    def subscribe(self, client: SimulatedClient, epoch: int, subject: str) -> None:
        if client.epoch == epoch:
            client.subscribed.add(subject)

    def _stream_of(self, subject: str) -> Stream | None:
        for stream in self.streams.values():
            if subject.startswith(stream.prefix):
                return stream
        return None

    def _publish(self, client: SimulatedClient, server: Server, subject: str, payload: bytes) -> None:
        for other in self.clients:
            if other.server is None or subject not in other.subscribed:
                continue
            if other.server is not server and {server.number, other.server.number} & self.cut_routes:
                continue
            if self.drops and self._random.random() < self.drops:
                continue
            self._deliver(other, Msg(_client=other, subject=subject, data=payload))  # type: ignore[arg-type]

    def answer(
        self, client: SimulatedClient, reply: str, payload: Any, headers: dict[str, str] | None = None
    ) -> None:
        data = payload if isinstance(payload, bytes) else msgspec.json.encode(payload)
        self._deliver(client, Msg(_client=client, subject=reply, data=data, headers=headers))  # type: ignore[arg-type]

    def _deliver(self, client: SimulatedClient, *messages: Msg) -> None:
        """What a server sends at once arrives at once."""
        client.last_down = max(client.last_down, self.time.now + self.trip(), client.silent_until)
        self.time.call(client.process, client.last_down, client.receive, client.epoch, messages)

    def _at_leader(
        self,
        client: SimulatedClient,
        server: Server,
        stream: Stream,
        work: Callable[..., None],
        *args: Any,
    ) -> None:
        """Takes a request to the stream's leader, in the order of each client."""
        if stream.leader is None:
            reply = args[2]
            if self._random.random() < 0.5:
                self.answer(client, reply, b"", {"Status": NO_RESPONDERS})
            return
        leader = self.servers[stream.leader]
        if leader is not server and {leader.number, server.number} & self.cut_routes:
            return
        way = 0 if leader is server else self.trip()
        client.last_routed = max(client.last_routed, self.time.now + way)
        if client.last_routed == self.time.now:
            self._led(leader, leader.life, client, stream, work, args)
        else:
            self.time.call(
                None, client.last_routed, self._led, leader, leader.life, client, stream, work, args
            )

    def _led(
        self,
        leader: Server,
        life: int,
        client: SimulatedClient,
        stream: Stream,
        work: Callable[..., None],
        args: tuple[Any, ...],
    ) -> None:
        if leader.frozen_until > self.time.now:
            self.time.call(None, leader.frozen_until, self._led, leader, life, client, stream, work, args)
        elif leader.life == life and stream.leader == leader.number:
            work(client, stream, *args)

    def _write(
        self,
        client: SimulatedClient,
        stream: Stream,
        subject: str,
        payload: bytes,
        reply: str,
        headers: dict[str, str],
    ) -> None:
        if self.is_full:
            return self.answer(client, reply, FULL)
        expected = headers.get("Nats-Expected-Last-Subject-Sequence")
        newest = stream.newest(subject, self.time.now)
        is_next = expected is None or int(expected) == (newest.sequence if newest else 0)
        if not is_next or any(proposal.subject == subject for proposal in stream.proposals):
            return self.answer(client, reply, WRONG_SEQUENCE)
        proposal = Proposal(client, subject, payload, headers, reply)
        stream.proposals.append(proposal)
        takes = self._between(*STORE) * self.slowness
        stream.stores_at = max(stream.stores_at, self.time.now + takes)
        self.time.call(None, stream.stores_at, self._commit, stream, proposal)
        return None

    def _commit(self, stream: Stream, proposal: Proposal) -> None:
        if proposal.is_void:
            return
        stream.proposals.remove(proposal)
        stored = self._store(stream, proposal)
        if not self.lost_answers or self._random.random() >= self.lost_answers:
            self.answer(proposal.client, proposal.reply, {"stream": stream.name, "seq": stored.sequence})

    def _store(self, stream: Stream, proposal: Proposal) -> Stored:
        stored = stream.store(proposal, self.time.now)
        self._stored(stored)
        return stored

    def _request(
        self, client: SimulatedClient, server: Server, call: str, payload: bytes, reply: str
    ) -> None:
        name = call.rpartition(".")[2]
        stream, request = self.streams.get(name), msgspec.json.decode(payload or b"{}")
        if stream is None:
            return self.answer(client, reply, b"", {"Status": NO_RESPONDERS})
        if call.startswith("DIRECT.GET"):
            return self._direct(client, server, stream, request, reply)
        work = {"MSG": self._message, "INF": self._info, "PUR": self._purge}[call.removeprefix("STREAM.")[:3]]
        return self._at_leader(client, server, stream, work, request, None, reply)

    def _direct(
        self, client: SimulatedClient, server: Server, stream: Stream, request: dict[str, Any], reply: str
    ) -> None:
        """Answered by the replica of the client's own server, which may be behind."""
        moment = self.time.now
        if len(self.servers) > 1 and stream.leader != server.number:
            moment -= self._between(*LAG)
        if server.stuck_at is not None:
            moment = min(moment, server.stuck_at)
        if "multi_last" in request:
            until = datetime.fromisoformat(request["up_to_time"]).timestamp() * SECOND
            found = [
                max(there, key=lambda m: m.sequence)
                for subject in request["multi_last"]
                if (there := [m for m in stream.after(subject, 0, moment) if m.stored < until])
            ]
        else:
            found = []
            for message in stream.after(request["next_by_subj"], request["seq"], moment):
                if len(found) == request["batch"]:
                    break
                found.append(message)
        answers = [
            (
                message.payload,
                message.headers | {"Nats-Subject": message.subject, "Nats-Sequence": str(message.sequence)},
            )
            for message in found
        ]
        answers.append((b"", {"Status": END_OF_BATCH if found else NOT_FOUND}))
        self._deliver(client, *(Msg(client, reply, "", data, headers) for data, headers in answers))  # type: ignore[arg-type]

    def _message(
        self, client: SimulatedClient, stream: Stream, request: dict[str, Any], _: None, reply: str
    ) -> None:
        now = self.time.now
        if "last_by_subj" in request:
            found = stream.newest(request["last_by_subj"], now)
        else:
            found = next(stream.after(request["next_by_subj"], request["seq"], now), None)
        self.answer(client, reply, NO_MESSAGE if found is None else {"message": _encoded(found)})

    def _info(
        self, client: SimulatedClient, stream: Stream, request: dict[str, Any], _: None, reply: str
    ) -> None:
        there = [m for m in stream.log if m.is_there(self.time.now)]
        counts = dict[str, int]()
        for message in there:
            counts[message.subject] = counts.get(message.subject, 0) + 1
        names = list(counts)[request.get("offset", 0) :]
        state = {
            "bytes": sum(len(m.payload) for m in there),
            "num_subjects": len(counts),
            "subjects": {name: counts[name] for name in names},
        }
        self.answer(client, reply, {"state": state})

    def _purge(
        self, client: SimulatedClient, stream: Stream, request: dict[str, Any], _: None, reply: str
    ) -> None:
        purged = stream.purge(request["filter"], self.time.now)
        self._purged(request["filter"])
        self.answer(client, reply, {"success": True, "purged": purged})


class SimulatedClient:
    """Stands for `nats.aio.client.Client`: the part of it that the house uses."""

    max_payload = 1024 * 1024

    def __init__(self, nats: NatsModel, process: Process, name: str) -> None:
        self._nats, self.process, self.name = nats, process, name
        self._random = Random(f"{nats._random.random()}/{name}")
        self.server: Server | None = None
        self.epoch = 0
        """Counts the connections."""
        self.subscribed: set[str] = set()
        self._callbacks: dict[str, Callable[[Msg], Awaitable[None]]] = {}
        self._lost: Callable[[], Awaitable[None]] | None = None
        self._found: Callable[[], Awaitable[None]] | None = None
        self._waiting: list[tuple[str, bytes, str, dict[str, str] | None]] = []
        self._is_closed = False
        self.silent_until = self.last_up = self.last_down = self.last_routed = 0

    # ---- what the house calls ----

    async def connect(
        self,
        servers: Any = None,
        disconnected_cb: Callable[[], Awaitable[None]] | None = None,
        reconnected_cb: Callable[[], Awaitable[None]] | None = None,
        **options: Any,
    ) -> None:
        self._lost, self._found = disconnected_cb, reconnected_cb
        self._nats.clients.append(self)
        while not self._connected():  # noqa: ASYNC110  # as a client tries again
            await asyncio.sleep(RECONNECT / SECOND)

    async def subscribe(self, subject: str, cb: Callable[[Msg], Awaitable[None]]) -> None:
        name = subject.removesuffix(".*")
        self._callbacks[name] = cb
        self._send(self._nats.subscribe, name)

    async def publish(
        self, subject: str, payload: bytes = b"", reply: str = "", headers: dict[str, str] | None = None
    ) -> None:
        if self._is_closed:
            raise ConnectionClosedError
        if self.server is not None:
            self._send(self._nats.receive, subject, payload, reply, headers)
        elif sum(len(waiting[1]) for waiting in self._waiting) > PENDING:
            raise OutboundBufferLimitError
        else:
            self._waiting.append((subject, payload, reply, headers))

    def jsm(self) -> Any:
        return SimpleNamespace(add_stream=self._add_stream, stream_info=self._stream_info)

    async def close(self) -> None:
        self._is_closed = True
        self.server = None
        self.epoch += 1
        if self in self._nats.clients:
            self._nats.clients.remove(self)

    async def _add_stream(self, config: StreamConfig) -> None:
        await self._ask_any()
        assert config.name is not None
        if config.name not in self._nats.streams:
            leader = self._random.randrange(len(self._nats.servers))
            self._nats.streams[config.name] = Stream(config.name, config, leader)

    async def _stream_info(self, name: str) -> None:
        await self._ask_any()
        if name not in self._nats.streams:
            raise NotFoundError

    async def _ask_any(self) -> None:
        """A question about streams: a majority of the servers has the answer."""
        await asyncio.sleep(2 * self._nats.trip() / SECOND)
        up = [server for server in self._nats.servers if server.is_up]
        if self.server is None or len(up) * 2 <= len(self._nats.servers):
            raise NoRespondersError

    # ---- the connection ----

    def _send(self, callback: Callable[..., None], *args: Any) -> None:
        time = self._nats.time
        if not self.process.is_dead:
            self.last_up = max(self.last_up, time.now + self._nats.trip(), self.silent_until)
            time.call(None, self.last_up, callback, self, self.epoch, *args)

    def _connected(self) -> bool:
        now = self._nats.time.now
        able = [s for s in self._nats.servers if s.is_up and s.frozen_until <= now]
        if not able or self.silent_until > now:
            return False
        self.server = self._random.choice(able)
        self.epoch += 1
        self.subscribed = set()
        for name in self._callbacks:
            self._send(self._nats.subscribe, name)
        waiting, self._waiting = self._waiting, []
        for message in waiting:
            self._send(self._nats.receive, *message)
        return True

    def disconnect(self) -> None:
        """The connection is lost: what is under way is lost with it."""
        if self.server is None:
            return
        self.server = None
        self.epoch += 1
        self._call(self._notice_loss)

    def silence(self, until: int) -> None:
        """Nothing passes. After a while the client gives the connection up."""
        now = self._nats.time.now
        self.silent_until = max(self.silent_until, until)
        gives_up = now + round(self._random.uniform(*PINGED_OUT) * SECOND)
        if gives_up < until:
            self._nats.time.call(None, gives_up, self.disconnect)

    def _notice_loss(self) -> None:
        if self._lost is not None and not self._is_closed:
            _run(self._lost())
        self._reconnect()

    def _reconnect(self) -> None:
        if self._is_closed or self.server is not None:
            return
        if self._connected():
            if self._found is not None:
                _run(self._found())
        else:
            self._nats.time.call(self.process, self._nats.time.now + RECONNECT, self._reconnect)

    def _call(self, callback: Callable[[], None]) -> None:
        self._nats.time.call(self.process, self._nats.time.now + self._nats.trip(), callback)

    def receive(self, epoch: int, messages: Sequence[Msg]) -> None:
        for message in messages:
            if epoch != self.epoch or self._is_closed:
                return
            subject = message.subject
            callback = self._callbacks.get(subject) or self._callbacks.get(subject.rpartition(".")[0])
            if callback is not None:
                _run(callback(message))


def _run(work: Awaitable[None]) -> None:
    """Runs a callback that never waits."""
    try:
        work.send(None)  # type: ignore[attr-defined]
    except StopIteration:
        return
    raise RuntimeError(f"{work} waits")


def _encoded(message: Stored) -> dict[str, Any]:
    lines = "".join(f"{name}: {value}\r\n" for name, value in message.headers.items())
    return {
        "subject": message.subject,
        "seq": message.sequence,
        "data": b64encode(message.payload).decode(),
        "hdrs": b64encode(f"NATS/1.0\r\n{lines}\r\n".encode()).decode(),
    }
