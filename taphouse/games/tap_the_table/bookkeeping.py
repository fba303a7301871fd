"""The state after each event. No choices and no dice: bookkeeping only."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from taphouse.core import SECOND, Seat, Time, replace, without

from .cards import face_up
from .events import (
    Advised,
    Asked,
    Called,
    Challenged,
    Claimed,
    CountdownBegan,
    CountdownEnded,
    DanceAllowed,
    DeckShuffled,
    Defended,
    Drummed,
    Events,
    FinalBegan,
    FistKept,
    FistLifted,
    FistTapped,
    GameEnded,
    GameWon,
    HouseRevealed,
    Labelled,
    Named,
    NotTaken,
    Proposed,
    Revealed,
    Ruled,
    SaidDone,
    SaidFine,
    TieFound,
    Tokens,
    TurnBegan,
    TurnEnded,
)
from .state import (
    ALONE,
    AT_ONCE,
    HEARING,
    READY,
    READY_ALONE,
    AnsweredQuestion,
    Answering,
    Asking,
    Comparing,
    Countdown,
    Justifying,
    Options,
    Over,
    Ready,
    Said,
    Settling,
    Starting,
    State,
    Thinking,
    Voting,
)


def apply(state: State, event: Events) -> State:
    match event:
        case Revealed(card=card, at=at) | HouseRevealed(card=card, at=at):
            patience = state.options.time_limit(state.options.patience * SECOND)
            thinking = Thinking(at, at + patience, until=at + 2 * patience, until_alone=at + ALONE)
            return replace(state, deck=state.deck[1:], middle=(*state.middle, card), phase=thinking)
        case Called(seat, at):
            return replace(state, phase=called(state, seat, at))
        case CountdownBegan(starter, rivals, since, until):
            assert state.race is not None
            return replace(state, drums={}, phase=Countdown(starter, rivals, state.race.since, since, until))
        case Claimed(by, starter, at, until):
            return replace(state, drums={}, phase=Answering(by, starter, at, until))
        case CountdownEnded(starter, at, until):
            return replace(state, drums={}, phase=Answering(starter, starter, at, until))
        case DanceAllowed():
            return replace(state, phase=replace(state.phase, dancing=True))
        case Drummed(seat, at):
            return replace(state, drums={**state.drums, seat: at})
        case NotTaken(text=text):
            assert isinstance(state.phase, Answering)
            return replace(state, phase=replace(state.phase, tries=(*state.phase.tries, text)))
        case Proposed(by, text, found, starter, at, until):
            voting = Voting(by, starter, text, found, at, until)
            return replace(defaults_for(state, text, by), drums={}, phase=voting)
        case Labelled(by, text, found):
            return replace(defaults_for(state, text, by), phase=replace(state.phase, text=text, hints=found))
        case FistTapped(seat):
            assert isinstance(state.phase, Voting | Asking)
            fists, fine = (*state.phase.fists, seat), without(state.phase.fine, seat)
            return replace(state, phase=replace(state.phase, fists=fists, fine=fine))
        case SaidFine(seat):
            assert isinstance(state.phase, Voting | Asking)
            return replace(state, phase=replace(state.phase, fine=(*state.phase.fine, seat)))
        case FistLifted(seat):
            assert isinstance(state.phase, Justifying)
            phase = replace(state.phase, fists=without(state.phase.fists, seat))
            return replace(state, phase=replace(phase, kept=without(phase.kept, seat)))
        case FistKept(seat):
            assert isinstance(state.phase, Justifying)
            return replace(state, phase=replace(state.phase, kept=(*state.phase.kept, seat)))
        case Challenged(at=at, until=until):
            assert isinstance(state.phase, Voting)
            vote = state.phase
            phase = Justifying(vote.by, vote.starter, vote.text, vote.hints, at, until, vote.fists)
            hearing = at + state.options.time_limit(HEARING)
            heard = hearing if state.options.answers == "aloud" else None
            return replace(state, phase=replace(phase, advice=vote.advice, heard=heard))
        case Defended(text=text, at=at):
            return replace(state, phase=replace(state.phase, defence=text, heard=at, kept=()))
        case SaidDone():
            return replace(state, phase=replace(state.phase, done=True))
        case TurnEnded():
            return settled(state, event)
        case TurnBegan(active, at):
            return replace(
                state, active=active, drums={}, asked=(), turn=state.turn + 1, phase=ready(state.options, at)
            )
        case Asked(seat, question, answer, at, until):
            assert isinstance(state.phase, Ready | Thinking | Voting | Justifying | Settling)
            asking = Asking(seat, question, answer, at, until, paused=state.phase)
            return replace(state, asked=(*state.asked, seat), drums={}, phase=asking)
        case Ruled(stands, at):
            assert isinstance(state.phase, Asking)
            asking = state.phase
            ruling = AnsweredQuestion(asking.by, asking.question, asking.answer, stands)
            paused = later(asking.paused, at - asking.since)
            return replace(state, record=(*state.record, ruling), phase=paused)
        case GameEnded(tokens, deck, active, at):
            return State(
                state.options,
                deck,
                active,
                tokens=(0,) * len(tokens),
                sums=tuple(before + now for before, now in zip(state.sums, tokens, strict=True)),
                phase=ready(state.options, at),
                said=state.said,  # rule 7
                fresh=len(state.said),
                record=state.record,
                away=state.away,
                game=state.game + 1,
            )
        case TieFound(tied, at, until):
            used = (*state.used, *state.middle)
            return replace(state, contenders=tied, middle=(), used=used, phase=Comparing(at, until))
        case Named(seat, whose):
            assert isinstance(state.phase, Comparing)
            return replace(state, phase=replace(state.phase, named={**state.phase.named, seat: whose}))
        case FinalBegan(deck, active, at):
            return replace(
                state,
                deck=deck,
                used=(),
                active=active,
                asked=(),
                turn=state.turn + 1,
                phase=ready(state.options, at),
            )
        case DeckShuffled(deck):
            return replace(state, deck=deck, used=(), middle=face_up(state.middle))
        case GameWon(winners):
            return replace(state, phase=Over(winners))
        case Advised(misfit=misfit):
            return replace(state, phase=replace(state.phase, advice=misfit))
    assert_never(event)


def called(state: State, seat: Seat, at: Time) -> Starting:
    match state.phase:
        case Starting(calls=calls) as starting:
            return replace(starting, calls=(*calls, seat))
        case Thinking() as thinking:
            return Starting(thinking, (seat,), at, until=at + AT_ONCE)
    raise AssertionError("only a thinking player is counted down")


def defaults_for(state: State, text: str, by: Seat) -> State:
    """Rule 7: valid or not, it was said."""
    return replace(state, said=(*state.said, Said(text, by))) if text else state


def settled(state: State, ended: TurnEnded) -> State:
    match state.phase:
        case Voting(text=text, fists=fists) | Justifying(text=text, fists=fists):
            pass
        case _:
            text, fists = "", ()
    phase = Settling(ended.how, ended.by, text, fists, ended.tokens, ended.out, ended.at, ended.until)
    state = replace(state, drums={}, phase=phase, tokens=paid(state.tokens, ended.tokens))
    if ended.out is not None:
        state = replace(state, contenders=without(state.contenders, ended.out))
    if ended.tokens or ended.out is not None:
        state = replace(state, used=(*state.used, *state.middle), middle=())  # rule 22
    return state


def paid(held: tuple[int, ...], tokens: Tokens | None) -> tuple[int, ...]:
    if tokens is None:
        return held
    change = Counter({tokens.to: tokens.count})
    if tokens.giver is not None:
        change[tokens.giver] -= tokens.count
    return tuple(count + change[seat] for seat, count in enumerate(held))


def later(
    phase: Ready | Thinking | Voting | Justifying | Settling, by: Time
) -> Ready | Thinking | Voting | Justifying | Settling:
    """The same phase with so much more time: rule 26, the game pauses."""
    names = {"since", "until", "until_alone", "dance_at", "heard"}.intersection(phase.__struct_fields__)
    times = {name: getattr(phase, name) for name in names}
    return replace(phase, **{name: time + by for name, time in times.items() if time is not None})


def ready(options: Options, at: Time) -> Ready:
    return Ready(at, until=at + options.time_limit(READY), until_alone=at + READY_ALONE)
