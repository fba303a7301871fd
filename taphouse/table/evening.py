"""Scores an evening of several games: turns places into points that mean the same in every game. Pure.

Games count differently: shapes, pairs, cards left. All of them rank the players, so the evening
uses the ranking: two points for each rival beaten, one for each rival tied with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from taphouse.core import Seat, Value, replace

BEATEN, TIED = 2, 1


class Result(Value):
    """One player's result in one game."""

    player: int
    """The player's id."""
    name: str
    """The player's name then."""
    sign: int
    """The player's sign."""
    bot: bool
    """Whether the player was a bot."""
    place: int = 0
    """From 1; tied players share a place."""
    points: int = 0
    """Points of the evening, not of the game."""
    fastest: int | None = None
    """The shortest response that won a race of this game, in milliseconds. `None`: none was measured."""
    deeds: dict[str, int] = {}
    """What the player did for the awards of this game, by the award's name."""
    head_start: int = 0
    """Milliseconds."""


class Played(Value):
    """A game that was played to its end."""

    game: str
    """The game's slug."""
    results: tuple[Result, ...]
    """One for each seat, best first."""
    options: dict[str, Any] = {}
    """The options it was played with."""


class Score(Value):
    """One player's standing in the evening."""

    player: int
    """The player's id."""
    name: str
    """The player's name."""
    sign: int
    """The player's sign."""
    bot: bool
    """Whether the player is a bot."""
    place: int
    """From 1; tied players share a place."""
    points: int
    """Points of the evening."""
    wins: int
    """How many games this player won."""
    games: int
    """How many games this player played."""


class Award(Value):
    """What one player did more, or faster, than all others in the evening."""

    name: str
    """`fastest`, or an award of `game`: its texts have `award.NAME`."""
    game: str | None
    """`None`: an award for all games."""
    player: int
    """The player's id."""
    n: int
    """How often; for `fastest` the milliseconds."""


def places(points: Sequence[int], winners: Sequence[Seat]) -> tuple[int, ...]:
    """The place of each seat. The rules name the winners; points only order the rest."""
    merits = [(seat in winners, 0 if seat in winners else own) for seat, own in enumerate(points)]
    return tuple(1 + sum(other > mine for other in merits) for mine in merits)


def points_for(reached: Sequence[int]) -> tuple[int, ...]:
    """The evening's points for each seat, from all places."""
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
    """`players` are in seat order, as they sat at the end."""
    reached = places(points, winners)
    results = [
        replace(player, place=place, points=earned)
        for player, place, earned in zip(players, reached, points_for(reached), strict=True)
    ]
    return Played(game, tuple(sorted(results, key=lambda result: result.place)), options)


def scores(games: Sequence[Played]) -> tuple[Score, ...]:
    """Best first, with each player's latest name; tied players share a place."""
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


def awards(games: Sequence[Played]) -> tuple[Award, ...]:
    """The awards of the evening. They are for people, and nobody shares one: who did it first has it."""
    results = [(game.game, result) for game in games for result in game.results if not result.bot]
    timed = [(result.fastest, result.player) for _, result in results if result.fastest is not None]
    deeds: dict[tuple[str, str], Counter[int]] = {}
    for game, result in results:
        for name, n in result.deeds.items():
            deeds.setdefault((game, name), Counter())[result.player] += n
    fastest = [Award("fastest", None, player, ms) for ms, player in [min(timed)]] if timed else []
    counted = [
        Award(name, game, *most) for (game, name), counts in deeds.items() for most in counts.most_common(1)
    ]
    return *fastest, *(award for award in counted if award.n > 0)
