"""Saves, checks and restores backups of a house in SQLite, also while the house is open."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import msgspec

from taphouse.core import Value
from taphouse.core.record import Chain

from .owner import give_to_owner
from .sqlite import FORMAT, lost

HOUSE, BOOK = "house.db", "book.db"
STAGED, STAGED_BOOK = "house.db.restore", "book.db.restore"
"""Checked copies; they become house and book as soon as no process has the folder open."""
LOGS = ("-wal", "-shm")  # suffixes of the files that SQLite keeps beside a database
BOOK_COLUMNS = "(id TEXT PRIMARY KEY, entry BLOB NOT NULL) WITHOUT ROWID"
BUSY = 10.0  # seconds: somebody else may write into the book meanwhile


class Damaged(ValueError):
    """A file is not a complete house."""


class Saved(Value):
    """The contents of a backup."""

    tables: int
    games: int
    booked: int | None
    """Games in the book; `None`: there is no book."""
    bytes: int

    def __str__(self) -> str:
        book = "" if self.booked is None else f", and a book of {_many(self.booked, 'game')}"
        return f"{_many(self.tables, 'table')} and {_many(self.games, 'game')}{book}, {self.bytes:,} bytes"


def _many(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def save(data: Path, file: Path) -> Saved:
    """Saves all data of this moment in one file. An open house keeps running."""
    if not (data / HOUSE).exists():
        raise FileNotFoundError(f"there is no {HOUSE} in {data}")
    if file.exists():
        raise FileExistsError(f"{file} exists already: choose another name")
    part = _new(file.with_name(f"{file.name}.part"))
    try:
        with closing(sqlite3.connect(data / HOUSE)) as house, closing(sqlite3.connect(part)) as copy:
            house.backup(copy)
        try:
            _add_book(data / BOOK, part)
        except sqlite3.Error as error:
            raise Damaged(f"the book: {error}") from error
        saved = _examined(part)
        part.rename(file)
    except BaseException:
        _remove(part)
        raise
    _sync(file.parent)
    return saved


def stage(file: Path, data: Path, damaged: bool = False) -> Saved:
    """Puts a checked copy of `file` into the folder: the next `take_up` makes it the house."""
    if not file.is_file():
        raise FileNotFoundError(f"there is no file {file}")
    data.mkdir(parents=True, exist_ok=True)
    part = _new(data / f"{STAGED}.part")
    try:
        shutil.copyfile(file, part)
        if (log := _beside(file, "-wal")).exists():
            shutil.copyfile(log, _beside(part, "-wal"))
        saved = _examined(part, damaged)
        _take_out_book(part, data / STAGED_BOOK)
        give_to_owner(part)
        part.replace(data / STAGED)
    except BaseException:
        _remove(part)
        _remove(data / STAGED_BOOK)
        raise
    _sync(data)
    return saved


def take_up(data: Path) -> Path | None:
    """Makes the staged file the house. Returns the path of the previous house, if there was one.

    Only for a process that holds the folder's lock.
    """
    if not (data / STAGED).exists():
        return None
    now = f"{datetime.now():%Y%m%d-%H%M%S-%f}"
    if (data / STAGED_BOOK).exists():
        _replace(data / BOOK, data / f"book-before-{now}.db", data / STAGED_BOOK)
    before = data / f"house-before-{now}.db"
    _replace(data / HOUSE, before, data / STAGED)
    _sync(data)
    return before if before.exists() else None


def _replace(path: Path, before: Path, staged: Path) -> None:
    for suffix in ("-journal", *LOGS, ""):  # a log must never lie beside another database
        if (old := _beside(path, suffix)).exists():
            old.rename(_beside(before, suffix))
    staged.rename(path)


def _add_book(book: Path, copy: Path) -> None:
    """The book becomes a table of the backup: its numbers of people belong to the secret of this house."""
    with closing(sqlite3.connect(copy, timeout=BUSY)) as db:
        db.execute("DROP TABLE IF EXISTS book")  # of a backup that was opened as a house
        if book.exists():
            db.execute("ATTACH ? AS other", (str(book),))
            with db:
                db.execute(f"CREATE TABLE book {BOOK_COLUMNS}")
                db.execute("INSERT INTO book SELECT id, entry FROM other.entries")


def _take_out_book(house: Path, book: Path) -> None:
    """Moves the book of a backup into a file of its own. Not every backup holds one."""
    _remove(book)
    with closing(sqlite3.connect(house)) as db:
        if "book" not in _tables(db):
            return
        give_to_owner(_new(book))
        db.execute("ATTACH ? AS other", (str(book),))
        with db:
            db.execute(f"CREATE TABLE other.entries {BOOK_COLUMNS}")
            db.execute("INSERT INTO other.entries SELECT id, entry FROM book")
        db.execute("PRAGMA secure_delete = ON")  # who is forgotten later must not be left here
        db.execute("DROP TABLE book")


def is_staged(data: Path) -> bool:
    return (data / STAGED).exists()


def _examined(path: Path, damaged: bool = False) -> Saved:
    """`Damaged` if it is not a complete house. Afterwards it is one file on the disk, without a log."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            if (found := db.execute("PRAGMA user_version").fetchone()[0]) > FORMAT:
                raise Damaged(f"it is in format {found}; this house reads up to {FORMAT}")
            missing = lost(db, path)
            db.execute("PRAGMA journal_mode = DELETE").fetchone()
            tables = _tables(db)
            if not {"lines", "kept"} <= tables:
                raise Damaged(missing or "it is not a house")
            if not damaged and (damage := missing or next(_find_damage(db), None)):
                raise Damaged(damage)
            if "log" in tables:
                db.execute("UPDATE log SET found = begun")  # from now on no log belongs to it
            (rooms,) = db.execute("SELECT count(*) FROM kept WHERE key LIKE 'room/%'").fetchone()
            (games,) = db.execute("SELECT count(DISTINCT stream) FROM lines").fetchone()
            (booked,) = db.execute("SELECT count(*) FROM book").fetchone() if "book" in tables else (None,)
    except sqlite3.DatabaseError as error:
        raise Damaged(f"SQLite cannot read it: {error}") from error
    _sync(path)
    return Saved(rooms, games, booked, path.stat().st_size)


def _find_damage(db: sqlite3.Connection) -> Iterator[str]:
    for (result,) in db.execute("PRAGMA integrity_check"):
        if result != "ok":
            yield f"SQLite finds it damaged: {result}"
    chains = dict[str, Chain]()
    lines = "SELECT stream, number, CAST(line AS BLOB) FROM lines ORDER BY stream, number"
    for stream, number, line in db.execute(lines):
        if number == 1:
            chains = {stream: Chain()}
        if stream in chains and not chains[stream].follow(line):  # others lack lines: they are being dropped
            yield f"line {number} of {stream} was changed after it was written"
        try:
            msgspec.json.decode(line)
        except msgspec.DecodeError:
            yield f"line {number} of {stream} cannot be read"


def _tables(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}


def _new(path: Path) -> Path:
    """A new file that only its owner may read: it holds the house's secret."""
    _remove(path)
    path.touch(mode=0o600)
    return path


def _remove(path: Path) -> None:
    for suffix in ("", "-journal", *LOGS):
        _beside(path, suffix).unlink(missing_ok=True)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _sync(path: Path) -> None:
    """Returns when the file is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
