"""What can be printed on a Rule card: eight kinds of rule and eight kinds of finish, as data.

Each is written as words joined by dots, the template first: `number.fewer.3`, `pairs.colour.2`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from taphouse.core import Value

Kind: TypeAlias = Literal["colour", "shape"]
Thing: TypeAlias = str
"""A colour or a shape."""
Written: TypeAlias = str
"""Words joined by dots, the kind of rule first: `number.fewer.3`."""

KINDS: tuple[Kind, Kind] = ("colour", "shape")
COLOURS: tuple[Thing, ...] = ("red", "green", "blue", "purple")
SHAPES: tuple[Thing, ...] = ("square", "triangle", "circle", "star")
THINGS = COLOURS + SHAPES


def all_of(kind: Kind) -> tuple[Thing, ...]:
    return COLOURS if kind == "colour" else SHAPES


# ---- rules: a card is correct if it … ----


class Freq(Value, tag="freq", array_like=True):
    """Has the colour or shape appearing most or least often."""

    kind: Kind
    extreme: Literal["most", "least"]


class Variety(Value, tag="variety", array_like=True):
    """Has at least so many different ones, or some one at least so many times."""

    how: Literal["different", "identical"]
    kind: Kind
    least: int


class Neighbours(Value, tag="neighbours", array_like=True):
    """Has exactly the same ones as a neighbour, or nothing in common with a neighbour."""

    how: Literal["same", "nothing"]
    kind: Kind


class Number(Value, tag="number", array_like=True):
    """Has fewer or more icons than this."""

    how: Literal["fewer", "more"]
    than: int


class Duplicates(Value, tag="duplicates", array_like=True):
    """Some colour or shape appears twice or more on it, or none does."""

    how: Literal["some", "no"]
    kind: Kind


class NumberAdjacent(Value, tag="number_adjacent", array_like=True):
    """Has the same number of icons as a neighbour."""


class Rules(Value, tag="rules", array_like=True):
    """Is a Rule card."""


class RulesAdjacent(Value, tag="rules_adjacent", array_like=True):
    """Is next to a Rule card."""


class Highest(Value, tag="highest", array_like=True):
    """Is the Rule card with the highest number. Printed on no card: see rule 37."""


Rule: TypeAlias = (
    Freq | Variety | Neighbours | Number | Duplicates | NumberAdjacent | Rules | RulesAdjacent | Highest
)


# ---- finishes: a Race is at its finish if it has … ----


class SpecificCards(Value, tag="specific_cards", array_like=True):
    """So many cards showing at least one X."""

    need: int
    x: Thing


class SpecificIndividual(Value, tag="specific_individual", array_like=True):
    """So many icons X."""

    need: int
    x: Thing


class NumCards(Value, tag="num_cards", array_like=True):
    """So many cards."""

    need: int


class NumCardsCond(Value, tag="num_cards_cond", array_like=True):
    """So many cards, and no two neighbours in the row share a colour or shape."""

    need: int
    kind: Kind


class Pairs(Value, tag="pairs", array_like=True):
    """Every colour or shape of the game at least so many times."""

    kind: Kind
    need: int


class VarietyCards(Value, tag="variety_cards", array_like=True):
    """So many cards, and no two of them with the same set of colours or shapes."""

    need: int
    kind: Kind


class SpecificDouble(Value, tag="specific_double", array_like=True):
    """So many of X and so many of Y."""

    a: int
    x: Thing
    b: int
    y: Thing


class SpecificTriple(Value, tag="specific_triple", array_like=True):
    """So many of X, of Y and of Z."""

    a: int
    x: Thing
    b: int
    y: Thing
    c: int
    z: Thing


Finish: TypeAlias = (
    SpecificCards
    | SpecificIndividual
    | NumCards
    | NumCardsCond
    | Pairs
    | VarietyCards
    | SpecificDouble
    | SpecificTriple
)


@lru_cache(maxsize=1_024)
def write(printed: Rule | Finish) -> Written:
    return ".".join(str(word) for word in msgspec.to_builtins(printed))


@lru_cache(maxsize=1_024)
def read_rule(written: Written) -> Rule:
    return msgspec.convert(written.split("."), Rule, strict=False)  # type: ignore[no-any-return]


@lru_cache(maxsize=1_024)
def read_finish(written: Written) -> Finish:
    return msgspec.convert(written.split("."), Finish, strict=False)  # type: ignore[no-any-return]
