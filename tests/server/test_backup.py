"""`taphouse backup` and `taphouse restore` with a real house, and houses with missing or damaged files."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from taphouse.book.entries import Entry, Guest
from taphouse.cli import main
from taphouse.house.book_file import BookFile
from taphouse.journal import Lost, sqlite
from taphouse.journal.sqlite import Sqlite
from tests.ended import ended, keep_table
from tests.server.served import WAIT, Process, data, opened, seen, started

__all__ = ["data", "started"]


def serving(started: list[Process], data: Path) -> tuple[Process, str]:
    started.append(house := Process(data, "serve", "--host", "127.0.0.1", "--port", "0"))
    return house, house.address()


def refused(started: list[Process], data: Path) -> str:
    """The error of a house that does not open."""
    started.append(house := Process(data, "serve", "--host", "127.0.0.1", "--port", "0"))
    _, errors = house.process.communicate(timeout=WAIT)
    assert house.process.returncode == 1
    return errors


def has(address: str, code: str) -> bool:
    return seen(f"{address}/api/tables/{code}").status_code == 200


def keep(data: Path, code: str = "QUAY") -> None:
    asyncio.run(keep_table(data, code, ended("tip-tap", 3)))


# ---- an open house ----


def test_a_backup_of_an_open_house_holds_everything_that_was_acknowledged(
    started: list[Process], data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house, address = serving(started, data)
    codes = [opened(address) for _ in range(3)]
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(data)]) == 0
    assert "b.db holds 3 tables and 0 games, " in capsys.readouterr().out
    assert (tmp_path / "b.db").stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.db", "data"]
    assert house.stop(signal.SIGTERM) == (0, "")

    assert main(["restore", str(tmp_path / "b.db"), "--data", str(tmp_path / "elsewhere")]) == 0
    _, address = serving(started, tmp_path / "elsewhere")
    assert all(has(address, code) for code in codes)


def test_an_open_house_takes_up_a_backup_by_itself_and_keeps_its_previous_data(
    started: list[Process], data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house, address = serving(started, data)
    before = opened(address)
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(data)]) == 0
    after = opened(address)

    assert main(["restore", str(tmp_path / "b.db"), "--data", str(data)]) == 0
    assert "it closes for a moment" in capsys.readouterr().out
    assert (has(address, before), has(address, after)) == (True, False)  # the address stays the same
    assert opened(address)
    status, errors = house.stop(signal.SIGTERM)
    assert (status, "a backup was restored" in errors) == (0, True)

    [kept] = data.glob("house-before-*.db")
    assert main(["restore", str(kept), "--data", str(tmp_path / "elsewhere")]) == 0
    _, address = serving(started, tmp_path / "elsewhere")
    assert (has(address, before), has(address, after)) == (True, True)


def test_a_house_that_takes_up_a_backup_can_be_stopped_at_once(
    started: list[Process], data: Path, tmp_path: Path
) -> None:
    house, address = serving(started, data)
    code = opened(address)
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(data)]) == 0
    shutil.copy(tmp_path / "b.db", data / "house.db.restore")
    assert house.stop(signal.SIGTERM)[0] == 0
    _, address = serving(started, data)
    assert has(address, code)
    assert not (data / "house.db.restore").exists()


# ---- a closed house ----


def test_a_restore_keeps_the_previous_data_beside_the_restored(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(data, "QUAY")
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(data)]) == 0
    shutil.rmtree(data)
    keep(data, "KELP")
    other = (data / "house.db").read_bytes()
    assert main(["restore", str(tmp_path / "b.db"), "--data", str(data)]) == 0
    [before] = data.glob("house-before-*.db")
    assert before.read_bytes() == other
    assert f"is kept as {before}" in capsys.readouterr().out
    assert set(values(data)) == {"room/QUAY"}


def book(data: Path, *games: str) -> set[str]:
    """Adds these games to the book of a house. Returns all that are in it."""
    BookFile(data).add(
        Entry(game, 1, "table", "tip-tap", (Guest("a" * 20, "Zaphkiel", 1),)) for game in games
    )
    return {entry.id for entry in BookFile(data).entries()}


def test_a_backup_holds_the_book_and_the_previous_book_stays_beside_it(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(data)
    book(data, "first")
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(data)]) == 0
    assert "1 table and 1 game, and a book of 1 game, " in capsys.readouterr().out
    book(data, "second")

    for elsewhere in (data, tmp_path / "elsewhere"):
        assert main(["restore", str(tmp_path / "b.db"), "--data", str(elsewhere)]) == 0
        assert book(elsewhere) == {"first"}
        assert book(elsewhere, "first", "third") == {"first", "third"}
        assert b"Zaphkiel" not in (elsewhere / "house.db").read_bytes()
        assert not list(elsewhere.glob("*.restore*"))
    [before] = data.glob("book-before-*.db")
    before.rename(tmp_path / "book.db")
    assert book(tmp_path) == {"first", "second"}


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives files to others")
def test_what_root_restores_belongs_to_the_owner_of_the_folder(data: Path, tmp_path: Path) -> None:
    """A service has a user of its own: it could not open a house of root."""
    keep(data)
    book(data, "first")
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(data)]) == 0
    service = tmp_path / "service"
    service.mkdir()
    os.chown(service, 10_001, 10_002)

    assert main(["restore", str(tmp_path / "b.db"), "--data", str(service)]) == 0

    files = {file.name: file.stat() for file in service.iterdir()}
    assert {"house.db", "book.db", "house.lock"} <= files.keys()
    assert {(file.st_uid, file.st_gid) for file in files.values()} == {(10_001, 10_002)}


def test_a_backup_without_a_book_leaves_the_book_as_it_is(data: Path, tmp_path: Path) -> None:
    keep(data)
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(data)]) == 0
    book(data, "first")
    assert main(["restore", str(tmp_path / "b.db"), "--data", str(data)]) == 0
    assert book(data) == {"first"}


def test_a_backup_that_was_opened_as_a_house_can_be_backed_up_again(data: Path, tmp_path: Path) -> None:
    keep(data)
    book(data, "first")
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(data)]) == 0
    (tmp_path / "copy").mkdir()
    shutil.copy(tmp_path / "b.db", tmp_path / "copy" / "house.db")
    assert set(values(tmp_path / "copy")) == {"room/QUAY"}
    book(tmp_path / "copy", "second")
    assert main(["backup", str(tmp_path / "c.db"), "--data", str(tmp_path / "copy")]) == 0
    assert main(["restore", str(tmp_path / "c.db"), "--data", str(data)]) == 0
    assert book(data) == {"second"}


def test_a_book_that_cannot_be_read_is_named(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(data)
    (data / "book.db").write_bytes(b"no database" * 1_000)
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(data)]) == 1
    assert "nothing was saved: the book: " in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def values(data: Path) -> dict[str, Any]:
    async def read() -> dict[str, Any]:
        journal = Sqlite(data / "house.db")
        found = await journal.values()
        await journal.close()
        return found

    return asyncio.run(read())


def test_a_backup_never_overwrites_a_file(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(data)
    (tmp_path / "b.db").write_text("mine")
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(data)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert (tmp_path / "b.db").read_text() == "mine"


def test_a_backup_of_a_folder_without_a_house_is_refused(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(data)]) == 1
    assert "there is no house.db" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_backup_and_restore_of_a_cluster_point_to_the_commands_of_nats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert main([command, str(tmp_path / "b.db"), "--cluster", "nats://127.0.0.1:4222"]) == 2
    assert f"nats account {command}" in capsys.readouterr().err


def change_a_line(path: Path) -> None:
    with sqlite3.connect(path) as db:
        [(line,)] = db.execute("SELECT line FROM lines WHERE number = 7")
        db.execute("UPDATE lines SET line = ? WHERE number = 7", (line.replace(b'"at":', b'"at":1', 1),))
    db.close()


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (lambda path: path.write_bytes(b""), "holds nothing"),
        (lambda path: path.write_bytes(b"no database" * 1_000), "SQLite cannot read it"),
        (lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]), "SQLite"),
        (lambda path: path.unlink(), "there is no file"),
        (change_a_line, "line 7 of game/QUAY-1 was changed after it was written"),
    ],
)
def test_a_damaged_backup_replaces_nothing(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], harm: Any, why: str
) -> None:
    keep(data)
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(data)]) == 0
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    harm(tmp_path / "b.db")
    assert main(["restore", str(tmp_path / "b.db"), "--data", str(data)]) == 1
    errors = capsys.readouterr().err
    assert "nothing was changed" in errors
    assert why in errors
    assert {path.name: path.read_bytes() for path in data.iterdir()} == before


# ---- incomplete houses ----


def test_a_copy_of_an_open_house_without_its_log_is_refused(
    started: list[Process], data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, address = serving(started, data)
    opened(address)
    (tmp_path / "copy").mkdir()
    shutil.copy(data / "house.db", tmp_path / "copy")
    why = refused(started, tmp_path / "copy")
    assert "house.db is not complete" in why
    assert "taphouse restore" in why
    assert main(["restore", str(tmp_path / "copy" / "house.db"), "--data", str(tmp_path / "new")]) == 1
    assert "is missing" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(tmp_path / "copy")]) == 1
    assert "is missing" in capsys.readouterr().err


def test_a_copy_of_an_open_house_with_its_log_is_complete(
    started: list[Process], data: Path, tmp_path: Path
) -> None:
    _, address = serving(started, data)
    code = opened(address)
    (tmp_path / "copy").mkdir()
    for name in ("house.db", "house.db-wal"):
        shutil.copy(data / name, tmp_path / "copy")
    assert main(["restore", str(tmp_path / "copy" / "house.db"), "--data", str(tmp_path / "new")]) == 0
    for folder in ("copy", "new"):
        _, address = serving(started, tmp_path / folder)
        assert has(address, code)


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (lambda data: (data / "house.db-wal").unlink(), "house.db is not complete"),
        (lambda data: (data / "house.db-wal").write_bytes(b""), "house.db is not complete"),
        (lambda data: (data / "house.db-wal").write_bytes(b"x" * 99_999), "house.db is not complete"),
        (lambda data: (data / "house.db").write_bytes(b""), "house.db is empty"),
        (lambda data: (data / "house.db").unlink(), "only its log house.db-wal is left"),
    ],
)
def test_a_killed_house_that_lost_a_file_names_it(
    started: list[Process], data: Path, harm: Any, why: str
) -> None:
    house, address = serving(started, data)
    opened(address)
    house.stop(signal.SIGKILL)
    harm(data)
    assert why in refused(started, data)


def test_the_rest_of_a_house_that_lost_its_log_can_be_opened_on_request(
    started: list[Process], data: Path
) -> None:
    house, address = serving(started, data)
    lost = opened(address)
    house.stop(signal.SIGTERM)
    house, address = serving(started, data)
    after = opened(address)
    house.stop(signal.SIGKILL)
    (data / "house.db-wal").unlink()
    assert main(["restore", "--damaged", str(data / "house.db"), "--data", str(data)]) == 0
    _, address = serving(started, data)
    assert (has(address, lost), has(address, after)) == (True, False)


@pytest.mark.anyio
async def test_the_loss_of_a_restarted_log_is_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT", 10)
    path = tmp_path / "house.db"
    journal = Sqlite(path)
    for n in range(100):
        await journal.append("a", n, [b"x"])
        if journal._checkpointing is not None:
            await journal._checkpointing
    (tmp_path / "copy").mkdir()
    shutil.copy(path, tmp_path / "copy" / "house.db")
    await journal.close()
    with pytest.raises(Lost):
        Sqlite(tmp_path / "copy" / "house.db")


def test_a_killed_house_that_another_program_opened_is_complete(tmp_path: Path) -> None:
    path, copy = tmp_path / "house.db", tmp_path / "copy" / "house.db"
    copy.parent.mkdir()

    async def store() -> None:
        journal = Sqlite(path)
        await journal.put("room/QUAY", b"{}", 0)
        for suffix in ("", "-wal"):  # as a killed process leaves them
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
        await journal.close()

    asyncio.run(store())
    with sqlite3.connect(copy) as reader:
        assert reader.execute("SELECT count(*) FROM kept").fetchone() == (1,)
    reader.close()
    assert [path.name for path in copy.parent.iterdir()] == ["house.db"]
    assert list(values(copy.parent)) == ["room/QUAY"]
