"""Locks a data folder for one house: two would write conflicting journals of the same tables."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

from taphouse.journal.owner import give_to_owner

TIMEOUT = 10.0  # seconds: a house that was told to stop may still hold the lock
RETRY = 0.1  # seconds between two tries


class InUse(OSError):
    """Another house is open on this folder."""


@asynccontextmanager
async def data_lock(folder: Path, max_wait: float | None = None) -> AsyncIterator[None]:
    """Holds the lock until this context or the process ends. `max_wait` is in seconds."""
    clock = asyncio.get_running_loop().time
    until = clock() + (TIMEOUT if max_wait is None else max_wait)
    with closing(_lock_file(folder)) as file:
        while not _lock(file):
            if clock() > until:
                raise InUse("another house is open on it")
            await asyncio.sleep(RETRY)
        yield


@contextmanager
def blocking_data_lock(folder: Path) -> Iterator[None]:
    """The same for a process that has no event loop."""
    until = time.monotonic() + TIMEOUT
    with closing(_lock_file(folder)) as file:
        while not _lock(file):
            if time.monotonic() > until:
                raise InUse("another house is open on it")
            time.sleep(RETRY)
        yield


def _lock_file(folder: Path) -> sqlite3.Connection:
    """The lock is a SQLite file, because SQLite can lock a file on every system."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (file := folder / "house.lock").exists():
        file.touch()
        give_to_owner(file)
    return sqlite3.connect(file, timeout=0, isolation_level=None)


def _lock(file: sqlite3.Connection) -> bool:
    """False if another process holds the lock."""
    try:
        file.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True
