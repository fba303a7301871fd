"""How often a line, an address or the whole house may ask. Time is an argument."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from taphouse.core import SECOND, Time
from taphouse.house.limits import Bucket, Rate
from taphouse.house.room import Refusal

__all__ = ["Bucket", "Buckets", "FloodGuard", "Rate"]


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


class FloodGuard:
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
