"""Figures with their 95 % confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin, sqrt, tan
from statistics import NormalDist, mean, stdev

from taphouse.core import Value

CONFIDENCE = 0.95


class Estimate(Value):
    """A figure, and the interval that it lies in."""

    value: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        return self.low > 0 or self.high < 0


def share(hits: float, of: int, confidence: float = CONFIDENCE) -> Estimate:
    """The score interval of Wilson. It stays between 0 and 1, also for few games."""
    if of == 0:
        return Estimate(0.0, 0.0, 1.0)
    z, p = NormalDist().inv_cdf((1 + confidence) / 2), hits / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    reach = z * sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return Estimate(p, min(p, max(0.0, middle - reach)), max(p, min(1.0, middle + reach)))


def share_difference(
    hits: float, of: int, base_hits: float, base_of: int, confidence: float = CONFIDENCE
) -> Estimate:
    """Newcombe's interval of the difference of two shares, from their Wilson intervals."""
    a, b = share(hits, of, confidence), share(base_hits, base_of, confidence)
    found = a.value - b.value
    low = found - sqrt((a.value - a.low) ** 2 + (b.high - b.value) ** 2)
    high = found + sqrt((a.high - a.value) ** 2 + (b.value - b.low) ** 2)
    return Estimate(found, low, high)


def average(figures: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean with the interval of Student's t."""
    middle = mean(figures)
    if len(figures) < 2:
        return Estimate(middle, middle, middle)
    reach = t_quantile((1 + confidence) / 2, len(figures) - 1) * stdev(figures) / sqrt(len(figures))
    return Estimate(middle, middle - reach, middle + reach)


def average_difference(
    figures: Sequence[float], base: Sequence[float], confidence: float = CONFIDENCE
) -> Estimate:
    """The mean difference of games with the same seed, with the interval of the paired t test."""
    return average([a - b for a, b in zip(figures, base, strict=True)], confidence)


@lru_cache
def t_quantile(probability: float, freedom: int) -> float:
    """The quantile of Student's t, for probabilities above a half."""
    low, high = 0.0, pi / 2
    while high - low > 1e-12:
        angle = (low + high) / 2
        low, high = (angle, high) if within(angle, freedom) < 2 * probability - 1 else (low, angle)
    return tan(low) * sqrt(freedom)


def within(angle: float, freedom: int) -> float:
    """The probability that Student's t is nearer to 0 than tan(angle) * sqrt(freedom): a finite series."""
    odd = freedom % 2
    term, total = cos(angle) if odd else 1.0, 0.0
    for k in range(1 + odd, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * k / (k + 1)
    inner = sin(angle) * total
    return 2 / pi * (angle + inner) if odd else inner
