"""Tests of how far a claim is believed, step by step, and why."""

import pytest

from taphouse.core import MS, Race, replace
from taphouse.fair import Correction, Device, Evidence, Fairness, Kernel, Ledger, recompute
from taphouse.fair.belief import FRAME, HANDLING, KERNEL_GRACE, QUOTA, STALLS
from taphouse.fair.evidence import CALIBRATED, UNCALIBRATED
from taphouse.fair.witness import Anchor, Witness

SINCE = 1_000 * MS
TRIP = 100 * MS
SCREEN = FRAME * 3 // 2 + HANDLING  # the mean time of drawing and handling
DOUBT = 8_505  # what is left to chance on a line whose round trips do not vary


def claim(under_way=TRIP + SCREEN, response=300 * MS, **known):
    """A finger fell `response` after the paint; everything else took `under_way`."""
    evidence = Evidence(
        n=1,
        shown=SINCE,
        pressed=response,
        device=Device(),
        anchor=Anchor(1, SINCE, sent=SINCE, painted=0, trip=TRIP),
        arrived=SINCE + response + under_way,
        committed=-1,
        witness=Witness(spread=0),
        race=Race(SINCE, reflex=True),
        ledger=Ledger(quota=QUOTA),
        fairness=Fairness(),
    )
    return replace(evidence, **known)


def believed(evidence):
    """Milliseconds of response that were believed, rounded, and the reasons."""
    judged = recompute(evidence)
    return round((judged.at - SINCE) / MS), [correction.why for correction in judged.corrections]


class TestAnHonestClaim:
    def test_an_honest_claim_is_believed(self):
        assert believed(claim()) == (300, [])

    def test_an_honest_claim_is_believed_from_a_far_line_and_from_one_that_was_sent_the_update_early(self):
        early = Anchor(1, SINCE, sent=SINCE - 100 * MS, painted=0, trip=210 * MS)

        assert believed(claim(110 * MS + SCREEN, anchor=early)) == (300, [])

    def test_a_claim_is_as_precise_as_its_device(self):
        assert recompute(claim()).blur == UNCALIBRATED
        assert recompute(claim(device=Device(calibrated=True))).blur == CALIBRATED

    def test_a_slower_screen_is_allowed_more_time(self):
        late = TRIP + SCREEN + DOUBT + 5 * MS
        quick = Device(frame=8_333)

        assert believed(claim(late, fairness=Fairness(ranked=True), device=quick))[1] == ["excess"]
        assert believed(claim(late - 5 * MS, fairness=Fairness(ranked=True)))[1] == []

    def test_a_claim_held_up_by_a_stall_is_believed_and_the_stall_is_noted(self):
        stalled = claim(TRIP + SCREEN + 150 * MS, witness=Witness(spread=0, stall=180 * MS))

        assert believed(stalled) == (300, ["stall"])
        assert recompute(stalled).ledger.quota == QUOTA


class TestAQueueThatFills:
    """Between the thing and the tap, so that the ping sent with the thing was quicker than the tap."""

    def ranked(self, **known):
        return claim(TRIP + SCREEN + 50 * MS, fairness=Fairness(ranked=True), witness=Witness(0, **known))

    def test_a_tap_is_believed_if_the_ping_before_it_and_the_order_of_answers_show_the_queue(self):
        assert believed(self.ranked(near=150 * MS, age=145 * MS)) == (300, [])

    def test_one_of_the_two_witnesses_is_enough(self):
        assert believed(self.ranked(near=150 * MS, age=TRIP)) == (300, [])
        assert believed(self.ranked(near=TRIP, age=150 * MS)) == (300, [])
        assert believed(self.ranked(near=150 * MS)) == (300, [])

    def test_a_queue_that_was_full_already_explains_no_more(self):
        assert believed(self.ranked(near=TRIP, age=TRIP))[1] == ["excess"]


