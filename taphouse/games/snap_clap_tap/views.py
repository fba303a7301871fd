"""What a seat may see. Built from nothing: no view contains whether a play was a goof."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Dice, Offer, Seat, Time, Value, once_per_state, replace

from .allowed import offers
from .cards import Action, Card
from .events import Dealt, Did, Events, Laid
from .piles import GivePile, Lock, ReceivePile
from .state import (
    Bound,
    DealOver,
    FaceDown,
    Free,
    Gesture,
    Giving,
    LastPlay,
    Over,
    PhaseNow,
    State,
    Stopping,
    Stuck,
)

PhaseName: TypeAlias = Literal["face-down", "free", "stopped", "giving", "stuck", "between", "over"]


class GiveView(Value):
    """A pile that a player gives from."""

    top: Card | None
    """`None`: empty, or face down."""
    size: int
    """How many cards."""


class ReceiveView(Value):
    """A pile in the middle."""

    card: Card | None
    """`None`: face down."""
    size: int
    """How many cards."""
    by: Seat | None
    """Who laid it; `None`: the house."""
    at: Time


class PlayView(Value):
    """The last card a seat laid."""

    card: Card
    on: Card
    seen: Action | None
    """The last action that seat was seen to do before it."""
    at: Time
    until: Time | None
    """How long it can be called, right or wrong; `None`: it was called, or the deal is over."""


class View(Value):
    """The table of Snap Clap Tap, as one seat may see it."""

    offers: tuple[Offer, ...]
    """What this seat may do now."""
    phase: PhaseName
    """`face-down`: about to begin. `free`: everyone plays. `stopped`: only the stopper plays. `giving`: a
    goof was called. `stuck`: nobody can play. `between`: a deal is won, the next one follows.
    """
    since: Time | None
    """When the phase began."""
    until: Time | None
    """When the phase ends by itself; in free play, when the piles turn for players who cannot play."""
    give: tuple[tuple[GiveView, ...], ...]
    """Each seat's four piles."""
    receive: tuple[ReceiveView, ReceiveView]
    """Left and right."""
    locks: tuple[Lock | None, ...]
    """Of this seat's own piles; a lock may be over."""
    bound: dict[Card, Bound]
    """What this seat has done for the cards on top."""
    gestures: tuple[Gesture | None, ...]
    """What each seat did last."""
    plays: tuple[PlayView | None, ...]
    """The last card that each seat laid."""
    stopper: Seat | None
    """Who alone may play. `None`: nobody is stopped."""
    left: int
    """How many plays the stopper has left."""
    giving: Giving | None
    """The goof that was called. `None`: play goes on."""
    for_real: bool
    """Microphones listen for snaps, claps and taps."""
    away: tuple[Seat, ...]
    """Who is not waited for."""
    points: tuple[int, ...]
    """Of each seat; more is better."""
    deal: int
    """Counted from 1."""
    deals: int
    """How many deals win the game."""
    won: tuple[int, ...]
    """How many deals each seat has won; empty in a game of one deal."""
    deal_winners: tuple[Seat, ...]
    """Between two deals: who won the last one."""
    winners: tuple[Seat, ...] | None
    """`None`: the game is not over."""


class Scene(Value):
    """The phase, as everybody sees it."""

    phase: PhaseName
    since: Time | None = None
    stopper: Seat | None = None
    left: int = 0
    giving: Giving | None = None


def view(state: State, seat: Seat | None) -> View:
    if seat is None:
        return public_view(state)
    locks = tuple(pile.lock for pile in state.give[seat])
    return replace(public_view(state), offers=offers(state, seat), locks=locks, bound=state.bound[seat])


@once_per_state
def public_view(state: State) -> View:
    scene, face_up = scene_of(state), not isinstance(state.phase, FaceDown)
    left, right = state.receive
    return View(
        offers=(),
        phase=scene.phase,
        since=scene.since,
        until=state.due,
        give=tuple(tuple(seen_give(pile, face_up) for pile in give) for give in state.give),
        receive=(seen_receive(left, face_up), seen_receive(right, face_up)),
        locks=(),
        bound={},
        gestures=state.gestures,
        plays=tuple(seen_play(play, state.phase) if play else None for play in state.plays),
        stopper=scene.stopper,
        left=scene.left,
        giving=scene.giving,
        for_real=state.options.for_real,
        away=state.away,
        points=state.points,
        deal=state.deal,
        deals=state.options.deals,
        won=state.won,
        deal_winners=state.phase.winners if isinstance(state.phase, DealOver) else (),
        winners=state.winners,
    )


def scene_of(state: State) -> Scene:
    match state.phase:
        case FaceDown(since=since):
            return Scene("face-down", since)
        case Free(since=since):
            return Scene("free", since)
        case Stopping(stopper, left, since):
            return Scene("stopped", since, stopper, left)
        case DealOver(since=since):
            return Scene("between", since)
        case Giving(since=since) as giving:
            return Scene("giving", since, giving=giving)
        case Stuck(since=since):
            return Scene("stuck", since)
        case Over():
            return Scene("over")


def seen_give(pile: GivePile, face_up: bool) -> GiveView:
    return GiveView(pile.top if face_up else None, len(pile.cards))


def seen_receive(pile: ReceivePile, face_up: bool) -> ReceiveView:
    top = pile[-1]
    return ReceiveView(top.card if face_up else None, len(pile), top.by, top.at)


def seen_play(play: LastPlay, phase: PhaseNow) -> PlayView:
    callable_until = play.until if play.open and not isinstance(phase, DealOver) else None
    return PlayView(play.card, play.on, play.seen, play.at, callable_until)


def tell(event: Events, seat: Seat | None) -> Events | None:
    match event:
        case Dealt():
            return replace(event, deck=())
        case Laid():
            return replace(event, goof=None)  # rule 16
        case Did() if event.seat != seat:
            return replace(event, on=())  # an action without effect would point at a goof
    return event


def reshuffle(state: State, seat: Seat | None, dice: Dice) -> State:
    """Another state `seat` could not tell from this one: hidden cards change places, goofs come and go."""
    hidden = hidden_cards(state)
    swap = dict(zip(hidden, dice.shuffled(hidden), strict=True))
    left, right = (
        tuple(replace(placed, card=swap.get(placed.card, placed.card)) for placed in pile)
        for pile in state.receive
    )
    return replace(
        state,
        give=tuple(
            tuple(replace(pile, cards=tuple(swap.get(card, card) for card in pile.cards)) for pile in give)
            for give in state.give
        ),
        receive=(left, right),
        plays=tuple(replace(play, goof=dice.chance(0.5)) if play else None for play in state.plays),
    )


def hidden_cards(state: State) -> list[Card]:
    """Face up, only the cards under the top of a give pile are unknown (rule 13)."""
    piles = [pile.cards for give in state.give for pile in give]
    if isinstance(state.phase, FaceDown):
        piles += [tuple(placed.card for placed in pile) for pile in state.receive]
        return [card for cards in piles for card in cards]
    return [card for cards in piles for card in cards[:-1]]
