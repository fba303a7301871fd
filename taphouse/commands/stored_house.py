"""Opens the journal of a house that is named on the command line, and says why it cannot be used."""

from __future__ import annotations

import sqlite3
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from taphouse.journal import Journal
from taphouse.journal.sqlite import Sqlite
from taphouse.server.desktop import data_folder


def arguments(parser: ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data", type=Path, default=data_folder(), help="data folder of the house (%(default)s)"
    )
    where.add_argument("--cluster", metavar="NATS", help="addresses of NATS, separated by commas")


@asynccontextmanager
async def opened(asked: Namespace) -> AsyncIterator[Journal]:
    """Opens the journal of an existing house; creates none."""
    journal: Journal
    if asked.cluster is not None:
        from taphouse.journal.jetstream import JetStream

        journal = await JetStream.visit(asked.cluster)
    else:
        file = asked.data / "house.db"
        if not file.exists():
            raise FileNotFoundError(f"there is no {file.name} in it")
        journal = Sqlite(file)
    try:
        yield journal
    finally:
        await journal.close()


def exit_code(asked: Namespace, work: Callable[[], object]) -> int:
    """Does the work with the house; if it cannot be used, prints the reason in one line."""
    try:
        work()
    except ModuleNotFoundError as error:
        if error.name != "nats":
            raise
        print('taphouse: a cluster needs one more package: pip install "taphouse[cluster]"', file=sys.stderr)
        return 1
    except (OSError, sqlite3.Error, ValueError) as error:
        print(f"taphouse: {asked.cluster or asked.data} cannot be used: {error}", file=sys.stderr)
        return 1
    return 0
