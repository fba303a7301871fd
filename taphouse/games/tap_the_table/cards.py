"""The parts: 116 criteria in five colours. `text` has their texts, `things.txt` the things that fit."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import repeat
from typing import Literal, TypeAlias, cast

from taphouse.core import Locale, Value

from .texts import WORDS, said
from .things import LAST_STEP, THINGS, Degree, Mark, Thing
from .words import has_letter

Card: TypeAlias = str
"""The key of a criterion in the game's words; of an own one, `own-COLOUR-NUMBER`."""
Colour: TypeAlias = Literal["green", "pink", "blue", "yellow", "purple"]

COLOURS: tuple[Colour, ...] = ("green", "pink", "blue", "yellow", "purple")  # rule 1
PER_GAME = 8  # of each colour, rule 3
MISFITS: tuple[Degree, ...] = (0.0, 0.5, 1.0, 1.5)  # up to one criterion missed and another half missed


class Is(Value, tag=True):
    """One of these is true of the thing."""

    marks: tuple[Mark, ...]
    """Words for what a thing is like."""


class IsNot(Value, tag=True):
    """This is not true of the thing."""

    mark: Mark
    """A word for what a thing is like."""


class Step(Value, tag=True):
    """From one step to another of its size or weight; just outside is half right unless the edge is sharp."""

    scale: Literal["size", "weight"]
    """What is compared."""
    least: int = 0
    """The first step that fits."""
    most: int = LAST_STEP
    """The last step that fits."""
    sharp: bool = False
    """The next step is wrong, not half right."""


class Letter(Value, tag=True):
    """The solution must contain it."""

    letter: str
    """One letter, in lower case."""


Test: TypeAlias = Is | IsNot | Step | Letter


class OwnCard(Value):
    """A card of an own deck."""

    colour: Colour
    """Of the card, and so its kind."""
    text: dict[Locale, str] = {}
    """The criterion in each language. A letter needs none."""
    test: Test | None = None
    """How bots judge what fits. `None`: they have no opinion."""


Own: TypeAlias = Mapping[Card, OwnCard]
NO_OWN: Own = {}
OWN = "own"  # the family of all own cards


def named(family: str, marks: str) -> dict[Card, Test]:
    return {f"{family}-{mark}": Is((mark,)) for mark in marks.split()}


LOOKS: dict[Card, Test] = {
    **named("look", "red yellow green blue white black brown grey"),
    "look-pink": Is(("pink", "orange", "purple")),
    "look-plain": IsNot("multi"),
    "look-square": IsNot("round"),
    **named("look", "multi shiny clear round long flat hole pattern furry point legs handle pretty"),
}
SIZES: dict[Card, Test] = {
    "size-pocket": Step("size", most=2, sharp=True),
    "size-thumb": Step("size", most=1, sharp=True),
    "size-mouth": Step("size", most=1),
    "size-shoebox": Step("size", most=2),
    "size-bathtub": Step("size", most=2),
    "size-backpack": Step("size", most=3),
    "size-door": Step("size", most=5, sharp=True),
    "size-ball": Step("size", least=3, most=3),
    "size-person": Step("size", least=5, most=5),
    "size-seat": Step("size", least=4),
    "size-arm": Step("size", least=5),
    "size-taller": Step("size", least=6),
    "size-stuck": Step("size", least=6, sharp=True),
    "size-bus": Step("size", least=8),
    "size-feather": Step("weight", most=0),
    "size-wind": Step("weight", most=1),
    "size-child": Step("weight", most=2),
    "size-toe": Step("weight", least=3),
    "size-hands": Step("weight", least=3, most=4),
    "size-two": Step("weight", least=5, most=5),
    "size-heavy": Step("weight", least=6),
    "size-cow": Step("weight", least=7),
    **named("size", "inside grows"),
}
TRAITS: dict[Card, Test] = {
    **named(
        "trait",
        """alive power loud smell hot cold hard soft fragile wet spins opens dear danger burns floats
        metal moves natural old""",
    ),
    "trait-unplugged": IsNot("power"),
    "trait-quiet": IsNot("loud"),
    "trait-cheap": IsNot("dear"),
    "trait-harmless": IsNot("danger"),
}
PLACES: dict[Card, Test] = {
    **named(
        "place",
        """kitchen bathroom bedroom garden desk beach sea forest farm street travel party restaurant
        shop fair sport camp workshop night winter summer air tale kids gift museum worn home
        breakfast grandma romance pirate island scary""",
    ),
    "place-outdoors": IsNot("home"),
    "place-boring": IsNot("kids"),
}
LETTERS: dict[Locale, dict[Card, Test]] = {
    language: {f"letter-{letter}": Letter(letter) for letter in said("card.letters", language).split()}
    for language in WORDS
}  # rule 2: neither common nor rare
BOXES: dict[Colour, dict[Card, Test]] = {"green": LOOKS, "pink": SIZES, "blue": TRAITS, "yellow": PLACES}
CRITERIA: dict[Card, Test] = {
    card: test for box in (*BOXES.values(), *LETTERS.values()) for card, test in box.items()
}
FAMILIES: dict[str, Colour] = {
    "look": "green",
    "size": "pink",
    "trait": "blue",
    "place": "yellow",
    "letter": "purple",
}


