"""Words that are not in the table of things: the question about one, and the advice that answers it."""

from __future__ import annotations

from taphouse.core import Locale, Value

from .cards import Card, face_up, letter_of, text_of
from .events import Advice
from .state import State, Voting
from .things import find


class Question(Value):
    """How badly does this thing fit these criteria?"""

    thing: str
    criteria: dict[Card, str]
    """Each card with its text."""
    language: Locale


def question(state: State) -> Question | None:
    """The word that is voted on, if no bot knows it and no advice has come. A letter is no opinion."""
    match state.phase:
        case Voting(text=text, advice=None) if text and find(text, state.options.language) is None:
            language = state.options.language
            criteria = {
                card: text_of(card, language, state.own)
                for card in face_up(state.middle)
                if letter_of(card, state.own) is None
            }
            return Question(text, criteria, language) if criteria else None
    return None


def advice(question: Question, misfit: float) -> Advice:
    return Advice(question.thing, misfit)
