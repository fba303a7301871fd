"""taphouse verify: check a journal independently: its rules, its order, and the time of every tap."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from taphouse.core import Entry, Game, Play, Seat
from taphouse.core.record import Header, read_entry, read_header, write
from taphouse.fair import Evidence, Ledger, recompute
from taphouse.games import shelf


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
    for line, problem in problems(game, header, journal):
        print(f"line {line}: {problem}", file=sys.stderr)
        return 1
    taps = sum(entry.evidence is not None for entry in journal)
    print(f"{header.game}: {len(journal)} entries and {taps} taps, all as the rules and the evidence have it")
    return 0


def problems(
    game: Game[Any, Any], header: Header, journal: Sequence[Entry[Any]]
) -> Iterator[tuple[int, str]]:
    """Each line that does not follow from those before it."""
    play = Play.begin(game, header.seats, header.seed, msgspec.convert(header.options, game.Options))
    if play.state != msgspec.convert(header.start, game.State):
        yield 1, "the rules set the table up otherwise"
        return
    ledgers: dict[Seat, Ledger] = {}
    again: list[Entry[Any]] = []
    for number, entry in enumerate(journal, 2):
        if entry.at < play.now:
            yield number, f"comes before what was already decided at {play.now}"
            return
        if entry.evidence is not None:
            yield from ((number, problem) for problem in _doubts(entry, play.now, ledgers))
        again = again or (
            play.advance(entry.at) if entry.move is None else play.feed(entry.move, entry.evidence)
        )
        if not again or write(again.pop(0)) != write(entry):
            yield number, "the rules decide otherwise"
            return


def _doubts(entry: Entry[Any], decided: int, ledgers: dict[Seat, Ledger]) -> Iterator[str]:
    """What of a tap does not follow from its evidence."""
    move = entry.move
    try:
        evidence = msgspec.convert(entry.evidence, Evidence)
    except msgspec.ValidationError as error:
        yield f"its evidence cannot be read: {error}"
        return
    judged = recompute(evidence)
    if move is None or (move.at, move.blur) != (judged.at, judged.blur):
        yield "its time does not follow from its evidence"
    if evidence.judged != judged:
        yield "its evidence judges otherwise"
    if evidence.decided > decided:
        yield f"it yields to something decided at {evidence.decided}, of which nothing is told"
    if move is not None:
        before = ledgers.get(move.seat, evidence.ledger)
        if evidence.ledger not in (before, Ledger()):  # a new player at an old seat begins afresh
            yield "what was believed of this player before is told otherwise"
        ledgers[move.seat] = judged.ledger
