"""The state after each event. No choices and no dice: bookkeeping only."""

from __future__ import annotations

from typing import TypeVar, assert_never

from taphouse.core import SECOND, Seat, Time, put, replace, without

from .events import (
    CardsDrawn,
    CardsRevealed,
    CardTurned,
    Events,
    GameWon,
    HouseLost,
    HousePaid,
    HousePicked,
    HousePlaced,
    HouseTurned,
    Lost,
    Paid,
    Penalty,
    Picked,
    PicksClosed,
    Placed,
    Result,
    RoundBegan,
    RoundEnded,
    Row,
    Smacked,
    Source,
    TooEarly,
    Turned,
)
from .faces import Card, is_rule
from .rules import FACE_DOWN, FLIP, LOOK, first_phase, turning
from .state import Closed, Flipping, Losing, Over, Paying, Placing, Print, Resolving, Smacking, State, Task

T = TypeVar("T")


def apply(state: State, event: Events) -> State:
    match event:
        case Picked(seat, card) | HousePicked(seat, card):
            return replace(state, picks=put(state.picks, seat, card))
        case PicksClosed(at):
            return replace(state, phase=Closed(at, until=at + FACE_DOWN))
        case CardsRevealed(_, at):
            for seat, card in enumerate(state.picks):
                state = played(state, seat, card)
            return replace(state, picks=(None,) * len(state.seats), phase=smacking(state, at))
        case Turned(seat, at) | HouseTurned(seat, at):
            return replace(state, phase=Flipping(seat, at, until=at + FLIP))
        case CardTurned(seat, card, at):
            state, after = played(state, seat, card), (seat + 1) % len(state.seats)
            if is_rule(card):
                return replace(state, start=after, phase=smacking(state, at))
            return replace(state, phase=turning(state.options, after, at))
        case Smacked(seat, card, at):
            return replace(state, prints=(*state.prints, Print(seat, state.tops.index(card), at)))
        case TooEarly(seat):
            return replace(state, early=(*without(state.early, seat), seat))
        case RoundEnded(result, at):
            return shared_out(state, result, at)
        case Placed(seat, card, end, at):
            return placed(state, seat, card, end == "left", at)
        case HousePlaced(seat, cards):
            return with_task(joined(state, seat, cards), seat, None)
        case Lost(seat, card, source, at):
            return with_task(given_up(state, seat, card, source), seat, still_losing(state, seat, at))
        case HouseLost(seat, cards, source):
            for card in cards:
                state = given_up(state, seat, card, source)
            return with_task(state, seat, None)
        case Paid(seat, penalty, at) | HousePaid(seat, penalty, at):
            return paid(state, seat, penalty, at)
        case CardsDrawn(cards):
            return drawn(state, cards)
        case RoundBegan(start, at):
            return replace(
                state,
                prints=(),
                early=(),
                result=None,
                ring=(),
                start=start,
                round=state.round + 1,
                phase=first_phase(state.options, start, at),
            )
        case GameWon(winners, by):
            return replace(state, phase=Over(winners, by))
    assert_never(event)


def played(state: State, seat: Seat, card: Card | None) -> State:
    """Moves a card from the hand onto the pile in front of its owner."""
    if card is None:
        return state
    hand, pile = without(state.hands[seat], card), (*state.piles[seat], card)
    return replace(state, hands=put(state.hands, seat, hand), piles=put(state.piles, seat, pile))


def smacking(state: State, at: Time) -> Smacking:
    options = state.options
    return Smacking(at, until=at + options.time_limit(options.smack_limit * SECOND))


def shared_out(state: State, result: Result, at: Time) -> State:
    """Rules 14 and 15: who wins which cards, and who has to lose some."""
    seats = state.seats
    won = {seat: state.piles[seat] for seat in seats if result.outcomes[seat] == "correct"}
    leftover: Row = sum((state.piles[seat] for seat in seats if seat not in won), ())
    if result.fastest is None:
        state = replace(state, draw=state.draw + leftover)
    else:
        won[result.fastest] += leftover
    tasks: list[Task | None] = [
        Placing(won[seat], *chooses(state, at)) if won.get(seat) else loss(state, result, seat, at)
        for seat in seats
    ]
    return replace(
        state,
        piles=((),) * len(seats),
        tasks=tuple(tasks),
        marked=(),
        result=result,
        ring=state.tops,
        phase=Resolving(at, least=at + LOOK),
    )


def loss(state: State, result: Result, seat: Seat, at: Time) -> Task | None:
    if result.outcomes[seat] != "incorrect":
        return None
    if not state.options.time_penalty:
        return Losing(1, "race", *chooses(state, at)) if state.races[seat] else None  # rule 16
    choices: list[Penalty] = ["tie"]  # rule 38
    if len(state.hands[seat]) >= 2:
        choices.insert(0, "hand")
    if len(state.races[seat]) >= 2:
        choices.insert(0, "race")
    return Paying(tuple(choices), *chooses(state, at))


def placed(state: State, seat: Seat, card: Card, left: bool, at: Time) -> State:
    task = state.tasks[seat]
    assert isinstance(task, Placing)
    row = state.races[seat]
    rest = without(task.cards, card)
    state = replace(state, races=put(state.races, seat, (card, *row) if left else (*row, card)))
    return with_task(state, seat, Placing(rest, *chooses(state, at)) if rest else None)


def joined(state: State, seat: Seat, cards: Row) -> State:
    return replace(state, races=put(state.races, seat, state.races[seat] + cards))


def given_up(state: State, seat: Seat, card: Card | None, source: Source) -> State:
    """Rule 15: a lost card goes back under the draw pile."""
    assert card is not None
    state = replace(state, draw=(*state.draw, card))
    if source == "race":
        return replace(state, races=put(state.races, seat, without(state.races[seat], card)))
    return replace(state, hands=put(state.hands, seat, without(state.hands[seat], card)))


def still_losing(state: State, seat: Seat, at: Time) -> Task | None:
    task = state.tasks[seat]
    assert isinstance(task, Losing)
    return Losing(task.count - 1, task.source, *chooses(state, at)) if task.count > 1 else None


def paid(state: State, seat: Seat, penalty: Penalty, at: Time) -> State:
    if penalty == "tie":
        return with_task(replace(state, marked=(*state.marked, seat)), seat, None)
    source: Source = "blind" if penalty == "hand" and state.options.after_you else penalty
    return with_task(state, seat, Losing(2, source, *chooses(state, at)))


def drawn(state: State, cards: tuple[tuple[Card | None, ...], ...]) -> State:
    taken = tuple(tuple(card for card in row if card is not None) for row in cards)
    hands = tuple(hand + row for hand, row in zip(state.hands, taken, strict=True))
    rest = state.draw[sum(map(len, taken)) :]
    phase = replace(state.phase, drawn=True) if isinstance(state.phase, Resolving) else state.phase
    return replace(state, hands=hands, draw=rest, phase=phase)


def chooses(state: State, at: Time) -> tuple[Time, Time]:
    """From when until when a player has time to choose."""
    options = state.options
    return at, at + options.time_limit(options.choose_limit * SECOND)


def with_task(state: State, seat: Seat, task: Task | None) -> State:
    return replace(state, tasks=put(state.tasks, seat, task))
