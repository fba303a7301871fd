"""The compiled build passes the same tests as the plain one, and gives the same games to the byte."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="modules are compiled by a C compiler")
SAME_TESTS = ("tests/fair", "tests/table", "tests/bots")

NOT_COMPILED = """
import sys
from importlib import import_module
from tools.compiled import MODULES

names = ["taphouse." + module.replace("/", ".") for module in MODULES]
print(*(name for name in names if import_module(name).__file__.endswith(".py")))
"""

GAMES = """
from hashlib import sha256
from random import Random

from taphouse.bots.schedule import selfplay
from taphouse.core import SECOND
from taphouse.core.record import Chain
from taphouse.lab.fairness.families import FAMILIES
from taphouse.lab.fairness.tables import TableRun
from taphouse.shelf import own_shelf

for slug, game in own_shelf().items():
    random, family = Random(slug), FAMILIES["mixed"]
    run = TableRun(own_shelf(), slug, family.draw(random, 4), random, family.fairness())
    run.play(20 * SECOND)
    for play in (selfplay(game, 4, "compiled"), run.match.play):
        chain = Chain()
        lines = [chain.write(entry) for entry in play.journal]
        print(slug, len(lines), sha256(b"".join(lines)).hexdigest())
"""


def run(*command, path):
    settings = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
    done = subprocess.run(
        [sys.executable, "-P", *command], cwd=ROOT, env=settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A copy of the package with its extension modules."""
    folder = tmp_path_factory.mktemp("compiled")
    ignored = shutil.ignore_patterns("__pycache__", "static", "art")
    shutil.copytree(ROOT / "taphouse", folder / "taphouse", ignore=ignored)
    run("tools/compiled.py", str(folder), path=[ROOT])
    return folder


def test_every_module_of_the_list_is_compiled(compiled):
    assert run("-c", NOT_COMPILED, path=[compiled, ROOT]).split() == []


def test_the_compiled_build_passes_the_tests_of_judging_tables_and_bots(compiled):
    options = ("-p", "no:cacheprovider", "-o", f"pythonpath={compiled} {ROOT}")

    assert " passed" in run("-m", "pytest", *options, *SAME_TESTS, path=[compiled, ROOT])


def test_the_compiled_build_plays_and_judges_the_same_games(compiled):
    plain, built = (run("-c", GAMES, path=path) for path in ([ROOT], [compiled, ROOT]))

    assert built == plain
    assert len(plain.splitlines()) == 10
