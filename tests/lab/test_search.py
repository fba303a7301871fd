"""The search for the best lie."""

from random import Random
from typing import get_args

import pytest

from taphouse.core import MS, SECOND
from taphouse.fair import Fairness, Ledger
from taphouse.fair.belief import ExcessStats
from taphouse.lab.fairness.careers import worth
from taphouse.lab.fairness.families import FAMILIES, WIFI
from taphouse.lab.fairness.search import Scope, change, describe, draw
from taphouse.lab.fairness.strategies import HONEST, KNOWN, LAG, Claims, Manners, Strategy, Trick, Uplink
from taphouse.lab.fairness.tables import TableRun, ledger_after
from tests.shelf import SHELF


def test_a_page_does_nothing_that_only_a_program_can_do():
    random = Random(1)
    strategy = HONEST
    for _ in range(300):
        strategy = change(strategy, random, programs=False)
        assert strategy.program is None
        assert draw(random, programs=False).program is None


def test_a_search_may_leave_out_false_frame_rates_and_other_browser_ids():
    for strategy in map(Scope(one_browser=True, own_frames=True).narrowed, KNOWN):
        assert strategy.manners.browsers == 0
        assert strategy.screen.says == strategy.screen.rate
        assert not strategy.screen.on_grid
    assert [*map(Scope().narrowed, KNOWN)] == [*KNOWN]


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


HABIT = ExcessStats(races=40, total=400 * MS, clipped=400 * MS, squares=40 * (10 * MS) ** 2)


class TestAPlayerWhoWantsToBeSomebodyElse:
    @pytest.mark.parametrize("trick", get_args(Trick))
    def test_a_player_has_their_seat_and_another_name_after_a_trick(self, trick):
        random = Random("trick")
        run = TableRun(SHELF, "tip-tap", FAMILIES["local"].draw(random, 3), random, Fairness())

        ledger = Ledger(quota=0, stalls=0, by_tap=HABIT)

        run.play(20 * SECOND)
        run.match.arbiter.ledgers[1] = ledger
        run.play_trick(1, trick)

        member = run.table.room.members[1]
        assert member.name == "Somebody else"
        assert member.bot is None
        assert (member.browser == "another browser") == (trick == "browsers")
        assert run.match.arbiter.ledgers[1] == ledger_after(trick, ledger)

    @pytest.mark.parametrize("trick", get_args(Trick))
    def test_the_house_still_charges_a_liar_after_a_trick(self, trick):
        ledger = Ledger(quota=0, stalls=0, by_tap=HABIT)

        after = ledger_after(trick, ledger_after(trick, ledger))

        assert (after == ledger) == (trick != "browsers")
        assert after.quota == after.stalls == 0
        assert after.charge > 5 * MS

    def test_a_liar_gains_no_more_under_another_browser_id_in_each_race(self):
        lie = Strategy("lie", Claims(10, how="paint"), manners=Manners(browsers=1))

        found = worth(lie, 60, "known", lines=[WIFI])

        assert found.charged > 50
        assert found.gain < 4


def test_a_page_that_fills_its_uplink_and_connects_anew_before_each_race_is_charged():
    lie = Strategy(
        "lie", Claims(110, how="paint"), beats=LAG, uplink=Uplink(150), manners=Manners(reconnects=1)
    )

    found = worth(lie, 60, "anew", lines=[WIFI])

    assert found.charged > 90
    assert found.gain < 4
