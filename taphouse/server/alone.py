"""One house at a time has a folder: two would tell two stories of the same tables."""

from __future__ import annotations

import asyncio
import fcntl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import IO

PATIENCE = 10.0  # seconds: a house that was told to stop may still be closing
AGAIN = 0.1  # seconds between two tries


class InUse(OSError):
    """Another house is open on this folder."""


@asynccontextmanager
async def alone_in(folder: Path) -> AsyncIterator[None]:
    """Until this ends, or the process does, no other house is open there."""
    clock = asyncio.get_running_loop().time
    until = clock() + PATIENCE
    with _door(folder) as door:
        while not _is_locked(door):
            if clock() > until:
                raise InUse("another house is open on it")
            await asyncio.sleep(AGAIN)
        yield


def _door(folder: Path) -> IO[bytes]:
    folder.mkdir(parents=True, exist_ok=True)
    return (folder / "house.lock").open("ab")


def _is_locked(door: IO[bytes]) -> bool:
    with suppress(BlockingIOError):
        fcntl.flock(door, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False
