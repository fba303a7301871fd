"""Converts other nodes' clocks to this node's. Each node's clock has its own zero and never jumps."""

from __future__ import annotations

from collections import deque

from taphouse.core import Time

REMEMBERED = 10  # readings, a second apart: clocks drift by less than half a millisecond meanwhile


class Clocks:
    def __init__(self) -> None:
        self._readings: dict[str, deque[tuple[Time, Time]]] = {}  # by node: round trip, how far it is behind

    def learn(self, node: str, asked: Time, theirs: Time, answered: Time) -> None:
        """Their clock read `theirs` between `asked` and `answered` on this node's."""
        readings = self._readings.setdefault(node, deque(maxlen=REMEMBERED))
        readings.append((answered - asked, (asked + answered) // 2 - theirs))

    def here(self, node: str, stamp: Time, now: Time) -> Time:
        """Converts a moment on their clock to this node's. Never later than `now`."""
        readings = self._readings.get(node)
        return now if not readings else min(stamp + min(readings)[1], now)

    def hop(self, node: str) -> Time:
        """The one-way time of a message between the two nodes; 0 if it is unknown."""
        readings = self._readings.get(node)
        return min(readings)[0] // 2 if readings else 0

    def knows(self, node: str) -> bool:
        return len(self._readings.get(node, ())) == REMEMBERED

    def forget(self, node: str) -> None:
        self._readings.pop(node, None)
