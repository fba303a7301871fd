"""Tip Tap Top: slap your pair; the player who slaps last, or who is fooled by a bluff, pays with a card.

Implements `text/en.md`; the numbers in comments are its rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar, assert_never, cast

from taphouse.core import (
    MS,
    SECOND,
    Dice,
    Move,
    Seat,
    Time,
    best,
    put,
    replace,
)

from .allowed import touched_too_soon
from .cards import Card, Hand, deck, pairs_in, without
from .events import (
    Acts,
    Bluff,
    BluffEnded,
    CardDrawn,
    Events,
    Faulted,
    Feigned,
    Follow,
    Followed,
    Fooled,
    GameWon,
    Gesture,
    Graze,
    HouseTook,
    Jam,
    Jammed,
    PaddleFell,
    PairLaid,
    Pass,
    Passed,
    Slap,
    Take,
    Took,
    TooSoon,
    TurnBegan,
    TurnEnded,
    TurnWentOn,
    Why,
    WoundUp,
)
from .state import (
    JOKER_POINTS,
    Contest,
    Drawing,
    Feinting,
    Options,
    Outcome,
    Over,
    Racing,
    Resting,
    Showing,
    Slapped,
    State,
    Thinking,
    Winding,
    counted,
    decided_at,
    last_two,
    must_slap,
    opponents_with_cards,
    too_close_to_call,
    waiting,
    within_reach,
)

SEATS = range(3, 7)
MINUTES = 6
DEALT = 4  # rule 2
WIND_UP_LEAST, WIND_UP_MOST = 120 * MS, 250 * MS  # rule 16
BETWEEN_BLUFFS = 1 * SECOND  # rule 15
LOOK = 2 * SECOND  # to look at the first cards
PAUSE = 800 * MS  # between two turns
LAID = 1_800 * MS  # to see who was last
JAMMED = 1_200 * MS
FAULTED = 1_800 * MS

T = TypeVar("T")


def setup(seats: int, options: Options, dice: Dice) -> State:
    cards, dealer = dice.shuffled(deck(seats)), dice.below(seats)
    return State(
        options,
        dealer,
        turn=dealer,  # rule 2: so the player on the dealer's left begins
        hands=tuple(cards[seat * DEALT : (seat + 1) * DEALT] for seat in range(seats)),
        pile=cards[seats * DEALT :],
        laid=((),) * seats,
        phase=Resting(since=0, until=LOOK),
        honest=(0,) * seats,
        feints=(0,) * seats,
        caught=(0,) * seats,
    )


def judge(state: State, move: Move, dice: Dice) -> Events | Why:
    seat, act = move.seat, cast(Acts, move.act)
    match act:
        case Take(source):
            return Took(seat, source, dice.pick(state.hands[source]), move.at)  # rule 7
        case Slap(named):
            pair = named or next(iter(pairs_in(state.hands[seat])), None)  # rule 12
            return wound_up(move, "slap", pair, dice)
        case Graze():
            return wound_up(move, "graze", None, dice)
        case Bluff():
            return wound_up(move, "bluff", None, dice)
        case Pass():
            return Passed(seat, move.at)  # rule 13
        case Follow():
            return judge_touch(state, move, dice)


def wound_up(move: Move, gesture: Gesture, pair: Card | None, dice: Dice) -> WoundUp:
    shown = move.at + dice.between(WIND_UP_LEAST, WIND_UP_MOST)  # rule 16
    return WoundUp(move.seat, move.at, gesture, pair, shown)


def judge_touch(state: State, move: Move, dice: Dice) -> Events | Why:
    match state.phase:
        case Racing(shown=shown) if move.saw(shown):
            return Followed(move.seat, move.at, move.blur)  # rule 8
        case Racing() if move.seat in state.paid:
            return "already-paid"  # rule 15: one card each
    return touched_too_soon(state, move, dice)


def settle(state: State, at: Time, dice: Dice) -> Events | None:
    seat, time_is_up = state.turn, state.due is not None and at >= state.due
    match state.phase:
        case Drawing() | Thinking() if seat in state.away:
            return TurnEnded(seat, "away", at)
        case Drawing() if state.pile:
            return CardDrawn(seat, state.pile[0], at)  # rules 5 and 6
        case Drawing() if time_is_up or len(opponents_with_cards(state)) == 1:
            source = dice.pick(opponents_with_cards(state))
            return HouseTook(seat, source, dice.pick(state.hands[source]), at)  # rule 7
        case Thinking() if len(state.hands[seat]) < 2:
            return TurnEnded(seat, "single-card", at)  # rule 13
        case Thinking() if time_is_up:
            return TurnEnded(seat, "time", at)  # rule 14
        case Winding() as winding if time_is_up:
            return reveal(state, winding, at)
        case Racing() as race:
            return decide(state, race, at, dice)
        case Feinting() if time_is_up:
            return BluffEnded(seat, at)
        case Showing() if not state.pairs_left:
            return end(state)  # rule 20
        case Showing() if time_is_up:
            return TurnWentOn(seat, at)  # rules 10 and 12
        case Resting() if time_is_up:
            return begin_turn(state, at)
    return None


def begin_turn(state: State, at: Time) -> TurnBegan:
    """Clockwise, skipping players who are away."""
    seats = len(state.hands)
    after = [(state.turn + step) % seats for step in range(1, seats + 1)]
    seat = next(seat for seat in after if seat not in state.away)
    owed = 1 if state.hands[seat] else 2  # rules 5 and 6
    owed = min(owed, within_reach(replace(state, turn=seat)))  # rule 7
    return TurnBegan(seat, owed, at, until=at + turn_limit(state.options))


def turn_limit(options: Options) -> Time:
    return options.time_limit(options.turn_limit * SECOND)


def reveal(state: State, winding: Winding, at: Time) -> Events:
    """Rule 16: now the paddle falls, or not."""
    seat, options = state.turn, state.options
    match winding.gesture:
        case "bluff":
            until = at + options.bluff_window * MS  # not scaled: a longer window for a bluff helps nobody
            return Feigned(seat, at, open=at + BETWEEN_BLUFFS, until=until)  # rule 15
        case "graze":
            return Faulted(seat, "rim", at, until=at + FAULTED)  # rule 18
        case "slap" if winding.pair is None:
            return Faulted(seat, "no-pair", at, until=at + FAULTED)  # rule 17
        case "slap":
            until = at + options.time_limit(options.race_limit * SECOND)
            return PaddleFell(seat, must_slap(state), at, until)  # rule 8
    assert_never(winding.gesture)


def decide(state: State, race: Racing, at: Time, dice: Dice) -> Events | None:
    """Rules 10 and 11: who was last, if that can be decided."""
    runners, late = counted(state, race), waiting(state, race)
    if len(runners) < 2:
        return lay(state, race, next(iter(runners), None), at, dice)
    if late and at < decided_at(state, race):
        return None
    if len(late) > 1:
        return jam(state, "too-slow", at)
    if late:
        return lay(state, race, late[0], at, dice)
    before, last = last_two(state, race)
    return (
        jam(state, "too-close", at)
        if too_close_to_call(before, last)
        else lay(state, race, last.seat, at, dice)
    )


def lay(state: State, race: Racing, loser: Seat | None, at: Time, dice: Dice) -> PairLaid:
    """Rules 12 and 20: the loser pays one card, also when this is the last pair."""
    card = None if loser is None else dice.pick(state.hands[loser])
    return PairLaid(state.turn, race.pair, loser, card, at, until=at + LAID, more=more_pairs(state, race))


def more_pairs(state: State, race: Racing) -> Hand:
    """Rule 11: a player who holds all cards that are left has nobody to race for any pair."""
    if state.pile or opponents_with_cards(state):
        return ()
    return pairs_in(without(state.hands[state.turn], race.pair, race.pair))


def jam(state: State, why: Jam, at: Time) -> Jammed:
    return Jammed(state.turn, why, at, until=at + JAMMED)


def end(state: State) -> GameWon:
    """Rules 20 and 21."""
    holder = state.joker_holder
    points = tuple(pairs + JOKER_POINTS * (seat == holder) for seat, pairs in enumerate(state.points))
    return GameWon(best(points), holder)


def apply(state: State, event: Events) -> State:
    match event:
        case TurnBegan(seat, owed, at, until):
            phase = Drawing(owed, at) if owed else Thinking(at)
            fresh = replace(state, turn=seat, phase=phase, deadline=until, turns=state.turns + 1)
            return replace(fresh, paid=(), touched={}, tries=0)
        case CardDrawn(seat, card, at):
            hands = put(state.hands, seat, (*state.hands[seat], known(card)))
            return drew(replace(state, pile=state.pile[1:], hands=hands), 1, at)
        case Took(seat, source, card, at) | HouseTook(seat, source, card, at):
            return drew(handed_over(state, source, seat, card), 1, at)
        case WoundUp(_, at, gesture, pair, shown):
            up = Winding(known(gesture), pair, since=at, shown=known(shown))
            return replace(state, phase=up, paid=(), gestures=state.gestures + 1, tries=state.tries + 1)
        case PaddleFell(seat, must, at, until):
            up = phase_of(state, Winding)
            race = Racing(known(up.pair), up.since, at, must, until)
            return replace(state, phase=race, honest=counted_up(state.honest, seat))
        case Feigned(seat, at, open, until):
            feint = Feinting(phase_of(state, Winding).since, at, open, until)
            feints = counted_up(state.feints, seat)
            return replace(state, phase=feint, outcome=Outcome(seat, "bluff"), feints=feints)
        case Faulted(seat, why, at, until):
            return replace(state, phase=Resting(at, until, shown=at), outcome=Outcome(seat, why))
        case TooSoon(seat, taker, card, at) | Fooled(seat, taker, card, at):
            return caught(handed_over(state, seat, taker, card), seat, at)
        case Followed(seat, at, blur):
            race = phase_of(state, Racing)
            return replace(state, phase=replace(race, slaps=(*race.slaps, Slapped(seat, at, blur))))
        case PairLaid():
            return laid(state, event)
        case Jammed(seat, why, at, until):
            race = phase_of(state, Racing)
            return replace(
                state,
                phase=Showing(jammed=True, shown=race.shown, since=at, until=until),
                deadline=state.deadline + at - race.wound,  # rule 14: a race does not use up a turn's time
                outcome=Outcome(seat, why, slaps=race.slaps),
            )
        case BluffEnded(_, at) | TurnWentOn(_, at):
            return replace(state, phase=Thinking(at))
        case Passed(at=at) | TurnEnded(at=at):
            return replace(state, phase=Resting(at, at + PAUSE))
        case GameWon(winners, joker):
            return replace(state, phase=Over(winners, joker))
    assert_never(event)


def drew(state: State, cards: int, at: Time) -> State:
    """Rule 7: with nothing left to draw, nothing more is owed."""
    drawing = phase_of(state, Drawing)
    owed = min(drawing.owed - cards, within_reach(state))
    return replace(state, phase=replace(drawing, owed=owed) if owed else Thinking(at))


def caught(state: State, seat: Seat, at: Time) -> State:
    paid = replace(
        state,
        paid=(*state.paid, seat),
        touched={**state.touched, seat: at},
        caught=counted_up(state.caught, seat),
    )
    return drew(paid, 0, at) if isinstance(state.phase, Drawing) else paid


def laid(state: State, event: PairLaid) -> State:
    race, seat, loser = phase_of(state, Racing), event.seat, event.loser
    pairs = (event.pair, *event.more)
    state = replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], *pairs, *pairs)),
        laid=put(state.laid, seat, (*state.laid[seat], *pairs)),
        phase=Showing(jammed=False, shown=race.shown, since=event.at, until=event.until),
        deadline=event.until + turn_limit(state.options),  # rule 14: a laid pair gives new time
        outcome=Outcome(seat, "laid", event.pair, loser, race.slaps, event.more),
        tries=0,
    )
    # A game stored by an earlier release has a last pair whose loser paid nothing.
    return state if loser is None or event.card is None else handed_over(state, loser, seat, event.card)


def handed_over(state: State, giver: Seat, taker: Seat, card: Card | None) -> State:
    hands = put(state.hands, giver, without(state.hands[giver], known(card)))
    return replace(state, hands=put(hands, taker, (*hands[taker], known(card))))


def known(hidden: T | None) -> T:
    assert hidden is not None, "masked events are for players, not for the table"
    return hidden


def phase_of(state: State, kind: type[T]) -> T:
    assert isinstance(state.phase, kind), f"this does not happen while {state.phase}"
    return state.phase


def counted_up(counts: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return put(counts, seat, counts[seat] + 1)


def contested(state: State, move: Move) -> Contest | None:
    """All hands of one race; a hand that falls after the decision is still in the photo finish."""
    match state.phase, move.act:
        case ((Racing(shown=shown) | Showing(shown=shown)), Follow()) if move.saw(shown):
            return Contest(state.turns, state.gestures)
    return None


def tally(events: Iterable[Events]) -> dict[str, int]:
    names: dict[type[Events], str] = {
        TurnBegan: "turns",
        PaddleFell: "races",
        PairLaid: "pairs",
        Jammed: "jams",
        Feigned: "bluffs",
        Fooled: "fooled",
        TooSoon: "too soon",
        Faulted: "faults",
        TurnEnded: "unasked",
    }
    count = Counter(dict.fromkeys(names.values(), 0))
    for event in (event for event in events if type(event) in names):
        count[names[type(event)]] += 1
        count["pairs"] += len(event.more) if isinstance(event, PairLaid) else 0
    return dict(count)


def awards(events: Iterable[Events]) -> Iterator[tuple[str, Seat]]:
    for event in events:
        match event:
            case Fooled(seat, taker):
                yield "bluffer", taker
                yield "fooled", seat
