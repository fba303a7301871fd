"""What is read off the course of a game."""

import pytest

from taphouse.bots.schedule import selfplay
from taphouse.core import SECOND, Dice, Play, Value
from taphouse.lab.balance.course import Stretch, changes, course_of, longest_wait, sole_leader
from tests.shelf import SHELF


class Table(Value):
    awaited: tuple[int, ...] = ()
    race: object = None


def test_a_tie_between_two_leads_is_no_change_of_the_lead():
    assert changes([None, 0, None, 0, 1, None, 2]) == 2
    assert sole_leader((3, 5, 5)) is None
    assert sole_leader((3, 5, 4)) == 1


def test_a_seat_is_idle_without_a_race_while_nobody_waits_for_it():
    story = [
        Stretch(0, 4, None, Table()),
        Stretch(4, 9, None, Table(awaited=(0,))),
        Stretch(9, 10, 0, Table()),
        Stretch(10, 16, 1, Table()),
        Stretch(16, 30, None, Table(race="a race")),
    ]

    assert longest_wait(story, 0) == 6
    assert longest_wait(story, 1) == 16


@pytest.mark.parametrize("slug", SHELF)
def test_every_game_has_a_course_that_fits_its_end(slug):
    game = SHELF[slug]
    seats = game.SEATS[0]
    played = selfplay(game, seats, "course")
    start = game.setup(seats, game.Options(), Dice("course", "setup"))

    course = course_of(Play(game, start, "course"), played.journal)

    best, second, *_ = sorted(played.state.points, reverse=True)
    assert course.margin == best - second
    assert len(course.idle) == seats
    assert all(0 <= idle * SECOND <= played.now for idle in course.idle)
