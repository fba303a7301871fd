"""What an operator may want to count."""

from __future__ import annotations

from typing import Protocol

from taphouse.core import Time


class Observer(Protocol):
    def noted(self, what: str) -> None:
        """One more of these."""
        ...

    def judged(self, hold: Time) -> None:
        """A tap got its verdict, this long after it arrived."""
        ...


class Nobody:
    """For tables that nobody watches over."""

    def noted(self, what: str) -> None: ...

    def judged(self, hold: Time) -> None: ...
