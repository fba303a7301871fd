"""The timers of one table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from .context import Clock

Timer: TypeAlias = (
    tuple[Literal["away", "bot"], int]
    | tuple[Literal["host", "empty", "wake", "long", "elected", "ending", "idle", "introduction", "lesson"]]
)


class Timers:
    """Each timer expires once, unless it is stopped or set again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._moments: dict[Timer, int] = {}

    def set(self, timer: Timer, after: int) -> None:
        self._moments[timer] = self._clock.now + after

    def set_once(self, timer: Timer, after: int) -> None:
        """Does nothing if the timer runs already."""
        self._moments.setdefault(timer, self._clock.now + after)

    def stop(self, timer: Timer) -> None:
        self._moments.pop(timer, None)

    def expired(self) -> Iterator[Timer]:
        """Removes and yields the expired timers. The handler of one may stop another."""
        clock = self._clock.now
        for timer in [timer for timer, moment in self._moments.items() if moment <= clock]:
            if self._moments.pop(timer, None) is not None:
                yield timer

    @property
    def due(self) -> int | None:
        """When the next timer expires. `None`: never."""
        return min(self._moments.values(), default=None)
