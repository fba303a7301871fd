"""Tables that break again and again: how long each rests before it is brought back."""

from __future__ import annotations

from taphouse.core import SECOND, Time

DELAYS = (0, 1 * SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND)  # the last one again and again
HEALTHY = 60 * SECOND  # a table that has lasted so long is well again


class Backoff:
    """A table that broke once is back at once; one that cannot be mended so takes nobody's time."""

    def __init__(self) -> None:
        self._back: dict[str, tuple[Time, int]] = {}
        """When each was to be back, and how often it had broken by then."""

    def rest(self, code: str, now: Time) -> float:
        """It broke once more: so many seconds."""
        self._back = {known: (at, times) for known, (at, times) in self._back.items() if now - at < HEALTHY}
        _, times = self._back.get(code, (now, 0))
        rest = DELAYS[min(times, len(DELAYS) - 1)]
        self._back[code] = now + rest, times + 1
        return rest / SECOND
