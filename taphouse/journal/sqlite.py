"""The default journal: one SQLite file; all pending writes go into one commit."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from . import Closed, Lost, Stale

log = logging.getLogger(__name__)

T = TypeVar("T")
Durable: TypeAlias = Literal["normal", "full"]
"""What a stored line survives: `normal` the end of the process, `full` also a power cut."""

RETRY = 0.1  # seconds until a write is repeated after the disk was full
RETRY_BUSY = 0.001  # seconds until a write is repeated that a checkpoint blocked
SLOW = 0.25  # seconds: a commit that took longer did wait for the disk
CAUTION = 10.0  # seconds after a slow commit in which the event loop does not commit by itself
GROUP = 1_000  # writes in one commit at most, so that the first of them does not wait long
CHECKPOINT = 4_000  # commits until the log is moved into the file: some ten megabytes
LONGEST_LOG = 16_384  # pages: 64 MB; above that, writers wait some milliseconds for the log to restart
DROP_BATCH = 25  # lines that one commit drops: it blocks other writes for about a millisecond
DROP_COST = 100  # one such commit writes as much log as so many ordinary ones
YIELD = 0.002  # seconds between two of them: running games come first
VACUUM_PAGES = 10  # pages that one commit gives back to the disk, in a thread
FORMAT = 1
WAY_OUT = (
    "Put the missing file back, or restore a backup with `taphouse restore FILE`. `taphouse restore"
    " --damaged FILE` uses the data that is left; to begin a new house, move the file away"
)
LAST = "SELECT coalesce(max(number), 0) FROM lines WHERE stream = ?"
SCHEMA = """
CREATE TABLE IF NOT EXISTS lines (
    stream TEXT NOT NULL, number INTEGER NOT NULL, line BLOB NOT NULL, PRIMARY KEY (stream, number)
);
CREATE TABLE IF NOT EXISTS kept (
    key TEXT PRIMARY KEY, value BLOB NOT NULL, revision INTEGER NOT NULL
) WITHOUT ROWID;
"""
NOW = "CAST(strftime('%s', 'now') AS INTEGER)"
BEGUN = f"""
BEGIN IMMEDIATE;
CREATE TABLE begun (stream TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TRIGGER begin AFTER INSERT ON lines WHEN NEW.number = 1
    BEGIN INSERT OR REPLACE INTO begun VALUES (NEW.stream, {NOW}); END;
INSERT INTO begun SELECT DISTINCT stream, {NOW} FROM lines;
COMMIT;
"""  # streams of an older file, which has no such table, count as new
LOG = """
BEGIN IMMEDIATE;
CREATE TABLE log (begun INTEGER NOT NULL, found INTEGER NOT NULL);
INSERT INTO log VALUES (0, 0);
COMMIT;
"""  # see `begin_log`
STREAMS = "SELECT stream, at, (SELECT max(number) FROM lines WHERE lines.stream = begun.stream) FROM begun"
DROP = "DELETE FROM lines WHERE stream = ? AND number IN"
DROP += " (SELECT number FROM lines WHERE stream = ? ORDER BY number LIMIT ?)"


class Job(NamedTuple):
    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]


class Sqlite:
    """Must be opened in a running event loop; makes the file and its folder if they do not exist.

    A commit that does not wait for the disk runs in the loop, which is faster than a thread; all others run
    in a thread. A hanging disk blocks the loop for one commit: the next ones run in a thread.
    """

    def __init__(self, path: Path, durable: Durable = "normal") -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path, self._syncs = path, durable == "full"
        self._db = _open(path, durable)
        self._loop = asyncio.get_running_loop()
        self._cautious_until = 0.0  # time of the event loop
        self._waiting: list[Job] = []
        self._writing: asyncio.Task[None] | None = None
        self._problem: str | None = None
        self._since_checkpoint = 0  # commits
        self._checkpointing: asyncio.Future[None] | None = None
        self._closing = asyncio.Event()
        # own threads: the journal does not wait for work in asyncio's threads
        self._writer = ThreadPoolExecutor(1, "journal")
        self._helper = ThreadPoolExecutor(2, "journal-helper")

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
        return await self.read(stream)  # the file belongs to one house: there is no other writer

    async def begun_before(self, moment: int) -> dict[str, int]:
        if self._closing.is_set():
            raise Closed
        return await self._loop.run_in_executor(self._helper, _begun_before, self._path, moment)

    async def drop(self, stream: str) -> None:
        """Drops the first lines first: until the last is gone, only a writer that knows the end can write."""

        def work(db: sqlite3.Connection) -> bool:
            dropped = db.execute(DROP, (stream, stream, DROP_BATCH)).rowcount
            if is_last := dropped < DROP_BATCH:
                db.execute("DELETE FROM begun WHERE stream = ?", (stream,))
            return is_last

        is_last = False
        while not is_last:
            is_last = await self._do(work)
            self._since_checkpoint += DROP_COST
            if self._checkpointing is not None:
                await asyncio.wait([self._checkpointing])
            await asyncio.sleep(YIELD)

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

    def problem(self) -> str | None:
        return self._problem

    async def close(self) -> None:
        self._closing.set()
        for task in (self._writing, self._checkpointing):
            if task is not None:
                await task
        self._db.close()
        self._writer.shutdown()
        self._helper.shutdown(wait=False)

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closing.is_set():
            raise Closed
        done: asyncio.Future[T] = self._loop.create_future()
        self._waiting.append(Job(work, done))
        if self._writing is None and (self._waits_for_disk or not self._try()):
            self._writing = self._loop.create_task(self._write())
        return await done

    @property
    def _waits_for_disk(self) -> bool:
        return self._syncs or self._loop.time() < self._cautious_until

    def _try(self) -> bool:
        outcomes = self._commit(self._waiting)
        if _failure(outcomes) is None:
            self._finish(outcomes)
        return not self._waiting

    async def _write(self) -> None:
        """Commits until nothing waits. A failed commit is repeated until it succeeds or the house closes."""
        while self._waiting:
            group = self._waiting[:GROUP]
            if self._waits_for_disk:
                outcomes = await self._loop.run_in_executor(self._writer, self._commit, group)
            else:
                outcomes = self._commit(group)
            if (failure := _failure(outcomes)) is None or self._closing.is_set():
                self._finish(outcomes)
            else:
                if failure != sqlite3.SQLITE_BUSY and self._problem is None:
                    self._problem = str(outcomes[0])
                    log.error("nothing can be stored: %s", self._problem)
                with suppress(TimeoutError):
                    pause = RETRY_BUSY if failure == sqlite3.SQLITE_BUSY else RETRY
                    await asyncio.wait_for(self._closing.wait(), pause)
        self._writing = None

    def _finish(self, outcomes: list[Any]) -> None:
        """Gives the outcomes to the jobs that have waited longest."""
        if self._problem is not None and _failure(outcomes) is None:
            self._problem = None
            log.warning("everything is stored again")
        group, self._waiting = self._waiting[: len(outcomes)], self._waiting[len(outcomes) :]
        for job, outcome in zip(group, outcomes, strict=True):
            if job.done.done():  # the caller was cancelled
                continue
            if isinstance(outcome, Exception):
                job.done.set_exception(outcome)
            else:
                job.done.set_result(outcome)
        self._since_checkpoint += 1
        if self._since_checkpoint >= CHECKPOINT and (
            self._checkpointing is None or self._checkpointing.done()
        ):
            self._since_checkpoint = 0
            self._checkpointing = self._loop.run_in_executor(self._helper, _checkpoint, self._path)

    def _commit(self, group: list[Job]) -> list[Any]:
        """The outcome of each job. A stale job changes nothing and fails alone; any other error fails all."""
        began = self._loop.time()
        try:
            if len(group) == 1:  # one statement is its own transaction
                return [_outcome(group[0].work, self._db)]
            self._db.execute("BEGIN IMMEDIATE")
            outcomes = [_outcome(job.work, self._db) for job in group]
            self._db.execute("COMMIT")
        except Exception as failure:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            return [failure for _ in group]
        finally:
            if (now := self._loop.time()) - began > SLOW:
                self._cautious_until = now + CAUTION
        return outcomes


def _open(path: Path, durable: Durable) -> sqlite3.Connection:
    _make_if_new(path)
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)  # one thread uses it at a time
    try:
        if (found := _pragma(db, "user_version")) > FORMAT:
            raise ValueError(f"{path.name} is in format {found}; this house reads up to {FORMAT}")
        db.execute("PRAGMA journal_mode = WAL")
        if (missing := lost(db, path)) is not None:
            raise Lost(f"{path.name} {missing}. {WAY_OUT}")
        _bring_up_to_date(db)
        db.execute("PRAGMA wal_autocheckpoint = 0")  # `_checkpoint` does that in a thread
        begin_log(db, path)
        db.execute(f"PRAGMA synchronous = {durable.upper()}")
        db.execute("PRAGMA busy_timeout = 0")  # the event loop must not wait
    except BaseException:
        db.close()
        raise
    return db


def _make_if_new(path: Path) -> None:
    """Makes a new house under another name first: so an existing empty file has lost its data."""
    if path.exists():
        if not path.stat().st_size:
            raise Lost(f"{path.name} is empty, but held a house. {WAY_OUT}")
        return
    if path.with_name(f"{path.name}-wal").exists():
        raise Lost(f"{path.name} is gone, and only its log {path.name}-wal is left. {WAY_OUT}")
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)  # it also holds the house's secret
    with closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # dropped pages can be given back to the disk
        _bring_up_to_date(db)
    new.replace(path)


def _bring_up_to_date(db: sqlite3.Connection) -> None:
    db.executescript(SCHEMA)
    for table, script in (("begun", BEGUN), ("log", LOG)):
        if not _has_table(db, table):
            db.executescript(script)
    db.execute(f"PRAGMA user_version = {FORMAT}")


def _has_table(db: sqlite3.Connection, name: str) -> bool:
    return db.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (name,)).fetchone() is not None


def begin_log(db: sqlite3.Connection, path: Path) -> None:
    """Writes the number of the log into the file and then into the log, so that a lost log is detected.

    Both are on the disk when this returns: otherwise a power cut would look like a loss. A process that is
    killed in between leaves a log that contains the first write.
    """
    db.execute("PRAGMA synchronous = FULL")
    db.execute("UPDATE log SET begun = begun + 1")
    with _log_in_file(db, path):  # the first write is there
        db.execute("UPDATE log SET found = begun")


@contextmanager
def _log_in_file(db: sqlite3.Connection, path: Path) -> Iterator[int]:
    """Copies the log into the file, and keeps it from restarting. Gives its length in pages."""
    while True:
        with _log_in_use(path):
            is_busy, logged, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if not is_busy:
                yield logged
                return
        time.sleep(YIELD)  # another worker copies it, and may wait for readers


@contextmanager
def _log_in_use(path: Path) -> Iterator[None]:
    """Keeps the log from restarting: it has an open reader."""
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT begun FROM log").fetchone()
        yield


def lost(db: sqlite3.Connection, path: Path) -> str | None:
    """What is missing; `None` if the data is complete."""
    if not _has_table(db, "lines"):
        return "holds nothing: the log beside it is missing"
    begun, found = db.execute("SELECT begun, found FROM log").fetchone() if _has_table(db, "log") else (0, 0)
    if found >= begun:
        return None
    with _log_in_file(db, path) as logged:
        if logged > 0:  # the log exists: the process ended while it began the log
            db.execute("UPDATE log SET found = begun")
            return None
    return "is not complete: the last writes are in the log beside it, and that is missing"


def _checkpoint(path: Path) -> None:
    """Gives free pages back to the disk and moves the log into the file. An error is left to the next call.

    The log restarts by itself if there is no write at that moment; under constant writes, a writer waits.
    """
    with suppress(sqlite3.Error), closing(sqlite3.connect(path, isolation_level=None)) as db:
        for _ in range(0, _pragma(db, "freelist_count"), VACUUM_PAGES):
            db.executescript(f"PRAGMA incremental_vacuum({VACUUM_PAGES})")
            time.sleep(YIELD)
        db.execute("PRAGMA wal_autocheckpoint = 0")
        for _ in ("most of the log", "writes in the meantime"):
            _, logged, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if logged > LONGEST_LOG:
            db.execute("PRAGMA wal_checkpoint(RESTART)")  # the rest, while writers wait
        begin_log(db, path)


def _pragma(db: sqlite3.Connection, name: str) -> int:
    found: int = db.execute(f"PRAGMA {name}").fetchone()[0]
    return found


def _begun_before(path: Path, moment: int) -> dict[str, int]:
    """Reads over its own connection, so that no write waits. Sizes assume that all lines are equally long."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        pages = _pragma(db, "page_count") - _pragma(db, "freelist_count")
        size = pages * _pragma(db, "page_size")
        streams = [(stream, at, lines or 0) for stream, at, lines in db.execute(STREAMS)]
    all_lines = sum(lines for _, _, lines in streams)
    return {stream: size * lines // max(all_lines, 1) for stream, at, lines in streams if at < moment}


def _outcome(work: Callable[[sqlite3.Connection], T], db: sqlite3.Connection) -> T | Stale:
    try:
        return work(db)
    except Stale as stale:
        return stale


def _failure(outcomes: list[Any]) -> int | None:
    """The SQLite code of a failure of the disk or of a locked file; `None` for all other outcomes."""
    code = getattr(outcomes[0], "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
    return code if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY) else None
