"""The updates one screen was sent, the paints it reported, and how far it is committed."""

from __future__ import annotations

from taphouse.core import MS, Time

from .line import Echo
from .witness import Anchor

REMEMBERED = 64  # updates: far more than are ever under way
QUEUED = 10 * MS  # input that a browser may still hold back when it says "I have not tapped"


class ScreenTimeline:
    """One screen's side of one game. Page clocks are in microseconds; only differences mean anything."""

    def __init__(self) -> None:
        self.shown: dict[int, Time] = {}
        """The play time of each update: the same for all screens, whenever it was sent."""
        self.sent: dict[int, Time] = {}
        self.painted: dict[int, int] = {}
        self._echoes: dict[int, Echo] = {}
        self._opening: tuple[Time, int] | None = None  # of a race: its stimulus, and what showed it first
        self._stopped = -1
        """The last update that was sent before play time stopped."""
        self._since: Time | None = None
        """When the last race began: what this screen showed first of it is kept while it lasts."""
        self.committed: Time = -1
        """This screen had no taps before this moment, except those already received."""

    def show(self, n: int, at: Time, sent: Time, since: Time | None = None) -> None:
        """Update `n` is sent at `sent`; its content counts as shown at `at`, in the race of `since`."""
        self.shown[n], self.sent[n] = at, sent
        if since is not None:
            self._since = since
        if len(self.shown) > REMEMBERED:
            first = None if self._since is None else self._first_of(self._since)
            oldest = next(k for k in self.shown if k != first)
            for known in (self.shown, self.sent, self.painted, self._echoes):
                known.pop(oldest, None)
            if self._opening is not None and self._opening[1] == oldest:
                self._opening = None

    @property
    def last_painted(self) -> int:
        return next(reversed(self.painted), -1)

    def painted_with(self, n: int) -> list[int]:
        """The updates that appear with `n`: a frame that paints `n` also shows what came before it."""
        last = self.last_painted
        return [k for k in self.shown if last < k <= n] if n in self.shown else []

    def paint(self, n: int, clock: int, echo: Echo) -> None:
        """The page painted `n` when its own clock read `clock`. Only the first report counts."""
        last = self.last_painted
        if n in self.shown and n > last and clock >= self.painted.get(last, 0):
            self.painted[n], self._echoes[n] = clock, echo

    def restart(self) -> None:
        """Play time stood still while the page's clock ran on: no earlier paint tells the time any more."""
        self._stopped, self._opening = next(reversed(self.shown), -1), None

    def anchor(self, n: int, since: Time | None) -> Anchor | None:
        """The first painted update that showed the stimulus of `since`, or else the last painted one."""
        k = self._anchor(n, since)
        if k is None:
            return None
        echo = self._echoes[k]
        return Anchor(k, self.shown[k], self.sent[k], self.painted[k], *echo[1:])

    def lead(self, since: Time) -> Time:
        """How much ahead of `since` this screen was sent what it showed then."""
        return max((at - self.sent[n] for n, at in self.shown.items() if at == since), default=0)

    def seen(self, n: int) -> Time:
        """The play time of what was on the screen, if the page reports that it showed `n`."""
        if n in self.painted:
            return self.shown[n]
        return max((self.shown[k] for k in self.painted), default=0)

    def beat(self, n: int, clock: int, since: Time | None, arrived: Time) -> None:
        """The page had not tapped when its clock read `clock`."""
        anchor = self._anchor(n, since)
        if anchor is None:
            return
        moment = max(self.shown[n], self.shown[anchor] + clock - self.painted[anchor])
        if (
            since is not None and self.shown[n] < since
        ):  # a player who has not seen it yet may still react to it, counted from then
            moment = min(moment, since)
        self.commit(min(moment - QUEUED, arrived))

    def commit(self, moment: Time) -> None:
        self.committed = max(self.committed, moment)

    def _anchor(self, n: int, since: Time | None) -> int | None:
        if n not in self.painted or n <= self._stopped:
            return None
        return n if since is None or self.shown[n] < since else self._first_of(since)

    def _first_of(self, since: Time) -> int | None:
        """The first painted update that showed the stimulus of `since`."""
        if self._opening is not None and self._opening[0] == since:
            return self._opening[1]
        first = next((k for k in self.painted if k > self._stopped and self.shown[k] >= since), None)
        if first is not None:
            self._opening = since, first
        return first
