"""Who tapped first, whatever the packets do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taphouse.core import MS, Act, Race
from taphouse.fair.arbiter import CAP, CREDIT, Arbiter
from taphouse.fair.line import DEAF, QUEUED, Line
from taphouse.testing import rule

NOW = 10_000 * MS


class Press(Act):
    pass


def race(*clocks, since=0, seed="s"):
    """A race in which update 1 was shown at `since`, painted when each seat's own clock read this."""
    arbiter = Arbiter(seed)
    arbiter.race = Race(since=since)
    for seat, painted in enumerate(clocks):
        line = arbiter.lines[seat] = Line()
        line.show(1, since)
        line.paint(1, painted)
    return arbiter


def tap(arbiter, seat, response, arrived, n=1):
    pressed = arbiter.lines[seat].painted.get(1, 0) + response
    arbiter.hear(seat, Press(), n, pressed, arrived)


def beat(arbiter, seat, elapsed, arrived):
    arbiter.beat(seat, 1, arbiter.lines[seat].painted[1] + elapsed, arrived)


def released(arbiter, now):
    rulings = []
    while ruling := arbiter.release(now):
        rulings.append(ruling)
    return rulings


def seats(rulings):
    return [ruling.move.seat for ruling in rulings]


class TestAFairTime:
    def test_is_counted_from_the_paint_on_the_players_own_screen(self):
        arbiter = race(5_000_000, since=2_000 * MS)

        tap(arbiter, 0, response=310 * MS, arrived=2_500 * MS)

        assert arbiter.release(NOW).move.at == 2_310 * MS

    def test_the_finger_that_fell_first_is_first_on_the_slower_line(self):
        arbiter = race(123, 987_654_321)

        tap(arbiter, 0, response=300 * MS, arrived=310 * MS)
        tap(arbiter, 1, response=290 * MS, arrived=470 * MS)

        assert seats(released(arbiter, NOW)) == [1, 0]

    def test_is_counted_from_the_update_that_opened_the_race_not_from_a_late_one_after_it(self):
        arbiter = race(0, since=100 * MS)
        line = arbiter.lines[0]
        line.show(2, 400 * MS)
        line.paint(2, 360 * MS)  # this update stalled for 60 ms on its way

        arbiter.hear(0, Press(), 2, 500 * MS, arrived=700 * MS)

        assert arbiter.release(NOW).move.at == 600 * MS

    def test_never_comes_before_what_its_player_had_on_the_screen(self):
        arbiter = race(0, since=0)
        line = arbiter.lines[0]
        line.show(2, 400 * MS)
        line.paint(2, 300 * MS)  # painted sooner after it was sent than the first one

        arbiter.hear(0, Press(), 2, 301 * MS, arrived=500 * MS)

        assert arbiter.release(NOW).move.at == 400 * MS

    def test_says_what_the_player_had_seen(self):
        arbiter = race(0, since=0)
        arbiter.lines[0].show(2, 400 * MS)  # sent, but not painted when the finger fell

        tap(arbiter, 0, response=420 * MS, arrived=500 * MS)

        move = arbiter.release(NOW).move
        assert (move.at, move.seen) == (420 * MS, 0)
        assert not move.saw(400 * MS)


class TestADecision:
    def test_waits_until_every_rival_tapped_or_committed_past_it(self):
        arbiter = race(0, 0, 0)
        tap(arbiter, 0, response=300 * MS, arrived=320 * MS)

        tap(arbiter, 1, response=310 * MS, arrived=330 * MS)
        assert released(arbiter, 330 * MS) == []

        beat(arbiter, 2, elapsed=300 * MS + QUEUED, arrived=340 * MS)
        assert seats(released(arbiter, 340 * MS)) == [0]

    def test_a_beat_says_nothing_about_input_the_browser_may_still_hold_back(self):
        arbiter = race(0, 0)
        tap(arbiter, 0, response=300 * MS, arrived=320 * MS)

        beat(arbiter, 1, elapsed=300 * MS + QUEUED - 1, arrived=330 * MS)

        assert released(arbiter, 330 * MS) == []

    def test_waits_for_a_stalled_line_no_longer_than_the_cap(self):
        arbiter = race(0, 0)
        tap(arbiter, 0, response=300 * MS, arrived=320 * MS)

        assert released(arbiter, 320 * MS + CAP - 1) == []
        assert seats(released(arbiter, 320 * MS + CAP)) == [0]

    def test_is_not_reversed_by_a_tap_that_comes_after_it(self):
        arbiter = race(0, 0)
        tap(arbiter, 0, response=300 * MS, arrived=320 * MS)
        released(arbiter, 320 * MS + CAP)

        tap(arbiter, 1, response=250 * MS, arrived=560 * MS)

        late = arbiter.release(NOW)
        assert (late.move.at, late.evidence.late) == (300 * MS, 50 * MS)

    def test_does_not_wait_for_somebody_who_was_asked_in_vain(self):
        arbiter = race(0, 0)
        tap(arbiter, 0, response=300 * MS, arrived=320 * MS)
        assert arbiter.ask(320 * MS, None) == (300 * MS, [1])
        released(arbiter, 320 * MS + CAP)

        tap(arbiter, 0, response=800 * MS, arrived=820 * MS)

        assert 820 * MS - 320 * MS > DEAF
        assert seats(released(arbiter, 820 * MS)) == [0]

    def test_asks_each_rival_once_until_he_answers(self):
        arbiter = race(0, 0)
        tap(arbiter, 0, response=300 * MS, arrived=320 * MS)

        assert arbiter.ask(320 * MS, None) == (300 * MS, [1])
        assert arbiter.ask(321 * MS, None) == (300 * MS, [])
        beat(arbiter, 1, elapsed=300 * MS, arrived=330 * MS)
        assert arbiter.ask(330 * MS, None) == (300 * MS, [1])

    def test_is_given_at_once_when_no_race_is_on(self):
        arbiter = race(0, 0)
        arbiter.race = None

        tap(arbiter, 0, response=300 * MS, arrived=320 * MS)

        assert seats(released(arbiter, 320 * MS)) == [0]

    def test_an_alarm_waits_for_fingers_that_fell_before_it(self):
        arbiter = race(0, 0)
        beat(arbiter, 0, elapsed=NOW, arrived=NOW)

        assert not arbiter.may_ring(500 * MS, 510 * MS)
        tap(arbiter, 1, response=490 * MS, arrived=600 * MS)
        assert not arbiter.may_ring(500 * MS, 600 * MS)
        assert seats(released(arbiter, 600 * MS)) == [1]
        beat(arbiter, 1, elapsed=500 * MS + QUEUED, arrived=610 * MS)
        assert arbiter.may_ring(500 * MS, 610 * MS)

    def test_an_alarm_waits_no_longer_than_the_cap(self):
        arbiter = race(0, 0)

        assert arbiter.may_ring(500 * MS, 500 * MS + CAP)

    @rule("tip-tap", 19)
    def test_exactly_equal_times_are_settled_by_lot_from_the_tables_seed(self):
        def first(seed):
            arbiter = race(0, 0, seed=seed)
            tap(arbiter, 0, response=300 * MS, arrived=320 * MS)
            tap(arbiter, 1, response=300 * MS, arrived=330 * MS)
            return arbiter.release(NOW).move.seat

        lots = [first(f"seed {i}") for i in range(40)]

        assert set(lots) == {0, 1}
        assert lots == [first(f"seed {i}") for i in range(40)]


