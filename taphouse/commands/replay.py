"""taphouse replay: replay a stored game as text."""

from __future__ import annotations

import sys
from argparse import Namespace

from taphouse.core import Entry
from taphouse.core.record import Chain, Changed, encode
from taphouse.replay.playthrough import playthrough
from taphouse.replay.rerun import rerun, states

from .journal import arguments, read

__all__ = ["arguments", "run"]


def run(args: Namespace) -> int:
    journal = read(args.file)
    if journal is None:
        return 2
    game, header, entries = journal.game, journal.header, journal.entries
    *_, last = states(game, header, entries)
    print(playthrough(f"{header.game}  seats {header.seats}  seed {header.seed}", entries))
    print(f"points {last.points}  winners {last.winners}")
    print("To watch it on its own board: start the house, open /replay in a browser and choose this file.")
    try:
        Chain.of(journal.text)
    except Changed as changed:
        print(changed, file=sys.stderr)
        return 1
    again = rerun(game, header, entries)
    numbers = (number for number, line in enumerate(journal.lines, 2) if isinstance(line, Entry))
    for number, stored, decided in zip(numbers, entries, again.journal, strict=False):
        if encode(stored) != encode(decided):
            older = header.rules != game.RULES_VERSION
            by = f" (the game was played by version {header.rules}; this house has {game.RULES_VERSION})"
            print(f"line {number}: today's rules decide otherwise{by if older else ''}", file=sys.stderr)
            return 3 if older else 1
    return 0
