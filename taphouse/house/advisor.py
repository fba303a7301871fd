"""Whom a table may ask about the world. It plays on meanwhile; what comes in time is kept like a move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from taphouse.core import Curious, Question

from .match import Match


class Advisor(Protocol):
    async def lack(self, game: Curious, question: Question) -> float | None:
        """How much the thing falls short of its criteria; `None`: nobody knows. Never raises."""
        ...


class NoAdvisor:
    """A house without books."""

    async def lack(self, game: Curious, question: Question) -> float | None:
        return None


class AdvisorQueue:
    """What the bots of a table wonder about: each question is put once, and nobody waits for its answer."""

    def __init__(self, advisor: Advisor, clock: Callable[[], int], answered: Callable[[], None]) -> None:
        self._advisor, self._clock, self._answered = advisor, clock, answered
        self._match: Match | None = None
        self._asking: tuple[Question, asyncio.Task[None]] | None = None

    def follow(self, match: Match | None) -> None:
        self._match = match
        question = match.wonders() if match else None
        if match and question and (self._asking is None or self._asking[0] != question):
            self._asking = question, asyncio.create_task(self._ask(match, question))

    async def _ask(self, match: Match, question: Question) -> None:
        assert isinstance(match.play.game, Curious)
        lack = await self._advisor.lack(match.play.game, question)
        if lack is not None and match is self._match:
            match.advise(question, lack, self._clock())
            self._answered()
