"""The SQLite journal: one file, one writer, group commits."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from taphouse.journal import Stale, sqlite
from taphouse.journal.sqlite import Sqlite

pytestmark = pytest.mark.anyio

WRITER = """
import asyncio, sys
from pathlib import Path
from taphouse.journal import sqlite
from taphouse.journal.sqlite import Sqlite

sqlite.CHECKPOINT = int(sys.argv[2])

async def main():
    print(0, flush=True)
    journal = Sqlite(Path(sys.argv[1]))
    n = len(await journal.read("a"))
    while True:
        await journal.append("a", n, [b"line %d" % (n + 1)])
        n += 1
        print(n, flush=True)

asyncio.run(main())
"""


def commits(path: Path) -> int:
    """The number of transactions in the write-ahead log: the last frame of each has the size of the file."""
    wal = path.with_name(path.name + "-wal").read_bytes()
    page = int.from_bytes(wal[8:12], "big")
    frames = range(32, len(wal), 24 + page)
    return sum(int.from_bytes(wal[start + 4 : start + 8], "big") > 0 for start in frames)


def open_to_others(folder: Path) -> list[int]:
    return [path.stat().st_mode & 0o077 for path in folder.iterdir()]


async def test_waiting_writes_are_committed_together(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    journal = Sqlite(path)
    await journal.append("first", 0, [b"x"])
    before = commits(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")  # nothing can be committed until this ends
    appends = [asyncio.ensure_future(journal.append(f"t{i}", 0, [b"x"])) for i in range(200)]
    await asyncio.sleep(0)  # all of them are waiting
    assert not any(append.done() for append in appends)
    other.execute("ROLLBACK")
    other.close()
    await asyncio.gather(*appends)
    assert commits(path) - before <= 2
    await journal.close()


async def test_the_log_restarts_after_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT", 10)
    path = tmp_path / "house.db"
    journal = Sqlite(path)
    for n in range(100):
        await journal.append("a", n, [b"x" * 10_000])
        if journal._checkpointing is not None:
            await journal._checkpointing
    assert path.with_name("house.db-wal").stat().st_size < 100 * 10_000 / 2
    assert len(await journal.read("a")) == 100
    await journal.close()


@pytest.mark.parametrize(("longest", "waited_for"), [(10, True), (1_000, False)])
async def test_writers_wait_for_a_restart_of_the_log_only_if_it_is_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, longest: int, waited_for: bool
) -> None:
    monkeypatch.setattr(sqlite, "LONGEST_LOG", longest)
    path, executed = tmp_path / "house.db", list[str]()
    journal = Sqlite(path)
    for n in range(50):
        await journal.append("a", n, [b"x"])

    class Recorded(sqlite3.Connection):
        def execute(self, sql: str, *bound: Any) -> sqlite3.Cursor:
            executed.append(sql)
            return super().execute(sql, *bound)

    connect = sqlite3.connect
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **k, factory=Recorded))
        sqlite._checkpoint(path)
    assert ("PRAGMA wal_checkpoint(RESTART)" in executed) is waited_for
    await journal.close()


async def test_dropping_streams_shrinks_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT", 200)
    path = tmp_path / "house.db"
    journal = Sqlite(path)
    await journal.append("game/a", 0, [b"x" * 1_000] * 1_000)
    await journal.drop("game/a")
    await journal.close()
    assert path.stat().st_size < 500_000


async def test_a_half_dropped_stream_is_still_found_and_refuses_stale_writes(
    tmp_path: Path,
) -> None:
    journal = Sqlite(tmp_path / "house.db")
    await journal.append("game/a", 0, [b"line"] * (2 * sqlite.DROP_BATCH))
    dropping = asyncio.ensure_future(journal.drop("game/a"))
    await asyncio.sleep(0)  # one batch is gone
    dropping.cancel()
    await asyncio.wait([dropping])
    assert len(await journal.read("game/a")) == sqlite.DROP_BATCH
    with pytest.raises(Stale):
        await journal.append("game/a", sqlite.DROP_BATCH, [b"late"])
    assert list(await journal.begun_before(2**40)) == ["game/a"]
    await journal.drop("game/a")
    assert await journal.begun_before(2**40) == {}
    await journal.close()


async def test_streams_of_an_older_file_without_begin_times_count_as_new(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with sqlite3.connect(path) as older:
        older.executescript(sqlite.SCHEMA)
        older.execute("INSERT INTO lines VALUES ('game/a', 1, 'one')")
    older.close()
    before = int(time.time())
    for _ in range(2):  # the second opening does not change their age
        journal = Sqlite(path)
        assert await journal.begun_before(before) == {}
        assert list(await journal.begun_before(2**40)) == ["game/a"]
        await journal.close()


async def test_the_event_loop_waits_only_once_for_a_hanging_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, clock = Sqlite(tmp_path / "house.db"), asyncio.get_running_loop().time
    threads: list[threading.Thread] = []
    late = 0.0
    monkeypatch.setattr(journal._loop, "time", lambda: clock() + late)

    def hanging(db: sqlite3.Connection) -> None:
        nonlocal late
        threads.append(threading.current_thread())
        late += sqlite.SLOW * 2

    def quick(db: sqlite3.Connection) -> None:
        threads.append(threading.current_thread())

    await journal._do(hanging)
    await journal._do(hanging)
    await journal._do(quick)
    late += sqlite.CAUTION * 2
    await journal._do(quick)
    here = threading.current_thread()
    assert [thread is here for thread in threads] == [True, False, False, True]
    await journal.close()


def test_a_killed_process_loses_no_acknowledged_line(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    last = killed_after(path, 101)
    lines = asyncio.run(found(path))
    assert len(lines) >= last
    assert lines == [b"line %d" % n for n in range(1, len(lines) + 1)]


def test_a_process_killed_during_opening_or_a_checkpoint_leaves_a_complete_house(tmp_path: Path) -> None:
    path, last = tmp_path / "house.db", 0
    for reports in (1, 1, 2, 1, 1, 20, 1, 3, 1, 1):  # the first number is printed before the house opens
        last = max(last, killed_after(path, reports, checkpoint=1))
    assert len(asyncio.run(found(path))) >= last


def killed_after(path: Path, reports: int, checkpoint: int = sqlite.CHECKPOINT) -> int:
    """The last line that a process reported as stored; it is killed after `reports` reports."""
    command = [sys.executable, "-c", WRITER, str(path), str(checkpoint)]
    writer = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    with writer.stdout as output:
        numbers = [int(output.readline()) for _ in range(reports)]
        writer.kill()
        numbers += [int(line) for line in output.read().splitlines()]
    writer.wait()
    return numbers[-1]


async def found(path: Path) -> list[bytes]:
    journal = Sqlite(path)
    lines = await journal.read("a")
    await journal.close()
    return lines


async def test_an_error_in_a_write_reaches_its_caller_and_the_next_write_succeeds(tmp_path: Path) -> None:
    journal = Sqlite(tmp_path / "house.db")
    with pytest.raises(sqlite3.Error):
        await journal.append("a", 0, [None])  # type: ignore[list-item]
    await journal.append("a", 0, [b"one"])
    assert await journal.read("a") == [b"one"]
    await journal.close()


async def test_a_write_on_a_full_disk_is_stored_as_soon_as_there_is_room(tmp_path: Path) -> None:
    journal = Sqlite(tmp_path / "house.db")
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    pending = asyncio.ensure_future(journal.append("a", 0, [b"x" * 100_000]))
    done, _ = await asyncio.wait([pending], timeout=0.3)
    assert not done
    journal._db.execute("PRAGMA max_page_count = 1000000")
    await pending
    assert await journal.read("a") == [b"x" * 100_000]
    await journal.close()


async def test_a_journal_on_a_full_disk_can_be_closed(tmp_path: Path) -> None:
    journal = Sqlite(tmp_path / "house.db")
    journal._db.execute("PRAGMA max_page_count = 1")
    pending = asyncio.ensure_future(journal.append("a", 0, [b"x" * 100_000]))
    await asyncio.wait([pending], timeout=0.3)
    await journal.close()
    with pytest.raises(sqlite3.OperationalError):
        await pending


async def test_a_file_of_a_newer_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 2")
    newer.close()
    with pytest.raises(ValueError, match="format 2"):
        Sqlite(path)


async def test_only_its_owner_may_read_the_journals_files(tmp_path: Path) -> None:
    journal = Sqlite(tmp_path / "house.db")
    await journal.append("a", 0, [b"one"])
    assert open_to_others(tmp_path) == [0, 0, 0]
    await journal.close()


async def test_a_full_disk_is_reported_and_logged_once_at_its_begin_and_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal = Sqlite(tmp_path / "house.db")
    assert journal.problem() is None
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count = {pages}")  # as if the disk ended here
    first = asyncio.ensure_future(journal.append("a", 0, [b"x" * 100_000]))
    second = asyncio.ensure_future(journal.append("b", 0, [b"x" * 100_000]))
    for _ in range(5):  # turns of the loop: waiting, tried, tried again
        await asyncio.sleep(0)
    assert journal.problem() == "database or disk is full"
    journal._db.execute("PRAGMA max_page_count = 1000000")
    await asyncio.gather(first, second)
    assert journal.problem() is None
    assert caplog.messages == [
        "nothing can be stored: database or disk is full",
        "everything is stored again",
    ]
    await journal.close()


async def test_a_journal_whose_checkpoint_fails_still_writes_and_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT", 1)
    journal = Sqlite(tmp_path / "data" / "house.db")
    (tmp_path / "data").rename(tmp_path / "moved")  # open files stay open, but no more can be opened by name
    await journal.append("a", 0, [b"one"])
    assert await journal.read("a") == [b"one"]
    await journal.close()


def test_a_worker_that_opens_while_another_moves_the_log_into_the_file_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "house.db"
    asyncio.run(made(path))
    with closing(connected(path)) as db, closing(connected(path)) as reader:
        # given a log that another worker just began, and is moving into the file: it waits for a reader
        db.execute("UPDATE log SET begun = begun + 1")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM log").fetchone()
        db.execute("INSERT INTO kept VALUES ('a', 'b', 1)")
        moving = threading.Thread(target=restart_the_log, args=(path,))
        moving.start()
        while not db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[0]:
            pass

        # when it is opened meanwhile, then the log is not missing
        monkeypatch.setattr(sqlite.time, "sleep", lambda _: reader.in_transaction and reader.rollback())
        assert sqlite.lost(db, path) is None
        moving.join()


async def made(path: Path) -> None:
    await Sqlite(path).close()


def connected(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA wal_autocheckpoint = 0")
    return db


def restart_the_log(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None, timeout=60)) as db:
        # it waits for readers, but not for another checkpoint
        while db.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()[0]:
            pass
