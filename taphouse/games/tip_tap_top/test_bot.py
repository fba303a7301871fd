"""Tests of the bot: it sees, waits, errs, and reveals nothing. Whole games check that no card is lost."""

from collections import Counter

import pytest

from taphouse.bots.schedule import BotSchedule, finish, run, selfplay
from taphouse.core import MS, SECOND, Dice, Play, applied, replace
from taphouse.games import tip_tap_top
from taphouse.testing import rule

from .allowed import BOUNCE
from .bot import PATIENCE, plan
from .cards import JOKER, deck, pairs_to_play
from .events import Bluff, Feigned, Follow, Followed, Fooled, PaddleFell, PairLaid, Pass, Slap, Take
from .rules import tally
from .tables import (
    BEGAN,
    JOKERS,
    OTHER,
    PAIRLESS,
    SEVENS,
    SHOWN,
    WOUND,
    drawing,
    feinting,
    racing,
    thinking,
    winding,
)
from .views import view

SKILLS = ("gentle", "steady", "quick")


def plans(state, seat, skill="steady", times=300):
    """The plans of a bot in this state, in many games that differ in nothing else."""
    return [plan(view(state, seat), seat, Dice("bot", n), skill) for n in range(times)]


def share(found, wanted):
    return sum(isinstance(each.act, wanted) for each in found if each) / len(found)


def everything(state):
    laid = [number for pairs in state.laid for number in pairs]
    return Counter([*state.pile, *laid, *laid, *(card for hand in state.hands for card in hand)])


def states(play, first):
    for event in (event for entry in play.journal for event in entry.events):
        first = applied(tip_tap_top, first, event)
        yield first


class TestInItsTurn:
    def test_a_bot_mostly_slaps_a_pair_bluffs_sometimes_and_passes_without_one(self):
        with_a_pair, without = (plans(thinking(hand, OTHER, JOKERS), 0) for hand in (SEVENS, PAIRLESS))

        assert share(with_a_pair, Slap) > 0.5
        assert 0.1 < share(with_a_pair, Bluff) < 0.5
        assert share(without, Pass) > 0.5
        assert 0.1 < share(without, Bluff) < 0.5
        assert 0 < share(without, Slap) < 0.05

    def test_the_time_a_bot_waits_reveals_nothing(self):
        given = thinking(SEVENS, OTHER, JOKERS)
        found = plans(given, 0, times=2_000)

        waits = {
            act: [each.at - BEGAN for each in found if isinstance(each.act, act)]
            for act in (Slap, Bluff, Pass)
        }

        slap, bluff = (sum(waits[act]) / len(waits[act]) for act in (Slap, Bluff))
        assert abs(slap - bluff) < 100 * MS

    def test_a_bot_bluffs_more_where_it_has_paid_before(self):
        given = thinking(PAIRLESS, OTHER, JOKERS, gestures=12)
        wary, easy = (plans(replace(given, caught=caught), 0) for caught in ((0, 0, 0), (0, 6, 6)))

        assert share(easy, Bluff) > 2 * share(wary, Bluff)

    def test_a_bot_does_not_bluff_when_nobody_is_left_to_fool(self):
        assert share(plans(thinking(SEVENS, (), ()), 0), Bluff) == 0

    def test_a_bot_gives_up_a_pair_that_jams_again_and_again(self):
        given = thinking(SEVENS, OTHER, JOKERS, tries=PATIENCE)

        assert {type(each.act) for each in plans(given, 0, "quick", 100)} <= {Pass, Slap}
        assert share(plans(given, 0, "quick"), Pass) > 0.9

    def test_a_bot_raises_no_hand_when_its_time_is_up(self):
        given = feinting(SEVENS, OTHER, JOKERS, deadline=SHOWN + SECOND)

        assert set(plans(given, 0)) == {None}

    def test_a_bot_takes_from_the_fullest_hand(self):
        given = drawing((), ("3", "5"), ("3", "5", "6", "6", "7", JOKER), ("7",), owed=2)

        assert {each.act for each in plans(given, 0)} == {Take(2)}


