"""What the documents name is there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from taphouse.house import wire
from taphouse.server import admission, sockets
from taphouse.server.metrics import Metrics
from taphouse.server.openapi import OPERATIONS
from tests.examples.published import fits, published

ROOT = Path(__file__).resolve().parents[1]
SAFETY = (ROOT / "docs" / "security.md").read_text()
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text()
OPERATING = (ROOT / "docs" / "operating" / "README.md").read_text()


def test_every_test_that_shows_a_promise_exists() -> None:
    sources = [path for folder in ("tests", "taphouse") for path in (ROOT / folder).rglob("test_*.py")]
    written = {name for path in sources for name in re.findall(r"def (test_\w+)", path.read_text())}
    named = set(re.findall(r"`(test_\w+)`", SAFETY))
    assert named
    assert named - written == set()


@pytest.mark.parametrize("path", re.findall(r"`(tests/[\w/.]+)`", SAFETY))
def test_every_file_of_tests_that_shows_a_promise_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("metric", re.findall(r"`(?:taphouse)?(_\w+)`", OPERATING))
def test_every_metric_that_answers_a_question_is_counted(metric: str) -> None:
    assert f"# HELP taphouse{metric} " in Metrics().page().decode()


def test_whatever_the_page_on_the_protocol_names_is_published() -> None:
    schemas = published()["components"]["schemas"]
    known = {"x", "x.View", "x.Acts", "x.Events", "CODE", "--auto", "pip install websockets"}
    known |= {name.lower() for name in schemas} | {op.path for op in OPERATIONS} | set(get_args(wire.Why))
    known |= {field for schema in schemas.values() for field in schema.get("properties", {})}
    known |= {"Refused", *get_args(wire.Stage)}
    words = set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PROTOCOL, flags=re.DOTALL)))
    unknown = {word for word in words - known if not word.startswith(("python ", "/ws/"))}
    assert {word for word in unknown if not (ROOT / word).exists()} == set()


@pytest.mark.parametrize("example", re.findall(r"```json\s+(.*?)\s+```", PROTOCOL, flags=re.DOTALL))
def test_every_message_on_the_page_on_the_protocol_is_of_its_schema(example: str) -> None:
    message = json.loads(example)
    fits(message["type"].capitalize())(message)
    admission.read(example)


@pytest.mark.parametrize(
    "limit",
    [
        f"`hello` within {admission.HELLO:g} seconds",
        f"{admission.PER_CONNECTION.per_second:g} messages a second, of them {admission.TAPS_PER_CONNECTION.per_second:g} `do`",
        f"{sockets.LONGEST // 1024} KiB at most",
        f"After {admission.BAD_MESSAGES} messages that are not of the schema",
    ],
)
def test_the_limits_on_the_page_on_the_protocol_are_those_of_the_door(limit: str) -> None:
    assert limit in PROTOCOL
