"""taphouse backup: save all data of a house in one file, while it is open or closed."""

from __future__ import annotations

import sqlite3
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from taphouse.journal.backup import save
from taphouse.server.desktop import data_folder

CLUSTER = (
    "taphouse: a cluster stores everything in NATS, which has its own command for that:"
    " `nats account {} DIR`, with the streams taphouse-lines and taphouse-values"
)


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="new file to write")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data", type=Path, default=data_folder(), help="data folder of the house (%(default)s)"
    )
    where.add_argument("--cluster", metavar="NATS", help="print the command of NATS instead")


def run(asked: Namespace) -> int:
    if asked.cluster is not None:
        print(CLUSTER.format("backup"), file=sys.stderr)
        return 2
    try:
        saved = save(asked.data, asked.file)
    except (OSError, sqlite3.Error, ValueError) as error:
        print(f"taphouse: nothing was saved: {error}", file=sys.stderr)
        return 1
    print(f"{asked.file} holds {saved}.")
    return 0
