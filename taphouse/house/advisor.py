"""The interface of an advisor: it answers what no bot of the house knows."""

from __future__ import annotations

from typing import Protocol

from taphouse.table.advice import Question


class Advisor(Protocol):
    async def misfit(self, question: Question) -> float | None:
        """0: fits all criteria. Each one that it misses adds 1. `None`: no answer. Never raises."""
        ...


class NoAdvisor:
    async def misfit(self, question: Question) -> float | None:
        return None
