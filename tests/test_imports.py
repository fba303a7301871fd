"""Each contract of `.importlinter` fails where it is broken."""

import os
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINTER = Path(sys.executable).with_name("lint-imports")

LAYERS = "Layers import downwards only"
INDEPENDENCE = "Games do not import each other"
PURITY = "Rules and judging use no clock, chance or network"

TESTS_MAY = """
import random
import time

import starlette

from taphouse.house import lobby
from taphouse.bots.crew import selfplay
from taphouse.testing import rule
"""


def contracts():
    parser = ConfigParser()
    parser.read(ROOT / ".importlinter")
    return {parser[part]["name"]: part for part in parser.sections() if "contract" in part}


@pytest.fixture(scope="module")
def source_copy(tmp_path_factory):
    """A copy of all Python files and of the contracts."""
    copy = tmp_path_factory.mktemp("imports")
    shutil.copy(ROOT / ".importlinter", copy)
    for folder in ("taphouse", "tools"):
        for file in (ROOT / folder).rglob("*.py"):
            target = copy / file.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
    return copy


@pytest.fixture
def broken(source_copy):
    """A function that adds files and returns the names of the broken contracts."""
    written = []

    def lint(files):
        for name, text in files.items():
            file = source_copy / "taphouse" / name
            assert not file.exists()
            file.write_text(text, "utf-8")
            written.append(file)
        lint = subprocess.run(
            [LINTER],
            cwd=source_copy,
            env={**os.environ, "PYTHONPATH": "", "COLUMNS": "200", "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        states = {name: f"{name} BROKEN" in lint.stdout for name in contracts()}
        for name, is_broken in states.items():
            assert is_broken or f"{name} KEPT" in lint.stdout, lint.stdout + lint.stderr
        assert (lint.returncode == 0) is not any(states.values())
        return {name for name, is_broken in states.items() if is_broken}

    yield lint
    for file in written:
        file.unlink()


def test_every_import_contract_has_a_test_of_its_violation():
    assert set(contracts()) == {LAYERS, INDEPENDENCE, PURITY}


@pytest.mark.parametrize(
    "name",
    [
        "games/tip_tap/test_signal.py",
        "games/tap_the_table/test_any_name.py",
        "games/tap_the_table/words/test_deeper.py",
        "core/test_dice.py",
    ],
)
def test_a_test_file_may_import_any_module(broken, name):
    assert broken({name: TESTS_MAY}) == set()


@pytest.mark.parametrize(
    ("name", "text", "contract"),
    [
        ("core/upwards.py", "from taphouse.games import shelf\n", LAYERS),
        ("games/tip_tap/upwards.py", "from taphouse.testing import rule\n", LAYERS),
        ("games/tip_tap/upwards.py", "from taphouse.bots.crew import selfplay\n", LAYERS),
        ("house/upwards.py", "def serve():\n    from taphouse.server import app\n", LAYERS),
        ("sim/sideways.py", "import taphouse.journal\n", LAYERS),
        ("games/tip_tap/sibling.py", "from taphouse.games.racesmack.rules import SEATS\n", INDEPENDENCE),
        ("games/tip_tap/test_sibling.py", "from taphouse.games import racesmack\n", INDEPENDENCE),
        ("games/tip_tap/impure.py", "import random\n", PURITY),
        ("games/racesmack/impure.py", "from time import time\n", PURITY),
        ("games/racesmack/impure.py", "import secrets\n", PURITY),
        ("games/racesmack/impure.py", "from urllib.request import urlopen\n", PURITY),
        ("core/impure.py", "import asyncio\n", PURITY),
        ("fair/impure.py", "import os.path\n", PURITY),
        ("games/tip_tap/testing.py", "import random\n", PURITY),
    ],
)
def test_an_import_that_breaks_a_contract_is_found(broken, name, text, contract):
    assert broken({name: text}) == {contract}
