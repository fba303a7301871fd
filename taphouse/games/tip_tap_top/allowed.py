"""What a player may do now, and why not."""

from __future__ import annotations

from taphouse.core import MS, Dice, Move, Offer, Seat

from .cards import pairs_in
from .events import Bluff, Events, Follow, Fooled, Graze, Pass, Slap, Take, TooSoon, Why
from .state import (
    Drawing,
    Feinting,
    Over,
    Racing,
    Resting,
    Showing,
    State,
    Thinking,
    Winding,
    counted,
    opponents_with_cards,
    waiting,
)

BOUNCE = 300 * MS  # one finger that bounces does not pay twice


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    if isinstance(state.phase, Over):
        return ()
    return own_turn(state) if seat == state.turn else plate(state, seat)


def own_turn(state: State) -> tuple[Offer, ...]:
    match state.phase:
        case Drawing():
            return (Offer("Take", {"source": opponents_with_cards(state)}),)
        case Thinking() | Showing(jammed=True):
            return (*raised(state), Offer("Pass"))  # rule 13
        case Feinting(open=since):
            return raised(state, since)  # rule 15
    return ()


def raised(state: State, since: int = 0) -> tuple[Offer, ...]:
    """Rule 14: not when the time is up."""
    pairs, until = (None, *pairs_in(state.hands[state.turn])), state.deadline
    found = Offer("Slap", {"pair": pairs}, since, until), Offer("Bluff", {}, since, until)
    if state.options.plates == "buttons":
        return found  # rule 18
    return (*found, Offer("Graze", {}, since, until, foul=True))


def plate(state: State, seat: Seat) -> tuple[Offer, ...]:
    """Rule 9: a player with cards may touch their plate; before the paddle falls it costs one card."""
    if not state.hands[seat]:
        return ()
    match state.phase:
        case Racing() as race if seat in waiting(state, race):
            return (Offer("Follow", since=settled(state, seat)),)
        case Drawing() | Thinking():
            return (Offer("Follow", since=settled(state, seat), foul=True),)
        case Winding() | Feinting() if seat not in state.paid:
            return (Offer("Follow", since=settled(state, seat), foul=True),)
    return ()


def settled(state: State, seat: Seat) -> int:
    """When the last touch of this seat no longer bounces."""
    return state.touched[seat] + BOUNCE if seat in state.touched else 0


def refuse(state: State, move: Move, dice: Dice) -> Events | Why:
    seat = move.seat
    match state.phase, move.act:
        case _, Follow():
            return no_touch(state, move, dice)
        case _ if seat != state.turn:
            return "not-your-turn"
        case Drawing(), Take():
            return "nothing-to-take"  # rule 7
        case Thinking() | Showing(jammed=True) | Feinting(), Slap() | Graze() | Bluff():
            return no_gesture(state, move)
        case Feinting(), Pass():
            return "bluff-is-on"
    return "not-now"


def no_gesture(state: State, move: Move) -> Why:
    """Time comes first, for every gesture: a refused gesture must not be known as a slap."""
    if isinstance(state.phase, Feinting) and move.at < state.phase.open:
        return "hand-still-down"  # rule 15
    if move.at >= state.deadline:
        return "time-is-up"  # rule 14
    return "no-such-pair" if isinstance(move.act, Slap) else "no-rim"  # rule 18


def no_touch(state: State, move: Move, dice: Dice) -> Events | Why:
    """Before a slap was shown on the player's own screen a touch costs a card, whatever the hand does."""
    seat, at = move.seat, move.at
    if seat == state.turn:
        return "your-own-turn"
    if not state.hands[seat]:
        return "no-cards"  # rule 9
    if at < settled(state, seat):
        return "bounced"
    match state.phase:
        case Racing(shown=shown) as race if move.saw(shown):
            return "already-slapped" if seat in counted(state, race) else "not-in-this-race"
        case Showing(shown=shown) if move.saw(shown):
            return "race-over"
        case Resting(shown=shown) if shown is None or move.saw(shown):
            return "between-turns"  # rule 17
    if seat in state.paid:
        return "already-paid"  # rule 15: one card each
    return touched_too_soon(state, move, dice)


def touched_too_soon(state: State, move: Move, dice: Dice) -> Events:
    kind = Fooled if isinstance(state.phase, Feinting) else TooSoon  # rules 15 and 19
    return kind(move.seat, state.turn, dice.pick(state.hands[move.seat]), move.at)
