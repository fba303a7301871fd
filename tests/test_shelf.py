"""The games of a house: its own and those of other packages."""

import sys
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

from taphouse.core import API_VERSION
from taphouse.shelf import GROUP, own_shelf, whole_shelf
from tests.shelf import SHELF


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Makes a module with what a game has and this besides; returns its entry point."""

    def make(slug="toy", without=(), **names):
        module = ModuleType(f"a_game_called_{slug.replace('-', '_')}")
        vars(module).update(vars(next(iter(SHELF.values()))) | {"__name__": module.__name__})
        module.API_VERSION, module.PLACE = API_VERSION, 100
        module.__file__ = str(tmp_path / "toy" / "__init__.py")
        vars(module).update(names)
        for name in without:
            delattr(module, name)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        return EntryPoint(slug, module.__name__, GROUP)

    return make


def test_the_shelf_has_the_games_in_order_of_their_place():
    assert [game.PLACE for game in SHELF.values()] == sorted(game.PLACE for game in SHELF.values())
    assert SHELF.foreign == {}


def test_a_game_of_another_package_stands_after_those_of_this_one_and_names_its_package(package, tmp_path):
    found = whole_shelf([package("quick-draw")])

    assert list(found) == [*own_shelf(), "quick-draw"]
    assert found.problems == ()
    assert found.folder("quick-draw") == tmp_path / "toy"
    assert found.foreign == {"quick-draw": "a_game_called_quick_draw"}


def test_a_game_that_speaks_another_version_of_the_kit_is_left_out_with_one_sentence(package):
    found = whole_shelf([package(API_VERSION=API_VERSION + 1)])

    assert list(found) == list(own_shelf())
    assert found.problems == (
        f"the game toy of a_game_called_toy is left out: it speaks version {API_VERSION + 1} of the game kit,"
        f" and this house {API_VERSION}",
    )


def test_a_game_that_lacks_a_name_is_left_out_and_the_name_is_said(package):
    [problem] = whole_shelf([package(without=["settle", "SEATS"])]).problems

    assert problem.endswith("is left out: it does not define SEATS, settle")


def test_a_game_that_cannot_be_imported_is_left_out_and_the_others_stay(package):
    found = whole_shelf([EntryPoint("gone", "a_package_that_is_gone", GROUP), package()])

    assert list(found) == [*own_shelf(), "toy"]
    [problem] = found.problems
    assert "the game gone of a_package_that_is_gone is left out: No module named" in problem


def test_a_game_with_the_name_of_another_is_left_out(package):
    found = whole_shelf([package("tip-tap")])

    assert found["tip-tap"] is SHELF["tip-tap"]
    assert found.problems[0].endswith("is left out: a game of this name is installed already")
