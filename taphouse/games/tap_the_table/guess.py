"""Words that are not in the table of things: what bots wonder about, and what meaning alone tells of it."""

from __future__ import annotations

from array import array
from base64 import b64decode
from functools import cache
from importlib.resources import files

from taphouse.core import Meaning, Question, Value

from .cards import Card, face_up, letter_of, text_of
from .state import State, Voting
from .things import Degree, find

# Thresholds of a "no" and a "so to speak", measured on things of the table that were held back.
NO, HARDLY = 0.1, 0.3


class Direction(Value):
    """The direction in meaning of the things that fit a criterion."""

    start: float
    scale: float
    steps: array[int]

    def along(self, point: tuple[float, ...]) -> float:
        return self.start + self.scale * sum(a * b for a, b in zip(self.steps, point, strict=True))


def wonders(state: State) -> Question | None:
    match state.phase:
        case Voting(text=text, advice=None) if text and find(text, state.options.language) is None:
            language = state.options.language
            cards = [card for card in face_up(state.middle) if letter_of(card) is None]
            return (
                Question(text, {card: text_of(card, language) for card in cards}, language) if cards else None
            )
    return None


def guess(question: Question, meaning: Meaning) -> float | None:
    """Only for criteria that meaning tells something of, in the language it was learnt in."""
    known = [card for card in question.criteria if card in directions()]
    if question.language != "en" or not known:
        return None
    point = tuple(meaning(question.thing))
    return sum(1 - degree(directions()[card].along(point)) for card in known)


def degree(along: float) -> Degree:
    return 0.0 if along < NO else 0.5 if along < HARDLY else 1.0


@cache
def directions() -> dict[Card, Direction]:
    """Made by `tools/words/meaning.py`: a line for each criterion but colours, which words do not show."""
    lines = files(__package__).joinpath("words", "meaning_en.txt").read_text("ascii").splitlines()
    return {card: direction(*rest) for card, *rest in map(str.split, lines)}


def direction(start: str, scale: str, steps: str) -> Direction:
    return Direction(float(start), float(scale), array("b", b64decode(steps)))
