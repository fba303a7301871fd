"""Advice from outside the house about words that no bot knows. No game waits; an answer becomes a move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from taphouse.core import Act

if TYPE_CHECKING:
    from .match import Match


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


class Advisor(Protocol):
    async def misfit(self, question: Question) -> float | None:
        """0: fits all criteria. Each one that it misses adds 1. `None`: no answer. Never raises."""
        ...


class NoAdvisor:
    async def misfit(self, question: Question) -> float | None:
        return None


class AdvisorQueue:
    """Puts each question of a table's bots to the advisor once. The table does not wait for the answer."""

    def __init__(self, advisor: Advisor, clock: Callable[[], int], answered: Callable[[], None]) -> None:
        self._advisor, self._clock, self._answered = advisor, clock, answered
        self._match: Match | None = None
        self._asking: tuple[Question, asyncio.Task[None]] | None = None

    def follow(self, match: Match | None) -> None:
        self._match = match
        question = match.question() if match else None
        if match and question and (self._asking is None or self._asking[0] != question):
            self._asking = question, asyncio.create_task(self._ask(match, question))

    async def _ask(self, match: Match, question: Question) -> None:
        misfit = await self._advisor.misfit(question)
        if misfit is not None and match is self._match:
            match.advise(question, misfit, self._clock())
            self._answered()
