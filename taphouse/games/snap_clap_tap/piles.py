"""The four piles a player gives from, and the two that receive. The last card of a pile is its top."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from taphouse.core import Seat, Time, Value, replace

from .cards import Card

FOUR = 4  # rule 3


class Lock(Value):
    """`card` did not match `on`; its pile is locked until then."""

    card: Card
    on: Card
    until: Time


class GivePile(Value):
    cards: tuple[Card, ...] = ()
    lock: Lock | None = None
    """The last one, which may be over."""

    @property
    def top(self) -> Card | None:
        return self.cards[-1] if self.cards else None


class Placed(Value):
    """A card on a receive pile: who laid it there, and when."""

    card: Card
    by: Seat | None
    """`None`: the house."""
    at: Time
    blur: Time = 0


Give: TypeAlias = tuple[GivePile, ...]
ReceivePile: TypeAlias = tuple[Placed, ...]
Receive: TypeAlias = tuple[ReceivePile, ReceivePile]
Gifts: TypeAlias = tuple[tuple[Card, int], ...]
"""Each card, and under which of the taker's four piles it goes."""


def four_piles(cards: tuple[Card, ...]) -> Give:
    """As even as possible."""
    return tuple(GivePile(cards[i::FOUR]) for i in range(FOUR))


def size(give: Give) -> int:
    return sum(len(pile.cards) for pile in give)


def tops(give: Give) -> tuple[Card, ...]:
    return tuple(pile.cards[-1] for pile in give if pile.cards)


def pile_under(give: Give, card: Card) -> GivePile | None:
    """The pile whose top is `card`."""
    return next((pile for pile in give if pile.top == card), None)


def largest(give: Give) -> GivePile:
    return max(give, key=lambda pile: len(pile.cards))


def gifts(cards: Iterable[Card], give: Give) -> Gifts:
    """Rule 18: one to a pile, empty piles first, then the smallest."""
    smallest_first = sorted(range(FOUR), key=lambda i: len(give[i].cards))
    return tuple(zip(cards, smallest_first, strict=False))  # rule 17: there may be fewer cards than piles


def without_tops(give: Give, gone: Iterable[Card]) -> Give:
    lost = set(gone)
    return tuple(replace(pile, cards=pile.cards[:-1]) if pile.top in lost else pile for pile in give)


def with_gifts(give: Give, gifts: Gifts) -> Give:
    """Rule 18: under the cards already there."""
    added = {i: card for card, i in gifts}
    return tuple(
        replace(pile, cards=(added[i], *pile.cards)) if i in added else pile for i, pile in enumerate(give)
    )


def with_lock(give: Give, lock: Lock) -> Give:
    return tuple(replace(pile, lock=lock) if pile.top == lock.card else pile for pile in give)


def turned(pile: ReceivePile, at: Time) -> ReceivePile:
    """Rule 20: the bottom card becomes the top; a pile of one stays as it is."""
    if len(pile) == 1:
        return pile
    bottom, *rest = pile
    return (*rest, Placed(bottom.card, None, at))


def covering(pile: ReceivePile, card: Card) -> Placed:
    """The card laid on `card`, which is no longer the top."""
    return pile[next(i for i, placed in enumerate(pile) if placed.card == card) + 1]
