"""No tell on the wire: what a browser is sent for a bluff is, byte for byte, what it is sent for a slap."""

import json

import pytest

from taphouse.core import MS, SECOND, Play
from taphouse.games import tip_tap_top
from taphouse.house.guest import Guest
from taphouse.house.match import Match
from taphouse.house.telling import Bulletin
from taphouse.testing import rule

from .events import Bluff, Follow, Graze, Slap
from .rules import WIND_UP_MOST
from .tables import BEGAN, JOKERS, OTHER, PAIRLESS, SEVENS, thinking

SEATS = (0, 1, 2, 3, None)
RAISED = BEGAN + SECOND


class Post:
    """A live table: at which time which bytes went to each seat."""

    def __init__(self, given, seed, fingers):
        self.match = Match(Play(tip_tap_top, given, seed), {}, clock=0)
        self.fingers = fingers
        self.sent = {seat: [] for seat in SEATS}
        self.guests, self.told = {seat: Guest(None) for seat in SEATS}, 0

    def until(self, end):
        for now in range(BEGAN, end + 1, 5 * MS):
            for at, seat, act in self.fingers:
                if now - 5 * MS < at <= now:
                    self.match.arbiter.press(seat, act, at)
            if entries := self.match.pass_time(now):
                self.tell(now, entries)
        return self

    def tell(self, now, entries):
        self.told += 1
        bulletin = Bulletin(self.match, self.told, now, entries)
        for seat, guest in self.guests.items():
            if bulletin.is_new_to(seat, guest):
                self.sent[seat].append((now, bulletin.told_to(seat, guest)))

    def shown(self):
        """What was sent before the paddle fell, or did not."""
        return {seat: [(at, sent) for at, sent in post if is_up(sent)] for seat, post in self.sent.items()}


def is_up(sent):
    return json.loads(sent)["view"]["phase"] == "winding"


def raised(hand, act, seed, *touches):
    fingers = [(RAISED, 0, act), *((at, seat, Follow()) for seat, at in touches)]
    return Post(thinking(hand, PAIRLESS, OTHER, JOKERS), seed, fingers).until(RAISED + WIND_UP_MOST + 50 * MS)


@rule("tip-tap-top", 16)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("touches", [(), ((1, RAISED + 60 * MS), (3, RAISED + 90 * MS))])
def test_until_the_paddle_falls_or_does_not_every_screen_gets_the_same_bytes_at_the_same_times(seed, touches):
    model = raised(SEVENS, Slap(), seed, *touches)

    assert len(model.shown()[1]) == 1 + len(touches)
    for act in (Slap("7"), Bluff(), Graze()):
        assert raised(SEVENS, act, seed, *touches).shown() == model.shown()


@rule("tip-tap-top", 16)
@pytest.mark.parametrize("act", [Slap(), Bluff(), Graze()])
def test_nor_do_the_others_get_a_byte_more_if_he_has_no_pair(act):
    hands = [("2", "4", "7", "7", "9"), ("2", "4", "6", "7", "9")]
    with_a_pair, without = (raised(hand, act, "a").shown() for hand in hands)

    assert all(with_a_pair[seat] == without[seat] != [] for seat in (1, 2, 3, None))


@rule("tip-tap-top", 16)
def test_at_the_same_moment_each_screen_learns_what_it_was():
    for act, news in ((Slap(), "PaddleFell"), (Bluff(), "Feigned"), (Graze(), "Faulted")):
        post = raised(SEVENS, act, "a")
        ends = {seat: sent[-1] for seat, sent in post.sent.items()}

        assert len({at for at, _ in ends.values()}) == 1
        assert all(json.loads(sent)["news"][0]["type"] == news for _, sent in ends.values())
