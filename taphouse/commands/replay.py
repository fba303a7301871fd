"""taphouse replay: retell a game that was written down."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from taphouse.core.record import read_entry, read_header, write
from taphouse.games import shelf
from taphouse.sim.playthrough import playthrough
from taphouse.sim.replay import rerun, watch


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
    *_, last = watch(game, header, journal)
    print(playthrough(f"{header.game}  seats {header.seats}  seed {header.seed}", journal))
    print(f"points {last.points}  winners {last.winners}")
    print("To watch it on its own board: start the house, open /replay in a browser and choose this file.")
    again = rerun(game, header, journal)
    for number, (told, decided) in enumerate(zip(journal, again.journal, strict=False), start=2):
        if write(told) != write(decided):
            print(f"line {number}: today's rules decide otherwise", file=sys.stderr)
            return 1
    return 0
