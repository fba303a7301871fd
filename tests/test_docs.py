"""What the documents name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from taphouse.server.metrics import Metrics

ROOT = Path(__file__).resolve().parents[1]
SAFETY = (ROOT / "docs" / "security.md").read_text()
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
