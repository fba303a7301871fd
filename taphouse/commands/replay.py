"""taphouse replay: replay a stored game as text."""

from __future__ import annotations

import sys
from argparse import Namespace

from taphouse.core.record import write
from taphouse.replay.playthrough import playthrough
from taphouse.replay.rerun import rerun, states

from .journal import arguments, read

__all__ = ["arguments", "run"]


def run(args: Namespace) -> int:
    journal = read(args.file)
    if journal is None:
        return 2
    game, header, entries, changed = journal
    *_, last = states(game, header, entries)
    print(playthrough(f"{header.game}  seats {header.seats}  seed {header.seed}", entries))
    print(f"points {last.points}  winners {last.winners}")
    print("To watch it on its own board: start the house, open /replay in a browser and choose this file.")
    if changed is not None:
        print(f"line {changed}: changed after it was written: its checksum does not fit", file=sys.stderr)
        return 1
    again = rerun(game, header, entries)
    for number, (stored, decided) in enumerate(zip(entries, again.journal, strict=False), start=2):
        if write(stored) != write(decided):
            older = header.rules != game.RULES_VERSION
            by = f" (the game was played by version {header.rules}; this house has {game.RULES_VERSION})"
            print(f"line {number}: today's rules decide otherwise{by if older else ''}", file=sys.stderr)
            return 3 if older else 1
    return 0
