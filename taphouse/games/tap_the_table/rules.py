"""Tap the Table: say something that fits every card, and survive the fists.

Implements `text/en.md`; the numbers in comments are its rules. The state is in `state.py`, its changes
in `bookkeeping.py`; who votes is in `fists.py`, what may be said in `wording.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import cast

from taphouse.core import (
    SECOND,
    Dice,
    Move,
    Seat,
    Time,
    clean,
)

from .bookkeeping import ready
from .cards import Card, covered, face_up
from .dealing import colours_of, draw
from .events import (
    LONGEST_DEFENCE,
    LONGEST_QUESTION,
    LONGEST_WORD,
    Acts,
    Advice,
    Advised,
    Ask,
    Asked,
    Called,
    Challenged,
    Claim,
    Claimed,
    Count,
    CountdownBegan,
    CountdownEnded,
    DanceAllowed,
    DeckShuffled,
    Defend,
    Defended,
    Done,
    Drum,
    Drummed,
    Events,
    FinalBegan,
    Fine,
    Fist,
    FistKept,
    FistLifted,
    FistTapped,
    GameEnded,
    GameWon,
    HouseRevealed,
    How,
    Keep,
    Labelled,
    Lift,
    Name,
    Named,
    NotTaken,
    Proposed,
    Reveal,
    Revealed,
    Ruled,
    SaidDone,
    SaidFine,
    Say,
    TableActs,
    TieFound,
    Tokens,
    TurnBegan,
    TurnEnded,
    Why,
)
from .fists import all_have_spoken, fewest, first_caller, here, most_drum, most_tap
from .state import (
    COMPARING,
    COUNTDOWN,
    PASSING,
    PAYING,
    QUESTION,
    Answering,
    Asking,
    Comparing,
    Contest,
    Countdown,
    Justifying,
    Options,
    Ready,
    Settling,
    Starting,
    State,
    Thinking,
    Voting,
)
from .wording import hints, objection
from .words import is_rude


def pieces(options: Options) -> tuple[str, ...]:
    return colours_of(options)


def setup(seats: int, options: Options, dice: Dice, without: str | None = None) -> State:
    return State(
        options,
        deck=draw(options, dice, without),
        active=dice.below(seats),  # rule 3
        tokens=(0,) * seats,
        sums=(0,) * seats,
        phase=ready(options, 0),
        left_out=without,
    )


def judge(state: State, move: Move, dice: Dice) -> Events | Why:
    seat, act = move.seat, cast(Acts | TableActs, move.act)
    match act:
        case Advice(about, misfit):
            return judge_advice(state, seat, about, misfit)
        case Reveal():
            return Revealed(seat, state.deck[0], move.at)  # rule 4
        case Claim():
            return judge_claim(state, move)
        case Count():
            return Called(seat, move.at) if has_seen(state, move) else "not-seen"  # rules 16 and 18
        case Drum():
            return Drummed(seat, move.at)  # rules 17 and 21
        case Say(text):
            return judge_say(state, move, clean(text, LONGEST_WORD))
        case Fist():
            return FistTapped(seat, move.at) if has_seen(state, move) else "not-seen"
        case Fine():
            return SaidFine(seat) if has_seen(state, move) else "not-seen"
        case Lift():
            return FistLifted(seat)  # rule 13
        case Keep():
            return FistKept(seat)  # rule 15
        case Defend(text):
            return judge_defence(state, move, clean(text, LONGEST_DEFENCE))
        case Done():
            return SaidDone(seat)  # rule 15
        case Ask(question, answer):
            return judge_question(
                state, move, clean(question, LONGEST_QUESTION), clean(answer, LONGEST_QUESTION)
            )
        case Name(whose):
            return Named(seat, whose)  # rule 25


def judge_advice(state: State, seat: Seat, about: str, misfit: float) -> Events | Why:
    match state.phase:
        case Voting(text=text, advice=None) if text and about == text:
            return Advised(seat, about, misfit)
    return "not-now"


def has_seen(state: State, move: Move) -> bool:
    """Whether the card, or what is voted on, was on the player's own screen."""
    match state.phase:
        case Thinking(since=shown) | Voting(since=shown) | Asking(since=shown):
            return move.saw(shown)
    return True