class TestABot:
    def test_taps_when_it_means_to_and_is_not_waited_for(self):
        arbiter = race(0)

        arbiter.press(3, Press(), at=250 * MS)
        tap(arbiter, 0, response=240 * MS, arrived=400 * MS)

        assert seats(released(arbiter, NOW)) == [0, 3]


class TestAMadClaim:
    @pytest.mark.parametrize("n", [0, 2, 99, 2**53])
    def test_for_an_update_that_was_never_painted_counts_from_its_arrival(self, n):
        arbiter = race(0)

        arbiter.hear(0, Press(), n, 1, arrived=900 * MS)

        assert arbiter.release(NOW).move.at == 900 * MS

    def test_from_the_future_counts_from_its_arrival(self):
        arbiter = race(0)

        tap(arbiter, 0, response=2**53, arrived=900 * MS)

        assert arbiter.release(NOW).move.at == 900 * MS

    def test_backdates_no_further_than_the_longest_credit(self):
        arbiter = race(0)

        tap(arbiter, 0, response=0, arrived=5_000 * MS)

        assert arbiter.release(NOW).move.at == 5_000 * MS - CREDIT

    def test_a_paint_is_told_once(self):
        line = Line()
        line.show(1, 0)
        line.paint(1, 100)

        line.paint(1, 50)
        line.paint(7, 60)

        assert line.painted == {1: 100}

    def test_a_paint_before_the_last_one_counts_for_nothing(self):
        line = Line()
        line.show(1, 0)
        line.show(2, 10)
        line.paint(1, 100)

        line.paint(2, 99)

        assert line.painted == {1: 100}


whatever = st.tuples(
    st.integers(0, 3),  # seat
    st.integers(0, 5) | st.integers(0, 2**53),  # update
    st.integers(0, 3_000 * MS) | st.integers(0, 2**53),  # the page's clock
    st.integers(0, 300 * MS),  # until it arrives
    st.booleans(),  # a tap, or a beat
)


@given(st.lists(whatever, max_size=40))
def test_moves_come_out_in_order_and_none_is_lost_whatever_pages_claim(claims):
    arbiter, now, out, taps = race(0, 10, 20, 30), 0, [], 0
    for seat, n, clock, gap, is_tap in claims:
        now += gap
        if is_tap:
            arbiter.hear(seat, Press(), n, clock, now)
            taps += 1
        else:
            arbiter.beat(seat, n, clock, now)
        out += released(arbiter, now)
    out += released(arbiter, now + CAP)

    times = [ruling.move.at for ruling in out]
    assert times == sorted(times)
    assert len(out) == taps
    assert all(ruling.move.at <= ruling.evidence.arrived for ruling in out if not ruling.evidence.late)


@given(st.permutations(range(4)), st.lists(st.integers(200, 600), min_size=4, max_size=4, unique=True))
def test_the_verdict_does_not_depend_on_the_order_of_arrival_within_the_hold(order, responses):
    arbiter, out = race(0, 0, 0, 0), []
    for place, seat in enumerate(order):
        arrived = 600 * MS + place * (CAP // 4)
        tap(arbiter, seat, responses[seat] * MS, arrived)
        out += released(arbiter, arrived)
    out += released(arbiter, NOW)

    assert seats(out) == sorted(range(4), key=responses.__getitem__)
