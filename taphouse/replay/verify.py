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
    """The journal names another version of the rules or of judging, which may have decided so."""


def problems(game: Game[Any, Any], header: Header, journal: Sequence[Entry[Any]]) -> Iterator[Problem | None]:
    """Checks line by line and stops at the first line that is wrong.

    A difference that another version of rules or judging may explain is reported once, and the check goes on.
    """
    other_rules = _other("played", "rules", header.rules, game.RULES_VERSION)
    other_judging = _other("judged", "judging", header.judging, JUDGING_VERSION)
    problem: Problem | None = None
    decided, replayed, ledgers, now = _set_up(game, header), None, dict[Seat, Ledger](), 0
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
            problem = Problem(f"comes before the decision at {now}")
        elif judges and (doubt := _doubt(entry, now, ledgers)) is not None:
            problem, judges = Problem(f"{doubt}{other_judging}", bool(other_judging)), False
        if decided is not None and (problem is None or problem.other_version):
            again = again or _decided(decided, entry)
            if not again or write(again.pop(0)) != write(entry):
                problem = Problem(f"the rules decide otherwise{other_rules}", bool(other_rules))
                decided = None
        if decided is None and (problem is None or problem.other_version):
            replayed = replayed or resume(game, header, journal[:number])
            problem = _impossible(replayed, entry) or problem
        now = entry.at
        yield problem


def _set_up(game: Game[Any, Any], header: Header) -> Play[Any, Any] | None:
    """The play after set-up by today's rules; `None` if the journal begins otherwise."""
    play = Play.begin(game, header.seats, header.seed, msgspec.convert(header.options, game.Options))
    return play if play.state == msgspec.convert(header.start, game.State) else None


def _impossible(play: Play[Any, Any], entry: Entry[Any]) -> Problem | None:
    try:
        play.replay(entry)
    except Exception as error:  # events that no version of the rules can apply to this state
        return Problem(f"its events cannot happen: {error or type(error).__name__}")
    return None


def _other(done: str, by: str, named: int, known: int) -> str:
    """The problem of a journal of another version; empty if it is of this one."""
    return "" if named == known else f" (it was {done} by version {named} of {by}; this house has {known})"


def _decided(play: Play[Any, Any], entry: Entry[Any]) -> list[Entry[Any]]:
    """The entries that follow at the moment of `entry`; none if the rules forced an event before."""
    due, move = play.state.due, entry.move
    if move is None:
        return play.advance(entry.at) if due == entry.at else []
    return play.feed(move, entry.evidence) if move.at == entry.at and (due is None or due > move.at) else []


def _doubt(entry: Entry[Any], decided: int, ledgers: dict[Seat, Ledger]) -> str | None:
    if entry.evidence is None:
        return None
    return next(_doubts(entry, decided, ledgers), None)


def _doubts(entry: Entry[Any], decided: int, ledgers: dict[Seat, Ledger]) -> Iterator[str]:
    """Everything about a tap that does not follow from its evidence."""
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
        yield f"it yields to a decision at {evidence.decided} that the journal does not contain"
    if move is not None:
        before = ledgers.get(move.seat, evidence.ledger)
        if evidence.ledger not in (before, Ledger()):  # a new player at an old seat has an empty ledger
            yield "its ledger does not follow from the earlier taps of this player"
        ledgers[move.seat] = judged.ledger