def judge_claim(state: State, move: Move) -> Events | Why:
    seat, starter = move.seat, None
    if not has_seen(state, move):
        return "not-seen"
    match state.phase:
        case Starting(calls=calls):
            starter = first_caller(state, calls)
        case Countdown(starter=counting) | Answering(starter=counting):
            starter = counting  # rule 19
    if state.options.answers == "aloud":
        return propose(state, move, "", starter)
    until = move.at + state.options.time_limit(state.options.typing * SECOND)
    return Claimed(seat, starter, move.at, until)  # rule 10


def judge_say(state: State, move: Move, text: str) -> Events | Why:
    seat, aloud = move.seat, state.options.answers == "aloud"
    if mistake := cannot_be_said(state, text):
        return mistake
    match state.phase:
        case Answering(starter=starter):
            refusal = None if aloud else objection(state, seat, text)  # rule 9
            return refusal or propose(state, move, text, starter)
    return Labelled(seat, text, hints(state, text))  # rule 10


def cannot_be_said(state: State, text: str) -> Why | None:
    if not text:
        return "empty"
    return "rude" if state.options.family and is_rude(text, state.options.language) else None


def propose(state: State, move: Move, text: str, starter: Seat | None) -> Proposed:
    until = move.at + state.options.time_limit(state.options.vote * SECOND)
    return Proposed(move.seat, text, hints(state, text), starter, move.at, until)  # rule 6


def judge_defence(state: State, move: Move, text: str) -> Events | Why:
    return cannot_be_said(state, text) or Defended(move.seat, text, move.at)  # rule 15


def judge_question(state: State, move: Move, question: str, answer: str) -> Events | Why:
    """Rule 26. Without a text at a table that speaks aloud; once a turn, since the game waits for it."""
    if isinstance(state.phase, Starting):
        return "not-now"  # the call that is still a secret comes first
    if state.options.answers == "typed" and not (question and answer):
        return "empty"
    if state.options.family and is_rude(f"{question} {answer}", state.options.language):
        return "rude"
    return Asked(move.seat, question, answer, move.at, until=move.at + state.options.time_limit(QUESTION))


def settle(state: State, at: Time, dice: Dice) -> Events | None:
    time_is_up = state.due is not None and at >= state.due
    options = state.options
    match state.phase:
        case Ready() if not state.deck:
            return DeckShuffled(dice.shuffled((*state.used, *covered(state.middle))))  # rule 25
        case Ready() if time_is_up:
            return HouseRevealed(state.deck[0], at)
        case Thinking(dancing=True) if most_drum(state, at):
            return end(state, "danced", at)
        case Thinking(dancing=False) if time_is_up and state.active not in state.away:
            return DanceAllowed()  # rule 21
        case Thinking() if time_is_up:
            return end(state, "out-of-time", at)
        case Starting(calls=calls) if time_is_up:
            starter = first_caller(state, calls)
            rivals = tuple(seat for seat in calls if seat != starter)
            return CountdownBegan(starter, rivals, at, until=at + options.time_limit(COUNTDOWN))
        case Countdown(starter=starter) if time_is_up:
            return CountdownEnded(
                starter, at, until=at + options.time_limit(options.typing * SECOND)
            )  # rule 20
        case Answering() if time_is_up:
            return end(state, "silent", at)
        case Voting(by=by) if time_is_up or all_have_spoken(state):
            if most_tap(state):
                return Challenged(by, at, until=at + options.time_limit(options.justify * SECOND))  # rule 13
            return end(state, "accepted", at)
        case Justifying() if not most_tap(state):
            return end(state, "accepted", at)
        case Justifying(done=done) if done or time_is_up:
            return end(state, "rejected", at)
        case Justifying(heard=int(heard)) if at >= heard and all_have_spoken(state):
            return end(state, "rejected", at)  # rule 15
        case Settling() if time_is_up:
            return go_on(state, at, dice)
        case Comparing(named=named) if time_is_up or named.keys() >= {*state.contenders} & {*here(state)}:
            return FinalBegan(dice.shuffled(state.used), smallest_fist(state, named, dice), at)
        case Asking() if time_is_up or all_have_spoken(state):
            return Ruled(not most_tap(state), at)  # rule 26
    return None


