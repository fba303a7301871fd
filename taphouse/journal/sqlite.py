"""The default journal: one SQLite file, one thread that writes, many tables in one commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from . import Closed, Stale

T = TypeVar("T")
Durable: TypeAlias = Literal["normal", "full"]
"""What a kept line survives: `normal` the end of the process, `full` also a power cut."""

AGAIN = 0.1  # seconds until a disk that was full is tried again
GROUP = 1_000  # at most so many in one commit, so that the first of them is not kept waiting
FORMAT = 1
LAST = "SELECT coalesce(max(number), 0) FROM lines WHERE stream = ?"
SCHEMA = """
CREATE TABLE IF NOT EXISTS lines (
    stream TEXT NOT NULL, number INTEGER NOT NULL, line BLOB NOT NULL, PRIMARY KEY (stream, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS kept (
    key TEXT PRIMARY KEY, value BLOB NOT NULL, revision INTEGER NOT NULL
) WITHOUT ROWID;
"""


class Job(NamedTuple):
    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]


class Sqlite:
    """Opened inside a running loop; the file and its folder are made if they are not there."""

    def __init__(self, path: Path, durable: Durable = "normal") -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)  # it also keeps the house's secret
        self._db = _open(path, durable)
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._closing = Event()
        self._thread = Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    async def append(self, stream: str, after: int, lines: Sequence[bytes]) -> None:
        rows = [(stream, number, line) for number, line in enumerate(lines, after + 1)]
        values = ", ".join(["(?, ?, ?)"] * len(rows))
        insert = f"INSERT INTO lines SELECT * FROM (VALUES {values}) WHERE ({LAST}) = ?"
        bound = [*chain.from_iterable(rows), stream, after]

        def work(db: sqlite3.Connection) -> None:
            if rows and not db.execute(insert, bound).rowcount:
                raise Stale(f"{stream} does not end at {after}")

        await self._do(work)

    async def read(self, stream: str) -> list[bytes]:
        def work(db: sqlite3.Connection) -> list[bytes]:
            found = db.execute("SELECT line FROM lines WHERE stream = ? ORDER BY number", (stream,))
            return [line for (line,) in found]

        return await self._do(work)

    async def claim(self, stream: str) -> list[bytes]:
        return await self.read(stream)  # the file has one house: there is nobody to keep out

    async def put(self, key: str, value: bytes, revision: int) -> int:
        def work(db: sqlite3.Connection) -> int:
            (known,) = db.execute("SELECT max(revision) FROM kept WHERE key = ?", (key,)).fetchone()
            if (known or 0) != revision:
                raise Stale(f"{key} is at revision {known or 0}, not {revision}")
            db.execute("REPLACE INTO kept VALUES (?, ?, ?)", (key, value, revision + 1))
            return revision + 1

        return await self._do(work)

    async def get(self, key: str) -> tuple[bytes, int] | None:
        def work(db: sqlite3.Connection) -> tuple[bytes, int] | None:
            found: tuple[bytes, int] | None = db.execute(
                "SELECT value, revision FROM kept WHERE key = ?", (key,)
            ).fetchone()
            return found

        return await self._do(work)

    async def delete(self, key: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM kept WHERE key = ?", (key,))

        await self._do(work)

    async def values(self) -> dict[str, tuple[bytes, int]]:
        def work(db: sqlite3.Connection) -> dict[str, tuple[bytes, int]]:
            found = db.execute("SELECT key, value, revision FROM kept ORDER BY key")
            return {key: (value, revision) for key, value, revision in found}

        return await self._do(work)

    def trouble(self) -> str | None:
        return None

    async def close(self) -> None:
        if not self._closing.is_set():
            self._closing.set()
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closing.is_set():
            raise Closed
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(Job(work, done))
        return await done

    def _write(self) -> None:
        """The thread: whatever waits is done in one transaction, then everybody is told."""
        open_still = True
        while open_still:
            group, open_still = self._next_group()
            if group:
                self._loop.call_soon_threadsafe(_tell, group, self._commit_in_the_end(group))
        self._db.close()

    def _next_group(self) -> tuple[list[Job], bool]:
        """What waits now, and whether anything may follow."""
        group: list[Job] = []
        try:
            job = self._jobs.get()
            while job is not None:
                group.append(job)
                if len(group) == GROUP:
                    return group, True
                job = self._jobs.get_nowait()
        except Empty:
            return group, True
        return group, False

    def _commit_in_the_end(self, group: list[Job]) -> list[Any]:
        """A disk that is full, or fails, is tried until it does what is asked, or the house closes."""
        while _failed(outcomes := self._commit(group)) and not self._closing.wait(AGAIN):
            pass
        return outcomes

    def _commit(self, group: list[Job]) -> list[Any]:
        """What came of each job. A stale one changed nothing and fails alone; else all fail together."""
        try:
            if len(group) == 1:  # one statement keeps itself
                return [_outcome(group[0].work, self._db)]
            self._db.execute("BEGIN IMMEDIATE")
            outcomes = [_outcome(job.work, self._db) for job in group]
            self._db.execute("COMMIT")
        except Exception as failure:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            return [failure for _ in group]
        return outcomes


def _open(path: Path, durable: Durable) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)  # used by one thread at a time
    (found,) = db.execute("PRAGMA user_version").fetchone()
    if found > FORMAT:
        db.close()
        raise ValueError(f"{path} is in format {found}; this house reads up to {FORMAT}")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute(f"PRAGMA synchronous = {durable.upper()}")
    db.executescript(SCHEMA)
    db.execute(f"PRAGMA user_version = {FORMAT}")
    return db


def _outcome(work: Callable[[sqlite3.Connection], T], db: sqlite3.Connection) -> T | Stale:
    try:
        return work(db)
    except Stale as stale:
        return stale


def _failed(outcomes: list[Any]) -> bool:
    """The disk, not what was asked of it."""
    code = getattr(outcomes[0], "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def _tell(group: list[Job], outcomes: list[Any]) -> None:
    for job, outcome in zip(group, outcomes, strict=True):
        if job.done.done():  # whoever asked was cancelled
            continue
        if isinstance(outcome, Exception):
            job.done.set_exception(outcome)
        else:
            job.done.set_result(outcome)
