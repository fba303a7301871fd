"""A match wakes its table up only when there may be something to decide or to send."""

import pytest

from taphouse.core import MS, SECOND, Play, Race, Value, Verdict, replace
from taphouse.fair import Device, Line
from taphouse.table.match import Match

DEADLINE = 10 * SECOND
FAST, SLOW = 20 * MS, 120 * MS


class Rang(Verdict):
    at: int


class State(Value):
    opens_race: bool
    due: int | None = DEADLINE
    race: Race | None = None
    winners: None = None
    awaited: tuple[int, ...] = ()
    points: tuple[int, ...] = (0, 0)


class Bell:
    """It rings at the deadline. In one of two kinds of games a race begins then."""

    def settle(self, state, at, dice):
        return Rang(0, at) if state.due is not None and at >= state.due else None

    def apply(self, state, event):
        return replace(state, due=None, race=Race(event.at) if state.opens_race else None)


def match(opens_race):
    found = Match(Play(Bell(), State(opens_race), "s"), {}, 0)
    for seat, trip in enumerate((FAST, SLOW)):
        line = Line()
        line.trip(trip, trip)
        found.connect(seat, line, Device())
    return found


@pytest.mark.parametrize("opens_race", [True, False])
def test_a_near_deadline_is_announced_to_slow_lines_only_if_a_race_follows(opens_race):
    near = DEADLINE - 100 * MS

    due = match(opens_race).due(near)

    assert due == (DEADLINE - (SLOW - FAST) // 2 if opens_race else DEADLINE)
