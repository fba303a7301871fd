"""Rules 7 to 9: what may not be said again, and what may not be taken from a card."""

from __future__ import annotations

from collections.abc import Iterator

from taphouse.core import Seat

from .cards import face_up, letter_of, text_of
from .events import Hint, NotTaken
from .state import State
from .words import compare, has_letter

HINTS_AT_MOST = 3


def objection(state: State, seat: Seat, text: str) -> NotTaken | None:
    """Refuses what is plainly against the rules: an exact repeat, a word of a card, a missing letter."""
    language, own = state.options.language, state.own
    for card in face_up(state.middle):
        letter = letter_of(card, own)
        if letter is not None:
            if not has_letter(text, letter, language):
                return NotTaken(seat, text, "letter", Hint(letter, card=card))
        elif (like := compare(text, text_of(card, language, own), language)) and like.degree != "derived":
            return NotTaken(seat, text, "card", Hint(like.word, card=card))
    for said in state.said:
        if (like := compare(text, said.text, language)) and like.degree == "same":
            return NotTaken(seat, text, "said", Hint(said.text, by=said.by))
    return None


def hints(state: State, text: str) -> tuple[Hint, ...]:
    """What may be too close: shown to all; the fists decide."""
    return tuple(hint for hint, _ in zip(closeness(state, text), range(HINTS_AT_MOST), strict=False))


def closeness(state: State, text: str) -> Iterator[Hint]:
    language, own = state.options.language, state.own
    for card in face_up(state.middle):
        if letter_of(card, own) is None and (like := compare(text, text_of(card, language, own), language)):
            yield Hint(like.word, card=card)
    for said in state.said:
        if compare(text, said.text, language):
            yield Hint(said.text, by=said.by)