def end(state: State, how: How, at: Time) -> TurnEnded:
    """The result of the turn, and the tokens it cost."""
    match state.phase:
        case (
            Answering(by=by, starter=starter)
            | Voting(by=by, starter=starter)
            | Justifying(by=by, starter=starter)
        ):
            pass
        case _:
            by, starter = state.active, None
    tokens = penalty(state, by, starter, how == "accepted")
    if state.is_final and tokens:
        return TurnEnded(how, by, None, tokens.to, at, until=at + PAYING)  # rule 25
    return TurnEnded(how, by, tokens, None, at, until=at + (PAYING if tokens else PASSING))


def penalty(state: State, by: Seat, starter: Seat | None, valid: bool) -> Tokens | None:
    giver = starter if starter is not None and state.tokens[starter] else None
    if by == starter and valid:
        return Tokens(state.active, giver, 1)  # rule 20
    if by == starter:
        return Tokens(by, None, 2)  # rule 20
    return None if valid else Tokens(state.active, giver, 1)  # rules 13, 19, 21


def go_on(state: State, at: Time, dice: Dice) -> Events:
    seats = len(state.tokens)
    if len(state.contenders) == 1:
        return GameWon(state.contenders)  # rule 25
    if state.is_final or state.deck:
        players = state.contenders or state.seats
        left = min(players, key=lambda seat: (seat - state.active - 1) % seats)
        return TurnBegan(left, at)  # rules 11 and 22
    if state.game < state.options.games:
        return GameEnded(state.tokens, draw(state.options, dice, state.left_out), dice.below(seats), at)
    best = fewest(state.points)
    if state.options.final_countdown and len(best) > 1:
        return TieFound(best, at, until=at + state.options.time_limit(COMPARING))
    return GameWon(best)  # rule 23


def smallest_fist(state: State, named: dict[Seat, Seat], dice: Dice) -> Seat:
    """Rule 25: the seat that most of the tied name; else by lot."""
    votes = Counter(named.values())
    most = max(votes.values(), default=0)
    return dice.pick([seat for seat in state.contenders if votes[seat] == most])


def contested(state: State, move: Move) -> Contest | None:
    """Who was first to have a solution, or to call a countdown; later taps are shown too."""
    match state.phase, move.act:
        case Thinking() | Starting() | Countdown() | Answering(), Claim() | Count():
            return Contest(state.game, state.turn)
        case Voting(), Count():
            return Contest(state.game, state.turn)
    return None


def tally(events: Iterable[Events]) -> dict[str, int]:
    """`few`: turns with up to three criteria, and how many of them ended well."""
    names = "turns accepted few few_accepted rejected silent danced countdowns justified tokens tries"
    counts, middle = Counter(dict.fromkeys(names.split(), 0)), list[Card]()
    for event in events:
        match event:
            case Revealed(card=card) | HouseRevealed(card=card):
                middle.append(card)
            case TurnEnded(how=how, tokens=tokens, out=out):
                how = "silent" if how == "out-of-time" else how
                few = len(face_up(middle)) <= 3
                counts.update({"turns": 1, how: 1, "tokens": tokens.count if tokens else 0})
                counts.update({"few": few, "few_accepted": few and how == "accepted"})
                if tokens or out is not None:
                    middle.clear()  # rule 22
            case GameEnded() | TieFound():
                middle.clear()
            case CountdownBegan():
                counts["countdowns"] += 1
            case Challenged():
                counts["justified"] += 1
            case NotTaken():
                counts["tries"] += 1
    return dict(counts)


def awards(events: Iterable[Events]) -> Iterator[tuple[str, Seat]]:
    for event in events:
        match event:
            case TurnEnded(how="accepted", by=seat):
                yield "ideas", seat
            case FistTapped(seat):
                yield "fists", seat
