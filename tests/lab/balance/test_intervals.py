"""Confidence intervals, against published values."""

from random import Random

import pytest

from taphouse.lab.balance.intervals import (
    average,
    average_difference,
    share,
    share_difference,
    t_quantile,
)


@pytest.mark.parametrize(
    ("freedom", "published"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (29, 2.045), (120, 1.980)],
)
def test_the_quantile_of_students_t_is_that_of_printed_tables(freedom, published):
    assert t_quantile(0.975, freedom) == pytest.approx(published, abs=0.0006)


def test_the_difference_of_two_shares_has_the_interval_of_newcombes_paper():
    found = share_difference(56, 70, 48, 80)

    assert (found.low, found.high) == (pytest.approx(0.0524, abs=1e-4), pytest.approx(0.3339, abs=1e-4))


def test_a_share_of_nothing_or_all_has_an_interval_inside_0_and_1():
    none, every = share(0, 20), share(20, 20)

    assert (none.low, none.high) == (0, pytest.approx(0.1611, abs=1e-4))
    assert (every.low, every.high) == (pytest.approx(0.8389, abs=1e-4), 1)
    assert (share(0, 0).low, share(0, 0).high) == (0, 1)


def test_the_interval_of_a_mean_misses_the_true_mean_once_in_twenty():
    dice = Random(5)
    found = [average([dice.expovariate(1) for _ in range(60)]) for _ in range(1_000)]

    assert sum(each.low <= 1 <= each.high for each in found) == pytest.approx(945, abs=20)


def test_figures_of_the_same_games_are_compared_in_pairs():
    base = [1.0, 50.0, 9.0, 120.0]

    found = average_difference([figure + 2 for figure in base], base)

    assert (found.value, found.low, found.high) == (2, 2, 2)
    assert found.excludes_zero
