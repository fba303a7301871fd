"""Tests of the data of a photo finish."""

from taphouse.core import MS
from taphouse.fair import Lane, finish


def test_two_fingers_after_one_thing_are_compared():
    found = finish("fish", [Lane(1, 300 * MS, 9 * MS), Lane(0, 341 * MS, 9 * MS)])

    assert (found.gap, found.close) == (41 * MS, False)


def test_a_gap_smaller_than_both_blurs_together_is_too_close_to_call():
    found = finish("fish", [Lane(2, 401 * MS, 8 * MS), Lane(0, 417 * MS, 9 * MS)])

    assert found.close
    assert found.blur == 17 * MS


def test_where_the_last_finger_loses_the_last_two_are_compared():
    found = finish(
        "plate", [Lane(1, 300 * MS, 9 * MS), Lane(0, 341 * MS, 9 * MS), Lane(2, 350 * MS, 9 * MS)], last=True
    )

    assert (found.gap, found.close) == (9 * MS, True)


def test_one_finger_alone_has_no_photo_finish():
    assert finish("fish", [Lane(1, 300, 9), Lane(1, 500, 9)]) is None
