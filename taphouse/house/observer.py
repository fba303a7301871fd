"""What an operator may want to count."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from taphouse.core import Time


class Observer(Protocol):
    def counted(self, what: str) -> None:
        """One more of these: `broken`, `forgotten`, `owner-changed`, `stale`, `refused:…`."""
        ...

    def judged(self, hold: Time, doubts: Collection[str]) -> None:
        """A tap got its verdict, this long after it arrived; and why its claim was not believed as it was."""
        ...

    def verdict_sent(self, own: Time) -> None:
        """A verdict is out, this long after what it still waited for had come in."""
        ...


class NoObserver:
    """For tables that nobody watches over."""

    def counted(self, what: str) -> None: ...

    def judged(self, hold: Time, doubts: Collection[str]) -> None: ...

    def verdict_sent(self, own: Time) -> None: ...
