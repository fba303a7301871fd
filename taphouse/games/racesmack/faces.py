"""Reads a card's name, which contains all that the card shows.

`red-star+blue-circle`: its icons. `die-3/red-star`: how many, how that is shown, and of what.
`12/number.fewer.3/num_cards.7`: a Rule card's number, rule and finish.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias, cast

from taphouse.core import Value

from .templates import Finish, Kind, Rule, Thing, read_finish, read_rule

Card: TypeAlias = str
"""All that the card shows: `red-star+blue-circle`, or `12/number.fewer.3/num_cards.7` for a Rule card."""
Way: TypeAlias = Literal["icons", "number", "fingers", "die", "tally"]
"""How a card shows how many."""
WAYS: tuple[Way, ...] = ("number", "fingers", "die", "tally")  # rule 41


class Icon(Value):
    colour: Thing
    shape: Thing


class Face(Value):
    icons: tuple[Icon, ...] = ()
    way: Way = "icons"
    number: int = 0
    """Of a Rule card; a regular card has none."""
    rule: Rule | None = None
    finish: Finish | None = None

    @property
    def is_rule(self) -> bool:
        return self.number > 0

    def all(self, kind: Kind) -> tuple[Thing, ...]:
        """The colour, or the shape, of each icon."""
        return tuple(icon.colour if kind == "colour" else icon.shape for icon in self.icons)

    def count(self, thing: Thing) -> int:
        return sum(thing in (icon.colour, icon.shape) for icon in self.icons)

    def most_alike(self, kind: Kind) -> int:
        """How often the most frequent one appears on this card."""
        things = self.all(kind)
        return max((things.count(thing) for thing in things), default=0)


@lru_cache(maxsize=4_096)
def face(card: Card) -> Face:
    first, *rest = card.split("/")
    if first.isdigit():
        rule, finish = rest
        return Face(number=int(first), rule=read_rule(rule), finish=read_finish(finish))
    if rest:
        way, number = first.split("-")
        return Face((icon(rest[0]),) * int(number), cast(Way, way))
    return Face(tuple(map(icon, first.split("+"))))


def icon(written: str) -> Icon:
    return Icon(*written.split("-"))


@lru_cache(maxsize=4_096)
def is_rule(card: Card) -> bool:
    return face(card).is_rule
