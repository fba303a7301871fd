"""Checks a journal independently: its rules, its order, and the time of every tap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from taphouse.core import Entry, Game, Play, Seat
from taphouse.core.record import Header, write
from taphouse.fair import Evidence, Ledger, recompute


def problems(game: Game[Any, Any], header: Header, journal: Sequence[Entry[Any]]) -> Iterator[str | None]:
    """Line by line, what is wrong with it; the first line that is wrong is the last one looked at."""
    play = Play.begin(game, header.seats, header.seed, msgspec.convert(header.options, game.Options))
    if play.state != msgspec.convert(header.start, game.State):
        yield "the rules set the table up otherwise"
        return
    yield None
    ledgers: dict[Seat, Ledger] = {}
    again: list[Entry[Any]] = []
    for entry in journal:
        doubt = _doubt(entry, play.now, ledgers)
        if doubt is None and not again:
            again = _decided(play, entry)
        if doubt is None and (not again or write(again.pop(0)) != write(entry)):
            doubt = "the rules decide otherwise"
        yield doubt
        if doubt is not None:
            return


def _decided(play: Play[Any, Any], entry: Entry[Any]) -> list[Entry[Any]]:
    """What follows at the moment of `entry`; nothing if the rules had something to say before."""
    due, move = play.state.due, entry.move
    if move is None:
        return play.advance(entry.at) if due == entry.at else []
    return play.feed(move, entry.evidence) if move.at == entry.at and (due is None or due > move.at) else []


def _doubt(entry: Entry[Any], decided: int, ledgers: dict[Seat, Ledger]) -> str | None:
    if entry.at < decided:
        return f"comes before what was already decided at {decided}"
    if entry.evidence is None:
        return None
    return next(_doubts(entry, decided, ledgers), None)


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
