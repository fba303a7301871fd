"""What each seat may see: the pile's top card and how many cards everybody has, but no stack."""

from __future__ import annotations

from typing import Literal

from taphouse.core import Dice, Offer, Seat, Time, Value, replace

from .rules import Card, Jack, Over, State, Taken, Waiting, offers


class View(Value):
    offers: tuple[Offer, ...]
    """What this seat may do now."""
    phase: Literal["waiting", "jack", "taken", "over"]
    since: Time
    """When the phase began."""
    until: Time | None
    turn: Seat
    """Whose card is turned next."""
    pile: int
    top: Card | None
    """The card on top of the pile; after a slap, the jack that was taken."""
    by: Seat | None
    """Who took the pile."""
    slapped: tuple[Seat, ...]
    """Who has slapped since the last card."""
    turned: int
    """Cards turned so far."""
    taken: int
    jacks: int
    """The game ends when so many piles were taken."""
    away: tuple[Seat, ...]
    points: tuple[int, ...]
    """The cards of each player."""
    winners: tuple[Seat, ...] | None


def view(state: State, seat: Seat | None) -> View:
    top, by, since = (state.pile[-1] if state.pile else None), None, 0
    match state.phase:
        case Waiting(since=since) | Jack(since=since):
            pass
        case Taken((by, *_), since, top):
            pass
    return View(
        offers=() if seat is None else offers(state, seat),
        phase=NAMES[type(state.phase)],
        since=since,
        until=state.due,
        turn=state.turn,
        pile=len(state.pile),
        top=top,
        by=by,
        slapped=state.phase.hands if isinstance(state.phase, Taken) else state.missed,
        turned=state.turned,
        taken=state.taken,
        jacks=state.options.jacks,
        away=state.away,
        points=state.points,
        winners=state.winners,
    )


NAMES: dict[type, Literal["waiting", "jack", "taken", "over"]] = {
    Waiting: "waiting",
    Jack: "jack",
    Taken: "taken",
    Over: "over",
}


def reshuffle(state: State, seat: Seat | None, dice: Dice) -> State:
    """Another state `seat` could not tell from this one: nobody sees the stacks."""
    cards = iter(dice.shuffled(card for stack in state.stacks for card in stack))
    return replace(state, stacks=tuple(tuple(next(cards) for _ in stack) for stack in state.stacks))
