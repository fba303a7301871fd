"""Chooses the shapes of each card: a third look-alikes, a third clearly different, a third either."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

SIZES = [2] * 30 + [3] * 25  # rule 3: 135 places, three for each of 45 shapes
TARGETS = [(1, 0, -1)[i % 3] for i in range(len(SIZES))]  # alike, either, different
STEPS = 120_000
FORBIDDEN = 50.0  # a shape twice on a card, or two shapes together on two cards


def deal(apart: NDArray[np.float32], seed: int = 4) -> list[list[int]]:
    """Puts every shape on three cards; two shapes never share two cards, so no two cards are equal."""
    rng = np.random.default_rng(seed)
    alike = np.exp(-apart / 0.12)
    places = rng.permutation(np.repeat(np.arange(len(apart)), 3)).tolist()
    cards = [[places.pop() for _ in range(size)] for size in SIZES]
    meetings = np.zeros_like(apart, dtype=int)
    for card in cards:
        meet(meetings, card, 1)

    def worth(index: int) -> float:
        pairs = list(combinations(cards[index], 2))
        clashes = sum((a == b) + (meetings[a, b] > 1) for a, b in pairs)
        return TARGETS[index] * sum(alike[a, b] for a, b in pairs) - FORBIDDEN * clashes

    for step in range(STEPS):
        i, j = rng.choice(len(cards), 2, replace=False)
        a, b = rng.integers(len(cards[i])), rng.integers(len(cards[j]))
        before = worth(i) + worth(j)
        swap(cards, meetings, (i, a), (j, b))
        gain = worth(i) + worth(j) - before
        if gain < 0 and rng.random() >= np.exp(gain / (0.2 * (1 - step / STEPS) + 0.002)):
            swap(cards, meetings, (i, a), (j, b))
    return sorted(sorted(card) for card in cards)


def swap(
    cards: list[list[int]], meetings: NDArray[np.int_], one: tuple[int, int], other: tuple[int, int]
) -> None:
    (i, a), (j, b) = one, other
    for card in (cards[i], cards[j]):
        meet(meetings, card, -1)
    cards[i][a], cards[j][b] = cards[j][b], cards[i][a]
    for card in (cards[i], cards[j]):
        meet(meetings, card, 1)


def meet(meetings: NDArray[np.int_], card: list[int], by: int) -> None:
    for a, b in combinations(card, 2):
        meetings[a, b] += by
        meetings[b, a] += by
