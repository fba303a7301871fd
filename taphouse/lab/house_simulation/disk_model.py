"""The journal of a house on one machine: a disk that can be slow, full, or refuse."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random

from taphouse.journal import Closed, Stale

from .kept_record import KeptRecord

WRITE = (0.000_2, 0.004)  # seconds to write, from and to
ACKNOWLEDGE = (0.000_05, 0.001)  # seconds from the write to its acknowledgement: a crash may come between
TRY_AGAIN = 0.05  # seconds between two tries to write to a full disk


class Disk:
    """What survives a crash, and the state of the disk."""

    def __init__(self, record: KeptRecord, random: Random) -> None:
        self.record, self.random = record, random
        self.streams: dict[str, list[bytes]] = {}
        self.began: dict[str, int] = {}
        self.values: dict[str, tuple[bytes, int]] = {}
        self.last_revision = 0
        self.is_full = self.refuses = False
        self.slowness = 1.0


class DiskJournal:
    """A `Journal`. It waits while the disk is full, as the journal on SQLite does."""

    def __init__(self, disk: Disk, writer: str, wall: Callable[[], int]) -> None:
        self._disk, self._writer, self._wall = disk, writer, wall
        self._running, self._idle, self._is_closing = 0, asyncio.Event(), False

    async def append(self, stream: str, after: int, lines: Sequence[bytes]) -> None:
        await self._write(lambda: self._append(stream, after, lines))

    async def read(self, stream: str) -> list[bytes]:
        await self._ask()
        return [*self._disk.streams.get(stream, ())]

    async def claim(self, stream: str) -> list[bytes]:
        await self._ask()
        self._disk.record.claimed(stream, self._writer)
        return [*self._disk.streams.get(stream, ())]

    async def begun_before(self, moment: int) -> dict[str, int]:
        await self._ask()
        disk = self._disk
        return {
            stream: sum(map(len, disk.streams[stream]))
            for stream, began in disk.began.items()
            if began < moment
        }

    async def drop(self, stream: str) -> None:
        await self._write(lambda: self._drop(stream))

    async def put(self, key: str, value: bytes, revision: int) -> int:
        await self._write(lambda: self._put(key, value, revision))
        return self._disk.values[key][1]

    async def get(self, key: str) -> tuple[bytes, int] | None:
        await self._ask()
        return self._disk.values.get(key)

    async def delete(self, key: str) -> None:
        await self._write(lambda: self._delete(key))

    async def values(self) -> dict[str, tuple[bytes, int]]:
        await self._ask()
        return dict(self._disk.values)

    def problem(self) -> str | None:
        return "the disk is full" if self._disk.is_full else None

    async def close(self) -> None:
        self._is_closing = True
        while self._running:
            self._idle.clear()
            await self._idle.wait()

    # ---- the writes themselves ----

    def _append(self, stream: str, after: int, lines: Sequence[bytes]) -> None:
        stored = self._disk.streams.get(stream, [])
        if len(stored) != after:
            raise Stale(f"{stream} ends at {len(stored)}, not at {after}")
        self._disk.streams[stream] = [*stored, *lines]
        self._disk.began.setdefault(stream, self._wall())
        self._disk.record.appended(stream, lines, self._writer)

    def _drop(self, stream: str) -> None:
        self._disk.streams.pop(stream, None)
        self._disk.began.pop(stream, None)
        self._disk.record.dropped(stream)

    def _put(self, key: str, value: bytes, revision: int) -> None:
        _, known = self._disk.values.get(key, (b"", 0))
        if known != revision:
            raise Stale(f"{key} is at {known}, not at {revision}")
        self._disk.last_revision += 1
        self._disk.values[key] = value, self._disk.last_revision
        self._disk.record.put(key, value, self._writer)

    def _delete(self, key: str) -> None:
        self._disk.values.pop(key, None)
        self._disk.record.deleted(key)

    async def _write(self, write: Callable[[], None]) -> None:
        if self._is_closing:
            raise Closed
        disk = self._disk
        self._running += 1
        try:
            await asyncio.sleep(disk.random.uniform(*WRITE) * disk.slowness)
            while disk.is_full:  # noqa: ASYNC110  # as SQLite tries again
                await asyncio.sleep(TRY_AGAIN)
            if disk.refuses:
                raise OSError("the disk refuses to write")
            write()
            await asyncio.sleep(disk.random.uniform(*ACKNOWLEDGE) * disk.slowness)
        finally:
            self._running -= 1
            self._idle.set()

    async def _ask(self) -> None:
        if self._is_closing:
            raise Closed
        if self._disk.refuses:
            raise OSError("the disk refuses to read")
        await asyncio.sleep(0)
