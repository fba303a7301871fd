"""`make arrival`: what a stranger does, with packages from the registry, and a build from the beginning."""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.installed import InstalledHouse, is_of_this_source_tree, play_on_two_phones

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel():
    [built] = (ROOT / "dist").glob("taphouse-*.whl")  # by make wheel
    return built


@pytest.fixture(scope="module")
def programs(tmp_path_factory, wheel):
    """A new environment after one command: pip install WHEEL."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    subprocess.run([folder / "bin" / "pip", "install", "-q", wheel], check=True)
    return folder / "bin"


@pytest.fixture
def house(programs, tmp_path):
    house = InstalledHouse(programs, tmp_path)
    yield house
    house.kill()


def test_one_pip_command_and_one_word_open_a_house_that_phones_play_in(person, house, programs):
    assert not is_of_this_source_tree(programs)

    play_on_two_phones(person)

    assert (house.folder / "data" / "house.db").is_file()


def test_the_bill_of_materials_names_everything_that_was_installed_and_everything_in_the_pages(
    programs, wheel
):
    [file] = wheel.parent.glob("taphouse-*.cdx.json")
    bill = json.loads(file.read_text())
    listed = {component["purl"].partition("@")[0].replace("%40", "@") for component in bill["components"]}
    pip = subprocess.run(
        [programs / "pip", "list", "--format=json"], check=True, capture_output=True, text=True
    )
    packages = {package["name"].lower().replace("_", "-") for package in json.loads(pip.stdout)}
    pages = json.loads((ROOT / "taphouse/server/static/licenses.json").read_text())

    assert {f"pkg:pypi/{name}" for name in packages - {"pip", "setuptools", "taphouse"}} <= listed
    assert {f"pkg:npm/{page['name']}" for page in pages} <= listed
    [digest] = bill["metadata"]["component"]["hashes"]
    assert digest["content"] == hashlib.sha256(wheel.read_bytes()).hexdigest()


def test_a_second_build_from_the_beginning_in_another_folder_has_the_same_hash(wheel, tmp_path):
    files = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in filter(None, files.split("\0")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")

    subprocess.run(["npm", "run", "--silent", "build"], cwd=tmp_path, check=True, capture_output=True)
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=tmp_path, check=True)

    again = tmp_path / "dist" / wheel.name
    assert hashlib.sha256(again.read_bytes()).hexdigest() == hashlib.sha256(wheel.read_bytes()).hexdigest()
