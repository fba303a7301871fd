"""The journal of a cluster: NATS JetStream, with a subject for each stream and each value."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import msgspec
from nats.aio.client import Client

from . import Closed, Stale
from .stream_client import Found, StreamClient, StreamConfig

KNOWN_ENDS = 20_000  # streams: a node has far fewer tables, and each writes to one stream


class _Lines(msgspec.Struct, array_like=True):
    """One message: lines that were stored together, and the number of lines before them."""

    after: int
    lines: tuple[bytes, ...]


class _End(msgspec.Struct, frozen=True):
    """Where a stream ends: the number of its lines, and the sequence of its last message."""

    lines: int = 0
    sequence: int = 0


class JetStream:
    """Remembers the end of each stream it wrote or claimed and writes only there: it detects another writer.

    It forgets the streams that were not written for the longest time: they must be claimed again."""

    def __init__(self, connection: StreamClient, house: str = "taphouse") -> None:
        self.connection, self._house = connection, house
        self._ends: dict[str, _End] = {}
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closing = False

    @classmethod
    async def open(
        cls, servers: str, replicas: int = 1, house: str = "taphouse", client: Client | None = None
    ) -> JetStream:
        """`replicas` only applies to a new house; later it is changed with NATS' own tools."""
        connection = await StreamClient.connect(servers, client)
        try:
            for kind, one_each in (("lines", False), ("values", True)):
                await connection.have_stream(
                    StreamConfig(
                        name=f"{house}-{kind}",
                        subjects=[f"{house}.{kind}.>"],
                        num_replicas=replicas,
                        max_msgs_per_subject=1 if one_each else -1,
                        allow_direct=True,
                    )
                )
        except BaseException:
            await connection.close()
            raise
        return cls(connection, house)

    @classmethod
    async def visit(cls, servers: str, house: str = "taphouse") -> JetStream:
        """Opens the journal of a house that must exist already."""
        connection = await StreamClient.connect(servers)
        if not await connection.has_stream(f"{house}-lines"):
            await connection.close()
            raise OSError(f"there is no house called {house}")
        return cls(connection, house)

    async def append(self, stream: str, after: int, lines: Sequence[bytes]) -> None:
        async with self._request():
            end = self._ends.get(stream, _End())
            if end.lines != after:
                raise Stale(f"{stream} is known to end at {end.lines}, not at {after}")
            await self._add(stream, end, lines)

    async def read(self, stream: str) -> list[bytes]:
        async with self._request():
            return _joined(await self._messages(stream))

    async def claim(self, stream: str) -> list[bytes]:
        async with self._request():
            while True:
                messages = await self._messages(stream)
                try:
                    await self._add(stream, _end(messages[-1] if messages else None), ())
                except Stale:
                    continue  # the previous writer wrote once more
                return _joined(messages)

    async def begun_before(self, moment: int) -> dict[str, int]:
        """Sizes assume that all messages are equally long."""
        async with self._request():
            prefix = self._subject("lines", "")
            counts, size = await self.connection.subjects(f"{prefix}>")
            begun = await self.connection.begun_before(list(counts), moment)
            each = size // max(sum(counts.values()), 1)
            return {subject.removeprefix(prefix): counts[subject] * each for subject in begun}

    async def drop(self, stream: str) -> None:
        async with self._request():
            self._ends.pop(stream, None)
            await self.connection.purge(self._subject("lines", stream))

    async def put(self, key: str, value: bytes, revision: int) -> int:
        async with self._request():
            return await self.connection.publish(self._subject("values", key), value, revision)

    async def get(self, key: str) -> tuple[bytes, int] | None:
        async with self._request():
            found = await self.connection.last(self._subject("values", key))
            return (found.payload, found.sequence) if found else None

    async def delete(self, key: str) -> None:
        async with self._request():
            await self.connection.purge(self._subject("values", key))

    async def values(self) -> dict[str, tuple[bytes, int]]:
        async with self._request():
            every = self._subject("values", ">")
            last = await self.connection.last(every)
            found = await self.connection.since(every, 0, last.sequence) if last else []
            prefix = self._subject("values", "")
            return {m.subject.removeprefix(prefix): (m.payload, m.sequence) for m in found}

    def problem(self) -> str | None:
        return next(iter(self.connection.problems.values()), None)

    async def close(self) -> None:
        if not self._closing:
            self._closing = True
            await self._idle.wait()
            await self.connection.close()

    async def _add(self, stream: str, end: _End, lines: Sequence[bytes]) -> None:
        message = msgspec.msgpack.encode(_Lines(end.lines, tuple(lines)))
        try:
            sequence = await self.connection.publish(self._subject("lines", stream), message, end.sequence)
        except Stale:
            if self._ends.get(stream) is end:
                del self._ends[stream]
            raise
        self._ends.pop(stream, None)  # moves it to the end: the stream written last is forgotten last
        self._ends[stream] = _End(end.lines + len(lines), sequence)
        if len(self._ends) > KNOWN_ENDS:
            del self._ends[next(iter(self._ends))]

    async def _messages(self, stream: str) -> list[Found]:
        subject = self._subject("lines", stream)
        last = await self.connection.last(subject)
        return await self.connection.since(subject, 0, last.sequence) if last else []

    def _subject(self, kind: str, name: str) -> str:
        return f"{self._house}.{kind}.{name}"

    @asynccontextmanager
    async def _request(self) -> AsyncIterator[None]:
        if self._closing:
            raise Closed
        self._running += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()


def _end(last: Found | None) -> _End:
    if last is None:
        return _End()
    stored = _read(last.payload)
    return _End(stored.after + len(stored.lines), last.sequence)


def _joined(messages: list[Found]) -> list[bytes]:
    return [line for message in messages for line in _read(message.payload).lines]


_read = msgspec.msgpack.Decoder(_Lines).decode
