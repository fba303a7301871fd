"""Pages that lie, and programs that pretend to be pages. Each makes the most of its kind of lie."""

from __future__ import annotations

from taphouse.core import MS
from taphouse.fair.screen_timeline import QUEUED

SILENT = 100 * MS  # so long after the paint, a lying page sends no more


class Cheat:
    """An honest player. Each subclass lies at one point or another. Times are microseconds."""

    name = "honest"

    def __init__(self, lie: float = 0) -> None:
        self.lie = lie
        self.race = 0

    def enter_race(self) -> None:
        self.race += 1

    def frame(self, true: float) -> float:
        return true

    def painted(self, true: float) -> float:
        return true

    def beat(self, elapsed: float) -> float | None:
        """The clock a heartbeat claims so long after the paint; `None`: it is not sent."""
        return elapsed

    def claim(self, response: float) -> float:
        return response

    def pong_delay(self, elapsed: float) -> float:
        """How long a ping that arrives so long after the paint waits for its answer. No page can do that."""
        return 0


class Backdating(Cheat):
    name = "backdating"

    def claim(self, response: float) -> float:
        return response - self.lie


class LaggingClock(Cheat):
    """Loses the worth of the lie in every fifth of a second."""

    name = "lagging clock"

    def beat(self, elapsed: float) -> float | None:
        return self.claim(elapsed)

    def claim(self, response: float) -> float:
        return response * (1 - self.lie / (200 * MS))


class LatestPaint(Cheat):
    name = "latest paint"

    def painted(self, true: float) -> float:
        return true + self.lie


class Hugging(Cheat):
    """Backdates as far as its own last heartbeat allows, and sends heartbeats as rarely as that takes."""

    name = "hugging the heartbeat"
    _last = 0.0

    def enter_race(self) -> None:
        super().enter_race()
        self._last = 0.0

    def beat(self, elapsed: float) -> float | None:
        if elapsed - self._last < self.lie:
            return None
        self._last = elapsed
        return elapsed

    def claim(self, response: float) -> float:
        return min(response, max(self._last - QUEUED, response - self.lie))


class FakedStalls(Cheat):
    """Falls silent, then claims that the tap had been under way all the time."""

    name = "faked stalls"
    every = 3

    @property
    def lies(self) -> bool:
        return self.race % self.every == 0

    def beat(self, elapsed: float) -> float | None:
        return None if self.lies and elapsed > SILENT else elapsed

    def claim(self, response: float) -> float:
        return response - self.lie if self.lies else response


class TheTwelfth(FakedStalls):
    name = "honest eleven times"
    every = 12


class SlowerScreen(LatestPaint):
    """Draws more often than it reports, and so sees everything sooner."""

    name = "slower screen"

    def frame(self, true: float) -> float:
        return true + self.lie * 2 / 3


class DelayedPongs(LatestPaint):
    """Seems further away than it is."""

    name = "delayed pongs"

    def pong_delay(self, elapsed: float) -> float:
        return self.lie


class JitteredPongs(LatestPaint):
    """Seems to be on an uneven line, where much is left to chance."""

    name = "jittered pongs"
    _pings = 0

    def pong_delay(self, elapsed: float) -> float:
        self._pings += 1
        return self.lie * (self._pings % 3)


class WithheldPongs(TheTwelfth):
    """Seems to stall, now and then."""

    name = "withheld pongs"

    def pong_delay(self, elapsed: float) -> float:
        return self.lie + SILENT if self.lies and elapsed > SILENT / 2 else 0
