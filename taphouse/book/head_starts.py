"""Head starts with which all win equally often: the more somebody has won lately, the more the others get."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import TypeVar

from taphouse.core import Value

P = TypeVar("P", bound=Hashable)

ENOUGH = 3  # games, before anything is suggested
LATEST = 30  # games that count: people get better
STEP = 20  # milliseconds
PRIOR = 4  # how far apart people may be before anything is known, in scales of the game
SWEEPS = 30


class Finisher(Value):
    """How one person came out of a game, and the head start that they had in it."""

    person: Hashable
    place: int
    head_start: int = 0


Contest = tuple[Finisher, ...]
"""One game, as its people came out of it. Bots have levels of their own and are not in it."""


def suggested(contests: Sequence[Contest], people: Sequence[P], scale: int, most: int) -> Mapping[P, int]:
    """Milliseconds for each of these people; empty while too little is known. `contests`: oldest first.

    Between 0 and `most`, in steps. The strongest has 0. `scale`: so many milliseconds of advantage turn even
    odds into 73 to 27."""
    here = frozenset(people)
    shared = (tuple(each for each in contest if each.person in here) for contest in contests)
    counted = tuple(contest for contest in shared if len(contest) > 1)[-LATEST:]
    games = {person: sum(any(f.person == person for f in contest) for contest in counted) for person in here}
    if len(here) < 2 or min(games.values()) < ENOUGH:
        return {}
    strength = _strengths(counted, scale)
    best = max(strength.values())
    return {person: min(most, STEP * round((best - strength[person]) / STEP)) for person in people}


@lru_cache(maxsize=256)  # every change of a lobby asks
def _strengths(contests: tuple[Contest, ...], scale: int) -> Mapping[Hashable, float]:
    """How much stronger each is, in milliseconds: the likeliest, given places and head starts.

    One person after the other is moved towards where their own results are likeliest (Newton)."""
    strength: dict[Hashable, float] = {each.person: 0.0 for contest in contests for each in contest}
    for _ in range(SWEEPS):
        for person in strength:
            strength[person] += _shift(person, strength, contests, scale)
    return strength


def _shift(
    person: Hashable, strength: Mapping[Hashable, float], contests: Sequence[Contest], scale: int
) -> float:
    slope, curve = -strength[person] / (PRIOR * scale) ** 2, -1 / (PRIOR * scale) ** 2
    for contest in contests:
        own = next((each for each in contest if each.person == person), None)
        if own is None:
            continue
        weight = 2 / len(contest)  # the pairs of a game are not independent
        for other in contest:
            if other is not own:
                ahead = strength[person] + own.head_start - strength[other.person] - other.head_start
                expected = 1 / (1 + exp(-ahead / scale))
                scored = 0.5 * ((own.place <= other.place) + (own.place < other.place))
                slope += weight * (scored - expected) / scale
                curve -= weight * expected * (1 - expected) / scale**2
    return -slope / curve
