"""Which races at a table count, and what decides them."""

import pytest

from taphouse.core import MS
from taphouse.lab.fairness.table_races import Lane, TableRace, games_of_last_hands, tables, wilson
from tests.shelf import SHELF


def lanes(*true):
    """One tap of each seat, judged 40 ms apart in the order of seats."""
    return tuple(Lane(seat, at * MS, 10 * MS, seat * 40 * MS) for seat, at in enumerate(true))


def test_the_first_tap_decides_where_the_first_wins():
    assert TableRace(False, lanes(200, 240)).end == "first"
    assert TableRace(False, lanes(200, 240)).is_right
    assert not TableRace(False, lanes(240, 200)).is_right


def test_the_photo_finish_says_what_is_close_where_the_first_wins():
    one, other = lanes(200, 240)

    assert not TableRace(False, (one, other)).is_close
    assert TableRace(False, (one, other._replace(at=one.at + 19 * MS))).is_close


def test_the_game_says_who_was_last_and_what_is_close():
    assert TableRace(True, lanes(200, 240), loser=1).is_right
    assert not TableRace(True, lanes(240, 200), loser=1).is_right
    assert TableRace(True, lanes(200, 240), loser=None).is_close


def test_a_player_who_never_tapped_was_last():
    race = TableRace(True, lanes(200, 240), loser=2, untapped=True)

    assert race.end == "all but one"
    assert race.is_right


def test_a_tap_that_came_after_the_verdict_shows_that_it_was_wrong():
    race = TableRace(True, lanes(200, 240, 220), loser=2, untapped=True)

    assert race.end == "all but one"
    assert race.truly == 1
    assert not race.is_right


@pytest.mark.parametrize(
    ("right", "of", "low", "high"), [(99, 100, 94.55, 99.82), (50, 100, 40.38, 59.62), (0, 0, 0, 100)]
)
def test_the_interval_of_a_share(right, of, low, high):
    assert wilson(right, of) == pytest.approx((low, high), abs=0.01)


def test_each_race_of_a_game_is_decided_at_one_end():
    found = tables(SHELF, games_of_last_hands(SHELF)[0], "local", 3, 1, "ends")

    assert set(found.ends) == {"last", "all but one"}
    assert sum(figures.races for figures in found.ends.values()) == found.races
    assert all(figures.right == 100 for figures in found.ends.values())
    assert found.ends["all but one"].decided == 100
