"""Tests of the speed measurement, with a clock set by the test."""

from itertools import count

import pytest

from taphouse.core import MS
from taphouse.lab.speed import speed
from tests.shelf import SHELF


@pytest.mark.parametrize("slug", sorted(SHELF))
def test_the_time_of_a_step_is_shared_among_the_things_done_in_it(slug):
    game, seconds = SHELF[slug], count()
    found = speed(slug, game, game.SEATS[0], 1, "speed", lambda: next(seconds))

    assert found.moves > 0
    assert found.decide * found.moves == pytest.approx(1_000 * MS)
    assert 0 < found.replay <= found.decide, "a journal has an entry for each move, and others"
    assert found.line > 0
    assert found.view > 0
