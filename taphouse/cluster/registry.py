"""Who is there, and who has which table: one small stream that every node reads on.

A node's lease is its last renewal. It has run out when another node renewed its own so often since then:
no clock is compared, a node that was frozen has renewed nothing, and while NATS cannot be written nobody
runs out. Whoever is wrong about it does no harm: the journal refuses all but the last who claimed a table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import blake2b

import msgspec
from nats.errors import Error

from taphouse.core import Value, replace
from taphouse.journal import Stale
from taphouse.journal.stream_client import Found, StreamClient, StreamConfig

from .messages import decode, encode

RENEW = 0.2  # seconds
RUN_OUT = 5  # renewals of one's own without one of theirs
FORGOTTEN = 10  # seconds until nobody remembers a node that went
PUT_AWAY = 3_600  # seconds in which every node hears that a table is no more; then its code is as new
LOOK = 0.1  # seconds between two looks at what is new


class Lease(Value):
    """A node is there. One that is leaving takes no more tables."""

    version: int
    leaving: bool = False


class OwnershipRecord(Value):
    """Whose table it is. It is ready when it can be played at."""

    node: str
    ready: bool = False
    epoch: int = msgspec.field(default=0, name="term")
    """Told when it is ready: which claim this is, so that nobody mistakes a table for the one before."""
    sequence: int = 0
    """The number of the message that says so."""


class _StoredRecord(Value):
    """A deed as all read it; `None`: the table was put away."""

    node: str | None
    ready: bool = False
    epoch: int = msgspec.field(default=0, name="term")


class Registry:
    def __init__(self, connection: StreamClient, house: str, node: str, version: int) -> None:
        self.node, self.owners = node, dict[str, OwnershipRecord]()
        self._connection, self._subject, self._version = connection, f"{house}.register", version
        self._notify = f"{house}.nudge"
        self._leases: dict[str, tuple[Lease, int]] = {}  # and how often this node had renewed its own then
        self._renewed, self._renewal = 0, 0
        self._seen, self._missed_some = 0, False
        self._bell = asyncio.Event()
        self.leaving = False

    async def open(self, replicas: int) -> None:
        """Everything known so far is read, and this node is there."""
        await self._connection.have_stream(
            StreamConfig(
                name=self._subject.replace(".", "-"),
                subjects=[f"{self._subject}.>"],
                num_replicas=replicas,
                max_msgs_per_subject=1,
                allow_direct=True,
                allow_msg_ttl=True,
            )
        )
        await self.renew()
        await self._read_on()
        await self._connection.client.subscribe(self._notify, cb=self._notified)

    # ---- who is there ----

    @property
    def alive(self) -> set[str]:
        return set(self._leases)

    def next_owner(self, code: str, but: str | None = None) -> str | None:
        """Who should have this table: everyone comes to the same answer, and each node gets its share."""
        able = [n for n in self.alive if not self._leases[n][0].leaving and n != but]
        return max(able, key=lambda n: blake2b(f"{code}/{n}".encode()).digest(), default=None)

    async def renew(self) -> None:
        subject = f"{self._subject}.lease.{self.node}"
        lease = encode(Lease(self._version, self.leaving))
        try:
            self._renewal = await self._connection.publish(subject, lease, self._renewal, FORGOTTEN)
        except Stale:  # this node was unheard for so long that it was forgotten
            last = await self._connection.last(subject)
            self._renewal = last.sequence if last else 0
            self._missed_some = True

    async def keep_renewing(self) -> None:
        while True:
            await asyncio.sleep(RENEW)
            await self.renew()

    # ---- who has which table ----

    async def write(self, code: str, record: OwnershipRecord) -> None:
        """`Stale` if somebody wrote another one meanwhile."""
        after = self._last(code)
        record = replace(record, epoch=after if record.ready else 0)
        sequence = await self._write(code, _StoredRecord(record.node, record.ready, record.epoch), after)
        self._put(code, replace(record, sequence=sequence))
        await self._notify_all()

    async def remove(self, code: str) -> None:
        """There is no such table any more. `Stale` as above."""
        self._forget(code, await self._write(code, _StoredRecord(None), self._last(code), PUT_AWAY))
        await self._notify_all()

    async def look_up(self, code: str) -> OwnershipRecord | None:
        """For a table that this node has not heard of: it may be a moment old."""
        found = await self._connection.last(f"{self._subject}.deed.{code}")
        if found is not None:
            self._read(code, found)  # what was written before it may be unread
        return self.owners.get(code)

    async def _write(self, code: str, written: _StoredRecord, after: int, keep: int | None = None) -> int:
        return await self._connection.publish(f"{self._subject}.deed.{code}", encode(written), after, keep)

    def _last(self, code: str) -> int:
        known = self.owners.get(code)
        return known.sequence if known else 0

    # ---- what is new ----

    async def follow(self, changed: Callable[[], Awaitable[None]]) -> None:
        """Looks for what is new, again and again, and says when all of it is known."""
        while True:
            await self._read_on()
            await changed()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._bell.wait()
            self._bell.clear()

    async def _read_on(self) -> None:
        """At least until this node's own last renewal: a replica that does not know it is behind.

        All of it, if this node was unheard for so long that what it did not read may be erased."""
        anew = self._missed_some and self._renewal > 0
        every = f"{self._subject}.>"
        found = await self._connection.since(every, 0 if anew else self._seen, self._renewal)
        for message in found:
            self._note(message)
        if anew:
            self._missed_some = False
            self._forget_all_but({message.sequence for message in found})
        self._leases = {
            name: (lease, at)
            for name, (lease, at) in self._leases.items()
            if name == self.node or self._renewed - at < RUN_OUT
        }

    def _note(self, found: Found) -> None:
        self._seen = max(self._seen, found.sequence)
        kind, _, name = found.subject.removeprefix(f"{self._subject}.").partition(".")
        if not found.payload:
            return  # only says that something was forgotten
        if kind == "lease":
            self._renewed += name == self.node  # as the others see it: an ear that is behind counts nothing
            self._leases[name] = decode(found.payload, Lease), self._renewed
        elif kind == "deed":
            self._read(name, found)

    def _read(self, code: str, found: Found) -> None:
        written = decode(found.payload, _StoredRecord)
        if written.node is None:
            self._forget(code, found.sequence)
        else:
            self._put(code, OwnershipRecord(written.node, written.ready, written.epoch, found.sequence))

    def _put(self, code: str, record: OwnershipRecord) -> None:
        if self._last(code) < record.sequence:
            self.owners[code] = record

    def _forget(self, code: str, sequence: int) -> None:
        if self._last(code) < sequence:
            self.owners.pop(code, None)

    def _forget_all_but(self, read: set[int]) -> None:
        """What is older than the last message that was read, and was not read, is no more."""
        last = max(read, default=0)
        for code, record in list(self.owners.items()):
            if record.sequence < last and record.sequence not in read:
                del self.owners[code]

    async def _notify_all(self) -> None:
        """So that nobody learns it later than need be; who is not reached looks by himself."""
        with suppress(Error):
            await self._connection.client.publish(self._notify, b"")

    async def _notified(self, message: object) -> None:
        self._bell.set()
