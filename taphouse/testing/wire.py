"""Writes what a game sends as TypeScript for its board: python -m taphouse.testing.wire GAME.

It goes into `board/wire.ts` beside the package of the game.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, is_typeddict

import msgspec
from msgspec import NODEFAULT
from msgspec.inspect import (
    AnyType,
    BoolType,
    CollectionType,
    DictType,
    Field,
    FloatType,
    IntType,
    LiteralType,
    Metadata,
    NoneType,
    RawType,
    StrType,
    StructType,
    TupleType,
    Type,
    TypedDictType,
    type_info,
)
from msgspec.inspect import UnionType as UnionInfo

from taphouse.core import all_events, decks_of
from taphouse.server.schemas import field_docs, structs
from taphouse.shelf import Shelf, whole_shelf

MADE = "// Made by {tool} from the Python types. Change those, then run it again.\n"
WIDTH = 80


class Script:
    """One wire.ts: the declared types and constants, and every type they reach."""

    def __init__(self, sparse: Sequence[Any], complete: Sequence[Any], tool: str) -> None:
        """Types that only `sparse` reaches may leave out a default: the server writes every field."""
        self.blocks: list[str] = []
        self._made = MADE.format(tool=tool)
        self._meanings: dict[str, object] = {}
        self._sparse = structs(*sparse) - structs(*complete)

    def constant(self, name: str, value: object, doc: str) -> None:
        """Declares a constant; a tuple keeps the types of its members."""
        text = f"[{', '.join(map(_quoted, value))}] as const" if isinstance(value, tuple) else _quoted(value)
        self.blocks.append("".join([*_comment(doc, ""), f"export const {name} = {text};\n"]))

    def add(self, name: str, kind: Any, home: ModuleType) -> None:
        """Declares `kind` as `name`."""
        info = type_info(kind)
        if isinstance(info, StructType | TypedDictType) and info.cls.__name__ == name:
            self._struct(info)
        elif self._is_new(name, kind):
            place = self._place()
            self.blocks[place] = _wrap(f"export type {name} =", self._parts(info, home), ";", "")

    def text(self) -> str:
        return "\n".join([self._made, *self.blocks])

    def _struct(self, info: StructType | TypedDictType) -> None:
        cls = info.cls
        if not self._is_new(cls.__name__, cls):
            return
        place = self._place()
        home = sys.modules[cls.__module__]
        lines = [*_comment(cls.__doc__, ""), f"export interface {cls.__name__} {{\n"]
        if isinstance(info, StructType) and info.tag_field:
            lines.append(f"  {info.tag_field}: {_quoted(info.tag)};\n")
        for field in info.fields:
            may_lack = cls in self._sparse or leaves_out_defaults(cls) or is_left_out_unset(field)
            is_optional = not field.required and may_lack
            mark = "?" if is_optional else ""
            lines += _comment(field_docs(cls).get(field.name), "  ")
            lines.append(_wrap(f"  {field.encode_name}{mark}:", self._named(field.type, home), ";", "  "))
        self.blocks[place] = "".join([*lines, "}\n"])

    def _named(self, info: Type, home: ModuleType) -> list[str]:
        """The parts of a union, by their names in its own module if they have any."""
        members = info.types if isinstance(info, UnionInfo) else (info,)
        nothing = [member for member in members if isinstance(member, NoneType)]
        rest = [member for member in members if not isinstance(member, NoneType)]
        body: Type | None = UnionInfo(tuple(rest)) if len(rest) > 1 else rest[0] if rest else None
        parts: list[str] = []
        if body is not None:
            if (name := _aliases(home).get(_key(body))) is not None:
                self.add(name, getattr(home, name), home)
                parts = [name]
            else:
                parts = self._parts(body, home)
        return [*parts, *["null" for _ in nothing]]

    def _parts(self, info: Type, home: ModuleType) -> list[str]:
        match info:
            case UnionInfo(types=members):
                return list(dict.fromkeys(part for member in members for part in self._named(member, home)))
            case LiteralType(values=values):
                return [_quoted(value) for value in values]
            case _:
                return [self._name(info, home)]

    def _name(self, info: Type, home: ModuleType) -> str:
        match info:
            case Metadata(type=inner):
                return self._one(inner, home)
            case StructType(cls=cls) | TypedDictType(cls=cls):
                self._struct(info)
                return cls.__name__
            case BoolType():
                return "boolean"
            case IntType() | FloatType():
                return "number"
            case StrType():
                return "string"
            case NoneType():
                return "null"
            case RawType() | AnyType():
                return "unknown"
            case DictType(key_type=key, value_type=value):
                record = f"Record<{self._one(key, home)}, {self._one(value, home)}>"
                return f"Partial<{record}>" if isinstance(key, LiteralType) else record
            case TupleType(item_types=items):
                return f"readonly [{', '.join(self._one(item, home) for item in items)}]"
            case CollectionType(item_type=item):
                one = self._one(item, home)
                return f"readonly ({one})[]" if " " in one else f"readonly {one}[]"
        raise TypeError(f"no TypeScript is known for {info}")

    def _one(self, info: Type, home: ModuleType) -> str:
        return " | ".join(self._named(info, home))

    def _is_new(self, name: str, meaning: object) -> bool:
        if name not in self._meanings:
            self._meanings[name] = meaning
            return True
        if self._meanings[name] != meaning:
            raise ValueError(f"two types that cross the wire are called {name}")
        return False

    def _place(self) -> int:
        """Reserves a line, so that a type stands before its parts."""
        self.blocks.append("")
        return len(self.blocks) - 1


def _key(info: Type) -> frozenset[Any]:
    match info:
        case LiteralType(values=values):
            return frozenset(values)
        case UnionInfo(types=members):
            return frozenset(
                member.cls if isinstance(member, StructType) else repr(member) for member in members
            )
    return frozenset()


def leaves_out_defaults(cls: type) -> bool:
    return is_typeddict(cls) or cls.__struct_config__.omit_defaults  # type: ignore[attr-defined]


def is_left_out_unset(field: Field) -> bool:
    """An optional field of which nothing is written unless it is set."""
    return field.default is NODEFAULT and field.default_factory is NODEFAULT


@cache
def _aliases(home: ModuleType) -> dict[frozenset[Any], str]:
    """The literals and unions that have a name in a module."""
    return {
        _key(type_info(value)): name
        for name, value in vars(home).items()
        if get_origin(value) in (Literal, Union, UnionType) and type(None) not in get_args(value)
    }


def _comment(doc: str | None, indent: str) -> list[str]:
    return [f"{indent}/** {' '.join(doc.split())} */\n"] if doc else []


def _quoted(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _wrap(head: str, parts: list[str], tail: str, indent: str) -> str:
    """Formats like Prettier: on one line if it fits, otherwise one part per line."""
    line = f"{head} {' | '.join(parts)}{tail}\n"
    if len(line) <= WIDTH + 1 or len(parts) == 1:
        return line
    return "\n".join([head, *[f"{indent}  | {part}" for part in parts]]) + f"{tail}\n"


def of_game(home: ModuleType, tool: str) -> str:
    """The views, events, acts and contests of a game, and its own decks."""
    kinds = {"View": home.View, "Acts": home.Acts, "Events": all_events(cast(Any, home)), "Why": home.Why}
    kinds |= {"Options": home.Options, "Contest": home.Contest}
    if (decks := decks_of(cast(Any, home))) is not None:
        kinds |= {"Deck": decks.kind, "DeckProblem": decks.problems, "DeckFinding": decks.findings}
    script = Script((home.Acts,), [kind for name, kind in kinds.items() if name != "Acts"], tool)
    for name, kind in kinds.items():
        script.add(name, kind, home)
    return script.text()


def stale(shelf: Shelf, slug: str) -> tuple[Path, str] | None:
    """The file of a game's board that is not as its types are now, and its text; `None` without a board."""
    path = shelf.folder(slug).parent / "board" / "wire.ts"
    text = of_game(cast(ModuleType, shelf[slug]), f"taphouse.testing.wire {slug}")
    if not path.parent.is_dir() or (path.exists() and path.read_text("utf-8") == text):
        return None
    return path, text


def main(slugs: Sequence[str]) -> None:
    shelf = whole_shelf()
    for slug in slugs or shelf.foreign:
        if found := stale(shelf, slug):
            path, text = found
            path.write_text(text, "utf-8")
            print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
