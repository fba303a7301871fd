"""What is known of one connection."""

import pytest

from taphouse.core import MS
from taphouse.fair.line import REMEMBERED, Line


@pytest.mark.parametrize(
    ("trips", "weather"),
    [([], None), ([12] * 5, "clear"), ([120, 125, 118, 122], "breezy"), ([60, 60, 60, 400, 500], "stormy")],
)
def test_the_weather_is_told_from_round_trips_and_their_spread(trips, weather):
    line = Line()
    for took in trips:
        line.trip(took * MS)

    assert line.weather == weather


def test_old_updates_are_forgotten():
    line = Line()
    for n in range(3 * REMEMBERED):
        line.show(n, n)
        line.paint(n, n)

    assert len(line.shown) == len(line.painted) == REMEMBERED
    assert line.anchor(3 * REMEMBERED - 1, since=0) == 2 * REMEMBERED
