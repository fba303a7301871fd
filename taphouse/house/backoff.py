"""How long to wait before a table that failed is restarted."""

from __future__ import annotations

from taphouse.core import SECOND, Time

DELAYS = (0, 1 * SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND)  # the last one repeats
HEALTHY = 60 * SECOND  # a table that runs this long starts from the first delay again


class Backoff:
    """The first restart is immediate; a table that keeps failing is retried more and more rarely."""

    def __init__(self) -> None:
        self._restarts: dict[str, tuple[Time, int]] = {}
        """By code: the time of the last restart, and the number of failures before it."""

    def delay(self, code: str, now: Time) -> float:
        """Counts one more failure. Returns the seconds to wait before the restart."""
        self._restarts = {
            known: (at, failures) for known, (at, failures) in self._restarts.items() if now - at < HEALTHY
        }
        _, failures = self._restarts.get(code, (now, 0))
        delay = DELAYS[min(failures, len(DELAYS) - 1)]
        self._restarts[code] = now + delay, failures + 1
        return delay / SECOND
