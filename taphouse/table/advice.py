"""Advice from outside the house about words that no bot knows. No game waits; an answer becomes a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from taphouse.core import Act


class Question(Protocol):
    """How badly does a thing fit its criteria?"""

    @property
    def thing(self) -> str: ...

    @property
    def criteria(self) -> Mapping[str, str]:
        """By name, each in words."""
        ...

    @property
    def language(self) -> str: ...


@runtime_checkable
class AsksAdvice(Protocol):
    """A game whose bots do not know everything. They play on without an answer."""

    def question(self, state: Any) -> Question | None:
        """What its bots do not know now."""
        ...

    def advice(self, question: Any, misfit: float) -> Act:
        """The answer, as an act that the table makes."""
        ...
