"""Chance, as an argument.

Only `Random.random()` is guaranteed to give the same numbers in every Python
version, so everything else is built on it here: old games must replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, log, pi, sqrt
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Fresh dice for one decision, seeded by the game's seed and the moment."""

    def __init__(self, *moment: object) -> None:
        self._moment = moment
        self._random: Random | None = None

    def __eq__(self, other: object) -> bool:
        """Dice of the same moment: their forks roll the same."""
        return isinstance(other, Dice) and self._moment == other._moment

    def __hash__(self) -> int:
        return hash(self._moment)

    def fork(self, *moment: object) -> Dice:
        """Separate dice for a part of this moment: always the same, whatever was rolled before."""
        return Dice(*self._moment, *moment)

    def roll(self) -> float:
        if self._random is None:  # most decisions never roll
            self._random = Random(repr(self._moment))
        return self._random.random()

    def below(self, n: int) -> int:
        return int(self.roll() * n)

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def chance(self, probability: float) -> bool:
        return self.roll() < probability

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        pool = list(items)
        for i in range(len(pool) - 1, 0, -1):
            j = self.below(i + 1)
            pool[i], pool[j] = pool[j], pool[i]
        return tuple(pool)

    def reaction(self, mean: float, spread: float, tail: float) -> int:
        """How long a person takes: ex-Gaussian, a normal distribution with a long tail of slow reactions."""
        normal = sqrt(-2 * log(1 - self.roll())) * cos(2 * pi * self.roll())
        return max(0, round(mean + spread * normal - tail * log(1 - self.roll())))
