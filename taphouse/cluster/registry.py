"""The nodes that are alive and the owner of each table: one small stream that every node follows.

A node's lease is its last renewal. For another node it has run out once that node has renewed its own lease
`RUN_OUT` times since. So no clocks are compared, a node that was frozen has renewed nothing, and no lease
runs out while NATS cannot be written. A node that is wrong about a lease does no harm: the journal accepts
writes only from the last node that claimed a table.
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
RUN_OUT = 5  # renewals of a node's own lease without one of the other's
FORGOTTEN = 10  # seconds until NATS deletes the lease of a node that is gone
PUT_AWAY = 3_600  # seconds for every node to read that a table was removed; then its code is as new
LOOK = 0.1  # seconds between two reads of the stream


class Lease(Value):
    """A node is alive. A leaving node takes over no more tables."""

    version: int
    leaving: bool = False


class OwnershipRecord(Value):
    """The node that owns a table. The table is ready when it can be played at."""

    node: str
    ready: bool = False
    epoch: int = msgspec.field(default=0, name="term")
    """Identifies the claim, so that a restarted table is not mistaken for the one before. 0 until ready."""
    sequence: int = 0
    """The sequence number of the record's message."""


class _StoredRecord(Value):
    """An ownership record as stored; node `None`: the table was removed."""

    node: str | None
    ready: bool = False
    epoch: int = msgspec.field(default=0, name="term")


class Registry:
    def __init__(self, connection: StreamClient, house: str, node: str, version: int) -> None:
        self.node, self.owners = node, dict[str, OwnershipRecord]()
        self._connection, self._subject, self._version = connection, f"{house}.register", version
        self._notify = f"{house}.nudge"
        self._leases: dict[str, tuple[Lease, int]] = {}  # with this node's own renewal count at that time
        self._renewed, self._renewal = 0, 0
        self._seen, self._missed_some = 0, False
        self._wakeup = asyncio.Event()
        self.leaving = False

    async def open(self, replicas: int) -> None:
        """Announces this node and reads the stream so far."""
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

    # ---- leases ----

    @property
    def alive(self) -> set[str]:
        return set(self._leases)

    def next_owner(self, code: str, but: str | None = None) -> str | None:
        """The node that should own this table. All nodes get the same answer, and each gets its share."""
        able = [n for n in self.alive if not self._leases[n][0].leaving and n != but]
        return max(able, key=lambda n: blake2b(f"{code}/{n}".encode()).digest(), default=None)

    async def renew(self) -> None:
        subject = f"{self._subject}.lease.{self.node}"
        lease = encode(Lease(self._version, self.leaving))
        try:
            self._renewal = await self._connection.publish(subject, lease, self._renewal, FORGOTTEN)
        except Stale:  # this node was silent for so long that its lease was deleted
            last = await self._connection.last(subject)
            self._renewal = last.sequence if last else 0
            self._missed_some = True

    async def keep_renewing(self) -> None:
        while True:
            await asyncio.sleep(RENEW)
            await self.renew()

    # ---- ownership records ----

    async def write(self, code: str, record: OwnershipRecord) -> None:
        """Writes the record. Raises `Stale` if another node wrote one meanwhile."""
        after = self._last(code)
        record = replace(record, epoch=after if record.ready else 0)
        sequence = await self._write(code, _StoredRecord(record.node, record.ready, record.epoch), after)
        self._put(code, replace(record, sequence=sequence))
        await self._notify_all()

    async def remove(self, code: str) -> None:
        """Records that the table was removed. Raises `Stale` as above."""
        self._forget(code, await self._write(code, _StoredRecord(None), self._last(code), PUT_AWAY))
        await self._notify_all()

    async def look_up(self, code: str) -> OwnershipRecord | None:
        """Reads the latest record of a table that this node does not know: it may be new."""
        found = await self._connection.last(f"{self._subject}.deed.{code}")
        if found is not None:
            self._read(code, found)  # earlier messages of the stream may still be unread
        return self.owners.get(code)

    async def _write(self, code: str, written: _StoredRecord, after: int, keep: int | None = None) -> int:
        return await self._connection.publish(f"{self._subject}.deed.{code}", encode(written), after, keep)

    def _last(self, code: str) -> int:
        known = self.owners.get(code)
        return known.sequence if known else 0

    # ---- following the stream ----

    async def follow(self, changed: Callable[[], Awaitable[None]]) -> None:
        """Reads the stream again and again, and calls `changed` after each read."""
        while True:
            await self._read_on()
            await changed()
            timer = asyncio.get_running_loop().call_later(LOOK, self._wakeup.set)
            try:
                await self._wakeup.wait()
            finally:
                timer.cancel()
            self._wakeup.clear()

    async def _read_on(self) -> None:
        """At least until this node's own last renewal: a replica that does not know it is behind.

        All of it, if this node was unheard for so long that what it did not read may be erased."""
        from_start = self._missed_some and self._renewal > 0
        every = f"{self._subject}.>"
        found = await self._connection.since(every, 0 if from_start else self._seen, self._renewal)
        for message in found:
            self._apply(message)
        if from_start:
            self._missed_some = False
            self._forget_all_but({message.sequence for message in found})
        self._leases = {
            name: (lease, at)
            for name, (lease, at) in self._leases.items()
            if name == self.node or self._renewed - at < RUN_OUT
        }

    def _apply(self, found: Found) -> None:
        self._seen = max(self._seen, found.sequence)
        kind, _, name = found.subject.removeprefix(f"{self._subject}.").partition(".")
        if not found.payload:
            return  # only marks that a message was deleted
        if kind == "lease":
            self._renewed += name == self.node  # counted when read: a node behind on reading counts nothing
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
        """Forgets records deleted from the stream: those older than the last message read, but not read."""
        last = max(read, default=0)
        for code, record in list(self.owners.items()):
            if record.sequence < last and record.sequence not in read:
                del self.owners[code]

    async def _notify_all(self) -> None:
        """Makes all nodes read at once. A node that misses this reads after `LOOK` anyway."""
        with suppress(Error):
            await self._connection.client.publish(self._notify, b"")

    async def _notified(self, message: object) -> None:
        self._wakeup.set()
