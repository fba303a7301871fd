"""What is known of one connection."""

from __future__ import annotations

from collections import deque
from statistics import quantiles
from typing import Literal, TypeAlias

from taphouse.core import MS, Time

Weather: TypeAlias = Literal["clear", "breezy", "stormy"]

REMEMBERED = 64  # updates and round trips: far more than are ever under way
QUEUED = 10 * MS  # input that a browser may still hold back when it says "I have not tapped"
DEAF = 250 * MS  # a rival who was asked and gives no sign for so long is not waited for

BREEZE, STORM = 90 * MS, 220 * MS  # median round trip plus its spread, as players feel it


class Line:
    """Which updates were sent and painted, how far this screen is committed, how long a round trip takes."""

    def __init__(self) -> None:
        self.shown: dict[int, Time] = {}
        self.painted: dict[int, int] = {}
        self.committed: Time = -1
        """This screen had not tapped before this moment, but for what was heard of it."""
        self.heard: Time = 0
        self.asked: Time | None = None
        self.trips: deque[Time] = deque(maxlen=REMEMBERED)

    def show(self, n: int, at: Time) -> None:
        """Update `n` goes out; its content counts as shown at `at`."""
        self.shown[n] = at
        if len(self.shown) > REMEMBERED:
            oldest = next(iter(self.shown))
            self.painted.pop(oldest, None)
            del self.shown[oldest]

    def paint(self, n: int, clock: int) -> None:
        """The page says that it painted `n` when its own clock read `clock`. Only the first word counts."""
        last = next(reversed(self.painted), -1)
        if n in self.shown and n > last and clock >= self.painted.get(last, 0):
            self.painted[n] = clock

    def anchor(self, n: int, since: Time) -> int | None:
        """The first painted update that showed what the race is about, or else the last painted one."""
        if n not in self.painted:
            return None
        return next(k for k in self.painted if k == n or (k < n and self.shown[k] >= since))

    def play_time(self, n: int, clock: int, since: Time) -> Time | None:
        """The page's `clock` as play time, counted from what this screen had painted."""
        anchor = self.anchor(n, since)
        if anchor is None:
            return None
        return max(self.shown[n], self.shown[anchor] + clock - self.painted[anchor])

    def commit(self, moment: Time, arrived: Time) -> None:
        self.committed = max(self.committed, min(moment, arrived))
        self.heard = arrived
        self.asked = None

    def trip(self, took: Time) -> None:
        self.trips.append(took)

    def listening(self, now: Time) -> bool:
        """Worth waiting for: it has not been asked in vain."""
        return self.asked is None or now - self.asked <= DEAF

    @property
    def weather(self) -> Weather | None:
        """The line's quality in a word; `None` before the first round trip."""
        if not self.trips:
            return None
        felt = self.round_trip + self.spread
        return "clear" if felt < BREEZE else "breezy" if felt < STORM else "stormy"

    @property
    def round_trip(self) -> Time:
        return sorted(self.trips)[len(self.trips) // 2]

    @property
    def spread(self) -> Time:
        """From the median round trip to the slow ones."""
        if len(self.trips) < 2:
            return 0
        return max(0, round(quantiles(self.trips, n=5)[-1]) - self.round_trip)
