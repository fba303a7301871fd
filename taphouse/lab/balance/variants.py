"""Every option of a game changed alone: on and off, each other choice, the least and the most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.inspect import (
    BoolType,
    Field,
    IntType,
    LiteralType,
    Metadata,
    NoneType,
    StructType,
    Type,
    UnionType,
)

from taphouse.core import Excluded, Game, Value, replace

TIME_SCALE = "time_scale"  # every game has it, in per cent of what its rules say


class Variant(Value):
    """The settings of a table with one option changed."""

    name: str
    value: Any
    unit: str
    options: Any


def variants(game: Game[Any, Any], options: Any) -> Iterator[Variant]:
    described = msgspec.inspect.type_info(game.Options)
    assert isinstance(described, StructType)
    for field in described.fields:
        for value in values(field.type):
            if value != getattr(options, field.name):
                try:
                    yield Variant(field.name, value, unit(field), replace(options, **{field.name: value}))
                except Excluded:  # the rules exclude it together with another option
                    continue


def unit(field: Field) -> str:
    """As the page of a table shows it: `s`, `ms`, or nothing."""
    if field.name == TIME_SCALE:
        return "%"
    return (
        str((field.type.extra_json_schema or {}).get("unit", "")) if isinstance(field.type, Metadata) else ""
    )


def values(kind: Type) -> list[Any]:
    match kind:
        case Metadata(type=inner):
            return values(inner)
        case BoolType():
            return [False, True]
        case LiteralType(values=choices):
            return list(choices)
        case IntType(ge=int(least), le=int(most)):
            return [least, most]
        case NoneType():
            return [None]
        case UnionType(types=kinds):
            return [value for each in kinds for value in values(each)]
    return []  # a language, or a text: nothing to compare
