"""What a table does by itself, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

Timer: TypeAlias = (
    tuple[Literal["away", "bot"], int]
    | tuple[Literal["host", "empty", "wake", "long", "elected", "idle", "lesson"]]
)


class Timers:
    """Each rings once, unless it is stopped or set anew."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._moments: dict[Timer, int] = {}

    def set(self, timer: Timer, after: int) -> None:
        self._moments[timer] = self._clock() + after

    def set_once(self, timer: Timer, after: int) -> None:
        """One that runs already is left alone."""
        self._moments.setdefault(timer, self._clock() + after)

    def stop(self, timer: Timer) -> None:
        self._moments.pop(timer, None)

    def rung(self) -> Iterator[Timer]:
        """Those whose moment has come; what one does may stop another."""
        clock = self._clock()
        for timer in [timer for timer, moment in self._moments.items() if moment <= clock]:
            if self._moments.pop(timer, None) is not None:
                yield timer

    @property
    def due(self) -> int | None:
        """When the next rings. `None`: never."""
        return min(self._moments.values(), default=None)
