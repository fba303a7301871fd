"""What both commands share: their options, their checks, and what they print."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from .armed import A_TABLE
from .process import CannotMeasure

T = TypeVar("T")


def parser(prog: str, description: str, players: Sequence[int]) -> ArgumentParser:
    """The options of both commands; `players` are the default steps."""
    made = ArgumentParser(prog=prog, description=description)
    made.add_argument(
        "--players",
        type=int,
        nargs="+",
        default=players,
        help="seated players, one number for each step (%(default)s)",
    )
    made.add_argument("--seconds", type=float, default=6, help="length of each step (%(default)s)")
    made.add_argument("--json", action="store_true", help="print the report as JSON")
    return made


def run(asked: Namespace, measure: Callable[[], T], page: Callable[[T], str]) -> int:
    """Measures, prints the report on stdout and returns the exit code. 2: nothing can be measured."""
    try:
        if not sys.platform.startswith("linux") or min(asked.players) < A_TABLE or asked.seconds < 1:
            raise CannotMeasure(f"this needs Linux, tables of {A_TABLE} and at least one second")
        found = measure()
    except CannotMeasure as why:
        print(f"\rtaphouse: {why}", file=sys.stderr)
        return 2
    print("\r", end="", file=sys.stderr)
    print(msgspec.json.format(msgspec.json.encode(found)).decode() if asked.json else page(found))
    return 0


def progress(what: str) -> None:
    print(f"\r{what:<20}", end="", file=sys.stderr, flush=True)
