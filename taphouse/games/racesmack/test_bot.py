"""Tests of the bot: it reads, errs, and keeps to its plan."""

from collections import Counter

import pytest

from taphouse.bots.schedule import BotSchedule, finish, selfplay
from taphouse.core import MS, SECOND, Dice, Play, applied, replace
from taphouse.games import racesmack

from .bot import plan
from .events import Lose, Pay, Pick, Place, Smack, Smacked, TooEarly, Turn
from .rules import FALSE_START, result
from .state import Options, Placing
from .tables import (
    BEGAN,
    CIRCLE,
    ENDED,
    RULE,
    SHOWN,
    SQUARE,
    SQUARES,
    STAR,
    TRIANGLE,
    TRIANGLES,
    resolving,
    smacking,
    table,
)
from .views import view

BOT = Dice("bot", 1)
VARIANTS = [
    Options(),
    Options(first_game=True),
    Options(noise_cancelling=True),
    Options(racing_rules=True),
    Options(time_penalty=True),
    Options(tiebreaker=True),
    Options(after_you=True),
    Options(shifting_gears="in", deck="generated"),
    Options(noise_cancelling=True, time_penalty=True, tiebreaker=True, after_you=True, smacks="shown"),
    Options(first_game=True, racing_rules=True, time_penalty=True, tiebreaker=True),
]


def meant(state, seat=1, skill="steady"):
    return plan(view(state, seat), seat, BOT, skill)


def tries(state, seat=1, skill="steady", rounds=300):
    """The plans of a bot in many rounds like this one."""
    plans = (meant(replace(state, round=n), seat, skill) for n in range(rounds))
    return [each for each in plans if each is not None]


def seconds(state, **who):
    """How long until its finger falls, on average."""
    plans = tries(state, **who)
    return sum(each.at - SHOWN for each in plans) / len(plans) / SECOND


def share_wrong(state, seat=1, **who):
    """How often the finger falls on a wrong card."""
    correct = result(state).correct or (seat,)
    plans = tries(state, seat, **who)
    return sum(state.tops.index(each.act.card) not in correct for each in plans) / len(plans)


EASY = smacking(SQUARES, CIRCLE, RULE[13], STAR)  # is a Rule card
HARD = smacking(SQUARES, CIRCLE, RULE[10], "red-square+blue-triangle")  # the same shapes as a neighbour


