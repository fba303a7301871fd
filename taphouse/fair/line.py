"""What is known of a connection's timing, from witnesses that no page can forge."""

from __future__ import annotations

from collections import deque
from typing import Literal, NamedTuple, TypeAlias

from taphouse.core import MS, SECOND, Time

from .radio import Radio
from .recent import Recent
from .witness import Kernel, Witness

LineRating: TypeAlias = Literal["good", "fair", "poor"]
"""The quality of a line."""

REMEMBERED = 64  # round trips
RECENT = 30 * SECOND  # clocks drift: an older comparison says less than it seems to
LEAD_LEAST, LEAD_MOST = 2 * MS, 125 * MS  # no screen shows less; one room is sent to at once
OVERDUE = 5 * MS  # beyond the usual round trip of this line: then it has stalled
FAIR_FROM, POOR_FROM = 90 * MS, 220 * MS  # median round trip plus its spread, as players feel it
SPREAD_MOST = 12 * MS  # a page can make its own line uneven: more than this is not left to chance
PROXY = 4 * MS  # a browser answers a ping sooner than this after its kernel
FALLING = 10 * MS  # from one ping to the next: then a queue on the way empties
SOON = 100 * MS  # two pings further apart say nothing of what happened between them


class Echo(NamedTuple):
    """An answered ping."""

    sent: Time
    took: Time
    kernel: Kernel | None
    """The kernel's figures when the answer arrived: they still contain this round trip."""
    lost: bool = False
    """The kernel sent something again meanwhile, and does not count the time that took: all that is sent
    after a lost segment waits for it."""
    cold: bool = False
    """The line had been silent before, and is not known to stay awake for so long."""


