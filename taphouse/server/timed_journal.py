"""Measures a journal: how long its writes take, and how many are pending."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from time import perf_counter
from typing import TypeVar

from taphouse.journal import Journal

from .metrics import Metrics

T = TypeVar("T")


class TimedJournal:
    """Wraps another journal and measures its writes."""

    def __init__(self, journal: Journal, metrics: Metrics) -> None:
        self._journal, self._metrics = journal, metrics
        self.read, self.claim, self.get = journal.read, journal.claim, journal.get
        self.values, self.close, self.problem = journal.values, journal.close, journal.problem
        self.begun_before, self.drop = journal.begun_before, journal.drop

    async def append(self, stream: str, after: int, lines: Sequence[bytes]) -> None:
        await self._timed(self._journal.append(stream, after, lines))

    async def put(self, key: str, value: bytes, revision: int) -> int:
        return await self._timed(self._journal.put(key, value, revision))

    async def delete(self, key: str) -> None:
        await self._timed(self._journal.delete(key))

    async def _timed(self, write: Awaitable[T]) -> T:
        began = perf_counter()
        self._metrics.journal_waiting.inc()
        try:
            return await write
        finally:
            self._metrics.journal_waiting.dec()
            self._metrics.journal.observe(perf_counter() - began)