class TestAQueueThatEmpties:
    """The ping sent with the thing took longer than those around the tap: a page can do that on purpose."""

    QUICK = Witness(0, near=TRIP - 60 * MS, age=TRIP - 55 * MS)

    def test_the_slow_ping_is_a_stall_that_is_paid_for(self):
        judged = recompute(claim(witness=self.QUICK))

        assert [correction.why for correction in judged.corrections] == ["stall"]
        assert judged.ledger.stalls == STALLS - (55 * MS - DOUBT)

    def test_what_the_account_does_not_pay_is_added(self):
        poor = claim(witness=self.QUICK, ledger=Ledger(stalls=10 * MS), fairness=Fairness(ranked=True))

        assert believed(poor)[1] == ["stall", "excess"]

    def test_many_taps_that_answer_the_same_update_pay_once(self):
        ledger = Ledger(stalls=60 * MS)
        for _ in range(5):
            judged = recompute(claim(witness=self.QUICK, ledger=ledger, fairness=Fairness(ranked=True)))
            ledger = judged.ledger

            assert [correction.why for correction in judged.corrections] == ["stall"]
        assert ledger.stalls == 60 * MS - (55 * MS - DOUBT)

    @pytest.mark.parametrize("late", ["cold", "lost"])
    def test_a_radio_that_slept_or_a_lost_update_costs_nothing(self, late):
        anchor = Anchor(1, SINCE, sent=SINCE, painted=0, trip=TRIP, **{late: True})

        assert believed(claim(anchor=anchor, witness=self.QUICK)) == (300, [])


class TestAnExcess:
    def test_an_excess_is_paid_from_a_small_quota_at_a_casual_table(self):
        odd = claim(TRIP + SCREEN + DOUBT + 30 * MS)

        judged = recompute(odd)

        assert judged.corrections == (Correction("credit", 30 * MS),)
        assert judged.at == SINCE + 300 * MS
        assert judged.ledger.quota == QUOTA - 30 * MS

    def test_time_believed_on_credit_buys_no_tie(self):
        assert recompute(claim(TRIP + SCREEN + DOUBT + 30 * MS)).blur == UNCALIBRATED

    def test_an_excess_beyond_the_quota_is_added(self):
        assert believed(claim(TRIP + SCREEN + DOUBT + 100 * MS)) == (370, ["credit", "excess"])

    def test_an_excess_is_added_at_once_at_a_ranked_table(self):
        ranked = Fairness(ranked=True)

        assert believed(claim(TRIP + SCREEN + DOUBT + 30 * MS, fairness=ranked)) == (330, ["excess"])

    def test_an_excess_of_less_than_one_and_a_half_deviations_is_left_to_chance(self):
        assert believed(claim(TRIP + SCREEN + DOUBT, fairness=Fairness(ranked=True))) == (300, [])

    def test_a_page_that_makes_its_own_line_uneven_is_left_no_more_to_chance(self):
        uneven = claim(TRIP + SCREEN + 60 * MS, witness=Witness(90 * MS), fairness=Fairness(ranked=True))

        assert believed(uneven)[1] == ["excess"]


class TestTheSurplus:
    def test_the_surplus_compares_with_the_pings_around_the_tap(self):
        surplus = recompute(claim(TRIP + SCREEN + 5 * MS, witness=Witness(0, near=80 * MS))).surplus

        assert (surplus.by_tap, surplus.by_kernel) == (25 * MS, None)

    def test_the_surplus_compares_with_the_ping_at_the_stimulus_if_none_was_answered_since(self):
        assert recompute(claim(TRIP + SCREEN + 5 * MS)).surplus.by_tap == 5 * MS

    def test_the_surplus_compares_with_the_pings_between_whose_answers_the_tap_came(self):
        surplus = recompute(claim(TRIP + SCREEN + 5 * MS, witness=Witness(0, age=70 * MS))).surplus

        assert surplus.by_order == TRIP + 5 * MS - 70 * MS

    @pytest.mark.parametrize("late", ["cold", "lost"])
    def test_a_radio_that_slept_or_an_update_that_was_lost_is_compared_with_its_own_ping_only(self, late):
        anchor = Anchor(1, SINCE, sent=SINCE, painted=0, trip=TRIP, **{late: True})

        witness = Witness(0, kernel=Kernel(20 * MS, MS), near=20 * MS, age=20 * MS)

        surplus = recompute(claim(anchor=anchor, witness=witness)).surplus

        assert (surplus.by_kernel, surplus.by_order) == (None, None)

    def test_what_was_added_at_once_is_no_surplus(self):
        judged = recompute(claim(TRIP + SCREEN + 90 * MS, fairness=Fairness(ranked=True)))

        assert judged.surplus.by_tap == DOUBT

    def test_a_tap_outside_a_race_has_no_surplus(self):
        assert recompute(claim(race=None)).surplus is None


