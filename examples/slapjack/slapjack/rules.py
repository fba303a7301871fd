"""Slapjack: be the first to slap a jack.

Implements `text/en.md`; the numbers in comments are its rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias, assert_never

import msgspec

from taphouse.core import (
    SECOND,
    Act,
    Dice,
    Event,
    GameOptions,
    Move,
    Offer,
    Phase,
    Race,
    Seat,
    Time,
    Value,
    Verdict,
    best,
    put,
    replace,
)

Card: TypeAlias = str  # rank and suit: `JS` is the jack of spades

SEATS = range(2, 7)
MINUTES = 3
PLACE = 100
RULES_VERSION = 1
CARDS: tuple[Card, ...] = tuple(rank + suit for suit in "SHDC" for rank in "A23456789TJQK")
TURN = 4 * SECOND  # rule 3: then the house turns the card
SLAP = 6 * SECOND  # rule 8: then play goes on
TAKEN = 2 * SECOND  # rule 6: time to see who was first


class Options(GameOptions, kw_only=True):
    jacks: Annotated[int, msgspec.Meta(ge=1, le=12)] = 5


class Turn(Act):
    """Turn the top card of the own stack onto the pile."""


class Slap(Act):
    """Lay a hand on the pile."""


Acts: TypeAlias = Turn | Slap
Why: TypeAlias = Literal["not-now"]


class Turned(Verdict):
    card: Card
    at: Time


class HouseTurned(Event):
    seat: Seat
    card: Card
    at: Time


class Slapped(Verdict):
    at: Time
    cards: int


class Beaten(Verdict):
    by: Seat
    late: Time


class Missed(Verdict):
    to: Seat


class PlayWentOn(Event):
    seat: Seat
    at: Time


class GameWon(Event):
    winners: tuple[Seat, ...]


Events: TypeAlias = Turned | HouseTurned | Slapped | Beaten | Missed | PlayWentOn | GameWon


class Waiting(Phase):
    """A player is to turn a card."""

    since: Time
    until: Time


class Jack(Phase):
    since: Time
    until: Time


class Taken(Phase):
    """Hands lie on the jack, in the order in which they fell."""

    hands: tuple[Seat, ...]
    at: Time
    card: Card


class Over(Phase):
    winners: tuple[Seat, ...]


class Contest(Value):
    """The slap for a jack. Jacks are counted from 0."""

    jack: int


class State(Value):
    options: Options
    stacks: tuple[tuple[Card, ...], ...]
    """Face down, one for each seat. The first card is on top."""
    pile: tuple[Card, ...]
    """The last card is on top."""
    turn: Seat
    phase: Waiting | Jack | Taken | Over
    last: Seat = 0
    """Who turned the card on top of the pile."""
    turned: int = 0
    taken: int = 0
    """Piles taken so far."""
    missed: tuple[Seat, ...] = ()
    """Who slapped without a jack since the last card."""
    away: tuple[Seat, ...] = ()

    @property
    def due(self) -> Time | None:
        match self.phase:
            case Waiting(until=until) | Jack(until=until) if len(self.away) < len(self.stacks):  # rule 11
                return until
            case Taken(at=at):
                return at + TAKEN
        return None

    @property
    def race(self) -> Race | None:
        return Race(self.phase.since, reflex=True) if isinstance(self.phase, Jack) else None

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return ()  # at every deadline the house turns a card, and that may be a jack

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(len(stack) for stack in self.stacks)

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        return self.phase.winners if isinstance(self.phase, Over) else None


def setup(seats: int, options: Options, dice: Dice) -> State:
    deck = dice.shuffled(CARDS)
    stacks = tuple(deck[seat::seats] for seat in range(seats))  # rule 1
    return State(options, stacks, (), dice.below(seats), waiting(options, 0))


def waiting(options: Options, at: Time) -> Waiting:
    return Waiting(at, at + options.time_limit(TURN))


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    match state.phase:
        case Over():
            return ()
        case Jack():
            return (Offer("Slap"),)  # rule 7: also without cards
        case Taken(hands):
            return () if seat in hands else (Offer("Slap", foul=True),)
    turn = (Offer("Turn"),) if seat == state.turn else ()
    may_slap = state.pile and state.stacks[seat] and seat not in state.missed  # rule 9
    slap = (Offer("Slap", foul=True),) if may_slap else ()
    return turn + slap


def judge(state: State, move: Move, dice: Dice) -> Events | Why:
    seat, phase = move.seat, state.phase
    match phase:
        case _ if isinstance(move.act, Turn):
            return Turned(seat, state.stacks[seat][0], move.at)  # rule 3
        case Jack() if move.saw(phase.since):
            return Slapped(seat, move.at, len(state.pile))  # rule 5
        case Taken(hands, at):
            return Beaten(seat, hands[0], move.at - at)  # rule 6
    return Missed(seat, state.last) if state.stacks[seat] else "not-now"  # rule 9


def settle(state: State, at: Time, dice: Dice) -> Events | None:
    phase, due = state.phase, state.due
    if isinstance(phase, Over):
        return None
    is_idle = isinstance(phase, Waiting) and not any(state.stacks)
    if is_idle or state.taken == state.options.jacks:
        return GameWon(best(state.points))  # rule 10
    if due is None or due > at:
        return None
    if isinstance(phase, Taken):
        return PlayWentOn(phase.hands[0], due)  # rule 5
    if not state.stacks[state.turn]:
        return GameWon(best(state.points))  # rule 10: the last card was a jack that nobody slapped
    return HouseTurned(state.turn, state.stacks[state.turn][0], due)  # rules 3 and 8


def apply(state: State, event: Events) -> State:
    match event:
        case Turned(seat, card, at) | HouseTurned(seat, card, at):
            stacks = put(state.stacks, seat, state.stacks[seat][1:])
            phase = (
                Jack(at, at + state.options.time_limit(SLAP))
                if card[0] == "J"
                else waiting(state.options, at)
            )
            state = replace(
                state, stacks=stacks, pile=(*state.pile, card), last=seat, turned=state.turned + 1
            )
            return replace(state, turn=after(stacks, seat), phase=phase, missed=())
        case Slapped(seat, at):
            stacks = put(state.stacks, seat, (*state.stacks[seat], *state.pile))
            taken = Taken((seat,), at, state.pile[-1])
            return replace(state, stacks=stacks, pile=(), phase=taken)
        case Missed(seat, to):
            stacks = put(state.stacks, seat, state.stacks[seat][1:])
            stacks = put(stacks, to, (*stacks[to], state.stacks[seat][0]))
            turn = state.turn if stacks[state.turn] else after(stacks, state.turn)
            return replace(state, stacks=stacks, turn=turn, missed=(*state.missed, seat))
        case PlayWentOn(seat, at):
            return replace(state, turn=seat, taken=state.taken + 1, phase=waiting(state.options, at))
        case GameWon(winners):
            return replace(state, phase=Over(winners))
        case Beaten(seat):
            assert isinstance(state.phase, Taken)
            return replace(state, phase=replace(state.phase, hands=(*state.phase.hands, seat)))
    assert_never(event)


def after(stacks: tuple[tuple[Card, ...], ...], seat: Seat) -> Seat:
    """Rule 4: the next player with cards."""
    seats = [(seat + step) % len(stacks) for step in range(1, len(stacks) + 1)]
    return next((other for other in seats if stacks[other]), seat)


def contested(state: State, move: Move) -> Contest | None:
    match state.phase, move.act:
        case ((Jack() | Taken()), Slap()):
            return Contest(state.taken)
    return None


def tally(events: Iterable[Events]) -> dict[str, float]:
    kinds = Counter(map(type, events))
    return {"taken": kinds[Slapped], "missed": kinds[Missed]}


def awards(events: Iterable[Events]) -> Iterable[tuple[str, Seat]]:
    return [("slaps", event.seat) for event in events if isinstance(event, Slapped)]
