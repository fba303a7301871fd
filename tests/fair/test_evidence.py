"""Tests of how far a claim is believed, step by step, and why."""

import pytest

from taphouse.core import MS, Race, replace
from taphouse.fair import Correction, Device, Evidence, Fairness, Kernel, Ledger, recompute
from taphouse.fair.belief import FRAME, HANDLING, MEMORY, QUOTA, QUOTA_A_RACE, RACES, STALLS, ExcessStats
from taphouse.fair.evidence import CALIBRATED, UNCALIBRATED
from taphouse.fair.line import Witness
from taphouse.fair.screen_timeline import Anchor

SINCE = 1_000 * MS
TRIP = 100 * MS
SCREEN = FRAME * 3 // 2 + HANDLING  # the mean time of drawing and handling
SIGMA = 5_670  # of a line whose round trips do not vary
DOUBT = 8_505


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
        ledger=Ledger(),
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


class TestAnExcess:
    def test_an_excess_is_paid_from_a_small_quota_at_a_casual_table(self):
        odd = claim(TRIP + SCREEN + DOUBT + 30 * MS)

        judged = recompute(odd)

        assert judged.corrections == (Correction("credit", 30 * MS),)
        assert judged.at == SINCE + 300 * MS
        assert judged.ledger.quota == QUOTA - 30 * MS
        assert judged.blur > UNCALIBRATED

    def test_an_excess_beyond_the_quota_is_added(self):
        assert believed(claim(TRIP + SCREEN + DOUBT + 100 * MS)) == (360, ["credit", "excess"])

    def test_an_excess_is_added_at_once_at_a_ranked_table(self):
        ranked = Fairness(ranked=True)

        assert believed(claim(TRIP + SCREEN + DOUBT + 30 * MS, fairness=ranked)) == (330, ["excess"])

    def test_an_excess_of_less_than_one_and_a_half_deviations_is_left_to_chance(self):
        assert believed(claim(TRIP + SCREEN + DOUBT, fairness=Fairness(ranked=True))) == (300, [])

    def test_the_quota_is_restored_with_each_race_but_not_with_each_tap(self):
        poor = Ledger(quota=0, race=SINCE - 1)

        first = recompute(claim(ledger=poor)).ledger
        second = recompute(claim(ledger=first)).ledger

        assert first.quota == second.quota == QUOTA_A_RACE
        assert recompute(claim(ledger=replace(poor, quota=QUOTA))).ledger.quota == QUOTA


class TestAHabit:
    def lying(self, by, races):
        ledger = Ledger()
        for number in range(races):
            race = Race(SINCE + number, reflex=True)
            judged = recompute(claim(TRIP + SCREEN + by, race=race, ledger=ledger))
            ledger = judged.ledger
        return judged

    def test_a_habit_of_taking_longer_than_the_line_explains_is_charged_back(self):
        assert self.lying(8 * MS, races=RACES).corrections == ()
        (charge,) = self.lying(8 * MS, races=RACES + 1).corrections
        assert charge == Correction("charge", 8 * MS)
        assert self.lying(3 * MS, races=20).corrections == ()
        assert self.lying(3 * MS, races=100).corrections == (Correction("charge", 3 * MS),)

    def test_a_habit_of_reacting_slowly_is_not_charged(self):
        assert self.lying(-8 * MS, races=60).corrections == ()

    def test_an_excess_within_chance_is_not_a_habit(self):
        assert self.lying(2 * MS, races=20).corrections == ()

    def test_one_wild_tap_is_not_a_habit(self):
        ledger = recompute(claim(TRIP + SCREEN + 400 * MS)).ledger
        for number in range(1, 2 * RACES):
            judged = recompute(claim(race=Race(SINCE + number), ledger=ledger))
            ledger = judged.ledger

        assert judged.corrections == ()

    def test_old_taps_count_for_half(self):
        times = MEMORY - 1
        old = Ledger(race=1, races=times, by_pings=ExcessStats(times, 5 * MS * times, 25 * MS * MS * times))

        ledger = recompute(claim(ledger=old)).ledger

        assert ledger.by_pings.times == MEMORY // 2
        assert ledger.by_pings.total == pytest.approx(5 * MS * MEMORY / 2, rel=0.02)

    def test_a_habit_is_remembered_in_another_game(self):
        ledger = self.lying(8 * MS, races=30).ledger

        assert ledger.for_another_game().charge(SIGMA) == ledger.charge(SIGMA) > 0


class TestTheKernel:
    HERE = Kernel(rtt=20 * MS, rttvar=2 * MS)

    def test_the_kernel_overrules_pings_that_are_answered_late(self):
        far = claim(witness=Witness(0, 0, self.HERE), fairness=Fairness(ranked=True))

        judged = recompute(replace(far, ledger=Ledger(race=SINCE, stalls=0)))

        explained = self.HERE.rtt + 4 * self.HERE.rttvar
        assert judged.corrections == (Correction("excess", TRIP - explained - DOUBT),)

    def test_the_kernels_own_deviation_explains_a_longer_trip(self):
        jittery = Kernel(rtt=40 * MS, rttvar=20 * MS)

        assert believed(claim(witness=Witness(0, 0, jittery), fairness=Fairness(ranked=True)))[1] == []

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

    def test_the_kernel_shows_a_habit_that_pings_hide(self):
        ledger = Ledger()
        for number in range(30):
            kernel = Kernel(TRIP - 7 * MS, 3 * MS)
            tap = claim(race=Race(SINCE + number), ledger=ledger, witness=Witness(0, 0, kernel))
            judged = recompute(tap)
            ledger = judged.ledger

        assert [correction.why for correction in judged.corrections] == ["charge"]
        assert ledger.by_pings.total == 0


class TestTheOtherBounds:
    def test_a_claim_that_contradicts_a_heartbeat_is_pulled_up_to_it(self):
        said = claim(committed=SINCE + 320 * MS)

        assert believed(said) == (320, ["heartbeat"])

    def test_no_more_distance_is_compensated_than_the_room_allows(self):
        far = Anchor(1, SINCE, sent=SINCE, painted=0, trip=900 * MS)
        faked = claim(900 * MS, anchor=far)

        assert believed(faked) == (300 + 900 - 2 * Fairness().cap, ["cap"])
        assert believed(replace(faked, fairness=Fairness(cap=400))) == (400, ["cap"])

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
