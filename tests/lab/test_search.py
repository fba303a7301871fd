"""The search for the best lie."""

from random import Random

import pytest

from taphouse.lab.fairness.careers import worth
from taphouse.lab.fairness.families import WIFI
from taphouse.lab.fairness.search import change, describe, draw
from taphouse.lab.fairness.strategies import HONEST, KNOWN, Claims, Strategy


def test_a_page_does_nothing_that_only_a_program_can_do():
    random = Random(1)
    strategy = HONEST
    for _ in range(300):
        strategy = change(strategy, random, programs=False)
        assert strategy.program is None
        assert draw(random, programs=False).program is None


@pytest.mark.parametrize("seed", range(8))
def test_any_strategy_can_be_played(seed):
    random = Random(seed)
    strategy = change(draw(random, programs=True), random, programs=True)

    found = worth(strategy, 4, str(seed), lines=[WIFI])

    assert 0 <= found.wins <= 100
    assert 0 <= found.charged <= 100


def test_a_strategy_is_described_by_what_is_not_honest():
    assert describe(HONEST) == "honest"
    assert describe(Strategy("any", Claims(5, how="paint"))) == "claims(lie=5, how=paint)"


def test_an_honest_player_wins_a_fair_share():
    found = worth(HONEST, 60, "fair", lines=[WIFI])

    assert abs(found.gain) < 0.5
    assert 10 < found.wins < 40


def test_each_known_lie_differs_from_honest_play():
    assert [strategy for strategy in KNOWN if describe(strategy) == "honest"] == [HONEST]
