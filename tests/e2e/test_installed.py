"""A wheel, what its lock names, and nothing else: one word opens a house that phones play in."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from taphouse import __version__
from tests.e2e.installed import InstalledHouse, is_of_this_source_tree, play_on_two_phones
from tools.clean_venv import clean_venv

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The programs of a virtual environment with the wheel, the locked packages and not even pip."""
    folder = tmp_path_factory.mktemp("installed")
    programs = clean_venv(folder / "venv")
    build = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = folder.glob("*.whl")
    pip(programs, "install", "-q", "--no-index", wheel)  # fails if a package is missing
    return programs


def pip(programs, *words):
    command = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", programs / "python")
    return subprocess.run([*command, *words], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def house(programs, tmp_path):
    house = InstalledHouse(programs, tmp_path)
    yield house
    house.kill()


def test_one_word_opens_a_house_in_a_clean_environment_and_two_phones_play(person, house, programs):
    assert not is_of_this_source_tree(programs)
    assert "pytest" not in {package["name"] for package in json.loads(pip(programs, "list", "--format=json"))}

    ada = play_on_two_phones(person)

    expect(ada.go("/house").page.get_by_text(f"Version {__version__}", exact=True)).to_be_visible()
    assert (house.folder / "data" / "house.db").is_file()
