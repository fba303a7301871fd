"""What a player may do now, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from taphouse.core import Dice, Move, Offer, Seat

from .cards import COLOUR_OF, Shape
from .events import Beaten, Done, Events, Flip, HandName, Lift, Rest, Tap, Why
from .state import (
    FREE,
    HANDS,
    REST,
    Dealing,
    Hand,
    Hunting,
    Over,
    Ready,
    State,
    hand_of,
    handiest,
    has_free_finger,
    sees_the_card,
    shown_to,
)


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    phase, pair = state.phase, state.hands[seat]
    if isinstance(phase, Over):
        return ()
    searches = isinstance(phase, Hunting) and sees_the_card(phase, seat, state.lead)
    return tuple_of(
        flip=isinstance(phase, Ready) and seat == state.lead,
        taps=() if isinstance(phase, Dealing) else hands_with(pair, FREE),
        too_early=not searches,
        rest=REST in pair,
        done=searches and seat not in state.done and has_free_finger(pair),  # rule 14
        lifts=hands_with(pair, *COLOUR_OF) if searches and state.options.real_hold else (),  # rule 27
    )


def hands_with(pair: tuple[Hand, Hand], *what: Hand) -> tuple[HandName, ...]:
    return tuple(name for name, hand in zip(HANDS, pair, strict=True) if hand in what)


@cache
def tuple_of(
    flip: bool,
    taps: tuple[HandName, ...],
    too_early: bool,
    rest: bool,
    done: bool,
    lifts: tuple[HandName, ...],
) -> tuple[Offer, ...]:
    """The same for many seats, round after round."""

    def found() -> Iterator[Offer]:
        if flip:
            yield Offer("Flip")
        if taps:
            yield Offer("Tap", {"hand": (None, *taps)}, foul=too_early)  # rule 7
        if rest:
            yield Offer("Rest")
        if done:
            yield Offer("Done")
        if lifts:
            yield Offer("Lift", {"hand": lifts})

    return tuple(found())


def refuse(state: State, move: Move, dice: Dice) -> Events | Why:
    seat = move.seat
    match state.phase, move.act:
        case _, Tap() as tap:
            return no_tap(state, move, tap)
        case _, Rest():
            return "nothing-to-rest"
        case Ready(), Flip():
            return "not-the-lead"
        case Hunting() as hunt, Done() if move.saw(shown_to(hunt, seat, state.lead)):
            return "already-said" if has_free_finger(state.hands[seat]) else "no-free-hand"
        case Hunting(), Lift():
            return "nothing-to-lift" if state.options.real_hold else "finger-stays"  # rule 10
    return "not-now"


def no_tap(state: State, move: Move, tap: Tap) -> Events | Why:
    seat, holder = move.seat, state.fingers.get(tap.shape)
    if mistake := mistaken(state, seat, tap.shape):
        return mistake
    hand = tap.hand or handiest(state.hands[seat])
    match hand_of(state, seat, hand):
        case "rest":
            return "must-rest"  # rule 11
        case "free" if holder is not None:  # rule 11: that other finger ended the round
            return Beaten(seat, hand, tap.shape, holder, move.at - state.fell[tap.shape])
        case "free":
            return "round-over"
    return "no-free-hand"  # rule 10


def mistaken(state: State, seat: Seat, shape: Shape) -> Why | None:
    if shape not in COLOUR_OF:
        return "no-such-shape"
    return "already-yours" if state.fingers.get(shape) == seat else None  # rule 12
