"""Simulated players and their devices."""

from __future__ import annotations

from math import log
from random import Random
from typing import Literal, TypeAlias

from taphouse.core import MS, SECOND, Time, Value

Task: TypeAlias = Literal["simple", "choice", "search"]

RESPONSES: dict[Task, tuple[float, float, float]] = {
    "simple": (215, 20, 40),
    "choice": (400, 45, 100),
    "search": (520, 75, 250),
}  # ex-Gaussian, in milliseconds: mean and deviation of the normal part, and its tail
LEAST = 105  # milliseconds: no person is quicker
RATES = (60, 90, 120)  # frames a second
DRIFT = 50e-6
LAG = 40  # milliseconds that screen and touch of a device take together, on average
TIMERS = (100, 1_000)  # microseconds to which browsers round their clocks


def usual(task: Task) -> float:
    """The mean response, in milliseconds."""
    mean, _, tail = RESPONSES[task]
    return mean + tail


def response(task: Task, random: Random) -> Time:
    mean, spread, tail = RESPONSES[task]
    while True:
        took = random.gauss(mean, spread) - tail * log(1 - random.random())
        if took >= LEAST:
            return round(took * MS)


class Glass(Value):
    """A phone: its frame rate, how it rounds time, and its error."""

    frame: float
    phase: float
    timer: int
    lag: float
    """From light to touch: how much longer than it was a response seems."""
    offset: float
    drift: float

    def clock(self, moment: float) -> int:
        """What the page's clock reads, in microseconds."""
        return int(moment * (1 + self.drift) + self.offset) // self.timer * self.timer

    def next_frame(self, moment: float) -> float:
        return moment + (self.phase - moment) % self.frame


def glass(random: Random, bias: float | None, rate: int | None) -> Glass:
    """`bias` is the standard deviation among devices in milliseconds; `None`: an ideal one."""
    frame = SECOND / (rate or random.choice(RATES))
    return Glass(
        frame,
        phase=random.uniform(0, frame),
        timer=1 if bias is None else random.choice(TIMERS),
        lag=0 if bias is None else max(0, random.gauss(LAG, bias)) * MS,
        offset=random.uniform(0, 1000) * SECOND,
        drift=random.uniform(-DRIFT, DRIFT),
    )
