"""Snap Clap Tap: everyone at once; match a card, do what it asks, and lay yours on it.

Implements `text/en.md`; the numbers in comments are its rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import isqrt
from typing import assert_never, cast

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

from .cards import KINDS, Card, cards_without, is_stop, matches, satisfies
from .events import (
    Acts,
    Beaten,
    Bounced,
    CalledTooLate,
    Caught,
    Cry,
    Dealt,
    DealWon,
    Did,
    Do,
    Events,
    GameWon,
    GotStuck,
    Laid,
    Lay,
    Mistaken,
    Pass,
    Passed,
    PilesTurned,
    PlayResumed,
    StopEnded,
    TurnedUp,
    Why,
)
from .piles import (
    Gifts,
    Give,
    Lock,
    Placed,
    Receive,
    covering,
    four_piles,
    gifts,
    largest,
    size,
    tops,
    turned,
    with_gifts,
    with_lock,
    without_tops,
)
from .state import (
    Bound,
    CardRace,
    Contest,
    DealOver,
    FaceDown,
    Free,
    Gesture,
    Giving,
    GoofRace,
    LastPlay,
    Options,
    Over,
    PhaseNow,
    State,
    Stopping,
    Stuck,
    card_laid_by,
    done_for,
    is_able,
    is_rival,
    landed,
    pile_with,
    seen_doing,
    somebody_can_play,
    still_bound,
)

SEATS = range(2, 7)
MINUTES = 6
FACE_DOWN = 3 * SECOND  # rule 3: time to get ready before all cards are turned up at once
LOCKED = 700 * MS  # rule 11
THREE = 3  # rule 14
GIVING = 2 * SECOND  # rule 17: time to see who gives what to whom
STUCK = 2 * SECOND  # rule 20
BETWEEN_DEALS = 4 * SECOND  # rule 21: time to see who won the deal, and the score
SHOWN = 1_200 * MS  # rule 23


def pieces(options: Options) -> tuple[str, ...]:
    return KINDS


def setup(seats: int, options: Options, dice: Dice, without: str | None = None) -> State:
    give, receive = dealt(dice.shuffled(cards_without(without)), seats, 0)
    return State(
        options,
        give=give,
        receive=receive,
        phase=FaceDown(0, FACE_DOWN),
        bound=({},) * seats,
        gestures=(None,) * seats,
        plays=(None,) * seats,
        won=(0,) * seats if options.deals > 1 else (),
        left_out=without,
    )


def dealt(deck: tuple[Card, ...], seats: int, at: Time) -> tuple[tuple[Give, ...], Receive]:
    each = (len(deck) - 2) // seats  # rule 3: a remainder goes under the receive piles
    middle = deck[seats * each :]
    left, right = (tuple(Placed(card, None, at) for card in middle[side::2]) for side in (0, 1))
    return tuple(four_piles(deck[seat * each : (seat + 1) * each]) for seat in range(seats)), (left, right)


def judge(state: State, move: Move, dice: Dice) -> Events | Why:
    seat, act = move.seat, cast(Acts, move.act)
    match act:
        case Do(action, on):
            return Did(seat, action, tuple(top for top in state.tops if top in on), move.at)  # rule 10
        case Lay() as lay:
            return judge_lay(state, move, lay)
        case Cry(offender):
            return judge_cry(state, move, offender)
        case Pass():
            return Passed(seat)  # rule 15


def judge_lay(state: State, move: Move, lay: Lay) -> Events | Why:
    seat, card, on, options = move.seat, lay.card, lay.on, state.options
    receive = pile_with(state.receive, on)
    if receive is None:
        return "nothing-there"
    top = receive[-1].card
    if matches(card, top):  # rule 12: also if another card was aimed at
        goof = not satisfies(done_for(state, seat, top), top)  # rule 16: and the play stands
        until = move.at + options.time_limit(options.stop_limit * SECOND) if is_stop(card) else None
        return Laid(seat, card, top, move.at, move.blur, goof, until)
    if top != on and matches(card, on):
        rival = covering(receive, on)
        blur = isqrt(move.blur**2 + rival.blur**2)
        return Beaten(seat, card, on, rival.by, move.at - rival.at, blur)  # rule 12
    return Bounced(seat, card, on, until=move.at + LOCKED)  # rule 11


def judge_cry(state: State, move: Move, offender: Seat) -> Events:
    seat, play = move.seat, state.plays[offender]
    assert play is not None
    if move.at > play.until:
        return CalledTooLate(seat, offender, play.card)  # rule 18
    if not play.goof:
        only_card = size(state.give[offender]) == 1
        price = () if only_card else largest(state.give[offender]).cards[-1:]
        return Mistaken(seat, offender, play.card, gifts(price, state.give[seat]))  # rule 19
    return Caught(
        seat,
        offender,
        play.card,
        play.on,
        play.did,
        gifts(tops(state.give[seat]), state.give[offender]),  # rule 17
        at=move.at,
        until=move.at + GIVING,
    )


def settle(state: State, at: Time, dice: Dice) -> Events | None:
    time_is_up = state.due is not None and at >= state.due
    match state.phase:
        case Over():
            return None
        case DealOver() if max(state.won) >= state.options.deals:
            return GameWon(best(state.won))  # rule 21
        case DealOver():
            deck = dice.shuffled(cards_without(state.left_out))
            return Dealt(deck, at, until=at + FACE_DOWN) if time_is_up else None
        case _ if 0 in state.held:
            return end_of_deal(state, at)  # rule 21
        case FaceDown() if time_is_up:
            return TurnedUp(at)  # rule 3
        case Stopping(stopper, left) if time_is_up or left == 0 or not is_able(state, stopper):
            return StopEnded(stopper, at)  # rule 15
        case Giving() if time_is_up:
            return PlayResumed(at)
        case Stuck() if somebody_can_play(state):
            return PlayResumed(at)
        case Stuck(tried) if time_is_up and tried == max(map(len, state.receive)):
            return end_of_deal(state, at)  # rule 20
        case Stuck() if time_is_up:
            return PilesTurned(at)  # rule 20
        case Free() if state.here and not somebody_can_play(state):
            return GotStuck(at, until=at + STUCK)  # rule 20
        case Free() if time_is_up:
            return PilesTurned(at)  # rule 20: the idle limit
    return None


def end_of_deal(state: State, at: Time) -> DealWon | GameWon:
    """The fewest cards win the deal; in a game of one deal, the game."""
    winners = best(tuple(-held for held in state.held))
    return GameWon(winners) if state.options.deals == 1 else DealWon(winners, at, until=at + BETWEEN_DEALS)


def apply(state: State, event: Events) -> State:
    match event:
        case TurnedUp(at) | PlayResumed(at):
            return replace(state, phase=free(at, state.options), running=at)
        case StopEnded(_, at):
            return replace(state, phase=free(at, state.options))
        case Did(seat, action, on, at):
            done = {**state.bound[seat], **dict.fromkeys(on, Bound(action, at))}
            gesture = Gesture(action, at, until=at + SHOWN)
            return replace(
                state,
                bound=put(state.bound, seat, done),
                gestures=put(state.gestures, seat, gesture),
            )
        case Laid():
            return after_play(state, event)
        case Bounced(seat, card, on, until):
            return with_give(state, seat, with_lock(state.give[seat], Lock(card, on, until)))
        case Passed():
            return replace(state, phase=replace(state.phase, left=0))
        case Caught(caller, offender, card, on, did, given, at, until):
            giving = Giving(caller, offender, card, on, did, given, since=at, until=until)
            return replace(hand_over(closed(state, offender), caller, offender, given), phase=giving)
        case Mistaken(caller, accused, _, given):
            return hand_over(closed(state, accused), accused, caller, given)
        case CalledTooLate(_, accused):
            return closed(state, accused)
        case GotStuck(at, until):
            return replace(state, phase=Stuck(1, at, until))
        case PilesTurned(at):
            return after_turning(state, at)
        case DealWon(winners, at, until):
            won = tuple(deals + (seat in winners) for seat, deals in enumerate(state.won))
            return replace(state, won=won, phase=DealOver(winners, since=at, until=until))
        case Dealt():
            return new_deal(state, event)
        case GameWon(winners):
            return replace(state, phase=Over(winners))
        case Beaten():
            return state
    assert_never(event)


def new_deal(state: State, event: Dealt) -> State:
    seats = len(state.give)
    give, receive = dealt(event.deck, seats, event.at)
    return replace(
        state,
        give=give,
        receive=receive,
        phase=FaceDown(event.at, event.until),
        bound=({},) * seats,
        gestures=(None,) * seats,
        plays=(None,) * seats,
        deal=state.deal + 1,
    )


def after_play(state: State, laid: Laid) -> State:
    seat, card, on, options = laid.seat, laid.card, laid.on, state.options
    play = LastPlay(
        card,
        on,
        seen=seen_doing(state, seat),
        did=done_for(state, seat, on),
        goof=bool(laid.goof),
        at=laid.at,
        until=laid.at + options.time_limit(options.call_limit * SECOND),  # rule 18
    )
    placed = Placed(card, seat, laid.at, laid.blur)
    left, right = ((*pile, placed) if pile[-1].card == on else pile for pile in state.receive)
    return replace(
        with_give(state, seat, without_tops(state.give[seat], [card])),
        receive=(left, right),
        bound=still_bound(state.bound, seat, on),
        plays=put(state.plays, seat, play),
        phase=phase_after(state.phase, laid, options),
    )


def phase_after(phase: PhaseNow, laid: Laid, options: Options) -> PhaseNow:
    match phase:
        case Stopping(left=left) if laid.until is None:
            return replace(phase, left=left - 1)
        case Stopping():
            return replace(phase, left=THREE, until=laid.until)  # rule 15
        case _ if laid.until is None:
            return replace(phase, until=free(laid.at, options).until)
    return Stopping(laid.seat, THREE, since=laid.at, until=laid.until)  # rule 14


def after_turning(state: State, at: Time) -> State:
    left, right = (turned(pile, at) for pile in state.receive)
    phase: PhaseNow = free(at, state.options)
    if isinstance(state.phase, Stuck):
        phase = Stuck(state.phase.tried + 1, at, at + STUCK)
    return replace(state, receive=(left, right), bound=({},) * len(state.give), phase=phase)


def free(at: Time, options: Options) -> Free:
    """Rule 20: the idle limit may be switched off."""
    limit = options.idle_limit
    return Free(at, until=None if limit is None else at + options.time_limit(limit * SECOND))


def closed(state: State, offender: Seat) -> State:
    """Rule 18: only the first caller counts."""
    play = state.plays[offender]
    assert play is not None
    return replace(state, plays=put(state.plays, offender, replace(play, open=False)))


def hand_over(state: State, giver: Seat, taker: Seat, given: Gifts) -> State:
    poorer = with_give(state, giver, without_tops(state.give[giver], [card for card, _ in given]))
    return with_give(poorer, taker, with_gifts(state.give[taker], given))


def with_give(state: State, seat: Seat, give: Give) -> State:
    return replace(state, give=put(state.give, seat, give))


def contested(state: State, move: Move) -> Contest | None:
    """Cards laid on one card, or calls of one goof."""
    match move.act:
        case Lay(card, on) if is_rival(state, card, on):
            return CardRace(on, landed(state, on))
        case Cry(offender, card) if card == card_laid_by(state, offender):
            return GoofRace(card, state.deal)
    return None


def tally(events: Iterable[Events]) -> dict[str, int]:
    count = Counter(plays=0, goofs=0, caught=0, mistaken=0, bounced=0, beaten=0, stops=0, stuck=0, turned=0)
    for event in events:
        match event:
            case Laid(goof=goof, until=until):
                count.update(plays=1, goofs=int(bool(goof)), stops=int(until is not None))
            case Caught() | Mistaken() | Bounced() | Beaten():
                count[type(event).__name__.lower()] += 1
            case GotStuck():
                count["stuck"] += 1
            case PilesTurned():
                count["turned"] += 1
    return dict(count)


def awards(events: Iterable[Events]) -> Iterator[tuple[str, Seat]]:
    for event in events:
        match event:
            case Caught(seat, offender):
                yield "eye", seat
                yield "goof", offender
