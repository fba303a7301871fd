"""Given a table, when a player acts, then this happened."""

from __future__ import annotations

from typing import Any, Generic

import pytest

from taphouse.core import Act, Event, Game, Move, Play, Time, Value
from taphouse.core.game import E, S

pytest.register_assert_rewrite(f"{__name__}.every_game", f"{__name__}.every_board")

AT_LAST: Time = 10**12  # by then every screen has shown everything


class Then(Generic[S]):
    def __init__(self, state: S, events: list[Event]) -> None:
        self.state, self.events = state, events


def when(game: Game[S, E], given: S, *moves: Move, until: Time | None = None, seed: str = "") -> Then[S]:
    """Feeds `moves` to the state `given`, then lets time run to `until`."""
    play = Play(game, given, seed)
    for move in moves:
        play.feed(move)
    if until is not None:
        play.advance(until)
    return Then(play.state, [event for entry in play.journal for event in entry.events])


def offered(view: Any) -> tuple[str, ...]:
    """The acts that are open to the seat of this view, and no foul, in small letters."""
    return tuple(offer.act.lower() for offer in view.offers if not offer.foul)


def photo(game: Game[S, E], given: S, act: Act) -> Value | None:
    """The contest that a tap by a player who has seen everything takes part in."""
    return game.contested(given, Move(AT_LAST, 0, act))


def rule(game: str, *numbers: int) -> pytest.MarkDecorator:
    """The numbered rules that a test shows. `taphouse rules --coverage` lists them."""
    return pytest.mark.rule(game, *numbers)
