"""Families whose members are unequally quick: do suggested head starts make them win equally often?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from taphouse.book.head_starts import Contest, Finisher, suggested
from taphouse.core import MS, Dice, Game, Play, Seat, Value, head_start_scale, people, replace
from taphouse.lab.balance.intervals import Estimate, average
from taphouse.lab.batches import games
from taphouse.table.evening import places
from taphouse.table.match import Match
from taphouse.table.wire import MAX_HEAD_START

FAMILY = {"champion": (75, 85), "parent": (95, 105), "grandparent": (110, 125), "child": (125, 145)}
"""How long each takes, in per cent of a steady player: between these."""
FIRST = 12  # games in which the table gets to know a family
GAMES = 24


class Evening(Value):
    """The shares of one family, by member."""

    alike: tuple[float, ...]
    """In `FIRST` games without head starts."""
    before: tuple[float, ...]
    """In the first `FIRST` games with suggestions."""
    after: tuple[float, ...]
    """In the games after them."""
    head_starts: tuple[int, ...]
    """In the last game, in milliseconds."""


def evening(work: tuple[str, str]) -> Evening:
    """One family plays. After each game all take the head starts that the table suggests."""
    slug, seed = work
    game, dice = games()[slug], Dice("family", seed)
    paces = [dice.fork(who).between(*range_) / 100 for who, range_ in FAMILY.items()]
    nobody = dict.fromkeys(range(len(paces)), 0)
    alike = [shares(played(game, paces, nobody, f"{seed}/alike/{n}", n)) for n in range(FIRST)]
    contests, won, given = list[Contest](), list[tuple[float, ...]](), nobody
    for n in range(GAMES):
        scale = head_start_scale(game)
        given = {**nobody, **(suggested(contests, range(len(paces)), scale, MAX_HEAD_START) if scale else {})}
        reached = played(game, paces, given, f"{seed}/{n}", n)
        contests.append(tuple(Finisher(who, place, given[who]) for who, place in enumerate(reached)))
        won.append(shares(reached))
    return Evening(mean(alike), mean(won[:FIRST]), mean(won[FIRST:]), tuple(given.values()))


def played(
    game: Game[Any, Any], paces: Sequence[float], head_starts: Mapping[int, int], seed: str, first: int
) -> tuple[int, ...]:
    """The place of each member in one game. `first`: who sits first; it goes round."""
    seated = [(first + seat) % len(paces) for seat in range(len(paces))]
    most = max(head_starts.values())
    delays = {seat: (most - head_starts[who]) * MS for seat, who in enumerate(seated)}
    steady = people(game)["steady"]
    family: dict[Seat, Any] = {seat: replace(steady, pace=paces[who]) for seat, who in enumerate(seated)}
    play = Play.begin(game, len(paces), seed)
    match = Match(play, family, 0, delays=delays)
    clock: int | None = 0
    while clock is not None:
        match.pass_time(clock)
        clock = match.due(clock)
    reached = places(play.state.points, play.winners or ())
    return tuple(reached[seated.index(who)] for who in range(len(paces)))


def shares(reached: Sequence[int]) -> tuple[float, ...]:
    """Of the victory."""
    return tuple((place == 1) / reached.count(1) for place in reached)


def mean(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def estimates(rows: Sequence[tuple[float, ...]]) -> tuple[Estimate, ...]:
    """Over families, by member."""
    return tuple(average(column) for column in zip(*rows, strict=True))
