"""What a player may do now, and why not."""

from __future__ import annotations

from collections.abc import Iterator

from taphouse.core import Dice, Move, Offer, Seat

from .events import Ask, Claim, Count, Defend, Done, Drum, Fine, Fist, Keep, Lift, Name, Reveal, Why
from .fists import voters
from .state import (
    Answering,
    Asking,
    Comparing,
    Countdown,
    Justifying,
    Ready,
    Settling,
    Starting,
    State,
    Thinking,
    Voting,
)

REVEAL, CLAIM, COUNT, DRUM, SAY = Offer("Reveal"), Offer("Claim"), Offer("Count"), Offer("Drum"), Offer("Say")
FIST, FINE, LIFT, KEEP = Offer("Fist"), Offer("Fine"), Offer("Lift"), Offer("Keep")
DEFEND, DONE, ASK = Offer("Defend"), Offer("Done"), Offer("Ask")


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    now = tuple(on_the_table(state, seat))
    return (*now, ASK) if asks(state, seat) else now


def asks(state: State, seat: Seat) -> bool:
    """Rule 26. A call that is still a secret must not show in it."""
    match state.phase:
        case Ready() | Thinking() | Voting() | Justifying() | Settling():
            return seat not in state.asked
        case Starting(calls=calls) if seat not in calls:
            return seat not in state.asked
    return False


def on_the_table(state: State, seat: Seat) -> Iterator[Offer]:
    active, aloud = seat == state.active, state.options.answers == "aloud"
    match state.phase:
        case Ready() if active:
            yield REVEAL  # rule 4
        case Thinking() | Starting() | Countdown() if active:
            yield CLAIM  # rules 5 and 19
        case Thinking(dancing=dancing):
            yield from challenges(state, seat, dancing)
        case Starting(thinking=thinking, calls=calls):
            yield from challenges(state, seat, thinking.dancing, has_called=seat in calls)
        case Countdown():
            yield DRUM  # rule 17
        case Answering(by=by) if seat == by:
            if aloud:
                yield CLAIM
            yield SAY
        case Voting(by=by, text="") if seat == by and aloud:
            yield SAY  # rule 10
        case Voting(fists=fists, fine=fine) | Asking(fists=fists, fine=fine):
            if seat in voters(state) and seat not in fists:
                yield FIST  # rule 12
                if seat not in fine:
                    yield FINE
        case Justifying(by=by, text=text) if seat == by:
            if aloud and not text:
                yield SAY
            if not aloud:
                yield DEFEND
            yield DONE  # rule 15
        case Justifying(fists=fists, heard=heard, kept=kept) if seat in fists:
            yield LIFT  # rule 13
            if heard is not None and seat not in kept:
                yield KEEP  # rule 15: nobody decides before the defence
        case Comparing() if seat in state.contenders:
            yield Offer("Name", {"whose": state.contenders})  # rule 25


def challenges(state: State, seat: Seat, dancing: bool, has_called: bool = False) -> Iterator[Offer]:
    """Of the players who are not active."""
    if not has_called and not (state.is_final and seat not in state.contenders):
        yield COUNT  # rules 16, 18 and 25
    if dancing:
        yield DRUM  # rule 21


def refuse(state: State, move: Move, dice: Dice) -> Why:
    seat = move.seat
    match state.phase, move.act:
        case Ready(), Reveal():
            return "not-your-deck"
        case Thinking() | Starting() | Countdown(), Claim():
            return "not-active"
        case _, Count():
            return no_countdown(state, seat)
        case Thinking() | Starting() | Countdown(), Drum():
            return "you-are-active" if seat == state.active else "too-soon"  # rule 21
        case Voting() | Asking() | Justifying(), Fist() | Fine() | Lift() | Keep():
            return no_fist(state, move)
        case Justifying(by=by), Defend() | Done() if seat != by:
            return "not-yours-to-defend"
        case Justifying(), Defend():
            return "say-it-aloud"
        case Ready() | Thinking() | Voting() | Justifying() | Settling(), Ask():
            return "asked-already"
        case Comparing(), Name():
            return "not-tied"
    return "not-now"


def no_countdown(state: State, seat: Seat) -> Why:
    if seat == state.active:
        return "you-are-active"
    if state.is_final and seat not in state.contenders:
        return "only-fists"  # rule 25
    match state.phase:
        case Starting() | Countdown():
            return "countdown-runs"  # rule 17
        case Answering():
            return "too-late"
    return "not-now"


def no_fist(state: State, move: Move) -> Why:
    seat = move.seat
    match state.phase, move.act:
        case Justifying(), Fist():
            return "no-more-fists"  # rule 15
        case Justifying(), Fine():
            return "not-now"
        case Justifying(fists=fists), Lift() | Keep() if seat not in fists:
            return "no-fist"
        case Justifying(heard=heard), Keep():
            return "not-heard" if heard is None else "already-said"
        case Voting(fists=fists) | Asking(fists=fists), Lift():
            return "fist-stays" if seat in fists else "not-now"  # rule 12
        case Voting(since=since, fists=fists) | Asking(since=since, fists=fists), Fist() | Fine():
            if seat not in voters(state):
                return "no-vote"
            if not move.saw(since):
                return "not-seen"
            return "fist-stays" if seat in fists else "already-said"  # rule 12
    return "not-now"
