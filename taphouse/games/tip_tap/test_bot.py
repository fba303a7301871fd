"""Tests of the bot: it searches, errs, and keeps to its plan."""

from collections import Counter

import pytest

from taphouse.bots.schedule import selfplay
from taphouse.core import MS, SECOND, Dice, replace
from taphouse.games import tip_tap

from .bot import plan
from .events import Flip, Rest, Tap
from .rules import tally
from .state import FREE, REST, SPENT, Options
from .tables import CARD, OPEN, SHOWN, hunting, table, tray
from .views import view

LEAF, KEY, CROWN = CARD
BOT = Dice("bot", 1)


def finds(state, skill="steady"):
    """When a bot lays its first finger on the table, averaged over many rounds, in seconds."""
    plans = [plan(view(replace(state, round=n), 1), 1, BOT, skill) for n in range(200)]
    taps = [each.at - SHOWN for each in plans if isinstance(each.act, Tap)]
    return sum(taps) / len(taps) / SECOND


def test_a_bots_plan_does_not_change_when_something_else_happens():
    given = hunting(OPEN, OPEN, OPEN)
    meant = plan(view(given, 1), 1, BOT, "steady")
    other = "gear-1" if meant.act.shape != "gear-1" else "gear-2"
    changed = hunting(OPEN, OPEN, (other, REST), away=(0,), done=(0,))

    assert plan(view(changed, 1), 1, BOT, "steady") == meant


def test_a_bot_leaves_a_shape_under_another_finger_alone():
    given = hunting((LEAF, KEY), OPEN, fell={LEAF: SHOWN, KEY: SHOWN})
    meant = {plan(view(replace(given, round=n), 1), 1, BOT, "quick").act for n in range(30)}

    assert Tap(CROWN) in meant
    assert not {Tap(LEAF), Tap(KEY)} & meant


def test_a_bots_finger_that_is_already_falling_cannot_be_stopped():
    meant = plan(view(hunting(OPEN, OPEN), 1), 1, BOT, "steady")
    taken = hunting((meant.act.shape, FREE), OPEN, fell={meant.act.shape: meant.at - 100 * MS})
    beaten = replace(taken, hands=((meant.act.shape, FREE), (REST, FREE)), beaten={meant.act.shape: (1,)})

    assert plan(view(taken, 1), 1, BOT, "steady") == meant
    assert plan(view(beaten, 1), 1, BOT, "steady").act == Rest()


def test_a_bots_finger_that_slipped_off_a_wrong_shape_does_not_return_to_it():
    given = hunting(OPEN, (SPENT, FREE), options=Options(real_hold=True))
    acts = [plan(view(replace(given, round=n), 1), 1, BOT, "gentle").act for n in range(100)]

    assert {act.shape for act in acts if isinstance(act, Tap)} <= set(CARD)


def test_a_bot_turns_the_card_as_lead_within_a_few_seconds():
    given = table(OPEN, OPEN, lead=1)
    waits = [plan(view(replace(given, round=n), 1), 1, BOT, "steady") for n in range(100)]

    assert {each.act for each in waits} == {Flip()}
    assert all(0.5 * SECOND < each.at < 6 * SECOND for each in waits)
    assert plan(view(given, 0), 0, BOT, "steady") is None


def test_a_bot_rests_a_hand_that_must_rest_before_anything_else():
    meant = plan(view(hunting(OPEN, (REST, FREE)), 1), 1, BOT, "steady")

    assert meant.act == Rest()
    assert SHOWN < meant.at < SHOWN + SECOND


def test_the_dark_and_frames_slow_a_bot_down_and_its_own_shapes_it_finds_sooner():
    plain = finds(hunting(OPEN, OPEN))

    assert finds(hunting(OPEN, OPEN, options=Options(side="dark"))) > plain * 1.2
    assert finds(hunting(OPEN, OPEN, options=Options(pieces="frames"))) > plain * 1.1
    assert finds(hunting(OPEN, OPEN, owner=dict.fromkeys(CARD, 1))) < plain * 0.9


def test_quick_bots_find_sooner_than_steady_ones_and_these_sooner_than_gentle_ones():
    given = hunting(OPEN, OPEN, owner=tray(0, 3))

    assert finds(given, "quick") < finds(given, "steady") * 0.9
    assert finds(given, "steady") < finds(given, "gentle") * 0.9


@pytest.mark.parametrize(("better", "worse"), [("quick", "steady"), ("steady", "gentle")])
def test_the_better_bot_wins_more_often(better, worse):
    wins = Counter()
    for n in range(40):
        skills = {0: better, 1: worse} if n % 2 else {0: worse, 1: better}
        wins.update(skills[seat] for seat in selfplay(tip_tap, 2, f"{n}", skills=skills).winners)

    assert wins[better] >= 1.3 * wins[worse]


def test_four_bots_play_like_people():
    games = [selfplay(tip_tap, 4, f"people {n}") for n in range(20)]
    counts = Counter()
    for play in games:
        counts.update(tally(event for entry in play.journal for event in entry.events))
    seconds = sum(play.now for play in games) / SECOND

    assert 3 * 60 < seconds / len(games) < 8 * 60
    assert 10 < seconds / counts["rounds"] < 25
    assert all(counts[thing] >= 5 for thing in ("steals", "wrong", "early", "beaten"))
