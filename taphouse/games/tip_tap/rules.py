"""Tip Tap: be the first to put a finger on the shapes the card shows.

Implements `text/en.md`; the numbers in comments are its rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import assert_never, cast

from taphouse.core import (
    MS,
    SECOND,
    Dice,
    Move,
    Seat,
    Time,
    best,
    replace,
    without,
)

from .allowed import mistaken
from .cards import COLOUR_OF, FAMILIES, SHAPES, SIZES, Card, Shape, cards_without
from .events import (
    Acts,
    Beaten,
    CardShown,
    DeckShuffled,
    Done,
    Events,
    Flip,
    Flipped,
    GameEnded,
    GameWon,
    Held,
    HouseFlipped,
    LeadSaw,
    Lift,
    Lifted,
    Rest,
    Rested,
    RoundBegan,
    RoundEnded,
    Stopped,
    Tap,
    TooEarly,
    Why,
)
from .state import (
    FREE,
    HANDS,
    REST,
    SPENT,
    Contest,
    Dealing,
    Hand,
    Hunting,
    Options,
    Over,
    Ready,
    State,
    Turning,
    all_held,
    hand_of,
    handiest,
    has_free_finger,
    shown_to,
    with_hand,
)

SEATS = range(2, 7)
MINUTES = 4
GOAL = 8  # rule 20
READY = 4 * SECOND  # rule 7: then the house turns the card
READY_ALONE = 1_500 * MS  # the same when the lead is away
TURN_LEAST, TURN_MOST = 400 * MS, 1_200 * MS  # rule 8
DEALING = 3_500 * MS  # rule 15: time to see who got which shape


def pieces(options: Options) -> tuple[str, ...]:
    return (*FAMILIES, *SIZES)


def setup(seats: int, options: Options, dice: Dice, without: str | None = None) -> State:
    return State(
        options,
        layout=spread(options, dice),
        deck=dice.shuffled(cards_without(without)),  # rule 5
        lead=dice.below(seats),  # rule 6
        sums=(0,) * seats,
        hands=under_the_table(seats),
        phase=ready(options, 0),
        left_out=without,
    )


def spread(options: Options, dice: Dice) -> tuple[tuple[Shape, int], ...]:
    """Rule 4: turned, never mirrored."""
    turn = dice.below if options.layout == "scattered" else lambda _: 0
    return tuple((shape, turn(360)) for shape in dice.shuffled(SHAPES))


def under_the_table(seats: int) -> tuple[tuple[Hand, Hand], ...]:
    return ((FREE, FREE),) * seats


def ready(options: Options, at: Time) -> Ready:
    return Ready(at, until=at + options.time_limit(READY), until_alone=at + READY_ALONE)


def judge(state: State, move: Move, dice: Dice) -> Events | Why:
    seat, act = move.seat, cast(Acts, move.act)
    match act:
        case Flip():
            return Flipped(seat, move.at, turned_at(move.at, dice))
        case Tap() as tap:
            return judge_tap(state, move, tap)
        case Rest():
            return Rested(seat)
        case Done():
            return Stopped(seat) if has_seen(state, move) else "not-now"  # rule 14
        case Lift(hand):
            return Lifted(seat, hand, hand_of(state, seat, hand))  # rule 27


def judge_tap(state: State, move: Move, tap: Tap) -> Events | Why:
    seat, shape, holder = move.seat, tap.shape, state.fingers.get(tap.shape)
    if mistake := mistaken(state, seat, shape):
        return mistake
    hand = tap.hand or handiest(state.hands[seat])
    if not has_seen(state, move):
        return TooEarly(seat, hand)  # rules 7 and 8
    if holder is None:
        return Held(seat, hand, shape, move.at)  # rule 10
    return Beaten(seat, hand, shape, holder, move.at - state.fell[shape])  # rule 11


def has_seen(state: State, move: Move) -> bool:
    """Whether the card was on the player's own screen."""
    hunt = state.phase
    return isinstance(hunt, Hunting) and move.saw(shown_to(hunt, move.seat, state.lead))


def settle(state: State, at: Time, dice: Dice) -> Events | None:
    time_is_up = state.due is not None and at >= state.due
    match state.phase:
        case Ready() if not state.deck:
            return DeckShuffled(dice.shuffled(cards_without(state.left_out)))  # rule 19
        case Ready() if time_is_up:
            return HouseFlipped(at, turned_at(at, dice))
        case Turning(card) if time_is_up:
            options = state.options
            lead_shown = at + options.lead_lag * MS  # rule 8
            until = at + options.time_limit(options.limit * SECOND)
            return CardShown(card, state.lead, at, lead_shown, until)
        case Hunting() as hunt if hunt_is_over(state, hunt.card):
            return deal(state, hunt.card, at)
        case Hunting(lead_saw=False) as hunt if time_is_up:
            return LeadSaw(state.lead, hunt.card)
        case Hunting() as hunt if time_is_up:
            return deal(state, hunt.card, at)  # rule 14
        case Dealing() if time_is_up and game_is_over(state):
            if state.game == state.games:
                return GameWon(best(state.points))
            lead, deck = dice.below(len(state.hands)), dice.shuffled(cards_without(state.left_out))
            return GameEnded(state.shapes, spread(state.options, dice), deck, lead, at)  # rule 21
        case Dealing() if time_is_up:
            return RoundBegan((state.lead + 1) % len(state.hands), at)  # rule 18
    return None


