"""The default journal: one SQLite file, and whatever waits is kept in one commit."""

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
"""What a kept line survives: `normal` the end of the process, `full` also a power cut."""

AGAIN = 0.1  # seconds until a disk that was full is tried again
SOON = 0.001  # seconds until a file is tried again that was just being tidied
SLOW = 0.25  # seconds: a commit that took so long waited for a disk after all
WARY = 10.0  # seconds in which the loop does not wait for such a disk again
GROUP = 1_000  # at most so many in one commit, so that the first of them is not kept waiting
TIDY = 4_000  # commits until what they logged goes into the file: some ten megabytes
LONGEST_LOG = 16_384  # pages: 64 MB, then writers wait some milliseconds for it to begin anew
PORTION = 25  # lines that are dropped in one commit: about a millisecond in which nobody else writes
HEAVY = 100  # commits that log no more than one of these
YIELD = 0.002  # seconds between two of them: whoever plays comes first
GIVEN_BACK = 10  # pages in one commit, in a thread
FORMAT = 1
WAY_OUT = (
    "Put the missing file back, or bring back a backup with `taphouse restore FILE`. `taphouse restore"
    " --damaged FILE` makes do with what is left; to begin a new house, move the file away"
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
"""  # streams of a file that did not note it yet are taken for new
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
    """Opened inside a running loop; the file and its folder are made if they are not there.

    A commit that waits for no disk is sooner done than handed to a thread; all that waits for one has one.
    A disk that hangs is found out by the first commit that waits for it in the loop: the next ones do not.
    """

    def __init__(self, path: Path, durable: Durable = "normal") -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path, self._syncs = path, durable == "full"
        self._db = _open(path, durable)
        self._loop = asyncio.get_running_loop()
        self._wary_until = 0.0  # on the loop's clock
        self._waiting: list[Job] = []
        self._writing: asyncio.Task[None] | None = None
        self._trouble: str | None = None
        self._untidy = 0  # commits
        self._tidying: asyncio.Future[None] | None = None
        self._closing = asyncio.Event()
        # threads of its own: whoever keeps asyncio's busy does not keep the journal waiting
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
        return await self.read(stream)  # the file has one house: there is nobody to keep out

    async def begun_before(self, moment: int) -> dict[str, int]:
        if self._closing.is_set():
            raise Closed
        return await self._loop.run_in_executor(self._helper, _begun_before, self._path, moment)

    async def drop(self, stream: str) -> None:
        """The first lines first: until the last are gone, nobody who does not know the end can write."""

        def work(db: sqlite3.Connection) -> bool:
            dropped = db.execute(DROP, (stream, stream, PORTION)).rowcount
            if is_last := dropped < PORTION:
                db.execute("DELETE FROM begun WHERE stream = ?", (stream,))
            return is_last

        is_last = False
        while not is_last:
            is_last = await self._do(work)
            self._untidy += HEAVY
            if self._tidying is not None:
                await asyncio.wait([self._tidying])
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

    def trouble(self) -> str | None:
        return self._trouble

    async def close(self) -> None:
        self._closing.set()
        for errand in (self._writing, self._tidying):
            if errand is not None:
                await errand
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
        return self._syncs or self._loop.time() < self._wary_until

    def _try(self) -> bool:
        outcomes = self._commit(self._waiting)
        if _failure(outcomes) is None:
            self._tell(outcomes)
        return not self._waiting

    async def _write(self) -> None:
        """Until nothing waits. A disk that fails is tried until it obeys, or the house closes."""
        while self._waiting:
            group = self._waiting[:GROUP]
            if self._waits_for_disk:
                outcomes = await self._loop.run_in_executor(self._writer, self._commit, group)
            else:
                outcomes = self._commit(group)
            if (failure := _failure(outcomes)) is None or self._closing.is_set():
                self._tell(outcomes)
            else:
                if failure != sqlite3.SQLITE_BUSY and self._trouble is None:
                    self._trouble = str(outcomes[0])
                    log.error("nothing can be kept: %s", self._trouble)
                with suppress(TimeoutError):
                    pause = SOON if failure == sqlite3.SQLITE_BUSY else AGAIN
                    await asyncio.wait_for(self._closing.wait(), pause)
        self._writing = None

    def _tell(self, outcomes: list[Any]) -> None:
        """Those who have waited longest."""
        if self._trouble is not None and _failure(outcomes) is None:
            self._trouble = None
            log.warning("everything is kept again")
        group, self._waiting = self._waiting[: len(outcomes)], self._waiting[len(outcomes) :]
        for job, outcome in zip(group, outcomes, strict=True):
            if job.done.done():  # whoever asked was cancelled
                continue
            if isinstance(outcome, Exception):
                job.done.set_exception(outcome)
            else:
                job.done.set_result(outcome)
        self._untidy += 1
        if self._untidy >= TIDY and (self._tidying is None or self._tidying.done()):
            self._untidy = 0
            self._tidying = self._loop.run_in_executor(self._helper, _tidy, self._path)

    def _commit(self, group: list[Job]) -> list[Any]:
        """What came of each job. A stale one changed nothing and fails alone; else all fail together."""
        began = self._loop.time()
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
        finally:
            if (now := self._loop.time()) - began > SLOW:
                self._wary_until = now + WARY
        return outcomes


def _open(path: Path, durable: Durable) -> sqlite3.Connection:
    _make_if_new(path)
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)  # one uses it at a time
    try:
        if (found := _pragma(db, "user_version")) > FORMAT:
            raise ValueError(f"{path.name} is in format {found}; this house reads up to {FORMAT}")
        db.execute("PRAGMA journal_mode = WAL")
        if (missing := lost(db, path)) is not None:
            raise Lost(f"{path.name} {missing}. {WAY_OUT}")
        _bring_up_to_date(db)
        db.execute("PRAGMA wal_autocheckpoint = 0")  # `_tidy` does that, in its own time
        begin_log(db, path)
        db.execute(f"PRAGMA synchronous = {durable.upper()}")
        db.execute("PRAGMA busy_timeout = 0")  # nobody waits in the loop
    except BaseException:
        db.close()
        raise
    return db


def _make_if_new(path: Path) -> None:
    """A house is made under another name first: one that is there and empty was emptied."""
    if path.exists():
        if not path.stat().st_size:
            raise Lost(f"{path.name} is empty, though it held a house. {WAY_OUT}")
        return
    if path.with_name(f"{path.name}-wal").exists():
        raise Lost(f"{path.name} is gone, and only its log {path.name}-wal is left. {WAY_OUT}")
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)  # it also keeps the house's secret
    with closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # what is dropped can be given back
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
    """The file says which log belongs to it, and the log that it is that one: so a lost log is noticed.

    Both are on the disk when this ends: else a power cut would look like a loss. A process that is killed
    meanwhile leaves a log with the first of both in it.
    """
    db.execute("PRAGMA synchronous = FULL")
    db.execute("UPDATE log SET begun = begun + 1")
    with _going_on(path):
        db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()  # up to here it is in the file
        db.execute("UPDATE log SET found = begun")


@contextmanager
def _going_on(path: Path) -> Iterator[None]:
    """The log does not begin anew, because somebody reads it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT begun FROM log").fetchone()
        yield


def lost(db: sqlite3.Connection, path: Path) -> str | None:
    """What is missing, if something is."""
    if not _has_table(db, "lines"):
        return "holds nothing: the log that lay beside it is missing"
    begun, found = db.execute("SELECT begun, found FROM log").fetchone() if _has_table(db, "log") else (0, 0)
    if found >= begun:
        return None
    with _going_on(path):
        _, logged, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if logged > 0:  # it is there: the process ended just while it was begun
            db.execute("UPDATE log SET found = begun")
            return None
    return "is not whole: what was kept last is in the log that lay beside it, and that is missing"


def _tidy(path: Path) -> None:
    """What the file has no use for is given back, and what was logged goes into it. If not now, another time.

    The log begins anew by itself if nobody writes at that moment; where somebody always does, he waits.
    """
    with suppress(sqlite3.Error), closing(sqlite3.connect(path, isolation_level=None)) as db:
        for _ in range(0, _pragma(db, "freelist_count"), GIVEN_BACK):
            db.executescript(f"PRAGMA incremental_vacuum({GIVEN_BACK})")
            time.sleep(YIELD)
        db.execute("PRAGMA wal_autocheckpoint = 0")
        for _ in ("most of it", "what came meanwhile"):
            _, logged, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if logged > LONGEST_LOG:
            db.execute("PRAGMA wal_checkpoint(RESTART)")  # the rest, while nobody writes
        begin_log(db, path)


def _pragma(db: sqlite3.Connection, name: str) -> int:
    found: int = db.execute(f"PRAGMA {name}").fetchone()[0]
    return found


def _begun_before(path: Path, moment: int) -> dict[str, int]:
    """Whoever writes is not kept waiting by whoever looks. All lines are taken to be equally long."""
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
    """Of the disk or of who else is at it; not of what was asked."""
    code = getattr(outcomes[0], "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
    return code if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY) else None
