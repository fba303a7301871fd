"""Own decks: Rule cards composed from the templates, and regular cards of chosen colours and shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, Literal, TypeAlias

import msgspec

from taphouse.core import Deck, Dice, Field, GameOptions, Section, Sheet, Value, taken_apart, title_of

from .cards import RULE_CARDS
from .faces import Card, Face, face
from .finishes import before
from .generator import RULE_CARDS as MOST_RULE_CARDS
from .generator import RULES, can_hold, gears_of
from .templates import (
    COLOURS,
    SHAPES,
    THINGS,
    Finish,
    NumCardsCond,
    Thing,
    VarietyCards,
    Written,
    read_finish,
)
from .templates import (
    write as written,
)

DECKS_READ = 16  # that are remembered: as many tables play with their own
MOST_ICONS = 4  # on a card
LEAST_CARDS, MOST_CARDS = 24, 60  # regular ones: hands for six players, and a pile that ends
MOST_NEEDED = 12  # of anything, for a finish
ALLOWED_RULES = frozenset(written(rule) for _, rules in RULES for rule in rules)

_group = re.compile(r"([0-9]{1,2}) of ([0-9])").fullmatch

DeckProblem: TypeAlias = Literal[
    "bad-finish", "bad-icons", "bad-rule", "icons-alike", "regular-few", "regular-many", "too-few-things"
]


class RuleCard(Value):
    """What is printed on a Rule card; its number is its place in the deck."""

    rule: Written
    """As in `number.fewer.3`."""
    finish: Written
    """As in `pairs.colour.2`."""


class RaceDeck(Deck):
    """Rule cards of one's own, and which regular cards there are."""

    cards: tuple[RuleCard, ...] = ()
    alone: bool = False
    """Played without our Rule cards."""
    icons: tuple[int, int, int, int] = (7, 13, 11, 5)
    """How many regular cards there are with one, two, three and four icons."""
    colours: tuple[Thing, ...] = COLOURS
    shapes: tuple[Thing, ...] = SHAPES


def read(sheet: Sheet) -> RaceDeck:
    head = sheet.head
    head.has_only("title", "cards", "icons", "colours", "shapes")
    title = title_of(head)
    alone = head.choice("cards", ("alone", "mixed"), "mixed") == "alone"
    colours, shapes = read_things(head, "colours", COLOURS), read_things(head, "shapes", SHAPES)
    icons = read_icons(head, len(colours) * len(shapes))
    return RaceDeck(title, sheet.each(read_card), alone, icons, colours, shapes)


def read_things(head: Section, name: str, all_things: Sequence[Thing]) -> tuple[Thing, ...]:
    """Two or more, in the order of the game."""
    if (field := head.field(name)) is None:
        return tuple(all_things)
    said = re.split(r"[ ,]+", field.text)
    if wrong := [thing for thing in said if thing not in all_things]:
        raise field.wrong("not-a-choice", value=wrong[0][:40], choices=", ".join(all_things))
    found = tuple(thing for thing in all_things if thing in said)
    if len(found) < 2:
        raise field.wrong("too-few-things")
    return found


def read_icons(head: Section, kinds: int) -> tuple[int, int, int, int]:
    """`7 of 1, 13 of 2`: so many cards with so many icons, of so many kinds of icons."""
    if (field := head.field("icons")) is None:
        counts = dict(enumerate(RaceDeck("").icons, 1))
    else:
        counts = {}
        for part in field.text.split(","):
            group = _group(" ".join(part.split()))
            if group is None or not 1 <= int(group[2]) <= MOST_ICONS or int(group[2]) in counts:
                raise field.wrong("bad-icons")
            counts[int(group[2])] = int(group[1])
    wrong = head.wrong if field is None else field.wrong
    for icons, cards in counts.items():
        if cards > (most := comb(kinds + icons - 1, icons)):
            raise wrong("icons-alike", icons=icons, most=most)
    if (total := sum(counts.values())) < LEAST_CARDS:
        raise wrong("regular-few", count=total, least=LEAST_CARDS)
    if total > MOST_CARDS:
        raise wrong("regular-many", count=total, most=MOST_CARDS)
    return counts.get(1, 0), counts.get(2, 0), counts.get(3, 0), counts.get(4, 0)


def read_card(section: Section) -> RuleCard:
    if section.name != "rule":
        raise section.wrong("unknown-section", sections="rule")
    section.has_only("rule", "finish")
    fields = {name: section.field(name) for name in ("rule", "finish")}
    for name, field in fields.items():
        if field is None:
            raise section.wrong("missing", field=name)
    return RuleCard(checked_rule(fields["rule"]), checked_finish(fields["finish"]))


