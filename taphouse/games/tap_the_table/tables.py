"""Named states, for tests and for the client's gallery."""

from __future__ import annotations

from typing import Any

from taphouse.core import SECOND, Dice, Seat, Time, replace

from .bookkeeping import ready
from .cards import Card, candidates, checks_of, face_up
from .events import Hint, Tokens
from .rules import setup
from .state import (
    ALONE,
    AT_ONCE,
    COMPARING,
    COUNTDOWN,
    HEARING,
    PAYING,
    QUESTION,
    AnsweredQuestion,
    Answering,
    Asking,
    Comparing,
    Countdown,
    Justifying,
    Options,
    Over,
    Said,
    Settling,
    Starting,
    State,
    Thinking,
    Voting,
)
from .things import THINGS

SHOWN: Time = 10 * SECOND
NOW: Time = 14 * SECOND
ONE: tuple[Card, ...] = ("look-shiny",)
THREE: tuple[Card, ...] = ("look-shiny", "size-door", "place-party")
FOUR: tuple[Card, ...] = ("look-shiny", "size-door", "trait-spins", "place-party")
FIVE: tuple[Card, ...] = (*FOUR, "letter-d")
HARD: tuple[Card, ...] = ("look-furry", "size-bus", "trait-power", "place-breakfast")
SHORT = 2  # cards left, where the end is worth seeing


def table(*tokens: int, options: Options | None = None, **changes: Any) -> State:
    """The first seat is active; each seat holds so many `tokens`."""
    fresh = setup(len(tokens), options or Options(), Dice("a named table"))
    taken = changes.get("middle", ())
    deck = tuple(card for card in fresh.deck if card not in taken)
    return replace(fresh, **{"active": 0, "tokens": tokens, "deck": deck[:SHORT], **changes})


def thinking(*tokens: int, options: Options | None = None, dancing: bool = False, **changes: Any) -> State:
    options = options or Options()
    phase = thought(options, dancing)
    return table(*tokens, options=options, **{"middle": THREE, "phase": phase, **changes})


def thought(options: Options, dancing: bool = False) -> Thinking:
    patience = options.patience * SECOND
    return Thinking(SHOWN, SHOWN + patience, SHOWN + 2 * patience, SHOWN + ALONE, dancing)


def starting(*tokens: int, calls: tuple[Seat, ...], options: Options | None = None, **changes: Any) -> State:
    phase = Starting(thought(options or Options()), calls, NOW, NOW + AT_ONCE)
    return thinking(*tokens, options=options, phase=phase, **changes)


def countdown(*tokens: int, starter: Seat = 1, **changes: Any) -> State:
    return thinking(*tokens, phase=Countdown(starter, (), SHOWN, NOW, NOW + COUNTDOWN), **changes)


def answering(*tokens: int, by: Seat = 0, starter: Seat | None = None, **changes: Any) -> State:
    return thinking(*tokens, phase=Answering(by, starter, NOW, NOW + 10 * SECOND), **changes)


def voting(
    *tokens: int,
    by: Seat = 0,
    starter: Seat | None = None,
    text: str = "a disco ball",
    fists: tuple[Seat, ...] = (),
    fine: tuple[Seat, ...] = (),
    hints: tuple[Hint, ...] = (),
    **changes: Any,
) -> State:
    phase = Voting(by, starter, text, hints, NOW, NOW + 8 * SECOND, fists, fine)
    said = (Said("a lamp", 1), *((Said(text, by),) if text else ()))
    return thinking(*tokens, **{"phase": phase, "said": said, **changes})


def justifying(
    *tokens: int,
    by: Seat = 0,
    starter: Seat | None = None,
    text: str = "a disco ball",
    fists: tuple[Seat, ...],
    defence: str = "",
    **changes: Any,
) -> State:
    phase = Justifying(by, starter, text, (), NOW, NOW + 25 * SECOND, fists, defence)
    aloud = changes.get("options", Options()).answers == "aloud"
    phase = replace(phase, heard=NOW + HEARING if aloud else NOW if defence else None)
    return thinking(*tokens, **{"phase": phase, "said": (Said(text, by),), **changes})


def settling(*tokens: int, **changes: Any) -> State:
    """A turn that cost the active player a token has just ended."""
    paid = Tokens(0, None, 1)
    phase = Settling("rejected", 0, "a disco ball", (1, 2), paid, None, NOW, NOW + PAYING)
    return table(*tokens, **{"phase": phase, **changes})


