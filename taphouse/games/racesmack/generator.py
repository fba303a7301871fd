"""Makes new decks from the templates and their weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, cycle, islice, permutations, product
from typing import TypeVar

from taphouse.core import Dice

from .correct import case
from .faces import WAYS, Card, Face, face
from .templates import (
    COLOURS,
    KINDS,
    SHAPES,
    THINGS,
    Duplicates,
    Finish,
    Freq,
    Neighbours,
    Number,
    NumberAdjacent,
    NumCards,
    NumCardsCond,
    Pairs,
    Rule,
    Rules,
    RulesAdjacent,
    SpecificCards,
    SpecificDouble,
    SpecificIndividual,
    SpecificTriple,
    Variety,
    VarietyCards,
    write,
)

T = TypeVar("T")

ICONS = (1,) * 7 + (2,) * 13 + (3,) * 11 + (4,) * 5  # rule 3
GEARS = (1,) * 4 + (2,) * 6 + (3,) * 5 + (4,) * 3  # rule 41, in the same shares
RULE_CARDS = 18  # rule 2
ALL_ICONS = tuple(f"{colour}-{shape}" for colour in COLOURS for shape in SHAPES)

RULES: tuple[
    tuple[float, tuple[Rule, ...]], ...
] = (  # rules 19 to 26: a template's weight, and all its rules
    (2.5, tuple(Freq(kind, extreme) for kind in KINDS for extreme in ("most", "least"))),
    (
        1,
        tuple(
            Variety(how, kind, least)
            for how in ("different", "identical")
            for kind in KINDS
            for least in (2, 3, 4)
        ),
    ),
    (1, tuple(Neighbours(how, kind) for how in ("same", "nothing") for kind in KINDS)),
    (1, tuple(Number(how, than) for how in ("fewer", "more") for than in (2, 3, 4))),
    (1, tuple(Duplicates(how, kind) for how in ("some", "no") for kind in KINDS)),
    (0.25, (NumberAdjacent(),)),
    (0.25, (Rules(),)),
    (0.25, (RulesAdjacent(),)),
)

FINISHES: tuple[tuple[float, tuple[Finish, ...]], ...] = (  # rules 27 to 34
    (1, tuple(SpecificCards(need, x) for need in (5, 6) for x in THINGS)),
    (1, tuple(SpecificIndividual(need, x) for need in (5, 6) for x in THINGS)),
    (0.5, tuple(NumCards(need) for need in (7, 8, 9))),
    (0.75, tuple(NumCardsCond(need, kind) for need in (5, 6) for kind in KINDS)),
    (1, tuple(Pairs(kind, need) for kind in KINDS for need in (2, 2, 3))),
    (1, tuple(VarietyCards(need, kind) for need in (5, 6) for kind in KINDS)),
    (
        0.66,
        tuple(
            SpecificDouble(a, x, b, y)
            for a, b in permutations((2, 3, 4), 2)
            for x, y in permutations(THINGS, 2)
        ),
    ),
    (0.33, tuple(SpecificTriple(2, x, 2, y, 3, z) for x, y, z in permutations(THINGS, 3))),
)


def regular_cards(dice: Dice) -> tuple[Card, ...]:
    """Every colour and every shape evenly often, and no two cards alike."""
    while True:
        icons = iter(even_icons(sum(ICONS), dice))
        cards = [tuple(islice(icons, number)) for number in ICONS]
        if len({tuple(sorted(card)) for card in cards}) == len(cards):
            return tuple(map("+".join, cards))


def gear_cards(dice: Dice) -> tuple[Card, ...]:
    """Rule 41: a number, shown in one of four ways, of one shape in one colour."""
    while True:
        ways, icons = evenly(WAYS, len(GEARS), dice), even_icons(len(GEARS), dice)
        cards = {f"{way}-{number}/{icon}" for way, number, icon in zip(ways, GEARS, icons, strict=True)}
        if len(cards) == len(GEARS):
            return tuple(sorted(cards))


def gears_of(icons: Sequence[str], dice: Dice) -> tuple[Card, ...]:
    """The same of these icons alone, no two alike."""
    return tuple(
        f"{way}-{number}/{icon}"
        for number in sorted({*GEARS})
        for way, icon in dice.shuffled(product(WAYS, icons))[: GEARS.count(number)]
    )


def even_icons(count: int, dice: Dice) -> tuple[str, ...]:
    while True:
        icons = evenly(ALL_ICONS, count, dice)
        shown = Counter(thing for icon in icons for thing in icon.split("-"))
        if all(spread(shown[thing] for thing in things) <= 1 for things in (COLOURS, SHAPES)):
            return icons


def spread(numbers: Iterable[int]) -> int:
    least, *_, most = sorted(numbers)
    return most - least


def rule_cards(regular: Sequence[Card], dice: Dice) -> tuple[Card, ...]:
    """No rule that can never hold with these cards (rule 22)."""
    faces = [*map(face, regular), Face(number=1), Face(number=2)]
    rules = [(weight, [rule for rule in said if can_hold(rule, faces)]) for weight, said in RULES]
    return tuple(
        f"{number}/{write(drawn(rules, dice))}/{write(drawn(FINISHES, dice))}"
        for number in range(1, RULE_CARDS + 1)
    )


def can_hold(rule: Rule, faces: Sequence[Face]) -> bool:
    """Whether the rule holds for some card with some other card next to it."""
    return any(case(rule, {0: one, 1: other}, 0).holds for one, other in permutations(faces, 2))


def evenly(things: Sequence[T], count: int, dice: Dice) -> tuple[T, ...]:
    """`count` in all, each as often as any other, give or take one."""
    return dice.shuffled(islice(cycle(dice.shuffled(things)), count))


def drawn(weighted: Sequence[tuple[float, Sequence[T]]], dice: Dice) -> T:
    """First a template by its weight, then any one of its values."""
    marks = list(accumulate(weight for weight, _ in weighted))
    roll = dice.roll() * marks[-1]
    return dice.pick(next(said for mark, (_, said) in zip(marks, weighted, strict=True) if roll < mark))
