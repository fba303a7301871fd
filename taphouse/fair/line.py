"""What is known of a connection's timing, from witnesses that no page can forge."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque
from typing import Literal, TypeAlias

import msgspec

from taphouse.core import MS, SECOND, Time, Value

LineRating: TypeAlias = Literal["good", "fair", "poor"]
"""The quality of a line."""

REMEMBERED = 64  # round trips
RECENT = 30 * SECOND  # clocks drift: an older comparison says less than it seems to
LEAD_LEAST, LEAD_MOST = 2 * MS, 125 * MS  # no screen shows less; one room is sent to at once
OVERDUE = 5 * MS  # beyond the usual round trip of this line: then it has stalled
FAIR_FROM, POOR_FROM = 90 * MS, 220 * MS  # median round trip plus its spread, as players feel it


class Kernel(Value):
    """The round trip as the kernel times it, if TCP ends at this house. A late answer does not change it."""

    rtt: Time
    """Smoothed."""
    rttvar: Time = msgspec.field(name="swing")  # the name in stored journals
    """Mean deviation of the round trip."""


class Witness(Value):
    """What the house itself knew of a line when a tap arrived."""

    spread: Time
    """How much round trips vary on this line."""
    stall: Time = 0
    """How long the line had been silent; 0 if it had not stalled."""
    kernel: Kernel | None = None


class Line:
    """Round trips as the house times them. Moments are play time, or any other monotonic clock."""

    def __init__(self) -> None:
        self.trips: deque[Time] = deque(maxlen=REMEMBERED)
        self.kernel: Kernel | None = None
        self._sorted: list[Time] = []  # the same, sorted: read far more often than it changes
        self._unanswered: deque[Time] = deque(maxlen=REMEMBERED)
        self._echoes: deque[tuple[Time, Time]] = deque(maxlen=REMEMBERED)  # (when sent, how long it took)
        self._readings: deque[tuple[Time, Time]] = deque()  # when received, how far the page's clock lagged

    def begin(self) -> None:
        """Starts another game with another play clock. Keeps only what does not depend on the clock."""
        self._unanswered.clear()
        self._echoes.clear()
        self._readings.clear()

    def ping(self, at: Time) -> None:
        """Records that a ping was sent."""
        self._unanswered.append(at)

    def trip(self, took: Time, at: Time) -> None:
        """Records that a ping was answered at `at`, after `took`."""
        sent = at - took
        while self._unanswered and self._unanswered[0] <= sent:  # a stream keeps its order
            self._unanswered.popleft()
        if len(self.trips) == REMEMBERED:
            del self._sorted[bisect_left(self._sorted, self.trips[0])]
        self.trips.append(took)
        insort(self._sorted, took)
        self._echoes.append((sent, took))

    def clock_reading(self, clock: int, arrived: Time) -> None:
        """Compares clocks by a message that was sent when the page's clock read `clock`."""
        behind = arrived - clock
        while self._readings and self._readings[-1][1] >= behind:  # a faster message is the better comparison
            self._readings.pop()
        self._readings.append((arrived, behind))
        while self._readings[0][0] < arrived - RECENT:
            self._readings.popleft()

    def trip_with(self, sent: Time) -> Time:
        """The round trip of the ping sent at `sent`, or else the median."""
        latest_first = reversed(self._echoes)
        return next((took for left, took in latest_first if left == sent), self.round_trip)

    def witness(self, now: Time) -> Witness:
        return Witness(self.spread, self.stall(now), self.kernel)

    def stall(self, now: Time) -> Time:
        """How much longer than usual a message that arrives now may have been under way."""
        if not self._echoes:
            return 0
        usual = self.round_trip
        limit = usual + 2 * self.spread + OVERDUE
        sent, took = self._echoes[-1]
        stuck = took - usual if took > limit else 0  # held up, and later messages may be too
        if self._unanswered and now - self._unanswered[0] > limit:
            stuck += now - sent - took  # nothing has arrived since then
        return stuck

    # ---- figures ----

    @property
    def floor(self) -> Time:
        return self._quantile(0)

    @property
    def round_trip(self) -> Time:
        """The median."""
        return self._quantile(0.5)

    @property
    def spread(self) -> Time:
        """From the median to the slow round trips: one in five is slower still."""
        return self._quantile(0.8) - self.round_trip

    def _quantile(self, share: float) -> Time:
        return self._sorted[int(share * len(self._sorted))] if self._sorted else 0

    @property
    def lead(self) -> Time:
        """How much earlier than the fastest line this line is sent what all should see at the same moment."""
        least = self.floor if self.kernel is None else min(self.floor, self.kernel.rtt)
        # Never more than a whole round trip: an answer would come before its question was sent.
        lead = min(self.round_trip // 2 + self.spread // 4, least, LEAD_MOST)
        return lead if lead >= LEAD_LEAST else 0

    @property
    def offset(self) -> tuple[Time, Time] | None:
        """What to add to the page's clock, and the error. For display only: half a round trip is a guess."""
        if not self._readings:
            return None
        half = self.floor // 2
        return self._readings[0][1] - half, half

    @property
    def rating(self) -> LineRating | None:
        """`None` before the first round trip."""
        if not self.trips:
            return None
        felt = self._quantile(0.8)  # the median plus the spread
        return "good" if felt < FAIR_FROM else "fair" if felt < POOR_FROM else "poor"