def box(colour: Colour, language: Locale) -> tuple[Card, ...]:
    """All cards of a colour; the letters depend on the language of the game."""
    return tuple(LETTERS.get(language, LETTERS["en"]) if colour == "purple" else BOXES[colour])


def colour_of(card: Card) -> Colour:
    family, rest = card.split("-", 1)
    return FAMILIES[family] if family != OWN else cast(Colour, rest.partition("-")[0])


def text_of(card: Card, language: Locale, own: Own = NO_OWN) -> str:
    letter = letter_of(card, own)
    if letter is not None:
        return said("card.letter", language, letter=letter.upper())
    return said(f"card.{card}", language) if card not in own else own_text(own[card], language)


def own_text(card: OwnCard, language: Locale) -> str:
    """In this language, else in English, else in the first that it has."""
    return card.text.get(language) or card.text.get("en") or next(iter(card.text.values()))


def letter_of(card: Card, own: Own = NO_OWN) -> str | None:
    test = check_of(card, own)
    return test.letter if isinstance(test, Letter) else None


def check_of(card: Card, own: Own = NO_OWN) -> Test | None:
    """`None`: nobody but the players can tell what fits."""
    return CRITERIA[card] if card not in own else own[card].test


def checks_of(cards: Iterable[Card], own: Own = NO_OWN) -> tuple[Test, ...]:
    """What bots can judge."""
    return tuple(test for card in cards if (test := check_of(card, own)) is not None)


def face_up(middle: Iterable[Card]) -> tuple[Card, ...]:
    """Rule 5: of each colour only the card laid last counts."""
    shown = {colour_of(card): card for card in middle}
    return tuple(shown[colour] for colour in COLOURS if colour in shown)


def covered(middle: Iterable[Card]) -> tuple[Card, ...]:
    """Rule 5: these no longer count."""
    laid = tuple(middle)
    shown = face_up(laid)
    return tuple(card for card in laid if card not in shown)


def fit(thing: Thing, test: Test | None, language: Locale) -> Degree:
    """How well a thing fits a criterion: the opinion of bots, with which nobody has to agree."""
    match test:
        case None:
            return 1.0
        case Is(marks):
            return max(thing.marks.get(mark, 0.0) for mark in marks)
        case IsNot(mark):
            return 1.0 - thing.marks.get(mark, 0.0)
        case Letter(letter):
            return float(has_letter(thing.said_in(language), letter, language))
        case Step(scale, least, most, sharp):
            step = thing.size if scale == "size" else thing.weight
            off = max(least - step, step - most)
            return 1.0 if off <= 0 else 0.5 if off == 1 and not sharp else 0.0


@lru_cache(512)
def candidates(tests: tuple[Test, ...], language: Locale) -> tuple[array[int], ...]:
    """Things of the table, by number: those that fit, then by growing misfit."""
    groups = {misfit: array("H") for misfit in MISFITS}  # cached: a tuple would take eighteen times as much
    columns = [column(test, language) for test in tests]
    for number, fitting in enumerate(zip(*columns, strict=True) if tests else repeat((), len(THINGS))):
        if (misfit := len(tests) - sum(fitting)) in groups:
            groups[misfit].append(number)
    return tuple(groups.values())


@lru_cache(256)
def column(test: Test, language: Locale) -> array[Degree]:
    return array("f", (fit(thing, test, language) for thing in THINGS))  # degrees are halves