class Line:
    """Round trips as the house times them. Moments are play time, or any other monotonic clock."""

    def __init__(self) -> None:
        self.trips = Recent(REMEMBERED)
        self.kernel: Kernel | None = None
        self.floor: Time = 0
        """The shortest round trip. All figures of the round trips are kept: they are read far more often
        than they change."""
        self.round_trip: Time = 0
        """The median."""
        self.spread: Time = 0
        """From the median to the slow round trips: one in five is slower still."""
        self._lead: tuple[Kernel | None, Time] | None = None  # and the kernel's figures it was computed from
        self._unanswered: deque[Time] = deque(maxlen=REMEMBERED)
        self._echoes: deque[Echo] = deque(maxlen=REMEMBERED)
        self._resent: Time = -1
        """The last answer with which the kernel reported that it had sent something again."""
        self._readings: deque[tuple[Time, Time]] = deque()  # when received, how far the page's clock lagged
        self._kernel_rtts = Recent(REMEMBERED)
        self.radio = Radio()

    def begin(self) -> None:
        """Starts another game with another play clock. Keeps only what does not depend on the clock."""
        self._unanswered.clear()
        self._echoes.clear()
        self._resent = -1
        self._readings.clear()
        self.radio.begin()

    def ping(self, at: Time) -> None:
        """Records that a ping was sent."""
        self._unanswered.append(at)
        self.radio.ping(at)

    def heard(self, arrived: Time) -> None:
        """Records that something arrived: whatever a device sends keeps its radio awake."""
        self.radio.heard(arrived - self.floor)

    def trip(self, took: Time, at: Time, kernel: Kernel | None = None) -> None:
        """Records that a ping was answered at `at`, after `took`, and the kernel's figures at that moment."""
        sent = at - took
        while self._unanswered and self._unanswered[0] <= sent:  # a stream keeps its order
            self._unanswered.popleft()
        self.trips.add(took)
        trips = self.trips.in_order
        self.floor, self.round_trip = trips[0], trips[len(trips) // 2]
        self.spread = trips[int(0.8 * len(trips))] - self.round_trip
        self._lead = None
        if kernel is not None and kernel.has_resent(self._echoes[-1].kernel if self._echoes else None):
            self._resent = at
        lost = self._resent > sent
        self._echoes.append(Echo(sent, took, kernel, lost, self.radio.answered(sent, took)))
        self.kernel = kernel
        if kernel is not None:
            self._kernel_rtts.add(kernel.rtt)
        self.heard(at)

    def clock_reading(self, clock: int, arrived: Time) -> None:
        """Compares clocks by a message that was sent when the page's clock read `clock`."""
        behind = arrived - clock
        while self._readings and self._readings[-1][1] >= behind:  # a faster message is the better comparison
            self._readings.pop()
        self._readings.append((arrived, behind))
        while self._readings[0][0] < arrived - RECENT:
            self._readings.popleft()

    def echo(self, sent: Time) -> Echo:
        """The answer to the ping sent at `sent`, or else the usual one."""
        latest_first = reversed(self._echoes)
        usual = Echo(sent, self.round_trip, self.kernel)
        return next((echo for echo in latest_first if echo.sent == sent), usual)

    def witness(self, now: Time) -> Witness:
        return Witness(
            self.spread, self.stall(now), self.kernel, self._near(), self.is_proxied, self._age(now)
        )

    def _age(self, now: Time) -> Time | None:
        """How old the pings are between whose answers something arrived now; `None` if that tells too little.

        A stream keeps its order: this was sent after the answer to one ping and before that to the next. A
        page may fill its uplink and so delay all of them, but it cannot change which of them come first.
        """
        answered = [echo.sent for echo in self._echoes if echo.sent + echo.took <= now]
        if not answered:
            return None
        before = answered[-1]
        later = (sent for sent in (*(echo.sent for echo in self._echoes), *self._unanswered) if sent > before)
        earlier = answered[-2] if len(answered) > 1 else before
        after = next(later, None)
        if after is None:  # the next ping has not been sent yet, unless there will be none
            after = before + (before - earlier)
            if now > after:
                return None
        return now - (before + after) // 2 if 0 < after - before <= SOON else None

    def _near(self) -> Time | None:
        """The round trip that a tap may expect which arrives now: the last one, or less if they get shorter.

        A queue that empties takes less time from each ping to the next, and less still at the tap."""
        if not self._echoes:
            return None
        last = self._echoes[-1]
        before = self._echoes[-2] if len(self._echoes) > 1 else last
        fall = before.took - last.took
        if fall <= FALLING or last.sent - before.sent > SOON:
            return last.took
        return max(min(last.took, self.floor), last.took - fall)

    def trip_after(self, moment: Time) -> Time | None:
        """The round trip of the first ping that was answered after `moment`."""
        later = (echo.took for echo in self._echoes if echo.sent + echo.took > moment)
        return next(later, None)

    def stall(self, now: Time) -> Time:
        """How much longer than usual a message that arrives now may have been under way."""
        if not self._echoes:
            return 0
        usual, last = self.round_trip, self._echoes[-1]
        limit = usual + 2 * min(self.spread, SPREAD_MOST) + OVERDUE
        stuck = last.took - usual if last.took > limit else 0  # held up, and later messages may be too
        overdue = bool(self._unanswered) and now - self._unanswered[0] > limit
        if overdue or (self.kernel and self.kernel.has_lost(last.kernel)):
            stuck += now - last.sent - last.took  # nothing has arrived since then
        return stuck

    # ---- figures ----

    @property
    def is_proxied(self) -> bool:
        """Every ping takes longer than the kernel's round trips: TCP ends on the way, at a proxy."""
        return len(self._kernel_rtts) > 0 and self.floor > self._kernel_rtts.median + PROXY

    @property
    def lead(self) -> Time:
        """How much earlier than the fastest line this line is sent what all should see at the same moment."""
        if self._lead is None or self._lead[0] is not self.kernel:
            self._lead = self.kernel, self._compute_lead()
        return self._lead[1]

    def _compute_lead(self) -> Time:
        least = self.floor
        if self.kernel is not None and not self.is_proxied:
            least = min(least, self.kernel.rtt)
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
        felt = self.round_trip + self.spread
        return "good" if felt < FAIR_FROM else "fair" if felt < POOR_FROM else "poor"
