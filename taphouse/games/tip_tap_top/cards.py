"""The parts: four cards of each number, and one Joker. Cards of one number are all alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = str
"""Its number, or `JOKER`."""
Hand: TypeAlias = tuple[Card, ...]
"""The cards of one player."""

JOKER: Card = "joker"
COPIES = 4
SMALL, LARGE = 10, 15  # rules 1 and 3: how many numbers there are
LARGE_TABLE = 5


def numbers(seats: int) -> tuple[Card, ...]:
    return tuple(str(n + 1) for n in range(LARGE if seats >= LARGE_TABLE else SMALL))


def deck(seats: int) -> tuple[Card, ...]:
    return (*(number for number in numbers(seats) for _ in range(COPIES)), JOKER)


def pairs_to_play(seats: int) -> int:
    return len(numbers(seats)) * COPIES // 2


def in_order(cards: Iterable[Card]) -> Hand:
    """By number; the Joker comes last."""
    return tuple(sorted(cards, key=lambda card: (card == JOKER, len(card), card)))


def pairs_in(hand: Hand) -> tuple[Card, ...]:
    """Rule 4: the number of each pair, the lowest first. Four of a number are two pairs."""
    count = Counter(card for card in hand if card != JOKER)
    return in_order(number for number in count for _ in range(count[number] // 2))


def without(hand: Hand, *gone: Card) -> Hand:
    rest = list(hand)
    for card in gone:
        rest.remove(card)
    return tuple(rest)
