"""Several games make an evening: places turned into points that mean the same in every game. Pure.

Games count in their own coin: shapes, pairs, cards left. What they have in common is who stands
before whom, so the evening counts that: two points for each rival beaten, one for each tied with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taphouse.core import Seat, Value, replace

BEATEN, TIED = 2, 1


class Result(Value):
    """How one player did in one game."""

    player: int
    """The player's id."""
    name: str
    """What the player was called."""
    sign: int
    """The player's sign."""
    bot: bool
    """It was a bot."""
    place: int = 0
    """From 1; equals share a place."""
    points: int = 0
    """Of the evening, not of the game."""


class Played(Value):
    """A game that was played to its end, best first."""

    game: str
    """The game's slug."""
    results: tuple[Result, ...]
    """One for each seat."""
    options: dict[str, Any] = {}
    """What the table had agreed on."""


class Score(Value):
    """How one player stands in the evening."""

    player: int
    """The player's id."""
    name: str
    """What the player is called."""
    sign: int
    """The player's sign."""
    bot: bool
    """It is a bot."""
    place: int
    """From 1; equals share a place."""
    points: int
    """Of the evening."""
    wins: int
    """How many games this player won."""
    games: int
    """How many games this player played."""


def places(points: Sequence[int], winners: Sequence[Seat]) -> tuple[int, ...]:
    """The rules name the winners; points only order the rest."""
    merits = [(seat in winners, 0 if seat in winners else own) for seat, own in enumerate(points)]
    return tuple(1 + sum(other > mine for other in merits) for mine in merits)


def worth(reached: Sequence[int]) -> tuple[int, ...]:
    """Points of the evening for each seat, from everyone's places."""
    return tuple(
        BEATEN * sum(mine < other for other in reached) + TIED * (sum(mine == other for other in reached) - 1)
        for mine in reached
    )


def played(
    game: str,
    options: dict[str, Any],
    players: Sequence[Result],
    points: Sequence[int],
    winners: Sequence[Seat],
) -> Played:
    """`players` as they sat at the end."""
    reached = places(points, winners)
    results = [
        replace(player, place=place, points=earned)
        for player, place, earned in zip(players, reached, worth(reached), strict=True)
    ]
    return Played(game, tuple(sorted(results, key=lambda result: result.place)), options)


def scores(games: Sequence[Played]) -> tuple[Score, ...]:
    """Best first, under the names they had last; equals share a place."""
    rows: dict[int, list[Result]] = {}
    for result in (result for game in games for result in game.results):
        rows.setdefault(result.player, []).append(result)
    totals = {player: sum(result.points for result in row) for player, row in rows.items()}
    standing = [
        Score(
            player,
            row[-1].name,
            row[-1].sign,
            row[-1].bot,
            place=1 + sum(other > totals[player] for other in totals.values()),
            points=totals[player],
            wins=sum(result.place == 1 for result in row),
            games=len(row),
        )
        for player, row in rows.items()
    ]
    return tuple(sorted(standing, key=lambda score: (score.place, -score.wins)))
