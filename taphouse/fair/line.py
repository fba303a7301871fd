"""What is known of one connection, from witnesses that no page can forge."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque
from typing import Literal, TypeAlias

import msgspec

from taphouse.core import MS, SECOND, Time, Value

LineRating: TypeAlias = Literal["good", "fair", "poor"]
"""The quality of a line in a word."""

REMEMBERED = 64  # round trips
RECENT = 30 * SECOND  # clocks drift: an older comparison says less than it seems to
LEAD_LEAST, LEAD_MOST = 2 * MS, 125 * MS  # no screen shows what is finer: a room is sent to at once
OVERDUE = 5 * MS  # beyond what is usual on this line: then it has stalled
FAIR_FROM, POOR_FROM = 90 * MS, 220 * MS  # median round trip plus its spread, as players feel it


class Kernel(Value):
    """The round trip as the kernel times it, where TCP ends with us: no late answer changes it."""

    rtt: Time
    """Smoothed."""
    rttvar: Time = msgspec.field(name="swing")  # the name in stored journals
    """Its mean deviation."""


class Witness(Value):
    """What the house itself saw of a line when a tap came in."""

    spread: Time
    """How much round trips vary on this line."""
    stall: Time = 0
    """How long the line had been silent, if it had."""
    kernel: Kernel | None = None


class Line:
    """Round trips as the house times them. Moments are play time, or any other clock that goes on."""

    def __init__(self) -> None:
        self.trips: deque[Time] = deque(maxlen=REMEMBERED)
        self.kernel: Kernel | None = None
        self._sorted: list[Time] = []  # the same, kept in order: asked for far more often than it changes
        self._unanswered: deque[Time] = deque(maxlen=REMEMBERED)
        self._echoes: deque[tuple[Time, Time]] = deque(maxlen=REMEMBERED)  # when sent, how long they took
        self._readings: deque[tuple[Time, Time]] = deque()  # when told, how far the page's clock was behind

    def begin(self) -> None:
        """Another game, another play clock: only what does not depend on it is still known."""
        self._unanswered.clear()
        self._echoes.clear()
        self._readings.clear()

    def ping(self, at: Time) -> None:
        """A ping goes out."""
        self._unanswered.append(at)

    def trip(self, took: Time, at: Time) -> None:
        """A ping came back at `at`, after so long."""
        sent = at - took
        while self._unanswered and self._unanswered[0] <= sent:  # a stream keeps its order
            self._unanswered.popleft()
        if len(self.trips) == REMEMBERED:
            del self._sorted[bisect_left(self._sorted, self.trips[0])]
        self.trips.append(took)
        insort(self._sorted, took)
        self._echoes.append((sent, took))

    def clock_reading(self, clock: int, arrived: Time) -> None:
        """A message that was sent when the page's clock read `clock`."""
        behind = arrived - clock
        while self._readings and self._readings[-1][1] >= behind:  # a faster message says more
            self._readings.pop()
        self._readings.append((arrived, behind))
        while self._readings[0][0] < arrived - RECENT:
            self._readings.popleft()

    def trip_with(self, sent: Time) -> Time:
        """The round trip of the ping that went out at `sent`, or else what is usual."""
        latest_first = reversed(self._echoes)
        return next((took for left, took in latest_first if left == sent), self.round_trip)

    def witness(self, now: Time) -> Witness:
        return Witness(self.spread, self.stall(now), self.kernel)

    def stall(self, now: Time) -> Time:
        """By how much more than usual something that comes in now may have been under way."""
        if not self._echoes:
            return 0
        usual = self.round_trip
        limit = usual + 2 * self.spread + OVERDUE
        sent, took = self._echoes[-1]
        stuck = took - usual if took > limit else 0  # what came in last was held up: so may be what follows
        if self._unanswered and now - self._unanswered[0] > limit:
            stuck += now - sent - took  # since then nothing gets through
        return stuck

    # ---- in figures ----

    @property
    def floor(self) -> Time:
        return self._quantile(0)

    @property
    def round_trip(self) -> Time:
        """Half of all take longer."""
        return self._quantile(0.5)

    @property
    def spread(self) -> Time:
        """From the median round trip to the slow ones: one in five is slower still."""
        return self._quantile(0.8) - self.round_trip

    def _quantile(self, share: float) -> Time:
        return self._sorted[int(share * len(self._sorted))] if self._sorted else 0

    @property
    def lead(self) -> Time:
        """How much earlier than the fastest this line is sent what all should see at the same moment."""
        least = self.floor if self.kernel is None else min(self.floor, self.kernel.rtt)
        # Never more than a whole round trip: an answer would come before its question was put.
        lead = min(self.round_trip // 2 + self.spread // 4, least, LEAD_MOST)
        return lead if lead >= LEAD_LEAST else 0

    @property
    def offset(self) -> tuple[Time, Time] | None:
        """What to add to the page's clock, give or take. For display only: half a trip is a guess."""
        if not self._readings:
            return None
        half = self.floor // 2
        return self._readings[0][1] - half, half

    @property
    def rating(self) -> LineRating | None:
        """The line's quality in a word; `None` before the first round trip."""
        if not self.trips:
            return None
        felt = self._quantile(0.8)  # the median and what the slow ones take more
        return "good" if felt < FAIR_FROM else "fair" if felt < POOR_FROM else "poor"
