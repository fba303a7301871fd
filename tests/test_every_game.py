"""What is true of every game is true of those in this package."""

import pytest

from taphouse.games.tap_the_table.events import Advised
from taphouse.testing.every_game import *  # noqa: F403
from tests.shelf import SHELF


@pytest.fixture(scope="module", params=list(SHELF))
def slug(request):
    return request.param


@pytest.fixture(scope="module")
def made_by_the_table():
    return {Advised}


@pytest.fixture(scope="module")
def rarely_offered():
    return {"Graze", "Lift"}


def test_every_game_has_its_own_place_in_the_list():
    places = [game.PLACE for game in SHELF.values()]

    assert places == sorted(set(places))
