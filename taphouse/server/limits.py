"""How often a line, an address or the whole house may ask. Time is an argument."""

from __future__ import annotations

from taphouse.core import SECOND, Time
from taphouse.house.limits import Bucket, Rate

__all__ = ["Bucket", "Flood", "Rate"]

ENOUGH = 3 * SECOND  # a finger on a broken screen stops sooner
LULL = SECOND  # quiet for so long, and it is forgotten


class Flood:
    """Keeps count of a line that sends too much."""

    __slots__ = ("_complained", "_last", "_since")

    def __init__(self) -> None:
        self._since = self._last = self._complained = -LULL

    def goes_on(self, now: Time) -> bool:
        """Once more it was too much; and so it has been for too long."""
        if now - self._last >= LULL:
            self._since = now
        self._last = now
        return now - self._since >= ENOUGH

    def may_complain(self, now: Time) -> bool:
        """Once a second is enough to be heard."""
        if now - self._complained < SECOND:
            return False
        self._complained = now
        return True
