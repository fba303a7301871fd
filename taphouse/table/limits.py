"""Rate limits. Time is an argument."""

from __future__ import annotations

from taphouse.core import SECOND, Time


class Rate:
    """`per_second` in the long run, `burst` at once."""

    __slots__ = ("burst", "per_second", "refill", "slack")

    def __init__(self, per_second: float, burst: int) -> None:
        self.per_second, self.burst = per_second, burst
        self.refill: Time = round(SECOND / per_second)
        self.slack: Time = (burst - 1) * self.refill
        """How far from full a bucket may be and still have a token."""


class Bucket:
    """Holds `burst` tokens and refills at `per_second`. Stores only when it will be full again."""

    __slots__ = ("_full_at", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._full_at: Time = 0

    def has(self, now: Time) -> bool:
        """Whether there is a token to take."""
        return self._full_at - now <= self._rate.slack

    def take(self, now: Time) -> bool:
        """Takes a token if there is one. Called for every frame of every connection, so it must be fast."""
        full_at, rate = self._full_at, self._rate
        if full_at - now > rate.slack:
            return False
        self._full_at = (full_at if full_at > now else now) + rate.refill
        return True
