"""Decides which of the shown cards are correct. One predicate for each template, with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias, assert_never

from taphouse.core import Seat, Value

from .faces import Card, Face, face
from .templates import (
    Duplicates,
    Freq,
    Highest,
    Kind,
    Neighbours,
    Number,
    NumberAdjacent,
    Rule,
    Rules,
    RulesAdjacent,
    Thing,
    Variety,
)

Ring: TypeAlias = Mapping[Seat, Face]
"""The cards shown, in the order of the seats. A seat without a card is not in the ring."""

DEFAULT: Rule = Freq("shape", "most")  # rule 9


class Case(Value):
    """The rule applied to one card: whether it holds, and why."""

    holds: bool
    """The card is as the rule says."""
    figure: int | None = None
    """The count that decided it."""
    by: tuple[Seat, ...] = ()
    """The neighbours that make it hold."""


def case(rule: Rule, ring: Ring, seat: Seat) -> Case:
    mine = ring[seat]
    match rule:
        case Freq(kind, "most"):
            return most_often(ring, mine, kind)
        case Freq(kind):
            return least_often(ring, mine, kind)
        case Variety("different", kind, least):
            return at_least(len(set(mine.all(kind))), least)
        case Variety(_, kind, least):
            return at_least(mine.most_alike(kind), least)
        case Neighbours("same", kind):
            return same_as_a_neighbour(ring, seat, kind)
        case Neighbours(_, kind):
            return unlike_a_neighbour(ring, seat, kind)
        case Number(how, than):
            icons = len(mine.icons)
            return Case(icons < than if how == "fewer" else icons > than, icons)
        case Duplicates(how, kind):
            alike = mine.most_alike(kind)
            return Case((alike >= 2) == (how == "some"), alike)
        case NumberAdjacent():
            return as_many_as_a_neighbour(ring, seat)
        case Rules():
            return Case(mine.is_rule)
        case RulesAdjacent():
            return next_to_a_rule_card(ring, seat)
        case Highest():
            return Case(mine.number == max(face.number for face in ring.values()), mine.number)
    assert_never(rule)


def most_often(ring: Ring, mine: Face, kind: Kind) -> Case:
    counts = counted(ring, kind)
    often = max((counts[thing] for thing in mine.all(kind)), default=0)
    return Case(often > 0 and often == max(counts.values()), often)


def least_often(ring: Ring, mine: Face, kind: Kind) -> Case:
    """Among those that appear."""
    counts = counted(ring, kind)
    often = min((counts[thing] for thing in mine.all(kind)), default=0)
    return Case(often > 0 and often == min(counts.values()), often)


def at_least(figure: int, least: int) -> Case:
    return Case(figure >= least, figure)


def same_as_a_neighbour(ring: Ring, seat: Seat, kind: Kind) -> Case:
    mine = set(ring[seat].all(kind))
    return through(other for other in neighbours(ring, seat) if set(ring[other].all(kind)) == mine)


def unlike_a_neighbour(ring: Ring, seat: Seat, kind: Kind) -> Case:
    mine = set(ring[seat].all(kind))
    return through(other for other in neighbours(ring, seat) if mine.isdisjoint(ring[other].all(kind)))


def as_many_as_a_neighbour(ring: Ring, seat: Seat) -> Case:
    icons = len(ring[seat].icons)
    alike = [other for other in neighbours(ring, seat) if len(ring[other].icons) == icons]
    return Case(bool(alike), icons, tuple(alike))


def next_to_a_rule_card(ring: Ring, seat: Seat) -> Case:
    return through(other for other in neighbours(ring, seat) if ring[other].is_rule)


def through(others: Iterable[Seat]) -> Case:
    by = tuple(others)
    return Case(bool(by), by=by)


def neighbours(ring: Ring, seat: Seat) -> tuple[Seat, ...]:
    """The next cards in the circle. Of two cards each has one neighbour; a single card has none."""
    seats = list(ring)
    place = seats.index(seat)
    around = (seats[place - 1], seats[(place + 1) % len(seats)])
    return tuple(other for other in dict.fromkeys(around) if other != seat)


def counted(ring: Ring, kind: Kind) -> Counter[Thing]:
    return Counter(thing for face in ring.values() for thing in face.all(kind))


def ring_of(cards: tuple[Card | None, ...]) -> Ring:
    return {seat: face(card) for seat, card in enumerate(cards) if card is not None}


@lru_cache(maxsize=1_024)  # every smack asks again, and every bot
def correct_cards(rule: Rule, cards: tuple[Card | None, ...], tiebreaker: bool) -> tuple[Seat, ...]:
    """As `correct`, of the cards in front of each seat."""
    return correct(rule, ring_of(cards), tiebreaker)


def correct(rule: Rule, ring: Ring, tiebreaker: bool) -> tuple[Seat, ...]:
    """The owners of the correct cards. If empty, everyone's own card is correct (rule 11)."""
    found = tuple(seat for seat in ring if case(rule, ring, seat).holds)
    return broken_tie(ring, found) if tiebreaker and len(found) > 1 else found


def broken_tie(ring: Ring, found: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Rule 39: first by the colour most frequent among them, then by the number of icons."""
    among = {seat: ring[seat] for seat in found}
    coloured = tuple(seat for seat in found if most_often(among, ring[seat], "colour").holds) or found
    most = max(len(ring[seat].icons) for seat in coloured)
    return tuple(seat for seat in coloured if len(ring[seat].icons) == most)
