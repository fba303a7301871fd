"""Many games among bots, in figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import mean, quantiles

from taphouse.core import Seat, Skill, Value
from taphouse.lab.balance.intervals import Estimate
from taphouse.lab.batches import Outcome, Setting


class Spread(Value):
    """One figure over all games."""

    mean: float
    p10: float
    p50: float
    p90: float


class Report(Value):
    game: str
    players: int
    games: int
    seed: str
    skills: tuple[Skill, ...]
    minutes: Spread
    wins: tuple[float, ...]
    """The share of victories of each seat; a shared one counts in parts."""
    points: tuple[float, ...]
    tallies: dict[str, Spread]
    """The game's own tallies, per game."""
    compared: dict[str, Estimate] = {}
    """What another set of options adds to each measure."""


def report(setting: Setting, seed: str, outcomes: Sequence[Outcome]) -> Report:
    games, seats = len(outcomes), range(len(setting.skills))
    wins = victories(outcomes)
    return Report(
        setting.game,
        len(seats),
        games,
        seed,
        setting.skills,
        spread([outcome.minutes for outcome in outcomes]),
        wins=tuple(round(wins[seat] / games, 3) for seat in seats),
        points=tuple(round(mean(outcome.points[seat] for outcome in outcomes), 2) for seat in seats),
        tallies={name: spread([outcome.tally[name] for outcome in outcomes]) for name in outcomes[0].tally},
    )


def victories(outcomes: Sequence[Outcome]) -> dict[Seat, float]:
    """How often each seat won; a shared victory counts in parts."""
    wins: defaultdict[Seat, float] = defaultdict(float)
    for outcome in outcomes:
        for seat in outcome.winners:
            wins[seat] += 1 / len(outcome.winners)
    return wins


def spread(figures: list[float]) -> Spread:
    deciles = quantiles(figures, n=10, method="inclusive") if len(figures) > 1 else figures * 9
    return Spread(*(round(figure, 2) for figure in (mean(figures), deciles[0], deciles[4], deciles[8])))
