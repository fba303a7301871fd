"""The tests, files, metrics and names that the documents mention exist."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from taphouse import cli
from taphouse.core import SECOND
from taphouse.languages import files as languages
from taphouse.server import admission, big_screens, sockets
from taphouse.server.metrics import Metrics
from taphouse.server.openapi import OPERATIONS
from taphouse.server.openapi import document as http_document
from taphouse.table import wire
from taphouse.table.session import COUNTDOWN, INTRODUCTION
from tests.examples.published import fits, published
from tests.shelf import SHELF
from tools.docs import site

ROOT = Path(__file__).resolve().parents[1]
SAFETY = (ROOT / "docs" / "security.md").read_text()
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text()
OPERATING = (ROOT / "docs" / "operating" / "README.md").read_text()
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text()
FAIRNESS = (ROOT / "docs" / "fairness.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text() + (ROOT / "docs" / "adding-a-game.md").read_text()
OPTIONS = (ROOT / "docs" / "operating" / "options.md").read_text()

ROOMS = r"(?:taphouse|client|tests|tools|bench|docs|examples)"


def test_every_test_named_in_the_security_document_exists() -> None:
    sources = [path for folder in ("tests", "taphouse") for path in (ROOT / folder).rglob("test_*.py")]
    written = {name for path in sources for name in re.findall(r"def (test_\w+)", path.read_text())}
    named = set(re.findall(r"`(test_\w+)`", SAFETY))
    assert named
    assert named - written == set()


@pytest.mark.parametrize("path", re.findall(r"`(tests/[\w/.]+)`", SAFETY))
def test_every_test_file_named_in_the_security_document_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("metric", re.findall(r"`(?:taphouse)?(_\w+)`", OPERATING))
def test_every_metric_named_in_the_operating_document_is_exported(metric: str) -> None:
    assert f"# HELP taphouse{metric} " in Metrics().page().decode()


def test_every_name_in_the_protocol_document_is_published() -> None:
    schemas = published()["components"]["schemas"] | http_document()["components"]["schemas"]
    known = {"x", "x.View", "x.Acts", "x.Events", "CODE", "--auto", "pip install websockets"}
    known |= {name.lower() for name in schemas} | {op.path for op in OPERATIONS} | set(get_args(wire.Why))
    known |= {field for schema in schemas.values() for field in schema.get("properties", {})}
    known |= {"Refused", *get_args(wire.Stage), *get_args(wire.Standstill)}
    words = set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PROTOCOL, flags=re.DOTALL)))
    unknown = {word for word in words - known if not word.startswith(("python ", "/ws/"))}
    assert {word for word in unknown if not (ROOT / word).exists()} == set()


@pytest.mark.parametrize("example", re.findall(r"```json\s+(.*?)\s+```", PROTOCOL, flags=re.DOTALL))
def test_every_message_in_the_protocol_document_matches_its_schema(example: str) -> None:
    message = json.loads(example)
    kind = message["type"].capitalize()
    assert fits(kind)(message) == message
    assert type(admission.read(example)).__name__ == kind


def test_the_hello_in_the_protocol_document_has_the_current_version() -> None:
    assert f'{{ "type": "hello", "v": {wire.VERSION} }}' in PROTOCOL


@pytest.mark.parametrize(
    "limit",
    [
        f"`hello` within {admission.HELLO:g} seconds",
        f"{admission.PER_CONNECTION.per_second:g} messages a second,"
        f" of them {admission.TAPS_PER_CONNECTION.per_second:g} `do`",
        f"{sockets.LONGEST // 1024} KiB at most",
        f"After {admission.BAD_MESSAGES} messages that are not of the schema",
        f"`introduction` for up to {INTRODUCTION // SECOND} seconds",
        f"`countdown` for {COUNTDOWN // SECOND} seconds",
    ],
)
def test_the_limits_in_the_protocol_document_are_those_of_the_server(limit: str) -> None:
    assert limit in PROTOCOL


@pytest.mark.parametrize(
    "limit",
    [
        f"given {big_screens.NEW.burst} numbers and then one in {1 / big_screens.NEW.per_second:g} s",
        f"sends {big_screens.OWN_TRIES.burst} numbers"
        f" and then one in {1 / big_screens.OWN_TRIES.per_second:g} s",
        f"of the whole house are {big_screens.WRONG_NUMBERS.burst} and then one a second",
        f"{languages.LARGEST // 1024} KiB a file",
    ],
)
def test_the_limits_in_the_security_document_are_those_of_the_server(limit: str) -> None:
    assert limit in SAFETY


@pytest.mark.parametrize("path", sorted(set(re.findall(rf"`({ROOMS}/[\w/.-]+)", ARCHITECTURE + FAIRNESS))))
def test_every_file_named_in_the_architecture_and_fairness_documents_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("path", sorted(set(re.findall(rf"`({ROOMS}/[\w/.-]+)`", CONTRIBUTING))))
def test_every_file_named_for_contributors_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("named", sorted(set(re.findall(r"`([\w/.-]+::[\w.]+)`", ARCHITECTURE + FAIRNESS))))
def test_every_name_in_the_documents_is_defined_in_its_file(named: str) -> None:
    path, _, name = named.partition("::")
    text = (ROOT / path).read_text()
    if path.endswith(".py"):
        assert name in defined_in_python(text)
    else:
        assert all(is_defined_in_typescript(part, text) for part in name.split("."))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_every_link_of_the_pages_at_the_top_leads_to_a_file(page: str) -> None:
    assert site.with_links_of_the_site(page, (ROOT / page).read_text())


def test_every_option_of_the_house_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["serve", "--help"])
    offered = set(re.findall(r"(?<![\w-])--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    assert offered
    assert {option for option in offered if f"`{option}" not in OPTIONS} == set()


def test_every_game_has_a_page_and_a_picture() -> None:
    for slug in SHELF:
        assert f"../pictures/{slug}.webp" in (ROOT / "docs" / "play" / f"{slug}.md").read_text()
        assert f"docs/play/{slug}.md" in (ROOT / "README.md").read_text()


def test_every_word_of_the_glossary_names_its_place_in_the_code() -> None:
    glossary = ARCHITECTURE.partition("## Glossary")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (?!word|-)(.+?) *\|$", glossary, flags=re.MULTILINE)
    assert len(rows) > 20
    for row in rows:
        assert re.search(r"`[\w/.]+::\w+`$", row), row


@cache
def defined_in_python(text: str) -> frozenset[str]:
    """Every function, class and constant of a module; members of a class as `Class.name`."""

    def names(body: list[ast.stmt], prefix: str = "") -> Iterator[str]:
        for node in body:
            match node:
                case ast.ClassDef(name=name, body=inner):
                    yield prefix + name
                    yield from names(inner, f"{prefix}{name}.")
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    yield prefix + name
                case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                    yield prefix + name

    return frozenset(names(ast.parse(text).body))


def is_defined_in_typescript(name: str, text: str) -> bool:
    declared = rf"\b(?:class|function|const|let|interface|type)\s+{name}\b"
    member = rf"^\s+(?:async |readonly |get )*{name}\s*(?:=|\(|<)"
    return re.search(f"{declared}|{member}", text, flags=re.MULTILINE) is not None
