"""Writes the Python types and limits that the client shares as TypeScript; `--check` only compares."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, is_typeddict

import msgspec
from msgspec.inspect import (
    AnyType,
    BoolType,
    CollectionType,
    DictType,
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

from taphouse.core import MS, Skill, TimeScale, all_events
from taphouse.fair import Finish
from taphouse.fair.screen_timeline import QUEUED
from taphouse.fair.settings import FAR_CAP, NEAR_CAP
from taphouse.house.lobby import Opened, OpenTable, Summary
from taphouse.languages import Language, Texts
from taphouse.replay.pictures import PictureBook
from taphouse.server.addresses import ChooseAddress, HouseAddresses
from taphouse.server.big_screens import ClaimBigScreen, NewBigScreen, PairedScreen
from taphouse.server.figures import Figures
from taphouse.server.openapi import About, ErrorBody, OnTheShelf
from taphouse.server.schemas import field_docs, structs
from taphouse.shelf import own_shelf
from taphouse.table import wire
from taphouse.table.lesson import Lesson
from taphouse.table.session import ELECTED

ROOT = Path(__file__).resolve().parent.parent
MADE = "// Made by tools/wire.py from the Python types. Change those, then run it again.\n"
WIDTH = 80


class Script:
    """One wire.ts: the declared types and constants, and every type they reach."""

    def __init__(self, sparse: Sequence[Any], complete: Sequence[Any]) -> None:
        """Types that only `sparse` reaches may leave out a default: the server writes every field."""
        self.blocks: list[str] = []
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
        return "\n".join([MADE, *self.blocks])

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
            is_optional = not field.required and (cls in self._sparse or leaves_out_defaults(cls))
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
                return [part for member in members for part in self._named(member, home)]
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
    return is_typeddict(cls) or cls.__struct_config__.omit_defaults  # type: ignore[attr-defined,no-any-return]


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


def house() -> str:
    """The messages and HTTP bodies of pages and server, the lessons, the pictures, and the limits."""
    answers = (
        Opened,
        Summary,
        NewBigScreen,
        PairedScreen,
        OnTheShelf,
        About,
        Figures,
        HouseAddresses,
        Language,
        Texts,
        ErrorBody,
    )
    script = Script(
        (wire.Up, OpenTable, ClaimBigScreen, ChooseAddress, Lesson),
        (wire.Down, Finish, wire.Film, PictureBook, *answers),
    )
    limits(script)
    for name, kind in {"Up": wire.Up, "Down": wire.Down}.items():
        script.add(name, kind, wire)
    for cls in (Finish, wire.Film, OpenTable, ClaimBigScreen, ChooseAddress, *answers, Lesson, PictureBook):
        script.add(cls.__name__, cls, sys.modules[cls.__module__])
    return script.text()


def limits(script: Script) -> None:
    """Declares the numbers and choices that client and server share."""
    for name, value, doc in (
        ("VERSION", wire.VERSION, ""),
        (
            "LONGEST_NAME",
            wire.LONGEST_NAME,
            "Characters as people count them: an emoji or a letter with its accents is one.",
        ),
        ("SIGN_COUNT", wire.SIGN_COUNT, "Pub signs, numbered from 1."),
        ("REACTION_GAP", wire.REACTION_GAP, "Milliseconds between two reactions of one player."),
        ("COUNTDOWN", ELECTED // MS, "Milliseconds from a majority of votes to the start of the game."),
        ("MAX_HEAD_START", wire.MAX_HEAD_START, "Milliseconds."),
        ("NEAR_CAP", NEAR_CAP, "Milliseconds a verdict waits at most: friends on one continent."),
        ("FAR_CAP", FAR_CAP, "Milliseconds a verdict waits at most: rooms across oceans."),
        ("MIN_FRAME", wire.MIN_FRAME, "Microseconds between two frames, as a device may report them."),
        ("MAX_FRAME", wire.MAX_FRAME, "Microseconds between two frames, as a device may report them."),
        (
            "BEAT_MARGIN",
            QUEUED,
            "Microseconds of input that a browser may hold back: a beat commits to no later moment.",
        ),
        ("TIME_SCALES", get_args(TimeScale), "Percent of the rules' time limits."),
        ("SKILLS", get_args(Skill), "Of bots, in rising order."),
    ):
        script.constant(name, value, doc)


def game(home: ModuleType) -> str:
    """The views, events, acts and contests of a game."""
    kinds = {"View": home.View, "Acts": home.Acts, "Events": all_events(cast(Any, home)), "Why": home.Why}
    kinds |= {"Options": home.Options, "Contest": home.Contest}
    script = Script((home.Acts,), [kind for name, kind in kinds.items() if name != "Acts"])
    for name, kind in kinds.items():
        script.add(name, kind, home)
    return script.text()


def scripts() -> Iterator[tuple[Path, str]]:
    yield ROOT / "client/base/wire.ts", house()
    for found in own_shelf().values():
        home = cast(ModuleType, found)
        yield Path(inspect.getfile(home)).parent / "wire.ts", game(home)


def main(check: bool) -> int:
    stale = [(path, text) for path, text in scripts() if not path.exists() or path.read_text("utf-8") != text]
    for path, text in stale:
        if check:
            print(f"{path.relative_to(ROOT)} is stale: run python tools/wire.py", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            print(path.relative_to(ROOT))
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
