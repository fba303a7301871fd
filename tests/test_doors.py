"""Each contract of `.importlinter` fails when a file breaks it."""

import os
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINTER = Path(sys.executable).with_name("lint-imports")

LAYERS = "Packages import only from the layers below"
LAB = "Only commands import the lab"
GAMES = "Games do not import each other"
PURITY = "Rules, verdicts and tables import nothing that reaches outside the process"

IMPORTS_OF_A_TEST = """
import random
import time

import starlette

from taphouse.house import lobby
from taphouse.bots.schedule import selfplay
from taphouse.testing import rule
"""


def contracts():
    parser = ConfigParser()
    parser.read(ROOT / ".importlinter")
    return {parser[part]["name"]: part for part in parser.sections() if "contract" in part}


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """A copy of all Python files and of the contracts."""
    copy = tmp_path_factory.mktemp("contracts")
    shutil.copy(ROOT / ".importlinter", copy)
    for folder in ("taphouse", "tools"):
        for file in (ROOT / folder).rglob("*.py"):
            target = copy / file.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
    return copy


@pytest.fixture
def broken(elsewhere):
    """Adds files to the copy and returns the names of the contracts that they break."""
    written = []

    def lint(files):
        for name, text in files.items():
            file = elsewhere / "taphouse" / name
            assert not file.exists()
            file.write_text(text, "utf-8")
            written.append(file)
        lint = subprocess.run(
            [LINTER],
            cwd=elsewhere,
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


def test_every_import_contract_has_a_violation_in_the_tests():
    assert set(contracts()) == {LAYERS, LAB, GAMES, PURITY}


@pytest.mark.parametrize(
    "name",
    [
        "games/tip_tap/test_signal.py",
        "games/tap_the_table/test_a_name_nobody_foresaw.py",
        "games/tap_the_table/words/test_deeper.py",
        "core/test_dice.py",
    ],
)
def test_a_test_file_of_any_name_beside_the_code_may_import_any_layer_and_any_library(broken, name):
    assert broken({name: IMPORTS_OF_A_TEST}) == set()


@pytest.mark.parametrize(
    ("name", "text", "contract"),
    [
        ("core/upwards.py", "from taphouse.games import tip_tap\n", LAYERS),
        ("games/tip_tap/upwards.py", "from taphouse.bots.schedule import selfplay\n", LAYERS),
        ("bots/upwards.py", "from taphouse.replay import film\n", LAYERS),
        ("house/upwards.py", "def serve():\n    from taphouse.server import app\n", LAYERS),
        ("journal/sideways.py", "import taphouse.replay\n", LAYERS),
        ("lab/sideways.py", "from taphouse.server import app\n", LAYERS),
        ("a_package_without_a_layer.py", "", LAYERS),
        ("lab/upwards.py", "from taphouse.commands import simulate\n", LAYERS),
        ("games/tip_tap/stranger.py", "from taphouse.games.racesmack.rules import SEATS\n", GAMES),
        ("games/tip_tap/test_stranger.py", "from taphouse.games import racesmack\n", GAMES),
        ("games/tip_tap/impure.py", "import random\n", PURITY),
        ("games/racesmack/impure.py", "from time import time\n", PURITY),
        ("games/racesmack/impure.py", "import secrets\n", PURITY),
        ("games/racesmack/impure.py", "def run():\n    import subprocess\n", PURITY),
        ("games/racesmack/impure.py", "from importlib import import_module\n", PURITY),
        ("games/racesmack/impure.py", "from urllib.request import urlopen\n", PURITY),
        ("core/impure.py", "import asyncio\n", PURITY),
        ("core/impure.py", "import ctypes\n", PURITY),
        ("fair/impure.py", "import os.path\n", PURITY),
        ("fair/impure.py", "import numpy\n", PURITY),
        ("bots/impure.py", "import secrets\n", PURITY),
        ("replay/impure.py", "import subprocess\n", PURITY),
        ("table/impure.py", "import asyncio\n", PURITY),
        ("table/impure.py", "from taphouse.journal import Stale\n", PURITY),
        ("games/tip_tap/testing.py", "import random\n", PURITY),
    ],
)
def test_an_import_against_a_contract_breaks_that_contract_alone(broken, name, text, contract):
    assert broken({name: text}) == {contract}


def test_a_game_that_imports_the_test_helpers_breaks_its_layer_and_the_list_of_allowed_modules(broken):
    assert broken({"games/tip_tap/upwards.py": "from taphouse.testing import rule\n"}) == {LAYERS, PURITY}


@pytest.mark.parametrize("package", ["cluster", "house", "server", "fair"])
def test_no_package_but_commands_may_import_the_lab(broken, package):
    assert LAB in broken({f"{package}/upwards.py": "from taphouse.lab import speed\n"})
