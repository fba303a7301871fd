"""Decides whether a Race is at its finish, and how near it is. One predicate for each template."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import assert_never

from taphouse.core import Value

from .faces import Card, Face, face, is_rule
from .templates import (
    Finish,
    Kind,
    NumCards,
    NumCardsCond,
    Pairs,
    SpecificCards,
    SpecificDouble,
    SpecificIndividual,
    SpecificTriple,
    Thing,
    VarietyCards,
    all_of,
)


class Standing(Value):
    """How near a Race is to its finish."""

    counts: tuple[tuple[int, int], ...]
    """For each thing that counts: how many there are, and how many it takes."""
    broken: bool = False
    """Two of the cards must not lie in one Race, or not side by side."""

    @property
    def met(self) -> bool:
        return not self.broken and all(have >= need for have, need in self.counts)


def finish_card(race: Iterable[Card]) -> Card | None:
    """Rule 6: only the highest number counts."""
    return max(filter(is_rule, race), key=lambda card: face(card).number, default=None)


@lru_cache(maxsize=4_096)
def standing(race: tuple[Card, ...]) -> Standing | None:
    """`None`: the Race has no finish."""
    card = finish_card(race)
    if card is None or (finish := face(card).finish) is None:
        return None
    return before(finish, [face(each) for each in race if not is_rule(each)])  # rule 6: without a number


def order_matters(race: Sequence[Card]) -> bool:
    """Whether another order of these cards could stand differently before their finish."""
    card = finish_card(race)
    return card is not None and isinstance(face(card).finish, NumCardsCond)


def before(finish: Finish, row: Sequence[Face]) -> Standing:
    match finish:
        case SpecificCards(need, x):
            return cards_showing(row, need, x)
        case SpecificIndividual(need, x):
            return icons(row, (need, x))
        case NumCards(need):
            return Standing(((len(row), need),))
        case NumCardsCond(need, kind):
            return Standing(((len(row), need),), neighbours_share(row, kind))
        case Pairs(kind, need):
            return icons(row, *((need, thing) for thing in all_of(kind)))
        case VarietyCards(need, kind):
            return Standing(((len(row), need),), two_are_alike(row, kind))
        case SpecificDouble(a, x, b, y):
            return icons(row, (a, x), (b, y))
        case SpecificTriple(a, x, b, y, c, z):
            return icons(row, (a, x), (b, y), (c, z))
    assert_never(finish)


def cards_showing(row: Sequence[Face], need: int, x: Thing) -> Standing:
    return Standing(((sum(card.count(x) > 0 for card in row), need),))


def icons(row: Sequence[Face], *wanted: tuple[int, Thing]) -> Standing:
    return Standing(tuple((sum(card.count(x) for card in row), need) for need, x in wanted))


def neighbours_share(row: Sequence[Face], kind: Kind) -> bool:
    return any(set(left.all(kind)) & set(right.all(kind)) for left, right in pairwise(row))


def two_are_alike(row: Sequence[Face], kind: Kind) -> bool:
    return any(set(one.all(kind)) == set(other.all(kind)) for one, other in combinations(row, 2))
