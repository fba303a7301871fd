"""Simulated time: what happens next."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, Protocol


class Deed(Protocol):
    def __call__(self, at: float, /, *args: Any) -> None: ...


class Agenda:
    """A queue of callbacks in the order of time."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Deed, tuple[Any, ...]]] = []
        self._count = 0

    def put(self, at: float, do: Deed, *args: Any) -> None:
        self._count += 1
        heappush(self._heap, (at, self._count, do, args))

    @property
    def due(self) -> float | None:
        """When the next callback runs. `None`: never."""
        return self._heap[0][0] if self._heap else None

    def next(self) -> float:
        """Runs the next callback; returns its time."""
        at, _, do, args = heappop(self._heap)
        do(at, *args)
        return at

    def until(self, end: float) -> None:
        while self._heap and self._heap[0][0] <= end:
            self.next()
