"""taphouse bench load: how many players one core holds at the pace of a party."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from taphouse.server.descriptors import raise_limit

from . import command
from .process import CannotMeasure
from .report import load_table
from .steps import Loads, loads


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    return command.run(asked, lambda: _measure(asked), load_table)


def _measure(asked: Namespace) -> Loads:
    if shutil.which("cc") is None:
        raise CannotMeasure("the players are a C program: this needs the compiler cc")
    if asked.rounds < 1:
        raise CannotMeasure("nothing is measured without a round: --rounds 1")
    if asked.lines < 1:
        raise CannotMeasure("the house is measured through at least one watching connection: --lines 1")
    raise_limit()  # the players inherit it, and each of them has a connection
    return loads(asked.lines, asked.players, asked.seconds, asked.peers, command.progress, asked.rounds)


def _parser() -> ArgumentParser:
    parser = command.parser(
        "taphouse bench load",
        "How many players one core holds at the pace of a party.",
        [40, 400, 1_600, 2_500, 4_000],
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
    parser.add_argument(
        "--rounds", type=int, default=5, help="of each step, one after the other (%(default)s)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
