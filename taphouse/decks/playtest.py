"""Bots play with an own deck, and tell what it is like."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from math import sqrt
from statistics import median
from typing import Any, Literal, TypeAlias

from taphouse.bots.schedule import selfplay
from taphouse.core import SECOND, Finding, Game, Param, Play, Seat
from taphouse.shelf import Shelf

from .opening import Opened, tidy

SEATS = 4  # or as many as the game has
SURE = 3.0  # standard errors: of two hundred fair decks one looks unfair
UNFAIR = 0.1  # how much more than its share of games a seat wins, at least
SHORT, LONG = 1 / 4, 2  # of a game's usual time

CommonFinding: TypeAlias = Literal["bots-fail", "length", "long", "seats-even", "seat-wins", "short"]


def play_test(
    shelf: Shelf,
    found: Opened,
    games: int,
    seed: str = "play-test",
    is_enough: Callable[[], bool] = lambda: False,
) -> list[Finding]:
    """What the game says of the deck, then what `games` games of bots say; fewer if it `is_enough`."""
    return [*found.decks.find(found.deck), *_of_games(shelf[found.game], tidy(found), games, seed, is_enough)]


def _of_games(
    game: Game[Any, Any], deck: str, games: int, seed: str, is_enough: Callable[[], bool]
) -> Iterator[Finding]:
    if not games:
        return
    seats = min(max(SEATS, game.SEATS[0]), game.SEATS[-1])
    options = game.Options(own_deck=deck)
    try:
        played = [selfplay(game, seats, f"{seed}/0", options)]
        while len(played) < games and not is_enough():
            played.append(selfplay(game, seats, f"{seed}/{len(played)}", options))
    except Exception:  # whatever a deck makes of the rules: the person who wrote it must know
        yield Finding("bots-fail", "bad")
        return
    yield _length(game, played)
    yield _wins(seats, played)


def _length(game: Game[Any, Any], played: list[Play[Any, Any]]) -> Finding:
    minutes = median(play.now for play in played) / (60 * SECOND)
    values: dict[str, Param] = {"minutes": round(minutes, 1), "usual": game.MINUTES}
    if minutes < SHORT * game.MINUTES:
        return Finding("short", "odd", values)
    if minutes > LONG * game.MINUTES:
        return Finding("long", "odd", values)
    return Finding("length", "good", values)


def _wins(seats: int, played: list[Play[Any, Any]]) -> Finding:
    """Whether a seat wins more often than its share, and more than chance explains."""
    wins: defaultdict[Seat, float] = defaultdict(float)
    for play in played:
        winners = play.winners or ()
        for seat in winners:
            wins[seat] += 1 / len(winners)
    fair, games = 1 / seats, len(played)
    best = max(range(seats), key=lambda seat: wins[seat])
    share = wins[best] / games
    values: dict[str, Param] = {
        "seat": best + 1,
        "share": round(100 * share),
        "fair": round(100 * fair),
        "games": games,
    }
    is_unfair = share - fair > max(UNFAIR, SURE * sqrt(fair * (1 - fair) / games))
    return Finding("seat-wins" if is_unfair else "seats-even", "bad" if is_unfair else "good", values)
