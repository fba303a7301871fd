"""Tests of the order of taps, whatever the order of packets."""

import pytest

from taphouse.core import MS, Move, Race
from taphouse.fair import Fairness, Line
from taphouse.fair.arbiter import BEAT, BEAT_MOST, MISSES, PAINTING, SILENCE, Arbiter
from taphouse.fair.line import Echo
from taphouse.fair.screen_timeline import QUEUED, REMEMBERED, ScreenTimeline
from taphouse.testing import rule
from tests.fair.races import NOW, Press, beat, race, released, seats, tap

SINCE = 1_000 * MS
CAP = Fairness().cap
REFLEX = Race(SINCE, reflex=True)
AT_ONCE = Echo(0, 0, None)


def at(ruling):
    """Milliseconds after it was shown."""
    return (ruling.move.at - SINCE) / MS


def line_of(trip):
    line = Line()
    line.trip(trip * MS, SINCE)
    return line


def why(ruling):
    return [correction.why for correction in ruling.evidence.judged.corrections]


def test_a_line_that_may_sleep_is_spared_four_times_whether_in_one_game_or_in_several():
    spared, ledgers = [], {}
    for _ in range(5):
        game = race(5_000_000, ledgers=ledgers)  # on a new connection
        tap(game, 0, response=310, arrived=500)
        spared.append(game.release(NOW).evidence.anchor.cold)
        ledgers = game.ledgers

    assert spared == [True] * 4 + [False]


