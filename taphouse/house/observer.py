"""The interface through which a house reports its metrics."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from taphouse.core import Time


class Observer(Protocol):
    def count(self, what: str) -> None:
        """Adds one to a counter: `broken`, `forgotten`, `owner-changed`, `stale`, `refused:…`."""
        ...

    def record_verdict(self, hold: Time, doubts: Collection[str]) -> None:
        """A tap got its verdict, `hold` after it arrived. `doubts` are the reasons for its corrections."""
        ...

    def record_processing(self, own: Time) -> None:
        """A verdict was sent, `own` after the last message it waited for had arrived."""
        ...


class NoObserver:
    """Counts nothing."""

    def count(self, what: str) -> None: ...

    def record_verdict(self, hold: Time, doubts: Collection[str]) -> None: ...

    def record_processing(self, own: Time) -> None: ...
