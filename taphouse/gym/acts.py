"""The acts of a game as numbers: a number means the same act in every state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

import msgspec

from taphouse.core import Act, Dice, Game, Offer, Time
from taphouse.core.game import act_kinds

WAIT = 0
"""The number of doing nothing."""
SETUPS = 8  # so many are looked at for the names of things


class Catalogue:
    """Every act that an agent can choose.

    A field may have any value of its type. Of free texts there are those of `texts`, of lists those with one
    item or two. A free text that the rules do without is left as it is.
    """

    def __init__(self, game: Game[Any, Any], seats: int, options: Any, texts: Sequence[str]) -> None:
        self._seats, self._texts = seats, tuple(texts)
        self._names = tuple(sorted(names(game, seats, options)))
        self._kinds = {kind.__name__: kind for kind in act_kinds(game)}
        self._fields = {name: self._domains(kind) for name, kind in self._kinds.items()}
        every = (act for name in self._kinds for act in self._acts(name, {}))
        self.acts: tuple[Act | None, ...] = (None, *dict.fromkeys(every))
        """By number; `None` waits."""
        self.numbers = {act: number for number, act in enumerate(self.acts)}
        self._known: dict[object, tuple[int, ...]] = {}

    def open(self, offers: Iterable[Offer], now: Time) -> Iterator[int]:
        """The numbers of all acts that are offered now."""
        yield WAIT
        for offer in offers:
            if offer.since <= now and (offer.until is None or now < offer.until):
                yield from self._numbers_of(offer)

    def _numbers_of(self, offer: Offer) -> tuple[int, ...]:
        key = offer.act, *offer.values.items()
        if key not in self._known:
            acts = self._acts(offer.act, offer.values)
            self._known[key] = tuple(self.numbers[act] for act in acts if act in self.numbers)
        return self._known[key]

    def _acts(self, name: str, offered: Mapping[str, tuple[Any, ...]]) -> Iterator[Act]:
        fields = self._fields[name]
        values = (
            listed(offered[field], is_list) if field in offered else domain
            for field, (domain, is_list) in fields.items()
        )
        for chosen in product(*values):
            yield self._kinds[name](**dict(zip(fields, chosen, strict=True)))

    def _domains(self, kind: type[Act]) -> dict[str, tuple[tuple[Any, ...], bool]]:
        """All values of each field, and whether they are lists."""
        properties = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]
        found = {}
        for field in msgspec.structs.fields(kind):
            schema = properties[field.encode_name]
            is_list = schema.get("type") == "array"
            found[field.name] = tuple(self._values(schema)), is_list
        return found

    def _values(self, schema: Mapping[str, Any]) -> Iterable[Any]:
        match schema:
            case {"anyOf": parts}:
                return [value for part in parts for value in self._values(part)]
            case {"enum": values}:
                return list(values)
            case {"type": "null"}:
                return [None]
            case {"type": "boolean"}:
                return [False, True]
            case {"format": "seat"}:
                return range(self._seats)
            case {"type": "integer", "minimum": least, "maximum": most}:
                return range(least, most + 1)
            case {"type": "string", "maxLength": _, "default": given}:
                return [given]
            case {"type": "string", "maxLength": longest}:
                return [text[:longest] for text in self._texts]
            case {"type": "string"}:
                return self._names
            case {"type": "array", "items": items}:
                return listed(self._values(items), is_list=True)
        raise TypeError(f"no agent can choose a value of this kind: {schema}")


def listed(values: Iterable[Any], is_list: bool) -> Iterable[Any]:
    """The values, or the lists with one or two of them, in one order."""
    if not is_list:
        return values
    items = sorted(set(values))
    return [(item,) for item in items] + list(combinations(items, 2))


def names(game: Game[Any, Any], seats: int, options: Any) -> set[str]:
    """Every name of a thing that the game begins with: cards, shapes, and choices of the options."""
    return {
        name
        for number in range(SETUPS)
        for name in texts_in(game.setup(seats, options, Dice("names", number)))
    }


def texts_in(value: Any) -> Iterator[str]:
    """Every text inside a value."""
    match value:
        case str():
            yield value
        case Mapping():
            yield from texts_in([*value.keys(), *value.values()])
        case list() | tuple() | set() | frozenset():
            for item in value:
                yield from texts_in(item)
        case msgspec.Struct():
            yield from texts_in(msgspec.structs.astuple(value))