def test_a_habit_is_added_to_each_claim():
    habitual = Ledger()
    for _ in range(30):
        surplus = recompute(claim(TRIP + SCREEN + 8 * MS)).surplus
        habitual = habitual.book(surplus)

    assert recompute(claim(ledger=habitual)).corrections == (Correction("charge", 8 * MS),)


class TestTheKernel:
    HERE = Kernel(rtt=20 * MS, rttvar=2 * MS)
    EXPLAINED = 20 * MS + 4 * 2 * MS + KERNEL_GRACE

    def test_the_kernel_overrules_pings_that_are_answered_late(self):
        far = claim(witness=Witness(0, kernel=self.HERE), fairness=Fairness(ranked=True))

        assert recompute(far).corrections == (Correction("excess", TRIP - self.EXPLAINED - DOUBT),)

    def test_the_kernels_own_deviation_explains_a_longer_trip(self):
        jittery = Kernel(rtt=40 * MS, rttvar=20 * MS)

        assert believed(claim(witness=Witness(0, kernel=jittery), fairness=Fairness(ranked=True)))[1] == []

    def test_the_kernels_word_at_the_stimulus_counts_even_if_it_has_forgotten_it_at_the_tap(self):
        woken = Anchor(1, SINCE, SINCE, painted=0, trip=TRIP, kernel=Kernel(40 * MS, 20 * MS))

        assert believed(claim(anchor=woken, witness=Witness(0, kernel=self.HERE)))[1] == []

    def test_a_loss_that_the_kernel_mended_explains_a_longer_trip(self):
        lost = Anchor(1, SINCE, SINCE, painted=0, trip=TRIP, kernel=self.HERE, lost=True)

        assert believed(claim(anchor=lost, witness=Witness(0, kernel=self.HERE)))[1] == []

    def test_the_kernel_of_a_proxy_says_nothing_at_a_casual_table(self):
        behind = claim(witness=Witness(0, kernel=self.HERE, proxied=True))

        assert believed(behind) == (300, [])
        assert believed(replace(behind, fairness=Fairness(ranked=True)))[1] == ["excess"]

    def test_acknowledgements_without_an_answer_come_late_so_the_shortest_round_trip_counts(self):
        delayed = Kernel(rtt=20 * MS + 18 * MS, rttvar=9 * MS, least=20 * MS)
        late = claim(witness=Witness(0, kernel=delayed, proxied=True), fairness=Fairness(ranked=True))

        judged = recompute(late)

        assert judged.corrections == (Correction("excess", TRIP - 20 * MS - KERNEL_GRACE - DOUBT),)
        assert judged.surplus.by_kernel == KERNEL_GRACE + DOUBT

    def test_a_stall_the_kernel_did_not_see_is_believed_now_and_then(self):
        once = claim(
            TRIP + SCREEN + 150 * MS,
            witness=Witness(0, 200 * MS, Kernel(TRIP, 2 * MS)),
            fairness=Fairness(ranked=True),
        )
        judged = recompute(once)
        again = replace(once, ledger=replace(judged.ledger, stalls=10 * MS))

        assert [correction.why for correction in judged.corrections] == ["stall"]
        assert judged.ledger.stalls < STALLS
        assert believed(again)[1] == ["stall", "excess"]

    def test_a_stall_that_a_loss_explains_costs_nothing(self):
        before, after = Kernel(TRIP, 2 * MS, out_of_order=3), Kernel(TRIP, 2 * MS, out_of_order=5)
        lost = claim(
            TRIP + SCREEN + 150 * MS,
            anchor=Anchor(1, SINCE, SINCE, painted=0, trip=TRIP, kernel=before),
            witness=Witness(0, 200 * MS, after),
            ledger=Ledger(stalls=0),
        )

        assert believed(lost) == (300, ["stall"])
        assert recompute(lost).ledger.stalls == 0

    def test_the_kernel_shows_a_habit_that_pings_hide(self):
        kernel = Kernel(TRIP - 7 * MS, 3 * MS)
        surplus = recompute(claim(witness=Witness(0, kernel=kernel))).surplus

        assert (surplus.by_tap, surplus.by_kernel) == (0, 7 * MS)


