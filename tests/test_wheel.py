"""The wheel contains only the files that are needed at run time, and two builds of it are the same."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import pytest

from taphouse import __version__
from taphouse.server.pages import STATIC
from tests.shelf import SHELF

ROOT = Path(__file__).parents[1]
SOURCES = ("taphouse", "tools/wheel_hook.py", "pyproject.toml", "README.md", "LICENSE", "CREDITS.md")
LONG_AGO = 1_000_000_000
DRAWN_WITH = {  # what the pages show and run, whether it was imported or cut out of a package
    "svelte",
    "marked",
    "@phosphor-icons/core",
    "@iconify-json/fluent-emoji-flat",
    "@fontsource-variable/anybody",
    "@fontsource-variable/figtree",
}

RUNS = [
    r"taphouse/(\w+/)*(?!test_)\w+\.py",
    r"taphouse/server/static/((assets|kit)/)?[^/]+",
    r"taphouse/template/.+\.template",
    r"taphouse/games/\w+/(lesson|limits)\.json",
    r"taphouse/games/\w+/text/[\w-]+\.(json|md)",
    r"taphouse/languages/(plurals|text/[\w-]+)\.json",
    r"taphouse/games/\w+/(words/)?\w+\.txt",
    r"taphouse-[^/]+\.dist-info/(METADATA|WHEEL|RECORD|entry_points\.txt|licenses/(LICENSE|CREDITS\.md))",
]

OPEN_EVERYTHING = """
import pathlib, sys
from importlib import import_module
from pkgutil import walk_packages

import taphouse
from taphouse.shelf import own_shelf
from taphouse.table.lesson import lesson_of
from taphouse.languages import APP, Languages, package_codes
from taphouse.server.pages import STATIC
from taphouse.bots.schedule import selfplay

target = pathlib.Path(sys.argv[1])
assert pathlib.Path(taphouse.__file__).is_relative_to(target), taphouse.__file__
for module in walk_packages(taphouse.__path__, "taphouse."):
    if not module.name.endswith("__main__"):
        import_module(module.name)
assert (STATIC / "index.html").is_file() and STATIC.is_relative_to(target)
shelf, languages = own_shelf(), Languages(own_shelf())
texts, rulebook = languages.packaged, languages.packaged_rulebook
for slug, game in shelf.items():
    assert lesson_of(shelf, slug) is not None, slug
    for code in package_codes():
        assert texts(code, APP) and texts(code, slug) and rulebook(code, slug), (code, slug)
    assert selfplay(game, game.SEATS[0], "wheel").winners, slug
print(*shelf)
"""


def run(*command, **settings):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **settings)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(source, folder):
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=source)
    [built] = folder.glob("*.whl")
    return built


def copy_of_the_sources(folder):
    for name in SOURCES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def names(wheel):
    with ZipFile(wheel) as files:
        return [name for name in files.namelist() if not name.endswith("/")]


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    target = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index")
    run(*pip, "--no-deps", "--no-compile", "--target", str(target), str(wheel))
    return target


def test_the_wheel_has_no_board_sources_no_tests_and_no_c_programs(names):
    assert [name for name in names if re.search(r"\.svelte$|\.ts$|/test_[^/]*\.py$|\.c$|\.tsv$", name)] == []


def test_every_file_of_the_wheel_has_a_type_that_is_needed_at_run_time(names):
    assert [name for name in names if not any(re.fullmatch(kind, name) for kind in RUNS)] == []


def test_the_wheel_has_every_module_every_list_of_words_and_every_built_page(names):
    package = ROOT / "taphouse"
    modules = [file for file in package.rglob("*.py") if not file.name.startswith("test")]
    lists = [file for file in package.rglob("*.txt") if file.parent.name != "playthroughs"]
    pages = [file for file in STATIC.rglob("*") if file.is_file()]

    assert STATIC / "index.html" in pages, "build the client first: npm run build"
    assert {str(file.relative_to(ROOT)) for file in [*modules, *lists, *pages]} <= set(names)


def test_a_build_elsewhere_of_files_with_other_times_and_permissions_has_the_same_hash(wheel, tmp_path):
    elsewhere = copy_of_the_sources(tmp_path / "elsewhere")
    for file in elsewhere.rglob("*"):
        os.utime(file, (LONG_AGO, LONG_AGO))
        file.chmod(0o700 if file.is_dir() else 0o600)

    again = build(elsewhere, tmp_path / "dist")

    assert again.name == wheel.name
    assert hashlib.sha256(again.read_bytes()).digest() == hashlib.sha256(wheel.read_bytes()).digest()


def test_no_wheel_is_built_without_pages(tmp_path):
    elsewhere = copy_of_the_sources(tmp_path / "elsewhere")
    shutil.rmtree(elsewhere / "taphouse/server/static")

    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        cwd=elsewhere,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode != 0
    assert "make wheel" in done.stdout + done.stderr
    assert list(elsewhere.rglob("*.whl")) == []


def test_the_wheel_names_the_licence_of_every_package_in_its_pages(wheel):
    with ZipFile(wheel) as files:
        packages = json.loads(files.read("taphouse/server/static/licenses.json"))
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]

    assert {package["name"] for package in packages} >= DRAWN_WITH
    for package in packages:
        assert package["license"]
        assert package["version"] == locked[f"node_modules/{package['name']}"]["version"]
        assert (
            package.get("text") or package["name"] == "@iconify-json/fluent-emoji-flat"
        )  # it has no such file


def test_the_wheel_its_command_and_the_changelog_name_one_version(wheel, installed):
    with ZipFile(wheel) as files:
        metadata = HeaderParser().parsestr(files.read(f"taphouse-{__version__}.dist-info/METADATA").decode())
    said = run(
        sys.executable, "-m", "taphouse", "--version", cwd=installed, env={"PYTHONPATH": str(installed)}
    )
    newest, *_ = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)

    assert metadata["Version"] == __version__
    assert said == f"taphouse {__version__}\n"
    assert newest == ("Unreleased" if ".dev" in __version__ else __version__)


def test_every_game_opens_from_the_wheel_with_its_texts_lesson_and_words(installed):
    output = run(
        sys.executable,
        "-c",
        OPEN_EVERYTHING,
        str(installed),
        cwd=installed,
        env={"PYTHONPATH": str(installed)},
    )

    assert output.split() == list(SHELF)


@pytest.mark.parametrize(
    "command", [("bench", "load"), ("bench", "cost"), ("bench", "soak"), ("rules", "--coverage")]
)
def test_a_command_that_needs_the_source_tree_says_so_when_installed_from_the_wheel(installed, command):
    done = subprocess.run(
        [sys.executable, "-m", "taphouse", *command],
        cwd=installed,
        env={"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "run this from a clone of the source tree" in done.stderr
