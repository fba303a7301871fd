"""How one game went: who led when, who waited, how close the end was. Read off its states, for any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from taphouse.core import SECOND, Entry, Play, Seat, Time, Value


class Course(Value):
    lead_changes: int
    """How often a seat took the sole lead from another one."""
    idle: tuple[float, ...]
    """The longest time that each seat had nothing to do, in seconds."""
    margin: int
    """How far the first seat was ahead of the second, in points."""
    halfway_leader_won: bool | None
    """`None`: nobody led alone when half of the time was over."""


class Stretch(Value):
    """What held between two entries of a journal."""

    since: Time
    until: Time
    acted: Seat | None
    """Who ended it."""
    state: Any


def course_of(play: Play[Any, Any], journal: Sequence[Entry[Any]]) -> Course:
    """Applies the journal of a finished game to the play that it began with."""
    stretches = list(stretches_of(play, journal))
    points = sorted(play.state.points, reverse=True)
    leaders = [sole_leader(stretch.state.points) for stretch in stretches]
    halfway = next(
        (
            leader
            for leader, stretch in zip(leaders, stretches, strict=True)
            if stretch.since <= play.now / 2 < stretch.until
        ),
        None,
    )
    return Course(
        changes([*leaders, sole_leader(play.state.points)]),
        tuple(longest_wait(stretches, seat) / SECOND for seat in range(len(points))),
        points[0] - points[1],
        None if halfway is None else halfway in (play.winners or ()),
    )


def stretches_of(play: Play[Any, Any], journal: Iterable[Entry[Any]]) -> Iterator[Stretch]:
    for entry in journal:
        yield Stretch(play.now, entry.at, None if entry.move is None else entry.move.seat, play.state)
        play.replay(entry)


def sole_leader(points: tuple[int, ...]) -> Seat | None:
    most = max(points)
    return points.index(most) if points.count(most) == 1 else None


def changes(leaders: Iterable[Seat | None]) -> int:
    """A tie between two leads of one seat is no change."""
    alone = [leader for leader in leaders if leader is not None]
    return sum(a != b for a, b in pairwise(alone))


def longest_wait(stretches: Iterable[Stretch], seat: Seat) -> Time:
    """The longest time without a race, without being waited for, and without an act of its own."""
    longest, free_since = 0, 0
    for stretch in stretches:
        if stretch.state.race is not None or seat in stretch.state.awaited:
            free_since = stretch.until
        longest = max(longest, stretch.until - free_since)
        if stretch.acted == seat:
            free_since = stretch.until
    return longest
