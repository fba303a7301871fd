"""taphouse bench load: how many players one core holds at the pace of a party."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from taphouse.server.descriptors import raise_limit

from .armed import A_TABLE
from .capacity import capacity
from .holds import loads
from .output import print_report, progress
from .process import Hindrance


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    if not sys.platform.startswith("linux") or min(asked.players) < A_TABLE or asked.seconds < 1:
        print(f"this needs Linux, tables of {A_TABLE} and at least one second", file=sys.stderr)
        return 2
    if shutil.which("cc") is None:
        print("the players are a C program: this needs the compiler cc", file=sys.stderr)
        return 2
    if asked.lines < 1:
        print("the house is measured through at least one watching connection: --lines 1", file=sys.stderr)
        return 2
    raise_limit()  # the players inherit it, and each of them has a connection
    try:
        found = loads(asked.lines, asked.players, asked.seconds, asked.peers, progress)
    except Hindrance as why:
        print(f"\rtaphouse: {why}", file=sys.stderr)
        return 2
    print_report(found, capacity, asked.json)
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="taphouse bench load", description="How many players one core holds at the pace of a party."
    )
    parser.add_argument(
        "--players",
        type=int,
        nargs="+",
        default=[40, 400, 1_600, 2_500, 4_000],
        help="seated players, one number for each step (%(default)s)",
    )
    parser.add_argument(
        "--peers",
        type=int,
        nargs="+",
        default=[],
        metavar="PLAYERS",
        help="steps at which Colyseus and boardgame.io get the same messages (needs npm)",
    )
    parser.add_argument("--lines", type=int, default=10_000, help="connections that only watch (%(default)s)")
    parser.add_argument("--seconds", type=float, default=6, help="length of each step (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main())
