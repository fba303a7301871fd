"""Tests of bots: a tap that is about to fall is not cancelled."""

from taphouse.bots.ghosts import LAUNCHED
from taphouse.bots.schedule import BotSchedule, run
from taphouse.core import MS, Act, Dice, Event, Move, Offer, Plan, Play, Value, Verdict


class Grab(Act):
    pass


class Grabbed(Verdict):
    pass


class Missed(Verdict):
    pass


class State(Value):
    owner: int | None = None
    due: int | None = None
    race: None = None
    winners: None = None
    away: tuple[int, ...] = ()


class OneCoin:
    """A coin on the table: each bot plans to grab it `slowness` after the start, unless it sees it gone."""

    def __init__(self, *slowness):
        self.slowness = slowness

    def offers(self, state, seat):
        return (Offer("Grab"),)

    def judge(self, state, move, dice: Dice) -> Event:
        return Grabbed(move.seat) if state.owner is None else Missed(move.seat)

    def settle(self, state, at, dice):
        return None

    def apply(self, state, event):
        return State(owner=event.seat) if isinstance(event, Grabbed) else state

    def view(self, state, seat):
        return state

    def plan(self, view, seat, dice, skill):
        return Plan(self.slowness[seat], Grab()) if view.owner is None else None


def verdicts(*slowness):
    play = Play(OneCoin(*slowness), State(), "s")
    run(play, BotSchedule(dict.fromkeys(range(len(slowness)), "steady")), to=1_000 * MS)
    return [event for entry in play.journal for event in entry.events]


def test_the_faster_bot_gets_the_coin_and_the_slower_one_does_not_try():
    assert verdicts(300 * MS, 300 * MS + LAUNCHED + 1) == [Grabbed(0)]


def test_a_tap_that_is_about_to_fall_comes_too_late():
    assert verdicts(300 * MS, 300 * MS + LAUNCHED) == [Grabbed(0), Missed(1)]


def test_a_bot_waits_for_its_verdict():
    play, bots = Play(OneCoin(100 * MS), State(), "s"), BotSchedule({0: "steady"})
    move = bots.next(play)
    bots.acted(0)

    assert bots.next(play) is None
    play.feed(Move(move.at, 0, move.act))
    assert bots.next(play) is None, "the coin is gone"


def test_time_passes_even_if_a_bot_is_refused_again_and_again():
    class Stubborn(OneCoin):
        def plan(self, view, seat, dice, skill):
            return Plan(100 * MS, Grab())

    play = Play(Stubborn(), State(owner=9), "s")

    run(play, BotSchedule({0: "steady"}), to=1_000 * MS)

    assert 2 < len(play.journal) < 20


def test_a_tie_break_orders_exactly_equal_times():
    firsts = set()
    for seed in range(30):
        play = Play(OneCoin(300 * MS, 300 * MS), State(), f"seed {seed}")
        run(play, BotSchedule({0: "steady", 1: "steady"}), to=1_000 * MS)
        firsts.add(play.journal[0].events[0].seat)

    assert firsts == {0, 1}
