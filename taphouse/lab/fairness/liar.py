"""A player who follows a strategy, race after race. The honest one follows none."""

from __future__ import annotations

from collections import deque
from math import ceil, sqrt
from statistics import median

from taphouse.core import MS, SECOND
from taphouse.fair.screen_timeline import QUEUED

from .strategies import HONEST, Strategy

FIFTH = 200 * MS
HANDLING = 3.0  # milliseconds, as the judge allows
MORE, LESS, MOST = 1.05, 0.7, 4.0  # how an adaptive lie grows and shrinks, and how far it grows
USUAL = 235 * MS  # a response, before the player knows their own
REMEMBERED = 31  # own responses


class Liar:
    """Times are microseconds; those after the paint are counted from it."""

    def __init__(self, strategy: Strategy = HONEST) -> None:
        self.strategy = strategy
        self.races = 0
        self.spread = 0.0
        """How much the house sees round trips vary: a liar who has read the code can guess it well."""
        self._scale = 1.0
        self._responses: deque[float] = deque(maxlen=REMEMBERED)
        self._usual = float(USUAL)
        self._last_beat = 0.0
        self._pings = 0

    @property
    def is_honest(self) -> bool:
        return self.strategy is HONEST

    @property
    def in_turn(self) -> bool:
        return self.races % self.strategy.claims.every == 0

    @property
    def lie(self) -> float:
        claims = self.strategy.claims
        frame = 1000 / self.strategy.screen.says
        sigma = sqrt((self.spread / MS) ** 2 + frame**2 / 12 + HANDLING**2)
        return (claims.lie + claims.sigmas * sigma) * self._scale * MS

    def enter_race(self) -> None:
        self.races += 1
        self._last_beat = 0.0

    def frame(self, true: float) -> float:
        return true if self.is_honest else SECOND / self.strategy.screen.says

    def painted(self, at: float) -> float:
        """The moment at which a screen that was painted at `at` is said to be."""
        claims, screen = self.strategy.claims, self.strategy.screen
        if screen.on_grid:
            frame = SECOND / screen.says
            at = (ceil(at / frame) + 0.5) * frame
        return at + self.lie if claims.how == "paint" and self.in_turn else at

    def beat(self, elapsed: float) -> float | None:
        """The time that a beat says; `None`: it is not sent."""
        if self.is_honest:
            return elapsed
        claims, beats = self.strategy.claims, self.strategy.beats
        if beats.silent_after is not None and self.in_turn and elapsed > beats.silent_after * MS:
            return None
        if beats.hugs:
            if elapsed - self._last_beat < self.lie:
                return None
            self._last_beat = elapsed
        if beats.lag:
            elapsed -= self.lie
        return elapsed * (1 - self.lie / FIFTH) if claims.how == "clock" else elapsed

    def claim(self, response: float) -> float:
        """The response that is said."""
        if self.is_honest:
            return response
        claims, usual = self.strategy.claims, self._usual
        self._responses.append(response)
        self._usual = median(self._responses)
        match claims.when:
            case "fast" if response > usual:
                return response + claims.held_back * MS
            case "slow" if response < usual:
                return response + claims.held_back * MS
        if not self.in_turn:
            return response + claims.held_back * MS
        match claims.how:
            case "paint":
                return response
            case "clock":
                return response * (1 - self.lie / FIFTH)
        if self.strategy.beats.hugs:
            return min(response, max(self._last_beat - QUEUED, response - self.lie))
        return response - self.lie

    def pong_delay(self, elapsed: float) -> float:
        """How long a ping that comes so long after the paint waits for its answer."""
        program = self.strategy.program
        if program is None:
            return 0
        self._pings += 1
        delay = program.pong_delay + program.pong_jitter * (self._pings % 3)
        if program.withholds and self.in_turn and elapsed > 50 * MS:
            delay += program.withholds
        return delay * MS

    def judged(self, charged: bool) -> None:
        """Every player sees what was added to their tap."""
        if self.strategy.claims.adapts:
            self._scale = self._scale * LESS if charged else min(MOST, self._scale * MORE)
