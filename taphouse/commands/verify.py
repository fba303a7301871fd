"""taphouse verify: check a journal independently: its rules, its order, and the time of every tap."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from taphouse.core.record import read_entry, read_header
from taphouse.games import shelf
from taphouse.sim.verify import problems


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a journal: a header, then one entry a line")


def run(args: Namespace) -> int:
    try:
        head, *rest = args.file.read_bytes().splitlines()
        header = read_header(head)
        game = shelf()[header.game]
        journal = [read_entry(game, line) for line in rest]
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    except (ValueError, KeyError, msgspec.DecodeError) as error:
        print(f"{args.file} is no journal of this house: {error}", file=sys.stderr)
        return 2
    for line, problem in enumerate(problems(game, header, journal), 1):
        if problem is not None:
            print(f"line {line}: {problem}", file=sys.stderr)
            return 1
    taps = sum(entry.evidence is not None for entry in journal)
    print(f"{header.game}: {len(journal)} entries and {taps} taps, all as the rules and the evidence have it")
    return 0