def comparing(*tokens: int, contenders: tuple[Seat, ...], **changes: Any) -> State:
    options = Options(final_countdown=True)
    used = setup(len(tokens), options, Dice("a named table")).deck
    phase = Comparing(NOW, NOW + COMPARING)
    return table(
        *tokens,
        options=options,
        **{"contenders": contenders, "deck": (), "used": used, "phase": phase, **changes},
    )


def asking(*tokens: int, **changes: Any) -> State:
    question = "Does a photo of a thing count as the thing?", "Only if it is framed."
    paused = thought(Options())
    return thinking(
        *tokens,
        **{"phase": Asking(1, *question, NOW, NOW + QUESTION, paused, fists=(2,)), "asked": (1,), **changes},
    )


def everything_said(middle: tuple[Card, ...]) -> tuple[Said, ...]:
    """Every answer that comes near was given in the games before."""
    groups = candidates(checks_of(face_up(middle)), "en")
    return tuple(Said(THINGS[number].said_in("en"), 0) for group in groups for number in group)


FINAL = Options(final_countdown=True)
ALOUD = Options(answers="aloud")

TABLES: dict[str, State] = {
    "the first card": table(0, 0, 0, 0, deck=setup(4, Options(), Dice("a named table")).deck),
    "the active player is away": table(0, 1, 0, away=(0,), phase=ready(Options(), 0)),
    "three criteria": thinking(1, 0, 2, 0),
    "a covered card": thinking(
        1, 0, 2, middle=("look-red", *THREE, "size-heavy"), said=(Said("a truck", 2),)
    ),
    "five criteria": thinking(2, 3, 1, 4, 0, options=Options(challenge=True), middle=FIVE),
    "two count at once": starting(0, 1, 3, 1, 2, calls=(1, 2)),
    "five, four, three": countdown(1, 0, 2, 1),
    "the starter must answer": answering(1, 2, 0, 0, by=1, starter=1),
    "the fists may dance": thinking(0, 0, 0, 0, 0, options=Options(patience=15), middle=HARD, dancing=True),
    "nothing fits": thinking(0, 0, 0, options=Options(patience=15), middle=HARD),
    "two fists so far": voting(1, 0, 2, 0, 1, fists=(1, 3), fine=(2,)),
    "close to another word": voting(0, 1, 0, text="a lampshade", hints=(Hint("a lamp", by=1),)),
    "the starter's word": voting(1, 2, 0, 0, by=1, starter=1, text="a mirror ball"),
    "must justify": justifying(1, 0, 2, 0, fists=(1, 2)),
    "a near miss, defended": justifying(
        0, 0, 1, 2, text="an elephant", fists=(1, 2, 3), defence="Some doors are bigger than you think."
    ),
    "everything was said before": answering(
        0,
        0,
        0,
        options=Options(games=2),
        game=2,
        said=everything_said(THREE),
        fresh=len(everything_said(THREE)),
    ),
    "a question about the rules": asking(
        0, 1, 0, 2, record=(AnsweredQuestion(2, "May one sing?", "Yes.", True),)
    ),
    "a question is in the air": settling(1, 0, 2, 0, turn=146),  # a turn in which a bot asks a question
    "aloud": thinking(0, 1, 0, 2, options=ALOUD),
    "a spoken defence": justifying(0, 1, 0, 2, fists=(1, 2, 3), options=ALOUD),
    "said aloud, without a label": voting(0, 1, 0, 2, options=ALOUD, text="", fists=(2,)),
    "in French": thinking(
        0, 0, 1, options=Options(language="fr", challenge=True), middle=(*THREE, "letter-v")
    ),
    "the last card of a game of two": settling(3, 1, 2, options=Options(games=2), deck=()),
    "a tie for the win": settling(2, 1, 1, 3, 1, options=FINAL, deck=(), used=(*FOUR, *HARD, "look-red")),
    "the smallest fist": comparing(1, 3, 1, 1, contenders=(0, 2, 3)),
    "the Final Countdown": thinking(
        1, 1, 4, 1, options=FINAL, contenders=(0, 1, 3), middle=FOUR, used=HARD, deck=()
    ),
    "everyone is away": thinking(0, 0, 0, away=(0, 1, 2)),
    "two share the victory": table(1, 3, 1, deck=(), phase=Over((0, 2))),
}
