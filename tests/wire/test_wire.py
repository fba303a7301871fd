"""Python and TypeScript meet only in the generated wire.ts."""

from __future__ import annotations

import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Literal, TypedDict, get_args

import msgspec
import pytest

from taphouse.core import Act, Value
from taphouse.server.openapi import OPERATIONS
from taphouse.testing.wire import Script, of_game

ROOT = Path(__file__).resolve().parents[2]

Suit = Literal["hops", "malt"]


class Card(Value):
    """One card."""

    suit: Suit
    """What is printed on it."""
    rank: Annotated[int, msgspec.Meta(ge=1)]


class Play(Act):
    card: Card
    loud: bool = False


class View(Value):
    cards: tuple[Card, ...]
    corner: tuple[int, str | None]
    owners: dict[Suit, int]
    names: dict[str, Any]
    last: Card | None = None


class Choice(TypedDict, total=False):
    """One choice."""

    between: tuple[Suit, ...]
    """In the order of the rules."""
    nested: tuple[Choice, ...]


def written(sent: Any, heard: Any, kind: Any) -> str:
    script = Script((sent,), (heard,), "a test")
    script.add(kind.__name__, kind, sys.modules[__name__])
    return script.text()


def test_every_generated_file_is_as_the_types_are_now() -> None:
    check = subprocess.run(
        [sys.executable, "tools/wire.py", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert check.returncode == 0, check.stderr


def test_the_check_names_the_file_that_is_stale(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tool = runpy.run_path(str(ROOT / "tools/wire.py"))
    tool["main"].__globals__.update(ROOT=tmp_path, scripts=lambda: [(tmp_path / "base/wire.ts", "new")])
    assert tool["main"](check=True) == 1
    assert "base/wire.ts is stale" in capsys.readouterr().err
    assert tool["main"](check=False) == 0
    assert tool["main"](check=True) == 0


def test_a_view_becomes_an_interface_with_everything_it_reaches() -> None:
    text = written(sent=Play, heard=View, kind=View)
    assert text.split("\n\n", 1)[1] == (
        "export interface View {\n"
        "  cards: readonly Card[];\n"
        "  corner: readonly [number, string | null];\n"
        "  owners: Partial<Record<Suit, number>>;\n"
        "  names: Record<string, unknown>;\n"
        "  last: Card | null;\n"
        "}\n"
        "\n"
        "/** One card. */\n"
        "export interface Card {\n"
        "  /** What is printed on it. */\n"
        "  suit: Suit;\n"
        "  rank: number;\n"
        "}\n"
        "\n"
        'export type Suit = "hops" | "malt";\n'
    )


def test_an_act_carries_its_tag_and_may_leave_out_a_default() -> None:
    text = written(sent=Play, heard=View, kind=Play)
    assert 'type: "Play";\n  card: Card;\n  loud?: boolean;' in text


def test_a_typed_dictionary_becomes_an_interface_whose_keys_may_be_missing() -> None:
    text = written(sent=Play, heard=Choice, kind=Choice)
    assert text.split("\n\n", 1)[1].startswith(
        "/** One choice. */\n"
        "export interface Choice {\n"
        "  /** In the order of the rules. */\n"
        "  between?: readonly Suit[];\n"
        "  nested?: readonly Choice[];\n"
        "}\n"
    )


def test_a_constant_is_written_with_its_comment_and_a_tuple_keeps_its_members() -> None:
    script = Script((Play,), (View,), "a test")
    script.constant("LIMIT", 300, "Milliseconds.")
    script.constant("SUITS", ("hops", "malt"), "")
    assert script.blocks == [
        "/** Milliseconds. */\nexport const LIMIT = 300;\n",
        'export const SUITS = ["hops", "malt"] as const;\n',
    ]


def test_every_type_of_the_http_api_is_written_for_the_client() -> None:
    written = (ROOT / "client/base/wire.ts").read_text("utf-8")
    kinds = {kind for op in OPERATIONS for kind in (op.body, *op.answers.values())}
    kinds |= {kind for tuple_type in kinds for kind in get_args(tuple_type)}
    names = {kind.__name__ for kind in kinds if isinstance(kind, type) and issubclass(kind, Value)}
    assert {"Figures", "OnTheShelf", "OpenTable", "Opened", "ErrorBody"} <= names
    assert [name for name in names if f"export interface {name} {{" not in written] == []


def test_what_the_house_sends_has_every_field() -> None:
    assert "  loud: boolean;" in written(sent=Play, heard=Play, kind=Play)


def test_two_types_of_one_name_are_refused() -> None:
    other = msgspec.defstruct("Card", [("rank", int)])
    home = ModuleType("home")
    script = Script((Play,), (View,), "a test")
    script.add("View", View, sys.modules[__name__])
    with pytest.raises(ValueError, match="called Card"):
        script.add("Card", other, home)


def test_the_types_of_the_board_of_slapjack_are_those_of_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = ROOT / "examples" / "slapjack"
    monkeypatch.syspath_prepend(sources)

    made = of_game(import_module("slapjack"), "taphouse.testing.wire slapjack")

    assert (sources / "board" / "wire.ts").read_text("utf-8") == made