class TestInOthersTurns:
    def test_a_bot_follows_a_race_at_human_speed(self):
        found = plans(racing(SEVENS, PAIRLESS, OTHER, pair="7"), 1)
        after = sorted(each.at - WOUND for each in found if each)

        assert {each.act for each in found if each} == {Follow()}
        assert after[0] > 180 * MS
        assert 250 * MS < after[len(after) // 2] < 600 * MS
        assert 0 < found.count(None) < 0.05 * len(found)

    def test_a_bot_that_believes_a_raised_hand_is_sooner_and_keeps_its_plan_when_it_falls(self):
        up = plans(winding(SEVENS, PAIRLESS, OTHER, pair="7"), 1)
        down = plans(racing(SEVENS, PAIRLESS, OTHER, pair="7", honest=(1, 0, 0)), 1)

        pairs = [(early, late) for early, late in zip(up, down, strict=True) if late]
        assert all(late.at == max(early.at, SHOWN) for early, late in pairs if early)
        assert all(late.at > SHOWN + 150 * MS for early, late in pairs if not early)
        assert 0.2 < sum(early is not None for early, _ in pairs) / len(pairs) < 0.8

    def test_a_bots_plan_does_not_change_when_something_else_happens(self):
        before = winding(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")
        after = replace(
            before,
            hands=((*SEVENS, "1"), PAIRLESS, OTHER[1:], JOKERS),
            paid=(2,),
            touched={2: WOUND + MS},
            caught=(0, 0, 1, 0),
            away=(3,),
        )

        assert plans(before, 1) == plans(after, 1)

    def test_a_bot_doubts_players_who_bluff_often_or_hold_few_cards(self):
        given = winding(SEVENS, PAIRLESS, OTHER, pair="7")
        liar = replace(given, feints=(9, 0, 0))
        poor = winding(("7", "7"), PAIRLESS, OTHER, pair="7")

        trusted, *doubted = (share(plans(state, 1), Follow) for state in (given, liar, poor))
        assert all(each < trusted * 0.7 for each in doubted)

    def test_some_bots_are_fooled_by_a_bluff_they_could_have_recognised(self):
        slips = [share(plans(feinting(SEVENS, PAIRLESS, OTHER), 1, skill, 1_000), Follow) for skill in SKILLS]

        assert slips[0] > slips[1] > slips[2] > 0

    def test_some_bots_jump_the_gun_but_only_once(self):
        given = thinking(SEVENS, PAIRLESS, OTHER)
        again = replace(given, touched={1: BEGAN})

        assert 0 < share(plans(given, 1, "gentle", 1_000), Follow) < 0.05
        assert set(plans(again, 1, "gentle", 1_000)) == {None}

    def test_a_bots_hand_that_fell_too_soon_comes_back_up_before_it_slaps(self):
        touched = SHOWN - 20 * MS
        given = racing(SEVENS, PAIRLESS, OTHER, pair="7", paid=(1,), touched={1: touched})

        assert all(each.at > touched + BOUNCE for each in plans(given, 1) if each)

    def test_a_bot_without_cards_does_nothing(self):
        for given in (racing(SEVENS, (), OTHER, pair="7"), winding(SEVENS, (), OTHER, pair="7")):
            assert set(plans(given, 1)) == {None}


class TestTheRaceOfSkills:
    @pytest.mark.parametrize(("better", "worse"), [("quick", "steady"), ("steady", "gentle")])
    def test_the_better_bot_wins_more_often(self, better, worse):
        wins = Counter()
        for n in range(24):
            skills = {n % 3: better, (n + 1) % 3: worse, (n + 2) % 3: "steady"}
            winners = selfplay(tip_tap_top, 3, f"skills {n}", skills=skills).winners
            wins.update({better: n % 3 in winners, worse: (n + 1) % 3 in winners})

        assert wins[better] >= 1.5 * wins[worse]

    def test_a_bots_hand_that_is_nearly_down_is_not_stopped_by_a_bluff(self):
        fooled = 0
        for n in range(20):
            given = winding(SEVENS, PAIRLESS, OTHER, gesture="bluff")
            play = Play(tip_tap_top, given, f"launched {n}")
            run(play, BotSchedule({1: "steady", 2: "steady"}), to=SHOWN + SECOND)
            fooled += sum(isinstance(event, Fooled) for entry in play.journal for event in entry.events)

        assert fooled > 5


class TestWholeGames:
    @rule("tip-tap-top", 20, 21)
    @pytest.mark.parametrize("seats", tip_tap_top.SEATS)
    def test_cards_are_never_lost_or_made_and_points_are_the_pairs_played_plus_the_jokers(self, seats):
        for n in range(8):
            play = Play.begin(tip_tap_top, seats, f"books {n}")
            first = play.state
            finish(play, BotSchedule({seat: SKILLS[(seat + n) % 3] for seat in range(seats)}))

            for state in states(play, first):
                assert everything(state) == Counter(deck(seats))
            joker = play.state.phase.joker
            assert sum(play.state.points) == pairs_to_play(seats) + (2 if joker is not None else 0)
            assert (joker is None) == (JOKER in play.state.pile)

    @rule("tip-tap-top", 1, 8)
    def test_the_loser_of_a_race_is_the_last_paddle_or_the_one_that_never_fell(self):
        for seats in tip_tap_top.SEATS:
            events = [e for entry in selfplay(tip_tap_top, seats, "order").journal for e in entry.events]
            must, slapped = (), []
            for event in events:
                match event:
                    case PaddleFell():
                        must, slapped = event.must, []
                    case Followed():
                        slapped.append(event.seat)
                    case PairLaid(loser=loser) if len(must) > 1:
                        missing = [seat for seat in must if seat not in slapped]
                        assert loser == (missing or slapped)[-1]
                        assert len(missing) < 2

    @rule("tip-tap-top", 20)
    @pytest.mark.parametrize("seats", [3, 6])
    def test_every_race_that_has_a_loser_costs_them_a_card_up_to_the_last(self, seats):
        losers_of_last_pairs = 0
        for seed in range(12):
            play = selfplay(tip_tap_top, seats, f"every loser pays {seed}")
            laid = [e for entry in play.journal for e in entry.events if isinstance(e, PairLaid)]
            assert all((event.loser is None) == (event.card is None) for event in laid)
            losers_of_last_pairs += laid[-1].loser is not None
        assert losers_of_last_pairs

    def test_four_bots_play_like_people(self):
        games = [selfplay(tip_tap_top, 4, f"people {n}") for n in range(15)]
        counts = Counter()
        for play in games:
            counts.update(tally(event for entry in play.journal for event in entry.events))
        minutes = sum(play.now for play in games) / len(games) / (60 * SECOND)

        assert 3 < minutes < 8
        assert all(counts[thing] >= 5 for thing in ("bluffs", "fooled", "too soon", "faults", "unasked"))
        assert 0.3 < counts["fooled"] / counts["bluffs"] < 1.5

    def test_bluffs_and_slaps_are_both_common_so_that_a_raised_hand_reveals_little(self):
        events = [
            event
            for n in range(10)
            for entry in selfplay(tip_tap_top, 5, f"both {n}").journal
            for event in entry.events
        ]
        slaps, bluffs = (sum(isinstance(event, kind) for event in events) for kind in (PaddleFell, Feigned))

        assert 0.4 < bluffs / slaps < 2.5
