"""What a player may do now, and why not."""

from __future__ import annotations

from collections.abc import Iterator

from taphouse.core import Dice, Move, Offer, Seat, once_per_state

from .events import End, Lose, Pay, Pick, Place, Row, Smack, Turn, Why
from .faces import Card
from .state import (
    Closed,
    Flipping,
    Losing,
    Paying,
    Picking,
    Placing,
    Resolving,
    Smacking,
    State,
    Task,
    Turning,
    smackers,
)

ENDS: tuple[End, ...] = ("left", "right")


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    match state.phase:
        case Picking() if state.hands[seat]:
            return (Offer("Pick", {"card": state.hands[seat]}),)
        case Closed() if (own := state.picks[seat]) is not None:
            return (smack((own,), too_early=True),)
        case Turning(turn) if turn == seat:
            return (Offer("Turn"), *early_smacks(state))
        case Turning() | Flipping():
            return early_smacks(state)  # rule 40
        case Smacking() if seat not in smackers(state):  # rule 12
            return smacks(state)
        case Resolving() if (task := state.tasks[seat]) is not None:
            return tuple(choices(state, seat, task))
    return ()


def smack(cards: Row, too_early: bool) -> Offer:
    return Offer("Smack", {"card": cards}, foul=too_early)


@once_per_state
def smacks(state: State) -> tuple[Offer, ...]:
    return (smack(in_the_ring(state), too_early=False),)


@once_per_state
def early_smacks(state: State) -> tuple[Offer, ...]:
    shown = in_the_ring(state)
    return (smack(shown, too_early=True),) if shown else ()


def in_the_ring(state: State) -> tuple[Card, ...]:
    return tuple(card for card in state.tops if card is not None)


def choices(state: State, seat: Seat, task: Task) -> Iterator[Offer]:
    match task:
        case Placing(won):
            yield Offer("Place", {"card": won, "end": ENDS})  # rule 16
        case Losing(source="race"):
            yield Offer("Lose", {"card": state.races[seat]})  # rule 16
        case Losing(source="hand"):
            yield Offer("Lose", {"card": state.hands[seat]})  # rule 38
        case Paying(penalties):
            yield Offer("Pay", {"penalty": penalties})  # rule 38


def refuse(state: State, move: Move, dice: Dice) -> Why:
    match state.phase, move.act:
        case Picking(), Pick():
            return "not-in-your-hand"
        case Turning(), Turn():
            return "not-your-turn"
        case Resolving(), Smack():
            return "round-over"  # rule 13
        case Smacking(), Smack(card) if card in state.tops:
            return "already-smacked"  # rule 12
        case _, Smack():
            return "no-such-card"
        case Resolving(), Place() | Lose() | Pay():
            return "not-yours-to-choose"
    return "not-now"