class TestAPerson:
    def test_a_bots_plan_does_not_change_when_something_else_happens(self):
        given = smacking(SQUARES, CIRCLE, SQUARE, STAR)
        changed = replace(
            given, prints=smacking(*given.tops, smacks=((0, 0), (3, 1))).prints, early=(0,), away=(2,)
        )
        picking = table(None, None, None)

        assert meant(changed) == meant(given)
        assert meant(replace(picking, picks=(None, None, picking.hands[2][0]), away=(0,))) == meant(picking)

    def test_a_bot_picks_within_a_few_seconds_and_only_once(self):
        given = table(None, None, None)
        picks = tries(given)

        assert all(isinstance(each.act, Pick) and each.act.card in given.hands[1] for each in picks)
        assert 2 < sum(each.at - BEGAN for each in picks) / len(picks) / SECOND < 4
        assert meant(replace(given, picks=(None, given.hands[1][0], None))) is None

    def test_quick_bots_pick_what_helps_their_race(self):
        given = table(None, None, hands={1: (SQUARE, STAR, "green-star")}, races={1: (RULE[9], TRIANGLES)})
        helped = table(None, None, hands={1: (SQUARE, STAR, TRIANGLE)}, races={1: (RULE[9], TRIANGLES)})
        liked = [each.act.card for each in tries(helped, skill="quick")]

        assert liked.count(TRIANGLE) > 0.9 * len(liked)
        assert len({each.act.card for each in tries(given, skill="gentle")}) == 3

    def test_hard_rules_take_longer_and_go_wrong_more_often(self):
        assert seconds(HARD) > 1.4 * seconds(EASY)
        assert share_wrong(HARD) > 1.15 * share_wrong(EASY) > 0.05

    def test_shifting_gears_takes_longer_and_goes_wrong_more_often(self):
        icons = smacking("red-square+red-square", CIRCLE, SQUARE, "blue-star+blue-star+blue-star")
        gears = smacking("die-2/red-square", CIRCLE, SQUARE, "tally-3/blue-star")

        assert result(icons).correct == result(gears).correct
        assert seconds(gears) > 1.2 * seconds(icons)
        assert share_wrong(gears, rounds=2_000) > 1.05 * share_wrong(icons, rounds=2_000)

    def test_breaking_a_tie_and_several_rule_cards_take_longer_and_go_wrong_more_often(self):
        tie, broken = (
            smacking(SQUARES, CIRCLE, SQUARE, options=Options(tiebreaker=on)) for on in (False, True)
        )
        several = smacking(RULE[2], CIRCLE, RULE[13], RULE[4])

        assert seconds(broken) > 1.3 * seconds(tie)
        assert seconds(several) > 1.2 * seconds(EASY)

    def test_quick_bots_are_faster_and_surer_than_steady_ones_and_these_than_gentle_ones(self):
        by_skill = [
            (seconds(HARD, skill=s), share_wrong(HARD, skill=s)) for s in ("quick", "steady", "gentle")
        ]

        assert by_skill == sorted(by_skill)
        assert [wrong for _, wrong in by_skill] == sorted(wrong for _, wrong in by_skill)

    def test_a_bot_now_and_then_does_not_tap_at_all(self):
        assert 0 < 1_000 - len(tries(HARD, rounds=1_000)) < 50

    def test_no_bot_taps_faster_than_anyone_can_read(self):
        assert min(each.at for each in tries(EASY, skill="quick")) >= SHOWN + 400 * MS > SHOWN + FALSE_START

    def test_a_bot_smacks_once(self):
        given = smacking(SQUARES, CIRCLE, SQUARE, STAR, smacks=((1, 1),))

        assert meant(given) is None

    def test_a_bot_mostly_smacks_its_own_card_if_no_card_is_correct(self):
        given = smacking(SQUARE, CIRCLE, RULE[17])

        own = [each.act == Smack(CIRCLE) for each in tries(given)]

        assert 0.5 < sum(own) / len(own) < 0.95

    def test_a_bot_without_a_card_of_its_own_mostly_does_not_smack_if_no_card_is_correct(self):
        given = smacking(SQUARE, None, RULE[17], options=Options(after_you=True))

        assert 0 < len(tries(given)) < 100

    def test_a_bot_marked_for_ties_does_not_smack_when_there_is_one(self):
        assert tries(smacking(SQUARES, CIRCLE, SQUARE, marked=(1,))) == []
        assert tries(smacking(SQUARES, CIRCLE, STAR, marked=(1,)))

    def test_a_bot_places_cards_where_they_help(self):
        race = (RULE[12], STAR, "red-circle", "green-star", "purple-square")  # neighbours share no colour
        given = resolving(SQUARES, CIRCLE, races={1: race}, smacks=((1, 0),))
        given = replace(given, tasks=(None, Placing(("purple-circle", SQUARES), ENDED, ENDED + 6 * SECOND)))

        assert {each.act for each in tries(given)} == {Place("purple-circle", "left")}

    def test_a_bot_gives_up_what_it_needs_least_and_pays_in_all_ways(self):
        race = (RULE[9], TRIANGLES, STAR)
        given = resolving(SQUARES, CIRCLE, STAR, races={1: race}, smacks=((0, 0), (1, 1)))
        penalty = resolving(
            SQUARES,
            CIRCLE,
            STAR,
            races={1: race},
            smacks=((0, 0), (1, 1)),
            options=Options(time_penalty=True),
        )

        assert {each.act for each in tries(given, skill="quick")} == {Lose(STAR)}
        assert {each.act for each in tries(penalty)} == {Pay("race"), Pay("hand"), Pay("tie")}

    def test_in_after_you_a_bot_turns_its_card_when_it_is_its_turn(self):
        given = table(None, None, None, options=Options(after_you=True))

        assert meant(given, seat=0).act == Turn()
        assert BEGAN < meant(given, seat=0).at < BEGAN + 4 * SECOND
        assert meant(given, seat=1) is None

    def test_a_bot_does_nothing_while_it_is_away(self):
        assert meant(smacking(SQUARES, CIRCLE, SQUARE, away=(1,))) is None


@pytest.mark.parametrize(("better", "worse"), [("quick", "steady"), ("steady", "gentle")])
def test_the_better_bot_wins_more_often(better, worse):
    wins = Counter()
    for n in range(30):
        skills = {seat: better if (seat + n) % 2 else worse for seat in range(4)}
        wins.update(skills[seat] for seat in selfplay(racesmack, 4, f"{n}", skills=skills).winners)

    assert wins[better] >= 1.5 * wins[worse]


def everything(state):
    waiting = [task.cards for task in state.tasks if isinstance(task, Placing)]
    rows = (state.draw, state.rule_deck, *state.hands, *state.piles, *state.races, *waiting)
    return sorted(card for row in rows for card in row)


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seats", racesmack.SEATS)
def test_cards_are_never_lost_or_made(seats, options):
    play = Play.begin(racesmack, seats, "cards", options)
    state, whole = play.state, everything(play.state)

    finish(play, BotSchedule(dict.fromkeys(range(seats), "steady")))

    for event in (event for entry in play.journal for event in entry.events):
        state = applied(racesmack, state, event)
        assert everything(state) == whole, event
    assert len(set(whole)) == len(whole)


def test_three_bots_play_like_people():
    games = [selfplay(racesmack, 3, f"people {n}") for n in range(40)]
    events = [event for play in games for entry in play.journal for event in entry.events]
    counts = Counter(type(event) for event in events)
    tallies = [racesmack.tally(event for entry in play.journal for event in entry.events) for play in games]
    average = {name: sum(each[name] for each in tallies) / len(tallies) for name in tallies[0]}

    assert 6 < average["rounds"] < 12
    assert 1.3 < average["correct"] < 2
    assert 8 < average["none_correct"] < 22
    assert average["by_finish"] > 90
    assert 0.1 < average["wrong"] * len(games) / counts[Smacked] < 0.35
    assert counts[TooEarly] >= 5
    assert 1 < sum(play.now for play in games) / len(games) / SECOND / 60 < racesmack.MINUTES + 1