class TestAFairTime:
    def test_a_fair_time_is_counted_from_the_paint_on_the_players_own_screen(self):
        arbiter = race(5_000_000)

        tap(arbiter, 0, response=310, arrived=500)

        assert at(arbiter.release(NOW)) == 310

    def test_the_finger_that_fell_first_is_first_on_the_slower_line(self):
        arbiter = race(123, 987_654_321)

        tap(arbiter, 0, response=300, arrived=310)
        tap(arbiter, 1, response=290, arrived=470)

        assert seats(released(arbiter)) == [1, 0]

    def test_a_fair_time_is_the_same_however_early_a_slow_line_was_sent_the_stimulus(self):
        arbiter = race(0, 0, leads=(0, 100))

        tap(arbiter, 0, response=300, arrived=310)
        tap(arbiter, 1, response=290, arrived=370)

        assert [at(ruling) for ruling in released(arbiter)] == [290, 300]

    def test_a_fair_time_is_never_before_the_moment_for_which_an_update_was_sent_early(self):
        arbiter = race(0, leads=(100,), trip=20)
        arbiter.follow(None)

        arbiter.tap(0, Press(), 1, 5 * MS, SINCE - 60 * MS)

        assert arbiter.release(SINCE - 1) is None
        assert arbiter.due(SINCE - 60 * MS) == SINCE + 5 * MS
        assert at(arbiter.release(SINCE + 5 * MS)) == 5

    def test_a_fair_time_is_counted_from_the_update_that_opened_the_race_not_from_a_later_one(self):
        arbiter = race(0)
        timeline = arbiter.contenders[0].timeline
        timeline.show(2, SINCE + 300 * MS, SINCE + 300 * MS)
        timeline.paint(2, 360 * MS, AT_ONCE)  # this update stalled for 60 ms on its way

        tap(arbiter, 0, response=500, arrived=600, n=2)

        assert at(arbiter.release(NOW)) == 500

    def test_a_fair_time_is_counted_from_a_stimulus_that_shared_a_frame_with_the_next_update(self):
        arbiter = Arbiter("s")
        arbiter.connect(0, Line())
        arbiter.show(0, 1, SINCE, SINCE, Race(SINCE))
        arbiter.show(0, 2, SINCE + 100 * MS, SINCE + 100 * MS, Race(SINCE))
        arbiter.follow(Race(SINCE))
        arbiter.paint(0, 2, 7_000 * MS, SINCE + 120 * MS)

        arbiter.tap(0, Press(), 2, 7_300 * MS, SINCE + 430 * MS)

        ruling = arbiter.release(NOW)
        assert ruling.evidence.anchor.n == 1
        assert ruling.evidence.claimed == SINCE + 300 * MS

    def test_a_fair_time_of_a_seat_that_is_held_back_is_counted_from_when_it_saw_the_stimulus(self):
        held_back = Race(SINCE, held_back=((0, SINCE + 100 * MS),))
        arbiter = Arbiter("s")
        arbiter.connect(0, Line())
        arbiter.show(0, 1, SINCE, SINCE, held_back)
        arbiter.show(0, 2, SINCE + 100 * MS, SINCE + 100 * MS, held_back)
        arbiter.follow(held_back)
        arbiter.paint(0, 2, 7_000 * MS, SINCE + 120 * MS)  # one frame painted both

        arbiter.tap(0, Press(), 2, 7_300 * MS, SINCE + 430 * MS)

        assert arbiter.release(NOW).evidence.claimed == SINCE + 400 * MS

    def test_a_fair_time_is_never_before_the_update_on_the_players_screen(self):
        arbiter = race(0)
        timeline = arbiter.contenders[0].timeline
        timeline.show(2, SINCE + 400 * MS, SINCE + 400 * MS)
        timeline.paint(2, 300 * MS, AT_ONCE)  # painted sooner after it was sent than the first one

        tap(arbiter, 0, response=301, arrived=500, n=2)

        assert at(arbiter.release(NOW)) == 400

    def test_a_ruling_contains_what_the_player_had_seen(self):
        arbiter = race(0)
        arbiter.contenders[0].timeline.show(2, SINCE + 400 * MS, SINCE + 400 * MS)  # not painted yet

        tap(arbiter, 0, response=420, arrived=500)

        move = arbiter.release(NOW).move
        assert move.seen == SINCE
        assert not move.saw(SINCE + 400 * MS)

    def test_a_tap_on_a_new_line_is_never_before_a_tap_of_the_same_seat_on_the_old_line(self):
        """The update is shown late on both lines, and painted sooner after it was sent on the second."""
        arbiter = race(0, 0)
        tap(arbiter, 0, response=200, arrived=210)
        arbiter.connect(0, Line())
        arbiter.show(0, 2, SINCE, SINCE + 230 * MS, Race(SINCE))
        arbiter.paint(0, 2, 230 * MS, SINCE + 231 * MS)

        arbiter.tap(0, Press(), 2, 300 * MS, SINCE + 310 * MS)

        first, second = (ruling.evidence for ruling in released(arbiter))
        assert second.ledger == first.judged.ledger
        assert (first.judged.at, second.judged.at) == (SINCE + 200 * MS, SINCE + 200 * MS)

    @pytest.mark.parametrize("line", ["same", "another"])
    def test_a_tap_is_never_before_an_earlier_one_of_its_seat_even_if_its_stamp_is_earlier(self, line):
        arbiter = race(0, 0)
        tap(arbiter, 0, response=490, arrived=500)
        if line == "another":
            arbiter.connect(0, Line())

        tap(arbiter, 0, response=290, arrived=300)

        first, second = (ruling.evidence for ruling in released(arbiter))
        assert first.judged.at == SINCE + 490 * MS
        assert second.ledger == first.judged.ledger
        assert second.judged.at >= first.judged.at

    def test_a_tap_made_before_its_player_saw_the_verdict_is_counted_as_in_the_race(self):
        arbiter = race(0, 0)
        tap(arbiter, 0, response=300, arrived=310)
        arbiter.release(NOW)
        arbiter.follow(None)

        arbiter.tap(1, Press(), 1, 320 * MS, SINCE + 480 * MS)

        late = arbiter.release(NOW)
        assert at(late) == 320
        assert late.evidence.race == Race(SINCE)


