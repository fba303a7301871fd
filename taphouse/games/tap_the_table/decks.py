"""Own decks of criteria: read, written, and dealt with our cards or alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, TypeAlias

from taphouse.core import Deck, Field, GameOptions, Section, Sheet, taken_apart, title_of

from .cards import COLOURS, OWN, Card, Colour, Is, IsNot, Letter, OwnCard, Step, Test
from .things import LAST_STEP, MARKS
from .words import is_rude

LONGEST_CRITERION = 60
CARDS_READ = 16  # decks whose cards are remembered: as many tables play with their own

_step = re.compile(r"(size|weight) ([0-9])(?:(\+)|-([0-9]))?( sharp)?").fullmatch

DeckProblem: TypeAlias = Literal["bad-fits", "bad-letter", "no-text", "not-a-mark"]


class TableDeck(Deck):
    """Criteria of one's own."""

    cards: tuple[OwnCard, ...] = ()
    alone: bool = False
    """Played without our cards."""


def read(sheet: Sheet) -> TableDeck:
    sheet.head.has_only("title", "cards")
    title = title_of(sheet.head)
    alone = sheet.head.choice("cards", ("alone", "mixed"), "mixed") == "alone"
    return TableDeck(title, sheet.each(read_card), alone)


def read_card(section: Section) -> OwnCard:
    if section.name not in COLOURS:
        raise section.wrong("unknown-section", sections=", ".join(COLOURS))
    colour: Colour = section.name
    if colour == "purple":
        section.has_only("letter")
        return OwnCard(colour, test=Letter(read_letter(section)))
    text = section.translations(LONGEST_CRITERION, "fits")
    if not text:
        raise section.wrong("no-text")
    fits = section.field("fits")
    return OwnCard(colour, text, None if fits is None else read_fits(fits))


def read_letter(section: Section) -> str:
    letter = section.text("letter").lower()
    if len(letter) != 1 or not letter.isalpha():
        raise section.wrong("bad-letter", value=letter[:40])
    return letter


def read_fits(field: Field) -> Test:
    """`red or shiny`, `not loud`, `size 2-5`, `weight 6+ sharp`."""
    words = " ".join(field.text.lower().split())
    if step := _step(words):
        least = int(step[2])
        most = LAST_STEP if step[3] else int(step[4] or least)
        if least > most:
            raise field.wrong("bad-fits")
        return Step("size" if step[1] == "size" else "weight", least, most, bool(step[5]))
    wanted = words.removeprefix("not ")
    marks = tuple(dict.fromkeys(mark for mark in re.split(r"[ ,]+", wanted) if mark != "or"))
    for mark in marks:
        if mark not in MARKS:
            raise field.wrong("not-a-mark", value=mark[:40])
    if not marks or (wanted != words and len(marks) > 1):
        raise field.wrong("bad-fits")
    return IsNot(marks[0]) if wanted != words else Is(marks)


def write(deck: TableDeck) -> Iterator[str]:
    yield f"cards: {'alone' if deck.alone else 'mixed'}"
    for card in deck.cards:
        yield from ("", f"[{card.colour}]")
        yield from (f"{language}: {text}" for language, text in card.text.items())
        if isinstance(card.test, Letter):
            yield f"letter: {card.test.letter}"
        elif card.test is not None:
            yield f"fits: {fits_of(card.test)}"


def fits_of(test: Test) -> str:
    match test:
        case Is(marks):
            return " or ".join(marks)
        case IsNot(mark):
            return f"not {mark}"
        case Step(scale, least, most, sharp):
            upto = "" if least == most else "+" if most == LAST_STEP else f"-{most}"
            return f"{scale} {least}{upto}{' sharp' if sharp else ''}"
        case Letter(letter):
            return letter


def deck_of(options: GameOptions) -> TableDeck | None:
    return _read(options.own_deck) if options.own_deck else None


def own_cards(options: GameOptions) -> dict[Card, OwnCard]:
    """The own cards of a table by their keys; empty without a deck."""
    return _keyed(options.own_deck) if options.own_deck else {}


def has_rude_words(deck: TableDeck) -> bool:
    return any(is_rude(text, language) for card in deck.cards for language, text in card.text.items())


def keyed(deck: TableDeck) -> dict[Card, OwnCard]:
    return {f"{OWN}-{card.colour}-{number}": card for number, card in enumerate(deck.cards, 1)}


@lru_cache(CARDS_READ)
def _read(text: str) -> TableDeck:
    return read(taken_apart(text))


@lru_cache(CARDS_READ)
def _keyed(text: str) -> dict[Card, OwnCard]:
    return keyed(_read(text))
