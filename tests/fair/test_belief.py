"""Tests of what a player's claims add up to over many races."""

import pytest

from taphouse.core import MS, replace
from taphouse.fair.belief import (
    DEVIATION_MOST,
    INHERITED,
    MEMORY,
    QUOTA,
    QUOTA_A_RACE,
    RACES,
    SLEEPS,
    STALLS,
    STALLS_A_RACE,
    ExcessStats,
    Ledger,
    Surplus,
)

SIGMA = 6 * MS
WITNESSES = ("by_tap", "by_kernel", "by_order")


NEW = Ledger()


def booked(*surpluses, ledger=NEW):
    """A ledger after races with these surpluses in milliseconds, compared with the pings around the tap."""
    for surplus in surpluses:
        ledger = ledger.book(Surplus(round(surplus * MS), None, SIGMA))
    return ledger


class TestAHabit:
    def test_a_habit_of_taking_longer_than_the_line_explains_is_charged(self):
        assert booked(*[8] * (RACES - 1)).charge == 0
        assert booked(*[8] * RACES).charge == 8 * MS

    def test_an_honest_line_whose_queue_empties_in_some_of_a_few_races_shows_no_habit(self):
        assert booked(*[18, 18, 18, 18, -6] * 2).charge == 0

    def test_a_small_habit_is_charged_after_more_races(self):
        assert booked(*[3] * 20).charge == 0
        assert booked(*[3] * 30).charge == 3 * MS

    def test_on_a_wild_line_one_witness_shows_a_habit_later_than_two(self):
        wild = [7 * MS + by for by in (-14 * MS, 14 * MS)] * 7  # deviates by more than may count

        def charge(*witnesses, races=1):
            ledger = NEW
            for by in wild * races:
                figures = {"by_tap": 0, "by_kernel": 0} | dict.fromkeys(witnesses, by)
                ledger = ledger.book(Surplus(**figures, sigma=3 * SIGMA))
            return ledger.charge

        assert charge("by_tap") == charge("by_kernel") == 0
        assert charge("by_tap", "by_kernel") == 7 * MS
        assert charge("by_tap", races=2) == 7 * MS

    def test_a_habit_of_taking_less_time_is_not_charged(self):
        assert booked(*[-8] * 60).charge == 0

    def test_a_surplus_that_changes_its_sign_is_chance(self):
        assert booked(*[9, -8] * 30).charge == 0

    def test_one_wild_tap_is_not_a_habit(self):
        assert booked(400, *[0] * 20).charge == 0

    def test_a_habit_is_charged_in_full_even_if_it_is_wild(self):
        assert booked(*[20, 24] * 10).charge == 22 * MS

    def test_a_line_made_uneven_on_purpose_hides_no_habit(self):
        uneven = [surplus + 6 for surplus in (-40, 40)] * 60  # much more than chance explains
        ledger = Ledger()
        for surplus in uneven:
            ledger = ledger.book(Surplus(surplus * MS, None, 8 * DEVIATION_MOST))

        assert ledger.charge >= 6 * MS

    def test_lies_in_half_of_the_races_are_a_habit(self):
        assert booked(*[10, 0] * 30).charge == 5 * MS

    def test_the_order_of_pings_shows_a_habit_less_surely_than_their_round_trips(self):
        def charge(witness):
            ledger = Ledger()
            for _ in range(40):
                ledger = ledger.book(
                    Surplus(**({"by_tap": 0, "by_kernel": None} | {witness: 4 * MS}), sigma=SIGMA)
                )
            return ledger.charge

        assert charge("by_kernel") == 4 * MS
        assert charge("by_order") == 0

    def test_holding_back_for_once_pays_for_little(self):
        assert booked(-500, *[8] * 20).charge > 0

    @pytest.mark.parametrize("witness", WITNESSES)
    def test_each_witness_shows_a_habit(self, witness):
        figures = dict.fromkeys(WITNESSES, 0) | {witness: 9 * MS}
        ledger = Ledger()
        for _ in range(20):
            ledger = ledger.book(Surplus(**figures, sigma=SIGMA))

        assert ledger.charge == 9 * MS

    def test_old_races_count_for_half(self):
        old = Ledger(by_tap=ExcessStats(MEMORY - 1, 5 * MS * MEMORY, 5 * MS * MEMORY, 25 * MS**2 * MEMORY))

        stats = booked(5, ledger=old).by_tap

        assert stats.races == MEMORY // 2
        assert stats.total == pytest.approx(5 * MS * MEMORY / 2, rel=0.02)


class TestAnotherDevice:
    def test_a_device_that_nobody_knows_takes_over_a_habit_of_a_few_races(self):
        assert booked(*[8] * 60).inherited().by_tap.races == INHERITED

    def test_a_habit_that_was_handed_on_more_often_counts_for_more(self):
        ledger = NEW
        for _ in range(60):
            ledger = booked(4, ledger=ledger.inherited())

        assert ledger.by_tap.races == 60
        assert ledger.charge == 4 * MS


class TestTheQuota:
    def test_each_race_restores_a_little_of_what_was_believed_on_credit(self):
        poor = Ledger(quota=0, stalls=0)

        assert poor.book(None) == replace(poor, quota=QUOTA_A_RACE, stalls=STALLS_A_RACE)

    def test_credit_is_bounded(self):
        full = Ledger(quota=QUOTA, stalls=STALLS)

        assert full.book(None) == full

    def test_a_new_device_is_believed_little_on_credit(self):
        assert Ledger().quota < QUOTA

    def test_a_tap_after_which_the_radio_may_have_slept_is_paid_by_fifty_races(self):
        tired = Ledger(sleeps=0)
        for _ in range(SLEEPS - 1):
            tired = tired.book(None)

        assert not tired.may_sleep
        assert tired.book(None).may_sleep
