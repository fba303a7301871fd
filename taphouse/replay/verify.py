"""Checks a journal independently: its rules, its order, and the time of every tap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from taphouse.core import Entry, Game, Play, Seat, Value
from taphouse.core.record import Header, resume, write
from taphouse.fair import JUDGING_VERSION, Evidence, Ledger, recompute


class Problem(Value):
    """What is wrong with a line."""

    says: str
    other_version: bool = False
    """The journal names another version of the rules or of judging, which may well have decided so."""


def problems(game: Game[Any, Any], header: Header, journal: Sequence[Entry[Any]]) -> Iterator[Problem | None]:
    """Line by line, what is wrong with it; the first line that is wrong is the last one looked at.

    What another version of rules or judging may explain is told once, and everything else is checked on.
    """
    other_rules = _other("played", "rules", header.rules, game.RULES_VERSION)
    other_judging = _other("judged", "judging", header.judging, JUDGING_VERSION)
    problem: Problem | None = None
    decided, retold, ledgers, now = _set_up(game, header), None, dict[Seat, Ledger](), 0
    again: list[Entry[Any]] = []
    judges = True
    if decided is None:
        problem = Problem(f"the rules set the table up otherwise{other_rules}", bool(other_rules))
    yield problem
    for number, entry in enumerate(journal):
        if problem is not None and not problem.other_version:
            return
        problem = None
        if entry.at < now:
            problem = Problem(f"comes before what was already decided at {now}")
        elif judges and (doubt := _doubt(entry, now, ledgers)) is not None:
            problem, judges = Problem(f"{doubt}{other_judging}", bool(other_judging)), False
        if decided is not None and (problem is None or problem.other_version):
            again = again or _decided(decided, entry)
            if not again or write(again.pop(0)) != write(entry):
                problem = Problem(f"the rules decide otherwise{other_rules}", bool(other_rules))
                decided = None
        if decided is None and (problem is None or problem.other_version):
            retold = retold or resume(game, header, journal[:number])
            problem = _untellable(retold, entry) or problem
        now = entry.at
        yield problem


def _set_up(game: Game[Any, Any], header: Header) -> Play[Any, Any] | None:
    """As the rules have it; `None` if the journal begins otherwise."""
    play = Play.begin(game, header.seats, header.seed, msgspec.convert(header.options, game.Options))
    return play if play.state == msgspec.convert(header.start, game.State) else None


def _untellable(play: Play[Any, Any], entry: Entry[Any]) -> Problem | None:
    try:
        play.retell(entry)
    except Exception as error:  # events that no version of the rules tells of this table
        return Problem(f"what it tells cannot happen: {error or type(error).__name__}")
    return None


def _other(done: str, by: str, named: int, known: int) -> str:
    """What a journal of another version says of itself; empty if it is of this one."""
    return "" if named == known else f" (it was {done} by version {named} of {by}; this house has {known})"


def _decided(play: Play[Any, Any], entry: Entry[Any]) -> list[Entry[Any]]:
    """What follows at the moment of `entry`; nothing if the rules had something to say before."""
    due, move = play.state.due, entry.move
    if move is None:
        return play.advance(entry.at) if due == entry.at else []
    return play.feed(move, entry.evidence) if move.at == entry.at and (due is None or due > move.at) else []


def _doubt(entry: Entry[Any], decided: int, ledgers: dict[Seat, Ledger]) -> str | None:
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
