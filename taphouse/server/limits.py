"""How often a line, an address or the whole house may ask. Time is an argument."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from taphouse.core import SECOND, Time
from taphouse.house.room import Refusal


class Rate:
    """So many a second in the long run, so many at once."""

    __slots__ = ("burst", "per_second", "refill", "slack")

    def __init__(self, per_second: float, burst: int) -> None:
        self.per_second, self.burst = per_second, burst
        self.refill: Time = round(SECOND / per_second)
        self.slack: Time = (burst - 1) * self.refill
        """How far from full a bucket may be and still have one."""


class Bucket:
    """Holds `burst` tokens and refills at `per_second`. Knows only when it will be full again."""

    __slots__ = ("_full_at", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._full_at: Time = 0

    def has(self, now: Time) -> bool:
        """Is there one to take?"""
        return self._full_at - now <= self._rate.slack

    def take(self, now: Time) -> bool:
        """One token, if there is one. Asked for every frame of every line."""
        full_at, rate = self._full_at, self._rate
        if full_at - now > rate.slack:
            return False
        self._full_at = (full_at if full_at > now else now) + rate.refill
        return True


class Buckets:
    """One bucket for each caller; of too many the one that came first is forgotten."""

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        self._rate, self._most = rate, most
        self._buckets: dict[str, Bucket] = {}

    def take(self, caller: str, now: Time) -> bool:
        if caller not in self._buckets and len(self._buckets) >= self._most:
            del self._buckets[next(iter(self._buckets))]
        return self._buckets.setdefault(caller, Bucket(self._rate)).take(now)


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


class Queue:
    """So many at a time, so many more wait; all others are refused."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._turns = asyncio.Semaphore(at_once)
        self._most, self._inside = at_once + waiting, 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        if self._inside >= self._most:
            raise Refusal("flood")
        self._inside += 1
        try:
            async with self._turns:
                yield
        finally:
            self._inside -= 1