class TestTheOtherBounds:
    def test_a_claim_that_contradicts_a_heartbeat_is_pulled_up_to_it(self):
        said = claim(committed=SINCE + 320 * MS)

        assert believed(said) == (320, ["heartbeat"])

    def test_no_more_distance_is_compensated_than_the_room_allows(self):
        far = Anchor(1, SINCE, sent=SINCE, painted=0, trip=900 * MS)
        faked = claim(900 * MS, anchor=far)

        assert believed(faked) == (300 + 900 - 2 * Fairness().cap, ["cap"])
        assert believed(replace(faked, fairness=Fairness(cap=400))) == (400, ["cap"])

    def test_a_screen_that_was_sent_the_update_early_may_have_shown_it_early(self):
        early = Anchor(1, SINCE, sent=SINCE - 80 * MS, painted=0, trip=TRIP)

        assert believed(claim(-50 * MS, anchor=early)) == (300, [])
        assert believed(claim(-90 * MS, anchor=early)) == (290, ["future"])

    def test_a_late_tap_does_not_undo_a_decision(self):
        late = claim(decided=SINCE + 310 * MS)

        assert believed(late) == (310, ["late"])
        assert recompute(late).fair == SINCE + 300 * MS

    def test_a_tap_delayed_between_nodes_does_not_undo_a_decision_even_if_it_arrived_before_it(self):
        slow = claim(decided=SINCE + 700 * MS)

        assert slow.arrived < slow.decided
        assert believed(slow) == (700, ["late"])
        assert recompute(slow).at == slow.decided

    def test_outside_a_race_only_the_screen_counts(self):
        assert believed(claim(TRIP + SCREEN + 200 * MS, race=None)) == (300, [])


class TestAFalseStart:
    @pytest.mark.parametrize(
        ("reflex", "response", "false"),
        [(True, 99, True), (True, 100, False), (False, 149, True), (False, 150, False)],
    )
    def test_a_false_start_is_sooner_than_any_person_can_react(self, reflex, response, false):
        tap = claim(response=response * MS, race=Race(SINCE, reflex))

        assert recompute(tap).false_start == false

    def test_a_false_start_is_judged_by_the_believed_time(self):
        backdated = claim(TRIP + SCREEN + 200 * MS, response=90 * MS)

        assert not recompute(backdated).false_start

    def test_a_false_start_requires_that_the_stimulus_was_shown(self):
        before = Anchor(1, SINCE - 50 * MS, sent=SINCE - 50 * MS, painted=0, trip=TRIP)

        assert not recompute(claim(response=60 * MS, anchor=before)).false_start
        assert not recompute(claim(response=60 * MS, race=None)).false_start

    def test_a_false_start_counts_from_the_moment_at_which_a_person_can_react(self):
        assert believed(claim(response=60 * MS)) == (100, ["false-start"])
        assert believed(claim(response=60 * MS, race=Race(SINCE))) == (150, ["false-start"])

    def test_a_false_start_is_left_to_the_rules_that_have_one_for_it(self):
        tap = claim(response=60 * MS, race=Race(SINCE, judges_early=True))

        assert believed(tap) == (60, [])
        assert recompute(tap).false_start
