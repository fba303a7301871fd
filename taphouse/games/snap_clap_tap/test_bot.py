"""Tests of the bot: it looks, slips, watches the others, and keeps to its plan."""

from collections import Counter

import pytest

from taphouse.bots.schedule import BotSchedule, run, selfplay
from taphouse.core import MS, SECOND, Dice, Play, applied, replace
from taphouse.games import snap_clap_tap
from taphouse.testing import rule

from .bot import PEOPLE, plan
from .cards import CARDS
from .events import Cry, Dealt, Do, GameWon, Laid, Lay, Pass
from .piles import Lock
from .rules import MINUTES, tally
from .state import Bound
from .tables import LEFT, LOSING, NOW, RIGHT, gesture, laid, stopping, stuck, table
from .views import view

BOT = Dice("bot", 1)
OTHERS = ("blue-cat-snap", "orange-boy-tap", "blue-boy-snap", "orange-cat-tap")
OTHERS_TOO = ("red-boy-snap", "green-cat-snap", "red-girl-tap")
MINE = ("red-dog-snap", "green-boy-snap", "red-cat-tap", "green-cat-clap")


def meant(state, skill="steady", dice=BOT):
    return plan(view(state, 1), 1, dice, skill)


def many(state, skill="steady", times=400):
    return [meant(state, skill, Dice("bot", n)) for n in range(times)]


def all_cards(state):
    give = [card for four in state.give for pile in four for card in pile.cards]
    return sorted([*give, *(placed.card for pile in state.receive for placed in pile)])


def test_a_bot_does_what_the_card_asks_then_lays_its_own():
    given = table(OTHERS, MINE)
    first = meant(given)
    done = replace(given, bound=({}, {LEFT: Bound("clap", first.at)}), gestures=(None, gesture("clap")))
    second = meant(done)

    assert first.act == Do("clap", (LEFT,))
    assert second.act == Lay("red-dog-snap", LEFT)
    assert NOW + 500 * MS < first.at < second.at < NOW + 8 * SECOND


def test_a_bots_plan_does_not_change_when_something_else_happens():
    given = table(OTHERS, MINE, OTHERS_TOO)
    changed = table(
        (f"red-girl-snap {OTHERS[0]}", *OTHERS[1:]),
        MINE,
        OTHERS_TOO[:2],
        right="orange-girl-tap",
        gestures=(gesture("snap"), None, None),
        away=(2,),
    )

    assert meant(given).act.on == (LEFT,)
    assert meant(changed) == meant(given)


def test_a_bot_finishes_what_it_has_begun():
    given = table(OTHERS, ("red-dog-snap", "green-girl-tap"))
    begun = replace(given, bound=({}, {RIGHT: Bound("snap", NOW + SECOND)}), gestures=(None, gesture("snap")))

    acts = [each.act for each in many(begun)]
    assert {(type(act), act.on) for act in acts} == {(Lay, RIGHT)}
    assert acts.count(Lay("green-girl-tap", RIGHT)) > 380


def test_a_bot_looks_again_when_the_card_it_acted_for_was_covered():
    given = table(OTHERS, ("red-dog-snap", "green-girl-tap"), left=f"{LEFT} blue-girl-tap")
    (*under, top), right = given.receive
    covered = replace(
        given,
        receive=((*under, replace(top, at=NOW + 3 * SECOND, by=0)), right),
        gestures=(None, replace(gesture("clap"), at=NOW + 2 * SECOND)),
    )

    assert all(each.at > NOW + 3 * SECOND + 300 * MS for each in many(covered))


def test_a_bot_waits_while_another_player_has_stopped_the_table_and_while_play_halts():
    for phase in (stopping(0), stuck()):
        assert meant(table(OTHERS, MINE, phase=phase)) is None


def test_a_bot_plays_or_keeps_its_jokers_under_its_own_stop():
    plays = many(table(OTHERS, MINE, phase=stopping(1)))
    jokers = many(table(OTHERS, ("striped-boy-tap", *LOSING[:2]), phase=stopping(1)))

    assert Pass() not in {each.act for each in plays}
    assert 50 < sum(each.act == Pass() for each in jokers) < 350


def test_a_bot_sometimes_misreads_a_card_but_not_twice():
    given = table(OTHERS, ("red-boy-tap",), rest="give")
    (pile, *empty) = given.give[1]
    bounced = replace(pile, lock=Lock("red-boy-tap", LEFT, NOW))
    again = replace(given, give=(given.give[0], (bounced, *empty)))

    def tries(state):
        return sum(isinstance(each.act, Do) and each.act.on == (LEFT,) for each in many(state) if each)

    assert 0 < tries(given) < 20
    assert tries(again) == 0


