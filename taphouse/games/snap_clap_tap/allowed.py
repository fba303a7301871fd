"""What a player may do now, and why not."""

from __future__ import annotations

from collections.abc import Iterator

from taphouse.core import Dice, Move, Offer, Seat

from .cards import Card
from .events import Cry, Lay, Why
from .piles import Give, pile_under
from .state import DealOver, FaceDown, Free, Giving, Over, State, Stopping, Stuck, pile_with


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    match state.phase:
        case Over() | DealOver():
            return ()
        case Free():
            return (*plays(state, seat), *calls(state, seat))
        case Stopping(stopper) if stopper == seat:  # rule 14
            return (*plays(state, seat), Offer("Pass"), *calls(state, seat))  # rule 15
    return tuple(calls(state, seat))


def plays(state: State, seat: Seat) -> Iterator[Offer]:
    yield Offer("Do", {"on": state.tops})  # rule 10
    if cards := unlocked(state.give[seat]):
        yield Offer("Lay", {"card": cards, "on": state.tops})
    for pile in state.give[seat]:
        if pile.lock and pile.cards:
            yield Offer("Lay", {"card": pile.cards[-1:], "on": state.tops}, since=pile.lock.until)  # rule 11


def unlocked(give: Give) -> tuple[Card, ...]:
    return tuple(pile.cards[-1] for pile in give if pile.cards and not pile.lock)


def calls(state: State, seat: Seat) -> Iterator[Offer]:
    """Rule 18: right or wrong, and too late."""
    for offender, play in enumerate(state.plays):
        if play is not None and play.open and offender != seat:
            yield Offer("Cry", {"offender": (offender,), "card": (play.card,)})


def refuse(state: State, move: Move, dice: Dice) -> Why:
    match state.phase, move.act:
        case DealOver(), _:
            return "between-deals"
        case _, Cry() as cry:
            return no_call(state, move.seat, cry)
        case FaceDown(), _:
            return "face-down"
        case Giving(), _:
            return "halted"  # rule 17
        case Stuck(), _:
            return "stuck"  # rule 20
        case Stopping(stopper), _ if stopper != move.seat:
            return "stopped"  # rule 14
        case _, Lay(card, on):
            return no_lay(state, move.seat, card, on)
    return "no-stop"


def no_call(state: State, seat: Seat, cry: Cry) -> Why:
    if cry.offender not in range(len(state.give)):
        return "nobody-there"
    if cry.offender == seat:
        return "your-own"  # rule 16
    play = state.plays[cry.offender]
    return "already-called" if play is not None and play.card == cry.card else "too-late"  # rule 18


def no_lay(state: State, seat: Seat, card: Card, on: Card) -> Why:
    if pile_under(state.give[seat], card) is None:
        return "not-your-top"  # rule 13
    return "locked" if pile_with(state.receive, on) else "nothing-there"  # rule 11
