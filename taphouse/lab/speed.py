"""Measures a game's rules: games played by bots, then decided again, replayed and viewed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from taphouse import __version__
from taphouse.bots.schedule import selfplay
from taphouse.core import Game, Value
from taphouse.core.record import Chain, header
from taphouse.replay.rerun import rerun, states

T = TypeVar("T")

Clock = Callable[[], float]
"""Seconds."""


class Speed(Value):
    """Times are microseconds, sizes are bytes."""

    game: str
    players: int
    moves: float
    """In a game, on average."""
    decide: float
    """Per move: judged, settled, applied."""
    replay: float
    """Per entry of the journal."""
    show: float
    """Per view: made and encoded."""
    line: float
    """Of the journal, on average."""
    view: int
    """The largest."""


def speed(slug: str, game: Game[Any, Any], players: int, games: int, seed: str, clock: Clock) -> Speed:
    played = [selfplay(game, players, f"{seed}/{number}") for number in range(games)]
    begun = [type(play).begin(game, players, play.seed) for play in played]
    headers = [header(slug, play, players, game.Options(), __version__) for play in begun]
    records = [(head, play.journal) for head, play in zip(headers, played, strict=True)]
    entries = [entry for _, journal in records for entry in journal]
    moves = sum(entry.move is not None for entry in entries)

    decided, _ = _timed(clock, lambda: [[*rerun(game, head, journal)] for head, journal in records])
    replayed, shown_states = _timed(
        clock, lambda: [s for head, journal in records for s in states(game, head, journal)]
    )
    shown, views = _timed(clock, lambda: [msgspec.json.encode(game.view(state, 0)) for state in shown_states])
    return Speed(
        slug,
        players,
        moves=moves / games,
        decide=decided / moves,
        replay=replayed / len(entries),
        show=shown / len(shown_states),
        line=sum(len(Chain().write(entry)) for entry in entries) / len(entries),
        view=max(map(len, views)),
    )


def _timed(clock: Clock, work: Callable[[], T]) -> tuple[float, T]:
    """How many microseconds the work took, and its result."""
    began = clock()
    done = work()
    return 1e6 * (clock() - began), done
