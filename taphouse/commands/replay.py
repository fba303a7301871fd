"""taphouse replay: replay a stored game as text."""

from __future__ import annotations

import sys
from argparse import Namespace

from taphouse.core import Entry
from taphouse.core.record import Chain, Changed, encode
from taphouse.replay.playthrough import playthrough
from taphouse.replay.rerun import rerun, states

from .journal import JournalFile, arguments, read

__all__ = ["arguments", "run"]


def run(args: Namespace) -> int:
    journal = read(args.file)
    if journal is None:
        return 2
    game, header, entries = journal.game, journal.header, journal.entries
    try:
        *_, last = states(game, header, entries)
    except Exception as error:  # events that cannot happen in this game
        print(f"{args.file} cannot be replayed: {error or type(error).__name__}", file=sys.stderr)
        return 2
    print(playthrough(f"{header.game}  seats {header.seats}  seed {header.seed}", entries))
    print(f"points {last.points}  winners {last.winners}")
    print("To watch it on its own board: start the house, open /replay in a browser and choose this file.")
    try:
        Chain.of(journal.text)
    except Changed as changed:
        print(changed, file=sys.stderr)
        return 1
    number = _first_difference(journal)
    if number is None:
        return 0
    older = header.rules != game.RULES_VERSION
    by = f" (the game was played by version {header.rules}; this house has {game.RULES_VERSION})"
    print(f"line {number}: today's rules decide otherwise{by if older else ''}", file=sys.stderr)
    return 3 if older else 1


def _first_difference(journal: JournalFile) -> int | None:
    """The first line that today's rules decide otherwise, or cannot decide."""
    again = rerun(journal.game, journal.header, journal.entries)
    for number, stored in enumerate(journal.lines, 2):
        if isinstance(stored, Entry):
            try:
                decided = next(again)
            except Exception:  # a move that today's rules cannot judge, or no more decisions
                return number
            if encode(stored) != encode(decided):
                return number
    return None
