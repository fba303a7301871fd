"""Tests of head starts: the others' taps count later, and the order is still exact."""

from hypothesis import given
from hypothesis import strategies as st

from taphouse.core import MS, Move
from taphouse.fair import Ruling, recompute
from tests.fair.races import NOW, Press, beat, race, released, seats, tap

HEAD_START = 80


def with_head_start(*clocks):
    """Seat 0 has a head start; everybody else's taps count later."""
    arbiter = race(*clocks, trip=20)
    arbiter.delays = {seat: HEAD_START * MS if seat else 0 for seat in range(len(clocks))}
    return arbiter


def test_a_player_slower_by_less_than_the_head_start_is_first():
    arbiter = with_head_start(0, 0)

    tap(arbiter, 1, response=300, arrived=310)
    tap(arbiter, 0, response=370, arrived=380)

    assert seats(released(arbiter)) == [0, 1]


def test_a_player_slower_by_more_than_the_head_start_is_not_first():
    arbiter = with_head_start(0, 0)

    tap(arbiter, 1, response=300, arrived=310)
    tap(arbiter, 0, response=390, arrived=400)

    assert seats(released(arbiter)) == [1, 0]


def test_the_head_start_is_in_the_evidence_and_recomputed_from_it():
    arbiter = with_head_start(0, 0)
    tap(arbiter, 1, response=300, arrived=310)

    [ruling] = released(arbiter)

    handicap = next(c for c in ruling.evidence.judged.corrections if c.why == "handicap")
    assert handicap.by == HEAD_START * MS
    assert recompute(ruling.evidence) == ruling.evidence.judged
    assert ruling.move.at == ruling.evidence.judged.at == arbiter.race.since + 380 * MS


def test_nothing_is_decided_while_a_head_start_could_still_change_the_order():
    arbiter = with_head_start(0, 0)
    tap(arbiter, 1, response=300, arrived=310)
    since = arbiter.race.since

    beat(arbiter, 0, elapsed=350, arrived=360)
    assert arbiter.release(since + 390 * MS) is None

    beat(arbiter, 0, elapsed=395, arrived=400)
    assert arbiter.release(since + 400 * MS).move.seat == 1


def test_a_head_start_counts_against_a_bot_like_any_other_rival():
    arbiter = with_head_start(0)
    since = arbiter.race.since
    arbiter.delays = {1: HEAD_START * MS}
    arbiter.act_at(Move(since + 300 * MS, 1, Press()))
    tap(arbiter, 0, response=370, arrived=375)

    assert seats(released(arbiter)) == [0, 1]


def test_a_head_start_has_no_effect_where_no_taps_are_compared():
    arbiter = with_head_start(0, 0)
    since = arbiter.race.since
    arbiter.follow(None)
    arbiter.horizon = since

    arbiter.act_at(Move(since + 300 * MS, 1, Press()))

    assert arbiter.release(NOW) == Ruling(Move(since + 300 * MS, 1, Press()), None)


def test_a_head_start_does_not_excuse_a_false_start():
    arbiter = with_head_start(0, 0)
    tap(arbiter, 1, response=60, arrived=80)

    [ruling] = released(arbiter)

    assert ruling.evidence.judged.false_start


@given(st.lists(st.tuples(st.integers(160, 900), st.integers(0, 300)), min_size=2, max_size=5))
def test_the_order_is_that_of_response_and_head_start_whatever_they_are(fingers):
    most = max(head_start for _, head_start in fingers)
    arbiter = race(*(0 for _ in fingers), trip=20)
    arbiter.delays = {seat: (most - head_start) * MS for seat, (_, head_start) in enumerate(fingers)}
    for seat, (response, _) in sorted(enumerate(fingers), key=lambda finger: finger[1][0]):
        tap(arbiter, seat, response=response, arrived=response + 10)

    released_at = [(ruling.move.at - arbiter.race.since) / MS for ruling in released(arbiter)]

    assert released_at == sorted(response + most - head_start for response, head_start in fingers)
