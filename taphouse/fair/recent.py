"""The last few of many times, kept in order: their figures are read far more often than they change."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque

from taphouse.core import Time


class Recent:
    """The last `most` times."""

    __slots__ = ("_most", "in_order", "latest")

    def __init__(self, most: int) -> None:
        self._most = most
        self.latest: deque[Time] = deque()
        """As they were added. Others only read it."""
        self.in_order: list[Time] = []
        """From the shortest. Others only read it."""

    def __len__(self) -> int:
        return len(self.in_order)

    def add(self, time: Time) -> None:
        if len(self.in_order) == self._most:
            del self.in_order[bisect_left(self.in_order, self.latest.popleft())]
        self.latest.append(time)
        insort(self.in_order, time)

    @property
    def median(self) -> float:
        times = self.in_order
        middle = len(times) // 2
        return times[middle] if len(times) % 2 else (times[middle - 1] + times[middle]) / 2