def dotted(field: Field | None) -> tuple[Field, Written]:
    assert field is not None
    return field, ".".join(re.split(r"[ .]+", field.text.lower()))


def checked_rule(field: Field | None) -> Written:
    field, rule = dotted(field)
    if rule not in ALLOWED_RULES:
        raise field.wrong("bad-rule")
    return rule


def checked_finish(field: Field | None) -> Written:
    field, said = dotted(field)
    try:
        words: list[Any] = msgspec.to_builtins(read_finish(said))[1:]
    except (msgspec.ValidationError, ValueError) as error:
        raise field.wrong("bad-finish") from error
    things = [word for word in words if isinstance(word, str) and word not in ("colour", "shape")]
    numbers = [word for word in words if isinstance(word, int)]
    is_sound = {*things} <= {*THINGS} and len({*things}) == len(things) and written(read_finish(said)) == said
    if not is_sound or not all(1 <= number <= MOST_NEEDED for number in numbers):
        raise field.wrong("bad-finish")
    return said


def write(deck: RaceDeck) -> Iterator[str]:
    yield f"cards: {'alone' if deck.alone else 'mixed'}"
    groups = ((cards, icons) for icons, cards in enumerate(deck.icons, 1) if cards)
    yield f"icons: {', '.join(f'{cards} of {icons}' for cards, icons in groups)}"
    yield f"colours: {', '.join(deck.colours)}"
    yield f"shapes: {', '.join(deck.shapes)}"
    for card in deck.cards:
        yield from ("", "[rule]", f"rule: {spaced(card.rule)}", f"finish: {spaced(card.finish)}")


def spaced(said: Written) -> str:
    return said.replace(".", " ")


def deck_of(options: GameOptions) -> RaceDeck | None:
    return _read(options.own_deck) if options.own_deck else None


@lru_cache(DECKS_READ)
def _read(text: str) -> RaceDeck:
    return read(taken_apart(text))


def dealt(deck: RaceDeck, dice: Dice) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
    """Regular cards, Rule cards, and those of Shifting Gears."""
    regular = regular_cards(deck, dice)
    return regular, rule_cards(deck, regular, dice), gears_of(icons_of(deck), dice)


def icons_of(deck: RaceDeck) -> tuple[str, ...]:
    return tuple(f"{colour}-{shape}" for colour in deck.colours for shape in deck.shapes)


def regular_cards(deck: RaceDeck, dice: Dice) -> tuple[Card, ...]:
    """No two alike."""
    icons = icons_of(deck)
    return tuple(
        "+".join(dice.shuffled(card))
        for number, cards in enumerate(deck.icons, 1)
        for card in (dice.shuffled(combinations_with_replacement(icons, number))[:cards] if cards else ())
    )


def rule_cards(deck: RaceDeck, regular: Sequence[Card], dice: Dice) -> tuple[Card, ...]:
    """Alone they have the numbers of their places; mixed, the numbers are drawn by lot."""
    own = [f"{card.rule}/{card.finish}" for card in deck.cards]
    if not deck.alone:
        faces = faces_of(regular)
        ours = [card.partition("/")[2] for card in RULE_CARDS if is_playable(card, faces)]
        own = list(dice.shuffled((*own, *dice.shuffled(ours)[: max(0, MOST_RULE_CARDS - len(own))])))
    return tuple(f"{number}/{card}" for number, card in enumerate(own, 1))


def faces_of(regular: Sequence[Card]) -> list[Face]:
    """All cards that may lie in a ring."""
    return [*map(face, regular), Face(number=1), Face(number=2)]


def is_playable(card: Card, faces: Sequence[Face]) -> bool:
    printed = face(card)
    assert printed.rule is not None
    assert printed.finish is not None
    return can_hold(printed.rule, faces) and can_be_met(printed.finish, faces)


def can_be_met(finish: Finish, faces: Sequence[Face]) -> bool:
    """Whether all regular cards together would be enough, in some order."""
    row = [each for each in faces if not each.is_rule]
    if not all(have >= need for have, need in before(finish, row).counts):
        return False
    match finish:
        case VarietyCards(need, kind):
            return len({frozenset(each.all(kind)) for each in row}) >= need
        case NumCardsCond(need, kind) if need > 1:
            sets = {frozenset(each.all(kind)) for each in row}
            return any(one.isdisjoint(other) for one in sets for other in sets)
    return True
