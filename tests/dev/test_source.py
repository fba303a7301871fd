"""The files of a game that is being written."""

from __future__ import annotations

from pathlib import Path

from taphouse.core import Play
from taphouse.dev.package import package_in
from taphouse.dev.source import Failure, Source
from taphouse.shelf import Shelf
from tests.dev.conftest import SLUG, change


def test_a_package_that_pip_never_saw_is_on_the_shelf(shelf: Shelf, package: Path) -> None:
    assert shelf.folder(SLUG) == package
    assert shelf.foreign == {SLUG: "taphouse-quick-draw 0.1"}


def test_a_folder_without_a_game_is_no_package(tmp_path: Path) -> None:
    assert package_in(tmp_path) is None
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "other"\n')
    assert package_in(tmp_path) is None


def test_saved_added_and_removed_files_are_seen_once(source: Source, package: Path) -> None:
    assert not source.has_changed()
    for touch in (
        lambda: change(package / "rules.py", "RULES_VERSION = 1", "RULES_VERSION = 11"),
        lambda: (package / "more.py").write_text(""),
        lambda: (package / "more.py").unlink(),
    ):
        touch()
        assert source.has_changed()
        assert not source.has_changed()


def test_saved_rules_are_imported_again_with_everything_that_uses_them(
    source: Source, shelf: Shelf, package: Path
) -> None:
    before = shelf[SLUG]
    change(package / "rules.py", "RULES_VERSION = 1", "RULES_VERSION = 2")
    found = source.read_again()
    assert isinstance(found, Shelf)
    assert (before.RULES_VERSION, found[SLUG].RULES_VERSION) == (1, 2)
    assert found[SLUG].State is not before.State
    assert type(Play.begin(found[SLUG], 2, "a seed").state) is found[SLUG].State


def test_rules_that_do_not_import_leave_the_old_ones_in_place(
    source: Source, shelf: Shelf, package: Path
) -> None:
    text = (package / "rules.py").read_text()
    (package / "rules.py").write_text(f"{text}\nthis is no Python\n")
    found = source.read_again()
    assert isinstance(found, Failure)
    assert found.what.startswith("SyntaxError: ")
    assert found.where.splitlines()[-1].startswith("rules.py:")
    assert "this is no Python" in found.where

    (package / "rules.py").write_text(text)
    again = source.read_again()
    assert isinstance(again, Shelf)
    assert list(again) == list(shelf)


def test_rules_that_stumble_in_the_first_seconds_of_play_are_not_taken(source: Source, package: Path) -> None:
    change(
        package / "rules.py",
        "        case Banged(",
        "        case Banged() if 1 / 0:\n            return state\n        case Banged(",
    )
    found = source.read_again()
    assert isinstance(found, Failure)
    assert found.what == "ZeroDivisionError: division by zero"
    assert found.where.splitlines()[-1].startswith("rules.py:")
