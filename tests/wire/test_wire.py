"""The generated wire.ts: the only interface between Python and TypeScript."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Literal

import msgspec
import pytest

from taphouse.core import Act, Value

ROOT = Path(__file__).resolve().parents[2]
Script = runpy.run_path(str(ROOT / "tools/wire.py"))["Script"]

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


def written(sent: Any, received: Any, kind: Any) -> str:
    script = Script(sent, received)
    script.add(kind.__name__, kind, sys.modules[__name__])
    return script.text()


def test_every_generated_wire_file_is_up_to_date() -> None:
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


def test_a_view_becomes_an_interface_with_all_types_it_uses() -> None:
    text = written(sent=Play, received=View, kind=View)
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


def test_an_act_has_its_tag_and_optional_defaults() -> None:
    text = written(sent=Play, received=View, kind=Play)
    assert 'type: "Play";\n  card: Card;\n  loud?: boolean;' in text


def test_a_type_that_the_house_sends_has_no_optional_fields() -> None:
    assert "  loud: boolean;" in written(sent=Play, received=Play, kind=Play)


def test_two_types_with_the_same_name_are_refused() -> None:
    other = msgspec.defstruct("Card", [("rank", int)])
    home = ModuleType("home")
    script = Script(Play, View)
    script.add("View", View, sys.modules[__name__])
    with pytest.raises(ValueError, match="called Card"):
        script.add("Card", other, home)
