"""Realistic lines: uneven, drifting, stalling, lossy, and always in order."""

from __future__ import annotations

from bisect import bisect_right
from math import log, pi, sin
from random import Random

from taphouse.core import MS, SECOND, Time, Value
from taphouse.fair import Kernel

WANDER = 0.08  # of the base delay, over half a minute or so
TIMEOUT = 200 * MS  # until a lost packet is sent again
NOTICED = 0.8  # share of losses that later packets reveal: then it takes a round trip


class Kind(Value):
    """A kind of connection. Delays are milliseconds one way, from the least to the most such a line has."""

    name: str
    down: tuple[float, float]
    up: tuple[float, float]
    jitter: float
    """On average; the tail is long."""
    stall_every: float | None
    """Seconds."""
    stall: float
    """How long one lasts, on average."""
    loss: float


FIBRE = Kind("fibre", (4, 12), (4, 12), 0.6, None, 0, 0.0002)
WIFI = Kind("WiFi", (6, 16), (7, 18), 2, 30, 30, 0.001)
BAD_WIFI = Kind("bad WiFi", (8, 20), (10, 26), 4, 2, 60, 0.004)
MOBILE_5G = Kind("5G", (9, 16), (12, 22), 2.5, 15, 40, 0.001)
MOBILE_4G = Kind("4G", (18, 32), (26, 48), 5, 10, 60, 0.002)
OCEAN = Kind("ocean", (42, 54), (44, 60), 1.5, 30, 50, 0.001)
FAR_4G = Kind("far 4G", (80, 105), (95, 125), 6, 8, 80, 0.003)

MIXES: dict[str, tuple[Kind, ...]] = {
    "local": (FIBRE, WIFI),
    "mixed": (FIBRE, WIFI, BAD_WIFI, MOBILE_5G, MOBILE_4G, OCEAN),
    "mobile": (BAD_WIFI, MOBILE_5G, MOBILE_4G),
    "global": (FIBRE, WIFI, MOBILE_4G, OCEAN, FAR_4G),
}


class Stalls:
    """The times when a radio lets nothing through, in either direction."""

    def __init__(self, kind: Kind, random: Random) -> None:
        self._kind, self._random = kind, random
        self._begin: list[float] = []
        self._end: list[float] = [0.0]

    def lifted(self, at: float) -> float:
        """When something sent at `at` gets through."""
        every = self._kind.stall_every
        if every is None:
            return at
        while self._end[-1] <= at:
            self._begin.append(self._end[-1] - every * SECOND * log(1 - self._random.random()))
            self._end.append(self._begin[-1] - self._kind.stall * MS * log(1 - self._random.random()))
        return max(at, self._end[bisect_right(self._begin, at)])


class Path:
    """One direction of one connection: packets arrive in the order they were sent."""

    def __init__(self, kind: Kind, base: float, round_trip: float, stalls: Stalls, random: Random) -> None:
        self._kind, self._base, self._round_trip = kind, base * MS, round_trip * MS
        self._stalls, self._random = stalls, random
        self._period = random.uniform(20, 60) * SECOND
        self._phase = random.uniform(0, 2 * pi)
        self._last = 0.0

    def arrival(self, sent: float) -> Time:
        random = self._random
        base = self._base * (1 + WANDER * sin(2 * pi * sent / self._period + self._phase))
        at = self._stalls.lifted(sent) + base + random.gammavariate(2, self._kind.jitter * MS / 2)
        if random.random() < self._kind.loss:
            at += self._round_trip if random.random() < NOTICED else TIMEOUT
        self._last = max(self._last, at)
        return round(self._last)


class Wire:
    """Both directions, and the kernel's timing of their acknowledgements at the house's end."""

    def __init__(self, kind: Kind, random: Random) -> None:
        down, up = random.uniform(*kind.down), random.uniform(*kind.up)
        stalls = Stalls(kind, random)
        self.down = Path(kind, down, down + up, stalls, random)
        self.up = Path(kind, up, down + up, stalls, random)
        self._rtt = self._rttvar = 0.0

    def acknowledged(self, took: Time) -> None:
        """Smoothed as TCP does: an eighth and a quarter."""
        if not self._rtt:
            self._rtt, self._rttvar = took, took / 2
            return
        self._rttvar += (abs(took - self._rtt) - self._rttvar) / 4
        self._rtt += (took - self._rtt) / 8

    @property
    def kernel(self) -> Kernel:
        return Kernel(round(self._rtt), round(self._rttvar))
