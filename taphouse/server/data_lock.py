"""One house at a time has a folder: two would tell two stories of the same tables."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

PATIENCE = 10.0  # seconds: a house that was told to stop may still be closing
AGAIN = 0.1  # seconds between two tries


class InUse(OSError):
    """Another house is open on this folder."""


@asynccontextmanager
async def data_lock(folder: Path, patience: float | None = None) -> AsyncIterator[None]:
    """Until this ends, or the process does, no other house is open there. `patience`: in seconds."""
    clock = asyncio.get_running_loop().time
    until = clock() + (PATIENCE if patience is None else patience)
    with closing(_door(folder)) as door:
        while not _is_locked(door):
            if clock() > until:
                raise InUse("another house is open on it")
            await asyncio.sleep(AGAIN)
        yield


def _door(folder: Path) -> sqlite3.Connection:
    """SQLite can lock a file wherever it runs."""
    folder.mkdir(parents=True, exist_ok=True)
    return sqlite3.connect(folder / "house.lock", timeout=0, isolation_level=None)


def _is_locked(door: sqlite3.Connection) -> bool:
    try:
        door.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True
