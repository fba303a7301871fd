"""How much one line, one table and one house may ask for. Time is an argument."""

from __future__ import annotations

from taphouse.core import SECOND, Time, Value


class Rate(Value):
    """So many a second in the long run, so many at once."""

    per_second: int
    burst: int


class Bucket:
    """Holds `burst` tokens and refills at `per_second`. Knows only when it will be full again."""

    __slots__ = ("_full_at", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._full_at: Time = 0

    def has(self, now: Time) -> bool:
        """Is there one to take?"""
        return self._after(now) - now <= self._rate.burst * self._refill

    def take(self, now: Time) -> bool:
        """One token, if there is one."""
        if not self.has(now):
            return False
        self._full_at = self._after(now)
        return True

    def _after(self, now: Time) -> Time:
        """When it would be full again if one were taken."""
        return max(self._full_at, now) + self._refill

    @property
    def _refill(self) -> Time:
        return SECOND // self._rate.per_second


ENOUGH = 3 * SECOND  # a finger on a broken screen stops sooner
LULL = SECOND  # quiet for so long, and it is forgotten


class Flood:
    """Keeps count of a line that sends too much."""

    __slots__ = ("_complained", "_last", "_since")

    def __init__(self) -> None:
        self._since = self._last = self._complained = -LULL

    def goes_on(self, now: Time) -> bool:
        """Once more it was too much; and so it has been for too long."""
        if now - self._last >= LULL:
            self._since = now
        self._last = now
        return now - self._since >= ENOUGH

    def may_complain(self, now: Time) -> bool:
        """Once a second is enough to be heard."""
        if now - self._complained < SECOND:
            return False
        self._complained = now
        return True
