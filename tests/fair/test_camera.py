"""Tests of the photo finishes that a game takes."""

from taphouse.core import MS, Move, Race, Value
from taphouse.fair import Camera


class Contest(Value):
    shape: str


FISH, LEAF = Contest("fish"), Contest("leaf")


def taken(*taps):
    """The photo finishes of these taps, each a contest and a seat, in one race that is over."""
    camera = Camera()
    camera.look(Race(0))
    for at, (contest, seat) in enumerate(taps):
        camera.note(contest, Move(at * MS, seat, None), None)
    camera.look(None)
    return camera


def test_taps_of_equal_contests_share_a_photo_finish():
    camera = taken((FISH, 0), (LEAF, 1), (Contest("fish"), 2))

    assert [(finish.contest, [lane.seat for lane in finish.lanes]) for finish in camera.finishes] == [
        (FISH, [0, 2])
    ]


def test_each_contest_of_a_game_has_its_own_number():
    camera = taken((FISH, 0), (LEAF, 1), (FISH, 2), (LEAF, 0))

    assert {finish.contest: finish.number for finish in camera.finishes} == {FISH: 0, LEAF: 1}


def test_a_photo_finish_with_a_late_tap_keeps_the_number_of_its_contest():
    camera = taken((FISH, 0), (LEAF, 1), (FISH, 2), (LEAF, 0))

    camera.note(LEAF, Move(9 * MS, 3, None), None)
    camera.look(None)

    assert [(finish.number, len(finish.lanes)) for finish in camera.finishes] == [(0, 2), (1, 2), (1, 3)]


def test_a_loser_who_never_tapped_is_named_and_one_who_did_is_in_a_lane():
    camera = Camera()
    camera.look(Race(0, last=True))
    camera.note(FISH, Move(1 * MS, 0, None), None)
    camera.note(FISH, Move(2 * MS, 1, None), None)

    camera.look(None, loser=2)
    camera.look(None)  # a later phase names nobody
    assert [finish.absent for finish in camera.finishes] == [2]

    camera.note(FISH, Move(9 * MS, 2, None), None)
    camera.look(None)
    assert camera.finishes[-1].absent is None


def test_the_loser_of_one_race_is_not_the_loser_of_the_next():
    camera = Camera()
    for since, loser in ((0, 2), (50 * MS, None)):
        camera.look(Race(since, last=True))
        camera.note(FISH, Move(since + 1 * MS, 0, None), None)
        camera.note(FISH, Move(since + 2 * MS, 1, None), None)
        camera.look(None, loser)

    assert [finish.absent for finish in camera.finishes] == [2, None]
