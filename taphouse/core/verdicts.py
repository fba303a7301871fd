"""What all games have in common: absence, refusals, and acts that are not offered."""

from __future__ import annotations

from typing import Any

from .dice import Dice
from .game import (
    Away,
    Back,
    E,
    Event,
    Game,
    Left,
    Move,
    Refused,
    Returned,
    S,
    Seat,
    own_table_acts,
    replace,
)
from .offers import is_offered
from .seats import without


def verdict(game: Game[S, E], state: S, move: Move, dice: Dice) -> Event:
    """The verdict on any act at any time."""
    seat, act = move.seat, move.act
    match act:
        case Away():
            return Left(seat)
        case Back():
            return Returned(seat)
    if state.winners is not None:
        return Refused(seat, "game-over")
    if is_offered(game.offers(state, seat), move) or isinstance(act, own_table_acts(game)):
        found = game.judge(state, move, dice)
    else:
        found = refusal(game, state, move, dice)
    return Refused(seat, found) if isinstance(found, str) else found


def refusal(game: Game[S, E], state: S, move: Move, dice: Dice) -> E | str:
    """What becomes of an act that is not offered."""
    own: Any = getattr(game, "refuse", None)
    answer: E | str = "not-now" if own is None else own(state, move, dice)
    return answer


def applied(game: Game[S, E], state: S, event: Any) -> S:
    """The state after any event."""
    match event:
        case Refused():
            return state
        case Left(seat):
            return _with_away(state, (*without(state.away, seat), seat))
        case Returned(seat):
            return _with_away(state, without(state.away, seat))
    return game.apply(state, event)


def _with_away(state: S, away: tuple[Seat, ...]) -> S:
    changed: Any = state
    found: S = replace(changed, away=away)
    return found


def told(game: Game[Any, E], event: Any, seat: Seat | None) -> Event | None:
    """Any event as `seat` may see it; `None` to hide it. Only the player learns of a refusal."""
    match event:
        case Refused():
            return event if event.seat == seat else None
        case Left() | Returned():
            return event
    own: Any = getattr(game, "tell", None)
    shown: Event | None = event if own is None else own(event, seat)
    return shown


def reshuffled(game: Game[S, Any], state: S, seat: Seat | None, dice: Dice) -> S:
    """Another state that `seat` could not tell from this one; the same in a game without secrets."""
    own: Any = getattr(game, "reshuffle", None)
    other: S = state if own is None else own(state, seat, dice)
    return other
