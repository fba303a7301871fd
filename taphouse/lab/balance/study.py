"""A setting compared with others: every option changed alone, every piece left out, other options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from taphouse.core import Game, Value, pieces, replace
from taphouse.lab.balance.intervals import (
    CONFIDENCE,
    Estimate,
    average,
    average_difference,
    share,
    share_difference,
)
from taphouse.lab.balance.variants import variants
from taphouse.lab.batches import Batches, Outcome, Setting

Kind: TypeAlias = Literal["option", "piece", "compared"]


class Measure(Value):
    """What is compared: a mean over all games, or a share of those in which there is something to count."""

    label: str
    unit: str
    of: Callable[[Outcome], float | None]
    is_share: bool = False

    def estimate(self, outcomes: Sequence[Outcome]) -> Estimate:
        figures = self._figures(outcomes)
        return share(sum(figures), len(figures)) if self.is_share else average(figures)

    def difference(self, outcomes: Sequence[Outcome], base: Sequence[Outcome], confidence: float) -> Estimate:
        a, b = self._figures(outcomes), self._figures(base)
        if self.is_share:
            return share_difference(sum(a), len(a), sum(b), len(b), confidence)
        return average_difference(a, b, confidence)

    def _figures(self, outcomes: Sequence[Outcome]) -> list[float]:
        return [figure for outcome in outcomes if (figure := self.of(outcome)) is not None]


MEASURES = (
    Measure("Length", "minutes", lambda game: game.minutes),
    Measure("Lead changes", "a game", lambda game: game.course.lead_changes),
    Measure("Longest idle time of any seat", "seconds", lambda game: max(game.course.idle)),
    Measure("Winner’s margin", "points", lambda game: game.course.margin),
    Measure(
        "Leader at half time wins",
        "% of games with one",
        lambda game: game.course.halfway_leader_won,
        is_share=True,
    ),
)


class Change(Value):
    """What one measure gains by a variant."""

    found: Estimate
    is_clear: bool
    """Zero lies outside of an interval that is wide enough for all comparisons of one kind."""


class Planned(Value):
    kind: Kind
    name: str
    setting: Setting
    value: Any = None
    unit: str = ""


class Comparison(Value):
    planned: Planned
    changes: tuple[Change, ...]
    """In the order of `MEASURES`."""


def planned(game: Game[Any, Any], setting: Setting) -> list[Planned]:
    """Every option changed alone, and every piece left out."""
    return [
        *(
            Planned("option", each.name, replace(setting, options=each.options), each.value, each.unit)
            for each in variants(game, setting.options)
        ),
        *(
            Planned("piece", piece, replace(setting, without=piece))
            for piece in pieces(game, setting.options)
        ),
    ]


def compared(
    plans: Sequence[Planned], base: Sequence[Outcome], batches: Batches, seed: str
) -> list[Comparison]:
    return [
        Comparison(
            plan,
            changed(
                batches.play(plan.setting, len(base), seed),
                base,
                comparisons=len(MEASURES) * sum(other.kind == plan.kind for other in plans),
            ),
        )
        for plan in plans
    ]


def changed(outcomes: Sequence[Outcome], base: Sequence[Outcome], comparisons: int) -> tuple[Change, ...]:
    """Bonferroni: of many comparisons, some would seem clear by chance."""
    strict = 1 - (1 - CONFIDENCE) / comparisons
    return tuple(
        Change(
            measure.difference(outcomes, base, CONFIDENCE),
            measure.difference(outcomes, base, strict).excludes_zero,
        )
        for measure in MEASURES
    )