class TestADecision:
    def test_a_decision_waits_until_every_rival_tapped_or_committed_past_it(self):
        arbiter = race(0, 0, 0)
        tap(arbiter, 0, response=300, arrived=320)

        tap(arbiter, 1, response=310, arrived=330)
        assert released(arbiter, SINCE + 330 * MS) == []

        beat(arbiter, 2, elapsed=300 + QUEUED // MS, arrived=340)
        assert seats(released(arbiter, SINCE + 340 * MS)) == [0]

    def test_a_beat_does_not_cover_input_that_the_browser_may_still_hold_back(self):
        arbiter = race(0, 0)
        tap(arbiter, 0, response=300, arrived=320)

        beat(arbiter, 1, elapsed=300 + QUEUED // MS - 1, arrived=330)

        assert released(arbiter, SINCE + 330 * MS) == []

    def test_a_beat_of_a_player_who_has_not_seen_the_stimulus_does_not_cover_the_time_after_it(self):
        arbiter = race(0)
        arbiter.connect(1, Line())
        timeline = arbiter.contenders[1].timeline
        timeline.show(0, 0, 0)
        timeline.paint(0, 0, AT_ONCE)
        timeline.show(1, SINCE, SINCE)
        arbiter.beat(1, 0, SINCE + 290 * MS, SINCE + 300 * MS)  # the update is stuck on its way

        arbiter.paint(1, 1, SINCE + 300 * MS, SINCE + 310 * MS)
        arbiter.tap(1, Press(), 1, SINCE + 500 * MS, SINCE + 520 * MS)

        assert "heartbeat" not in why(released(arbiter)[0])

    def test_a_decision_waits_for_a_stalled_line_no_longer_than_the_cap(self):
        arbiter = race(0, 0)
        tap(arbiter, 0, response=300, arrived=320)

        assert released(arbiter, SINCE + (320 + CAP) * MS - 1) == []
        assert seats(released(arbiter, SINCE + (320 + CAP) * MS)) == [0]

    def test_the_cap_is_counted_from_the_first_tap_that_arrived(self):
        arbiter = race(0, 0, 0)
        tap(arbiter, 0, response=300, arrived=320)
        tap(arbiter, 1, response=290, arrived=440)

        assert released(arbiter, SINCE + (320 + CAP) * MS - 1) == []
        assert seats(released(arbiter, SINCE + (320 + CAP) * MS)) == [1, 0]

    def test_a_room_across_oceans_holds_longer(self):
        arbiter = race(0, 0, fairness=Fairness(cap=300))
        tap(arbiter, 0, response=300, arrived=320)

        assert released(arbiter, SINCE + (320 + CAP) * MS) == []
        assert seats(released(arbiter, SINCE + (320 + 300) * MS)) == [0]

    def test_a_decision_is_not_reversed_by_a_later_tap(self):
        arbiter = race(0, 0)
        tap(arbiter, 0, response=300, arrived=320)
        released(arbiter, SINCE + (320 + CAP) * MS)

        tap(arbiter, 1, response=270, arrived=440)

        late = arbiter.release(NOW)
        assert at(late) == 300
        assert late.evidence.judged.fair == SINCE + 270 * MS
        assert late.evidence.judged.corrections[-1].by == 30 * MS
        assert why(late)[-1] == "late"

    def test_a_decision_does_not_wait_for_a_seat_that_left_a_question_unanswered(self):
        arbiter = race(0, 0)
        tap(arbiter, 0, response=300, arrived=320)
        assert arbiter.ask(SINCE + 320 * MS, None) == {1: SINCE + 320 * MS}
        released(arbiter, SINCE + (320 + CAP) * MS)

        tap(arbiter, 0, response=1300, arrived=1320)
        arbiter.ask(SINCE + 1320 * MS, None)

        assert CAP + SILENCE // MS + 150 < 1000
        assert seats(released(arbiter, SINCE + 1320 * MS)) == [0]

    def test_a_decision_in_a_reflex_race_does_not_wait_for_a_screen_that_stopped_beating(self):
        arbiter = race(0, 0, reflex=True)
        beat(arbiter, 1, elapsed=20, arrived=170)

        tap(arbiter, 0, response=930, arrived=950)

        assert seats(released(arbiter, SINCE + 950 * MS)) == [0]

    def test_a_decision_does_not_wait_for_a_line_on_which_no_tap_could_be_in_time(self):
        arbiter = race(0, 0, 0)
        arbiter.connect(2, line_of(580))
        arbiter.show(2, 2, SINCE, SINCE, Race(SINCE))
        tap(arbiter, 0, response=300, arrived=320)

        assert arbiter.ask(SINCE + 320 * MS, None).keys() == {1}
        beat(arbiter, 1, elapsed=330, arrived=400)

        assert seats(released(arbiter, SINCE + 400 * MS)) == [0]

    def test_a_decision_waits_for_taps_under_way_on_a_line_too_slow_to_be_asked(self):
        arbiter = race(0, 0, leads=(0, 100))
        arbiter.contenders[1].line = line_of(250)
        tap(arbiter, 0, response=300, arrived=320)

        assert arbiter.ask(SINCE + 320 * MS, None) == {}, "its answer would take 250 ms, and the hold is 200"
        over = SINCE + (300 - 100 + 250) * MS + PAINTING
        assert not arbiter.may_release(over - 1)
        assert arbiter.due(SINCE + 320 * MS) == over < SINCE + (320 + CAP) * MS
        assert seats(released(arbiter, over)) == [0]

    def test_the_beat_interval_does_not_follow_a_line_that_nobody_waits_for(self):
        arbiter = race(0, 0, reflex=True)
        arbiter.connect(2, line_of(580))

        assert arbiter.show(1, 2, SINCE, SINCE, REFLEX) == BEAT

    def test_a_seat_that_never_answers_in_time_is_waited_for_in_three_races_and_then_no_more(self):
        def hold(arbiter, since):
            """How long a tap is held in a race in which the rival does not answer."""
            arbiter.follow(Race(since))
            for seat in (0, 1):
                n = len(arbiter.contenders[seat].timeline.shown) + 1
                arbiter.show(seat, n, since, since, Race(since))
                arbiter.paint(seat, n, since, since + 150 * MS)
            arbiter.tap(0, Press(), n, since + 300 * MS, arrived := since + 320 * MS)
            arbiter.ask(arrived, None)
            until = arbiter.due(arrived) if not arbiter.may_release(arrived) else arrived
            assert seats(released(arbiter, until)) == [0]
            return until - arrived

        arbiter = race(0, 0)
        starts = [SINCE + number * 10_000 * MS for number in range(1, 7)]

        assert [hold(arbiter, since) for since in starts[:5]] == [CAP * MS] * MISSES + [0, 0]
        arbiter.beat(1, 6, starts[4] + 400 * MS, starts[4] + 450 * MS)
        assert hold(arbiter, starts[5]) == CAP * MS, "it answered again"

    def test_a_seat_whose_line_cannot_answer_in_time_is_not_blamed_for_its_silence(self):
        arbiter = race(0, 0)
        arbiter.contenders[1].line = line_of(CAP + 10)
        for number in range(MISSES):
            arbiter.follow(Race(SINCE + number))
            response = 300 + 1_000 * number
            tap(arbiter, 0, response, arrived=response + 20)
            assert seats(released(arbiter, SINCE + (response + 30 + CAP) * MS)) == [0]

        arbiter.follow(Race(SINCE + MISSES))
        tap(arbiter, 0, response=9_300, arrived=9_320)

        assert not arbiter.may_release(SINCE + 9_321 * MS), "a tap may be under way"

    def test_each_rival_is_asked_once_for_each_moment(self):
        arbiter = race(0, 0)
        tap(arbiter, 0, response=300, arrived=320)

        assert arbiter.ask(SINCE + 320 * MS, None) == {1: SINCE + 320 * MS}
        assert arbiter.ask(SINCE + 321 * MS, None) == {}
        beat(arbiter, 1, elapsed=310, arrived=330)
        released(arbiter, SINCE + 330 * MS)
        tap(arbiter, 0, response=400, arrived=420)
        assert arbiter.ask(SINCE + 420 * MS, None) == {1: SINCE + 420 * MS}

    @pytest.mark.parametrize("delays", [{}, {0: 80 * MS, 1: 0}, {0: 0, 1: 80 * MS}])
    def test_a_question_does_not_reveal_to_a_rival_when_the_finger_fell(self, delays):
        def question(response):
            arbiter = race(0, 0, delays=delays)
            tap(arbiter, 0, response=response, arrived=320)
            return arbiter.ask(SINCE + 320 * MS, None)

        assert question(300) == question(250) == question(200) != {}

    @pytest.mark.parametrize("delays", [{}, {0: 80 * MS, 1: 0}, {0: 0, 1: 80 * MS}])
    def test_a_seat_that_answered_a_question_to_its_end_is_not_waited_for(self, delays):
        arbiter = race(0, 0, delays=delays)
        tap(arbiter, 0, response=300, arrived=320)
        past = arbiter.ask(SINCE + 320 * MS, None)[1]

        beat(arbiter, 1, elapsed=(past - SINCE + QUEUED) // MS, arrived=500)

        assert arbiter.may_release(SINCE + 500 * MS)

    def test_a_question_about_a_deadline_names_it(self):
        arbiter = race(0, 0)

        assert arbiter.ask(SINCE + 510 * MS, SINCE + 500 * MS) == dict.fromkeys((0, 1), SINCE + 500 * MS)

    def test_a_seat_is_not_asked_when_its_next_beat_arrives_before_an_answer_could(self):
        slow, quick = (race(0, 0, reflex=True, trip=trip) for trip in (150, 10))
        for arbiter in (slow, quick):
            beat(arbiter, 1, elapsed=290, arrived=310)
            tap(arbiter, 0, response=300, arrived=320)

        assert not slow.ask(SINCE + 320 * MS, None)
        assert 1 in quick.ask(SINCE + 320 * MS, None)

    def test_a_decision_is_made_at_once_when_no_race_is_on(self):
        arbiter = race(0, 0)
        arbiter.follow(None)

        arbiter.tap(0, Press(), 1, 300 * MS, SINCE + 320 * MS)

        assert seats(released(arbiter, SINCE + 320 * MS)) == [0]

    def test_a_deadline_waits_for_fingers_that_fell_before_it(self):
        arbiter = race(0, 0)
        beat(arbiter, 0, elapsed=9_000, arrived=9_000)

        assert not arbiter.may_pass(SINCE + 500 * MS, SINCE + 510 * MS)
        tap(arbiter, 1, response=490, arrived=600)
        assert not arbiter.may_pass(SINCE + 500 * MS, SINCE + 600 * MS)
        assert seats(released(arbiter, SINCE + 600 * MS)) == [1]
        beat(arbiter, 1, elapsed=500 + QUEUED // MS, arrived=610)
        assert arbiter.may_pass(SINCE + 500 * MS, SINCE + 610 * MS)

    def test_a_deadline_waits_no_longer_than_the_cap(self):
        arbiter = race(0, 0)

        assert arbiter.may_pass(SINCE + 500 * MS, SINCE + (500 + CAP) * MS)

    def test_no_due_moment_is_past_while_a_tap_before_a_passed_deadline_is_held(self):
        arbiter, deadline = race(0, 0), SINCE + 300 * MS
        tap(arbiter, 0, response=280, arrived=430)
        now = deadline + CAP * MS + 10 * MS

        assert not arbiter.may_release(now)
        assert not arbiter.may_pass(deadline, now)
        assert arbiter.due(now, deadline) == SINCE + (430 + CAP) * MS > now

    def test_a_due_moment_is_the_deadline_and_then_the_end_of_the_wait_for_it(self):
        arbiter, deadline = race(0, 0), SINCE + 300 * MS

        assert arbiter.due(deadline - 1, deadline) == deadline
        assert arbiter.due(deadline, deadline) == deadline + CAP * MS

    def test_a_deadline_that_nobody_is_waited_for_is_due_at_its_own_moment(self):
        arbiter, deadline = race(0, 0), SINCE + 300 * MS
        for seat in range(2):
            beat(arbiter, seat, 400, 450)

        assert arbiter.due(SINCE + 500 * MS, deadline) == deadline

    @rule("tip-tap", 19)
    def test_a_tie_break_from_the_tables_seed_orders_exactly_equal_times(self):
        def first(seed):
            arbiter = race(0, 0, seed=seed)
            tap(arbiter, 0, response=300, arrived=320)
            tap(arbiter, 1, response=300, arrived=330)
            return arbiter.release(NOW).move.seat

        lots = [first(f"seed {i}") for i in range(40)]

        assert set(lots) == {0, 1}
        assert lots == [first(f"seed {i}") for i in range(40)]


class TestTheBeatInterval:
    def arbiter(self, *trips):
        arbiter = Arbiter("s")
        for seat, trip in enumerate(trips):
            arbiter.connect(seat, Line())
            arbiter.contenders[seat].line.trip(trip * MS, trip * MS)
        return arbiter

    def rhythms(self, *trips, race=REFLEX):
        arbiter = self.arbiter(*trips)
        return [arbiter.show(seat, 1, SINCE, SINCE, race) for seat in range(len(trips))]

    def test_the_beat_interval_of_equal_lines_is_short(self):
        assert self.rhythms(20, 20) == [BEAT, BEAT]

    def test_the_beat_interval_of_a_faster_line_is_longer_as_the_slowest_is_waited_for_anyway(self):
        assert self.rhythms(20, 80, 280) == [BEAT_MOST, BEAT_MOST, BEAT]
        assert self.rhythms(20, 80) == [BEAT + 30 * MS, BEAT]

    def test_there_is_no_beat_interval_in_a_search_where_pages_are_asked(self):
        assert self.rhythms(20, 80, race=Race(SINCE)) == [None, None]
        assert self.rhythms(20, 80, race=None) == [None, None]


class TestABot:
    def test_a_bot_taps_at_its_planned_time_and_is_not_waited_for(self):
        arbiter = race(0)

        arbiter.act_at(Move(SINCE + 250 * MS, 3, Press()))
        tap(arbiter, 0, response=240, arrived=400)

        assert seats(released(arbiter)) == [0, 3]


class TestAnImpossibleClaim:
    @pytest.mark.parametrize("n", [0, 2, 99, 2**53])
    def test_a_claim_for_an_update_that_was_never_painted_counts_from_its_arrival(self, n):
        arbiter = race(0)

        tap(arbiter, 0, response=1, arrived=900, n=n)

        ruling = arbiter.release(NOW)
        assert at(ruling) == 900
        assert why(ruling) == ["unseen"]

    def test_a_claim_from_the_future_counts_from_its_arrival(self):
        arbiter = race(0)

        tap(arbiter, 0, response=2**50, arrived=900)

        ruling = arbiter.release(NOW)
        assert at(ruling) == 900
        assert why(ruling) == ["future"]

    def test_only_the_first_paint_report_of_an_update_counts(self):
        timeline = race(100).contenders[0].timeline

        timeline.paint(1, 50, AT_ONCE)
        timeline.paint(7, 160, AT_ONCE)

        assert timeline.painted == {1: 100}

    def test_a_paint_report_earlier_than_the_last_one_is_ignored(self):
        timeline = race(100).contenders[0].timeline
        timeline.show(2, SINCE + 10, SINCE + 10)

        timeline.paint(2, 99, AT_ONCE)

        assert timeline.painted == {1: 100}


def test_old_updates_are_forgotten():
    timeline = ScreenTimeline()
    for n in range(3 * REMEMBERED):
        timeline.show(n, n, n)
        timeline.paint(n, n, Echo(n, 0, None))

    assert len(timeline.shown) == len(timeline.painted) == REMEMBERED
    assert timeline.anchor(3 * REMEMBERED - 1, since=0).n == 2 * REMEMBERED


def test_a_ledger_stays_when_a_connection_is_lost():
    arbiter = race(0)
    tap(arbiter, 0, response=200, arrived=600)
    spent = arbiter.ledgers[0]
    arbiter.disconnect(0)

    arbiter.connect(0, Line())

    assert arbiter.ledgers[0] == spent
    assert spent.quota == 0


def test_a_long_race_counts_from_what_opened_it_however_many_updates_follow():
    arbiter = race(5_000_000)
    for n in range(2, 3 * REMEMBERED):
        sent = SINCE + n * 100 * MS
        arbiter.show(0, n, sent, sent, arbiter.race)
        arbiter.paint(0, n, 5_000_000 + n * 100 * MS + 9 * MS, sent + 30 * MS)

    tap(arbiter, 0, response=3 * REMEMBERED * 100, arrived=3 * REMEMBERED * 100 + 160, n=3 * REMEMBERED - 1)

    assert at(arbiter.release(SINCE + NOW * REMEMBERED)) == 3 * REMEMBERED * 100
    assert len(arbiter.contenders[0].timeline.shown) == REMEMBERED
