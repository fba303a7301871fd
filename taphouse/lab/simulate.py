"""Many games among bots, in figures."""

from __future__ import annotations

from collections import Counter
from statistics import mean, quantiles
from typing import Any

from taphouse.bots.schedule import selfplay
from taphouse.core import SECOND, Game, Seat, Skill, Value


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


def simulate(
    slug: str, game: Game[Any, Any], players: int, games: int, seed: str, options: Any, skills: list[Skill]
) -> Report:
    lengths, wins, points = list[float](), Counter[Seat](), [0.0] * players
    tallies: dict[str, list[float]] = {}
    levels = {seat: skills[seat % len(skills)] for seat in range(players)}
    for number in range(games):
        play = selfplay(game, players, f"{seed}/{number}", options, levels)
        lengths.append(play.now / (60 * SECOND))
        winners = play.winners or ()
        for seat in winners:
            wins[seat] += 1 / len(winners)  # type: ignore[assignment]
        points = [a + b / games for a, b in zip(points, play.state.points, strict=True)]
        for name, count in game.tally(event for entry in play.journal for event in entry.events).items():
            tallies.setdefault(name, []).append(count)
    return Report(
        slug,
        players,
        games,
        seed,
        tuple(levels.values()),
        spread(lengths),
        wins=tuple(round(wins[seat] / games, 3) for seat in range(players)),
        points=tuple(round(p, 2) for p in points),
        tallies={name: spread(counts) for name, counts in tallies.items()},
    )


def spread(figures: list[float]) -> Spread:
    deciles = quantiles(figures, n=10, method="inclusive") if len(figures) > 1 else figures * 9
    return Spread(*(round(figure, 2) for figure in (mean(figures), deciles[0], deciles[4], deciles[8])))
