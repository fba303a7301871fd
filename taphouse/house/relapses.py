"""Tables that break again and again: how long each rests before it is brought back."""

from __future__ import annotations

from taphouse.core import SECOND, Time

RESTS = (0, 1 * SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND)  # the last one again and again
WELL = 60 * SECOND  # a table that has lasted so long is well again


class Relapses:
    """A table that broke once is back at once; one that cannot be mended so takes nobody's time."""

    def __init__(self) -> None:
        self._back: dict[str, tuple[Time, int]] = {}
        """When each was to be back, and how often it had broken by then."""

    def rest(self, code: str, now: Time) -> float:
        """It broke once more: so many seconds."""
        self._back = {known: (at, times) for known, (at, times) in self._back.items() if now - at < WELL}
        _, times = self._back.get(code, (now, 0))
        rest = RESTS[min(times, len(RESTS) - 1)]
        self._back[code] = now + rest, times + 1
        return rest / SECOND