def turned_at(flipped: Time, dice: Dice) -> Time:
    return flipped + dice.between(TURN_LEAST, TURN_MOST)


def deal(state: State, card: Card, at: Time) -> RoundEnded:
    dealt = {shape: seat for shape, seat in state.fingers.items() if shape in card}  # rule 15
    stolen = {
        shape: state.owner[shape] for shape, seat in dealt.items() if state.owner.get(shape, seat) != seat
    }
    wrong = tuple(shape for shape in state.fingers if shape not in card)  # rule 16
    return RoundEnded(card, dealt, stolen, wrong, until=at + DEALING)


def apply(state: State, event: Events) -> State:
    match event:
        case Flipped(at=at, shown=shown) | HouseFlipped(at=at, shown=shown):
            card, *rest = state.deck
            return replace(state, deck=tuple(rest), phase=Turning(card, at, shown))
        case CardShown(card, _, shown, lead_shown, until):
            assert isinstance(state.phase, Turning)
            saw = lead_shown == shown
            return replace(state, phase=Hunting(card, state.phase.since, shown, lead_shown, until, saw))
        case LeadSaw():
            return replace(state, phase=replace(state.phase, lead_saw=True))
        case Held(seat, hand, shape, at):
            done = without(state.done, seat)  # the player found something after all
            return replace(with_hand(state, seat, hand, shape), fell={**state.fell, shape: at}, done=done)
        case Beaten(seat, hand, shape):
            late = {**state.beaten, shape: (*state.beaten.get(shape, ()), seat)}
            return replace(with_hand(state, seat, hand, REST), beaten=late)
        case TooEarly(seat, hand):
            return with_hand(state, seat, hand, REST)
        case Rested(seat):
            for hand in HANDS:
                if hand_of(state, seat, hand) == REST:
                    state = with_hand(state, seat, hand, FREE)
            return state
        case Stopped(seat):
            return replace(state, done=(*state.done, seat))
        case Lifted(seat, hand):
            return with_hand(state, seat, hand, SPENT)
        case RoundEnded(card, dealt, _, wrong, until):
            dealing = Dealing(card, dealt, wrong, since=until - DEALING, until=until)
            return replace(state, owner={**state.owner, **dealt}, phase=dealing)
        case RoundBegan(lead, at):
            return replace(
                state,
                lead=lead,
                hands=under_the_table(len(state.hands)),
                fell={},
                beaten={},
                done=(),
                round=state.round + 1,
                phase=ready(state.options, at),
            )
        case DeckShuffled(deck):
            return replace(state, deck=deck)
        case GameEnded(_, layout, deck, lead, at):
            return State(
                state.options,
                layout,
                deck,
                lead,
                sums=state.points,
                hands=under_the_table(len(state.hands)),
                phase=ready(state.options, at),
                away=state.away,
                game=state.game + 1,
            )
        case GameWon(winners):
            last = state.phase if isinstance(state.phase, Dealing) else None
            return replace(state, phase=Over(winners, last))
    assert_never(event)


def hunt_is_over(state: State, card: Card) -> bool:
    """Rules 13 and 14: every shape is held, or nobody still searches."""
    if all_held(state, card):
        return True
    here = [seat for seat in range(len(state.hands)) if seat not in state.away]
    searching = [seat for seat in here if seat not in state.done and has_free_finger(state.hands[seat])]
    return bool(here) and not searching


def game_is_over(state: State) -> bool:
    return max(state.shapes) >= GOAL  # rule 20


def contested(state: State, move: Move) -> Contest | None:
    """All taps on one shape in one round; the tap that ends the round can still have rivals after it."""
    match state.phase, move.act:
        case Hunting(), Tap(shape) if shape in COLOUR_OF:
            return Contest(state.game, state.round, shape)
        case Dealing(), Tap(shape) if shape in state.fingers:
            return Contest(state.game, state.round, shape)
    return None


def tally(events: Iterable[Events]) -> dict[str, int]:
    count = Counter(rounds=0, steals=0, wrong=0, early=0, beaten=0, shuffles=0)
    for event in events:
        match event:
            case RoundEnded():
                count.update(rounds=1, steals=len(event.stolen), wrong=len(event.wrong))
            case TooEarly():
                count["early"] += 1
            case Beaten():
                count["beaten"] += 1
            case DeckShuffled():
                count["shuffles"] += 1
    return dict(count)


def awards(events: Iterable[Events]) -> Iterator[tuple[str, Seat]]:
    for event in events:
        match event:
            case RoundEnded(dealt=dealt, stolen=stolen):
                yield from (("thief", dealt[shape]) for shape in stolen)
            case TooEarly(seat):
                yield "hasty", seat