def test_a_bot_sometimes_slips():
    firsts = Counter(
        type(each.act) if isinstance(each.act, Lay) else each.act for each in many(table(OTHERS, MINE))
    )

    right = firsts[Do("clap", (LEFT,))]
    wrong = firsts[Do("snap", (LEFT,))] + firsts[Do("tap", (LEFT,))]
    assert right > 300
    assert 5 < wrong < 40


def test_a_bot_does_nothing_before_it_plays_on_a_stop_card():
    given = table(OTHERS, ("red-dog-snap",), left="green-dog-stop")

    assert {each.act for each in many(given) if each.at < NOW + 4 * SECOND} >= {
        Lay("red-dog-snap", "green-dog-stop")
    }
    assert not any(isinstance(each.act, Do) and each.act.on == ("green-dog-stop",) for each in many(given))


@pytest.mark.parametrize("skill", PEOPLE)
def test_a_bot_notices_some_goofs_and_sometimes_one_that_was_none(skill):
    def calls(did):
        given = table(OTHERS, LOSING, plays=(laid("blue-girl-tap", LEFT, did), None))
        return sum(each.act == Cry(0, "blue-girl-tap") for each in many(given, skill, 1_000) if each)

    assert calls("clap") < 30
    assert abs(calls("snap") / 1_000 - PEOPLE[skill].notices) < 0.06
    assert abs(calls(None) / 1_000 - PEOPLE[skill].notices) < 0.06


def test_a_bot_does_not_call_itself_nor_a_play_that_was_called():
    mine = table(OTHERS, LOSING, plays=(None, laid("blue-girl-tap", LEFT, None)))
    called = table(OTHERS, LOSING, plays=(replace(laid("blue-girl-tap", LEFT, None), open=False), None))

    assert not any(isinstance(each.act, Cry) for each in [*many(mine), *many(called)] if each)


def test_a_bot_that_sits_down_late_calls_an_old_goof_once_and_too_late():
    given = table(OTHERS, LOSING, plays=(laid("blue-girl-tap", LEFT, None), None), phase=stopping(0))
    for n in range(20):
        play = Play(snap_clap_tap, given, f"late {n}")
        play.advance(NOW + 8 * SECOND)
        entries = run(play, BotSchedule({1: "quick"}), to=NOW + 9 * SECOND)
        assert sum(isinstance(entry.move.act, Cry) for entry in entries) <= 1


def test_quick_bots_are_quicker_than_steady_ones_and_these_than_gentle_ones():
    def takes(skill):
        return sum(each.at - NOW for each in many(table(OTHERS, MINE), skill))

    assert takes("quick") < 0.95 * takes("steady")
    assert takes("steady") < 0.95 * takes("gentle")


@pytest.mark.parametrize(("better", "worse"), [("quick", "steady"), ("steady", "gentle")])
def test_the_better_bot_wins_more_often(better, worse):
    wins = Counter()
    for n in range(20):
        skills = {0: better, 1: worse} if n % 2 else {0: worse, 1: better}
        wins.update(skills[seat] for seat in selfplay(snap_clap_tap, 2, f"{n}", skills=skills).winners)

    assert wins[better] >= 1.5 * wins[worse]


@rule("snap-clap-tap", 2, 21)
@pytest.mark.parametrize("seats", range(2, 7))
def test_no_card_is_ever_lost_or_made_and_every_game_ends(seats):
    for n, deals in enumerate((1, 1, 1, 2, 3)):
        options = snap_clap_tap.Options(deals=deals)
        play = selfplay(snap_clap_tap, seats, f"cards {n}", options)
        state = snap_clap_tap.setup(seats, options, Dice(f"cards {n}", "setup"))
        for event in (event for entry in play.journal for event in entry.events):
            held, state = sum(state.held), applied(snap_clap_tap, state, event)
            assert all_cards(state) == sorted(CARDS)
            assert isinstance(event, Dealt) or sum(state.held) == held - isinstance(event, Laid)
        assert state == play.state
        assert isinstance(play.journal[-1].events[-1], GameWon)


def test_four_bots_play_like_people():
    usual = snap_clap_tap.Options(**snap_clap_tap.Options.defaults_for("en"))
    games = [selfplay(snap_clap_tap, 4, f"people {n}", usual) for n in range(10)]
    counts = Counter()
    for play in games:
        counts.update(tally(event for entry in play.journal for event in entry.events))
    seconds = sum(play.now for play in games) / SECOND

    assert abs(seconds / len(games) / 60 - MINUTES) < 1
    assert 0.8 < seconds / counts["plays"] < 3
    assert 0.04 < counts["goofs"] / counts["plays"] < 0.25
    assert 0.3 < counts["caught"] / counts["goofs"] < 0.8
    assert all(counts[thing] >= 3 for thing in ("mistaken", "bounced", "beaten", "stops"))
