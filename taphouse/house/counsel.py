"""Whom a table may ask about the world. It plays on meanwhile; what comes in time is kept like a move."""

from __future__ import annotations

from typing import Protocol

from taphouse.core import Curious, Question


class Counsel(Protocol):
    async def lack(self, game: Curious, question: Question) -> float | None:
        """How much the thing falls short of its criteria; `None`: nobody knows. Never raises."""
        ...


class Silence:
    """A house without books."""

    async def lack(self, game: Curious, question: Question) -> float | None:
        return None
