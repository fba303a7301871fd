"""The interface through which a house reports its metrics."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from taphouse.core import Time


class Observer(Protocol):
    def counted(self, what: str) -> None:
        """Adds one to a counter: `broken`, `forgotten`, `owner-changed`, `stale`, `refused:…`."""
        ...

    def judged(self, hold: Time, doubts: Collection[str]) -> None:
        """A tap got its verdict, `hold` after it arrived. `doubts` are the reasons for its corrections."""
        ...

    def verdict_sent(self, own: Time) -> None:
        """A verdict was sent, `own` after the last message it waited for had arrived."""
        ...


class NoObserver:
    """Counts nothing."""

    def counted(self, what: str) -> None: ...

    def judged(self, hold: Time, doubts: Collection[str]) -> None: ...

    def verdict_sent(self, own: Time) -> None: ...
