"""The parts: 62 cards, and which card goes on which."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product
from typing import Literal, TypeAlias

from taphouse.core import Value

Card: TypeAlias = str
"""Its colour, its character and its sign, as in `blue-dog-clap`."""
Colour: TypeAlias = Literal["red", "orange", "blue", "green", "striped"]
Character: TypeAlias = Literal["dog", "girl", "boy", "cat"]
Action: TypeAlias = Literal["snap", "clap", "tap"]
"""What a player does with their hands."""
Sign: TypeAlias = Literal["snap", "clap", "tap", "shrug", "stop"]

COLOURS: tuple[Colour, ...] = ("red", "orange", "blue", "green")
CHARACTERS: tuple[Character, ...] = ("dog", "girl", "boy", "cat")
ACTIONS: tuple[Action, ...] = ("snap", "clap", "tap")


class Face(Value):
    """Rule 1: a border, a character, and what the character does."""

    colour: Colour
    character: Character
    sign: Sign


def faces() -> Iterator[Face]:
    """Rule 2."""
    for colour, character, action in product(COLOURS, CHARACTERS, ACTIONS):
        yield Face(colour, character, action)
    for colour, character, opposite in zip(COLOURS, CHARACTERS, reversed(CHARACTERS), strict=True):
        yield Face(colour, character, "shrug")
        yield Face(colour, opposite, "stop")
    for action, character in zip(ACTIONS * 2, cycle(CHARACTERS)):
        yield Face("striped", character, action)


FACES: dict[Card, Face] = {f"{face.colour}-{face.character}-{face.sign}": face for face in faces()}
CARDS: tuple[Card, ...] = tuple(FACES)


def matches(card: Card, top: Card) -> bool:
    """Rules 5 and 6: the actions of the characters do not matter here."""
    mine, theirs = FACES[card], FACES[top]
    return (
        is_striped(card)
        or is_striped(top)
        or mine.colour == theirs.colour
        or mine.character == theirs.character
    )


def satisfies(did: Action | None, top: Card) -> bool:
    """Rules 7 to 9: whether this was the action that `top` requires."""
    match FACES[top].sign:
        case "stop":
            return True
        case "shrug":
            return did is not None
        case asked:
            return did == asked


def is_striped(card: Card) -> bool:
    return FACES[card].colour == "striped"


def is_stop(card: Card) -> bool:
    return FACES[card].sign == "stop"


KINDS = ("snap", "clap", "tap", "shrug", "stop", "striped")
"""Cards by their sign; striped ones of every sign are a kind of their own."""


def cards_without(kind: str | None) -> tuple[Card, ...]:
    return tuple(card for card in CARDS if kind_of(card) != kind)


def kind_of(card: Card) -> str:
    return "striped" if is_striped(card) else FACES[card].sign
