"""taphouse restore: restore a backup; the previous data stays beside it."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from taphouse.journal.backup import is_staged, stage, take_up
from taphouse.server.data_lock import InUse, data_lock
from taphouse.server.desktop import data_folder

from .backup import CLUSTER

TAKEN_UP = 30.0  # seconds for an open house to close and open again
AGAIN = 0.1  # seconds between two checks


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a backup or any house.db")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data", type=Path, default=data_folder(), help="data folder of the house (%(default)s)"
    )
    where.add_argument("--cluster", metavar="NATS", help="print the command of NATS instead")
    parser.add_argument(
        "--damaged", action="store_true", help="accept an incomplete file; its missing data stays missing"
    )


def run(asked: Namespace) -> int:
    if asked.cluster is not None:
        print(CLUSTER.format("restore"), file=sys.stderr)
        return 2
    try:
        found = stage(asked.file, asked.data, asked.damaged)
    except (OSError, sqlite3.Error, ValueError) as error:
        print(f"taphouse: nothing was changed: {asked.file}: {error}", file=sys.stderr)
        return 1
    print(asyncio.run(_taken_up(asked.data)))
    print(f"{asked.file} holds {found}.")
    return 0


async def _taken_up(data: Path) -> str:
    """Restores at once if no house is open there. An open house restores the data itself."""
    try:
        async with data_lock(data, max_wait=0):
            before = take_up(data)
    except InUse:
        return await _by_the_open_house(data)
    previous = f" The previous data is kept as {before}." if before else ""
    return f"Restored into {data}.{previous}"


async def _by_the_open_house(data: Path) -> str:
    print("A house is open there: it closes for a moment and opens again with the restored data.", flush=True)
    clock = asyncio.get_running_loop().time
    until = clock() + TAKEN_UP
    while is_staged(data):
        if clock() > until:
            return "It has not done so yet: the next start of the house takes up the restored data."
        await asyncio.sleep(AGAIN)
    return f"Restored into {data}. The previous data is kept beside it, as house-before-….db."
