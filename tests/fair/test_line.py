"""Tests of what is known of a connection's timing."""

import pytest

from taphouse.core import MS, SECOND
from taphouse.fair import Kernel
from taphouse.fair.line import LEAD_MOST, RECENT, REMEMBERED, Line


def line(*trips):
    """Each ping came back a second after the one before."""
    found = Line()
    for number, took in enumerate(trips):
        found.ping(number * SECOND)
        found.trip(took * MS, number * SECOND + took * MS)
    return found


@pytest.mark.parametrize(
    ("trips", "rating"),
    [([], None), ([12] * 5, "good"), ([120, 125, 118, 122], "fair"), ([60, 60, 60, 400, 500], "poor")],
)
def test_the_rating_follows_from_round_trips_and_their_spread(trips, rating):
    assert line(*trips).rating == rating


def test_floor_median_and_spread_are_those_of_the_last_round_trips():
    found = line(*[5] * 10, *range(100, 100 + REMEMBERED))

    assert found.floor == 100 * MS
    assert found.round_trip == 132 * MS
    assert found.spread == (151 - 132) * MS


class TestTheLead:
    def test_the_lead_is_half_a_round_trip_and_a_little_for_its_spread(self):
        assert line(100, 100, 100, 100, 140).lead == (50 + 40 // 4) * MS

    def test_an_unknown_line_has_no_lead(self):
        assert Line().lead == 0

    def test_a_line_in_the_same_room_has_no_lead(self):
        assert line(3, 3, 3).lead == 0
        assert line(4, 4, 4).lead == 2 * MS

    def test_the_lead_is_bounded_however_far_the_line_seems(self):
        assert line(*[900] * 9).lead == LEAD_MOST

    def test_the_lead_is_never_more_than_the_shortest_round_trip(self):
        assert line(20, 200, 200, 200, 200).lead == 20 * MS

    def test_the_lead_of_a_page_that_answers_late_is_bounded_by_its_kernel(self):
        late = line(15, *[200] * 9)
        late.kernel = Kernel(rtt=12 * MS, rttvar=MS)

        assert late.lead == 12 * MS

    def test_the_lead_behind_a_proxy_is_that_of_the_pings(self):
        assert behind_proxy(60).lead == 30 * MS


class TestAStall:
    def test_a_stall_is_seen_when_a_ping_is_overdue(self):
        stalled = line(20, 20, 20, 20)  # the last answer came at 3020 ms
        stalled.ping(3_040 * MS)

        assert stalled.stall(3_060 * MS) == 0
        assert stalled.stall(3_140 * MS) == 120 * MS

    def test_a_stall_is_seen_when_the_last_answer_had_been_held_up(self):
        assert line(20, 20, 20, 20, 20, 90).stall(5_091 * MS) == 70 * MS

    def test_a_line_without_answers_has_no_known_stall(self):
        silent = Line()
        silent.ping(0)

        assert silent.stall(SECOND) == 0

    def test_a_stall_is_forgotten_with_the_game(self):
        stalled = line(20, 20, 20, 20)
        stalled.ping(3_040 * MS)

        stalled.begin()

        assert stalled.stall(9_000 * MS) == 0
        assert stalled.round_trip == 20 * MS


def test_the_round_trip_of_an_update_is_that_of_its_ping_or_else_the_median():
    found = line(20, 20, 31, 20)

    assert found.echo(2 * SECOND).took == 31 * MS
    assert found.echo(2 * SECOND + 1).took == 20 * MS


class TestTheKernel:
    def test_a_line_is_proxied_if_every_ping_takes_longer_than_the_kernels_round_trip(self):
        assert behind_proxy(30).is_proxied
        assert not line(30, 30, 30).is_proxied
        assert not with_kernel(Kernel(30 * MS, MS), 31, 60, 90).is_proxied

    def test_an_answer_remembers_the_kernels_figures_of_its_moment(self):
        found = with_kernel(Kernel(30 * MS, 9 * MS), 30)
        found.kernel = Kernel(20 * MS, MS)

        assert found.echo(0).kernel == Kernel(30 * MS, 9 * MS)

    def test_an_answer_knows_that_something_was_sent_again_meanwhile(self):
        found = with_kernel(Kernel(30 * MS, MS, retransmits=1), 30, 30)
        found.ping(2 * SECOND)
        found.trip(90 * MS, 2_090 * MS, Kernel(30 * MS, MS, retransmits=2))

        assert [found.echo(number * SECOND).lost for number in range(3)] == [False, False, True]

    def test_what_was_sent_after_a_lost_segment_waited_for_it(self):
        again = Kernel(30 * MS, MS, retransmits=1)
        found = with_kernel(Kernel(30 * MS, MS), 30)
        for sent in (1_000, 1_040, 1_080):  # the first is lost, and all arrive when it was sent again
            found.ping(sent * MS)
        for sent in (1_000, 1_040, 1_080):
            found.trip((1_150 - sent) * MS, 1_150 * MS, again)
        found.ping(1_160 * MS)
        found.trip(30 * MS, 1_190 * MS, again)

        assert [found.echo(sent * MS).lost for sent in (0, 1_000, 1_040, 1_080, 1_160)] == [
            False,
            True,
            True,
            True,
            False,
        ]

    def test_a_stall_is_seen_when_the_kernel_has_lost_something_of_the_player(self):
        found = with_kernel(
            Kernel(20 * MS, MS, out_of_order=1), 20, 20, 20
        )  # the last answer came at 2020 ms
        found.kernel = Kernel(20 * MS, MS, out_of_order=2)

        assert found.stall(2_100 * MS) == 80 * MS


class TestASleepingRadio:
    def test_a_line_sleeps_if_the_first_ping_after_a_pause_takes_longer_than_the_next_ones(self):
        assert woken(first=90, then=30).radio.sleeps

    def test_a_line_whose_pings_take_equally_long_does_not_sleep(self):
        assert not woken(first=35, then=30).radio.sleeps

    def test_a_radio_that_listens_every_40_ms_sleeps(self):
        assert woken(first=42, then=30).radio.sleeps

    def test_a_line_of_which_too_little_is_known_does_not_sleep(self):
        assert woken(first=90, then=30, times=3).radio.sleeps is None

    def test_a_line_is_known_not_to_sleep_after_eight_quick_answers(self):
        assert woken(first=35, then=30, times=7).radio.sleeps is None
        assert woken(first=35, then=30, times=8).radio.sleeps is False

    def test_an_update_sent_to_a_sleeping_radio_is_known_to_be_late(self):
        assert woken(first=90, then=30).echo(7 * SECOND).cold
        assert not woken(first=35, then=30).echo(7 * SECOND).cold

    def test_a_radio_that_stays_awake_in_short_silences_may_sleep_in_long_ones(self):
        found = woken(first=140, then=60, times=4)
        for number in range(16):  # four pings a second, as in a search
            at = 4 * SECOND + number * 250 * MS
            found.ping(at)
            found.trip(60 * MS, at + 60 * MS)

        assert found.radio.sleeps

    def test_a_line_that_stays_awake_in_long_silences_does_so_in_short_ones(self):
        found = woken(first=35, then=30)
        found.ping(7_400 * MS)
        found.trip(60 * MS, 7_460 * MS)

        assert not found.echo(7_400 * MS).cold

    def test_what_a_page_sends_keeps_its_radio_awake(self):
        found = woken(first=90, then=30)
        found.heard(8_000 * MS)
        found.ping(8_100 * MS)
        found.trip(30 * MS, 8_130 * MS)

        assert not found.echo(8_100 * MS).cold


def with_kernel(kernel, *trips):
    found = Line()
    for number, took in enumerate(trips):
        found.ping(number * SECOND)
        found.trip(took * MS, number * SECOND + took * MS, kernel)
    return found


def behind_proxy(trip):
    return with_kernel(Kernel(rtt=5 * MS, rttvar=MS), *[trip] * 9)


def woken(first, then, times=8):
    """Each second a ping after a pause, and another one right behind it."""
    found = Line()
    for number in range(times):
        for at, took in ((number * SECOND, first), (number * SECOND + 100 * MS, then)):
            found.ping(at)
            found.trip(took * MS, at + took * MS)
    return found


class TestTheClock:
    def test_clocks_are_compared_by_the_fastest_recent_message_and_half_a_round_trip_is_the_error(self):
        found = line(30)
        for number, up in enumerate([25, 12, 40]):
            moment = number * SECOND
            found.clock_reading(moment - 5_000, moment + up * MS)

        assert found.offset == (5_000 + 12 * MS - 15 * MS, 15 * MS)

    def test_the_clock_offset_is_unknown_before_the_first_message(self):
        assert line(30).offset is None

    def test_old_clock_readings_are_forgotten(self):
        found = line(0)
        found.clock_reading(0, 1 * MS)
        found.clock_reading(RECENT + SECOND, RECENT + SECOND + 9 * MS)

        assert found.offset == (9 * MS, 0)


class TestTheRoundTripAroundATap:
    def pinged(self, *trips, every=40):
        found = Line()
        for number in range(20):
            found.trip(60 * MS, number * SECOND + 60 * MS)
        for number, took in enumerate(trips):
            sent = 30 * SECOND + number * every * MS
            found.trip(took * MS, sent + took * MS)
        return found.witness(31 * SECOND).near

    def test_a_tap_is_expected_to_take_as_long_as_the_last_ping(self):
        assert self.pinged(62, 58, 64) == 64 * MS
        assert self.pinged(66, 58) == 58 * MS

    def test_a_tap_is_expected_to_take_less_while_a_queue_empties(self):
        assert self.pinged(180, 140, 105) == 70 * MS

    def test_an_empty_queue_takes_no_less_than_the_line_itself(self):
        assert self.pinged(180, 140, 70) == 60 * MS

    def test_pings_that_are_far_apart_do_not_show_that_a_queue_empties(self):
        assert self.pinged(180, 140, every=250) == 140 * MS


class TestThePingsAroundATap:
    """The tap was sent after the answer to one ping and before that to the next."""

    def line(self, every=40, answered=3, took=60):
        """Pings at 0, 40, 80 … ms, of which the first ones were answered."""
        found = Line()
        for number in range(answered + 3):
            found.ping(number * every * MS)
        for number in range(answered):
            found.trip(took * MS, (number * every + took) * MS)
        return found

    def test_a_tap_is_as_old_as_the_pings_between_whose_answers_it_came(self):
        assert self.line().witness(150 * MS).age == (150 - (80 + 120) // 2) * MS
        assert self.line().witness(190 * MS).age == (190 - (80 + 120) // 2) * MS

    def test_a_full_uplink_does_not_make_a_tap_older(self):
        empties = self.line(answered=0)
        empties.ping(120 * MS)
        for number, took in enumerate((200, 200, 190)):  # the last two answers arrive almost at once
            empties.trip(took * MS, (number * 40 + took) * MS)

        assert empties.witness(272 * MS).near == 190 * MS
        assert empties.witness(272 * MS).age == (272 - (80 + 120) // 2) * MS

    def test_an_answer_that_arrived_after_the_tap_does_not_count_as_one_before_it(self):
        assert self.line(answered=3).witness(118 * MS).age == (118 - (40 + 80) // 2) * MS

    def test_pings_that_are_far_apart_do_not_tell_when_a_tap_was_sent(self):
        assert self.line(every=250).witness(700 * MS).age is None

    def test_a_ping_that_is_not_sent_yet_would_have_come_as_soon_as_the_one_before(self):
        found = Line()
        for sent in (0, 40):
            found.ping(sent * MS)
            found.trip(12 * MS, (sent + 12) * MS)

        assert found.witness(70 * MS).age == (70 - (40 + 80) // 2) * MS
        assert found.witness(81 * MS).age is None  # no more pings are sent

    def test_a_line_without_answers_does_not_tell_either(self):
        assert self.line(answered=0).witness(100 * MS).age is None
