"""Levels of bots: each is better than the one below it, and none wins nearly always."""

import pytest

from taphouse.commands.levels import NEIGHBOURS, wins
from taphouse.lab.batches import Batches


@pytest.mark.parametrize("slug", ["tip-tap", "snap-clap-tap"])
@pytest.mark.parametrize("pair", NEIGHBOURS)
def test_a_level_beats_the_one_below_it_more_often_than_not_and_never_nearly_always(slug, pair):
    found = wins(Batches(None), slug, pair, games=25, seed="levels")

    assert 0.55 < found.value < 0.92
