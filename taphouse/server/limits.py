"""Rate limits for a connection, an address or the whole house. Time is an argument."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from taphouse.core import SECOND, Time
from taphouse.table.limits import Bucket, Rate
from taphouse.table.room import Refusal

__all__ = ["Bucket", "Buckets", "FloodGuard", "Rate"]


class Buckets:
    """One bucket for each caller. Above `most` callers the oldest bucket is removed."""

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        self._rate, self._most = rate, most
        self._buckets: dict[str, Bucket] = {}

    def take(self, caller: str, now: Time) -> bool:
        if caller not in self._buckets and len(self._buckets) >= self._most:
            del self._buckets[next(iter(self._buckets))]
        return self._buckets.setdefault(caller, Bucket(self._rate)).take(now)


TOLERATED = 3 * SECOND  # a finger on a broken screen stops sooner
QUIET = SECOND  # after so long without excess the flood is over


class FloodGuard:
    """Measures for how long a connection has been sending too much."""

    __slots__ = ("_last", "_reported", "_since")

    def __init__(self) -> None:
        self._since = self._last = self._reported = -QUIET

    def is_lasting(self, now: Time) -> bool:
        """Notes one more excess; true if the flood has lasted longer than tolerated."""
        if now - self._last >= QUIET:
            self._since = now
        self._last = now
        return now - self._since >= TOLERATED

    def may_report(self, now: Time) -> bool:
        """True at most once a second."""
        if now - self._reported < SECOND:
            return False
        self._reported = now
        return True


class Queue:
    """Lets `at_once` callers run and `waiting` more wait; refuses all others."""

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
