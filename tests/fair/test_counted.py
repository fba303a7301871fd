"""Tests of which taps of a race are booked."""

from taphouse.core import MS, Act, Move, Race
from taphouse.fair import CountedTaps, Judgement, Ledger
from taphouse.fair.belief import Surplus
from taphouse.fair.counted import CLOSE


class Slap(Act):
    pass


FIRST = Race(0, reflex=True)


def after(*taps, race=FIRST):
    """What is booked after a race with these taps: the seat, the time in ms, the surplus in ms, the thing."""
    counted = CountedTaps()
    counted.follow(race)
    for seat, at, surplus, *thing in taps:
        judged = None
        if surplus is not None:
            figures = Surplus(surplus * MS, None, 6 * MS)
            judged = Judgement(at * MS, at * MS, 0, Ledger(), surplus=figures)
        counted.note(thing[0] if thing else "plate", Move(at * MS, seat, Slap()), judged)
    booked = counted.follow(Race(9_000 * MS))
    return {seat: surplus and surplus.by_tap // MS for seat, surplus in booked.items()}


FAR = CLOSE // MS + 1


def test_the_taps_that_decide_a_race_are_booked():
    assert after((0, 200, 5), (1, 210, 7)) == {0: 5, 1: 7}


def test_a_tap_that_could_not_win_is_not_booked():
    assert after((0, 200, 5), (1, 200 + FAR, -9)) == {0: 5, 1: None}


def test_where_the_last_tap_loses_the_late_taps_are_booked():
    assert after((0, 200, 5), (1, 200 + FAR, 7), race=Race(0, reflex=True, last=True)) == {0: None, 1: 7}


def test_idle_taps_are_not_booked():
    assert after((0, 200, 9), *[(0, 210 + more, -9) for more in range(20)], (1, 205, 0)) == {0: 9, 1: 0}


def test_a_tap_on_nothing_is_not_booked():
    assert after((0, 200, 9, None), (1, 205, 3), (2, 206, 4)) == {1: 3, 2: 4}


def test_a_tap_without_rivals_is_not_booked():
    assert after((0, 200, 9)) == {0: None}


def test_a_bot_is_a_rival_without_a_ledger():
    assert after((0, 200, 9), (1, 210, None)) == {0: 9}


def test_several_things_of_one_race_are_booked_as_one_figure():
    taps = [(0, 200, 9, "a"), (1, 210, 1, "a"), (0, 300, 3, "b"), (1, 310, 1, "b")]

    assert after(*taps) == {0: 6, 1: 1}


def test_a_tap_that_comes_after_the_end_of_its_race_is_booked_with_it():
    counted = CountedTaps()
    counted.follow(Race(0))
    figures = Surplus(4 * MS, None, 6 * MS)
    judged = Judgement(0, 0, 0, Ledger(), surplus=figures)

    counted.note("plate", Move(200 * MS, 0, Slap()), judged)
    assert counted.follow(None) == {}
    counted.note("plate", Move(220 * MS, 1, Slap()), judged)

    assert counted.follow(Race(5_000 * MS)) == {0: figures, 1: figures}


def test_a_race_that_goes_on_is_not_booked_twice():
    counted = CountedTaps()
    counted.follow(Race(0))

    assert counted.follow(Race(0, open=True)) == {}
