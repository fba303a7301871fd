"""Tests that the wire reveals no bluff: a browser is sent the same bytes for a bluff as for a slap."""

import json
import re
from itertools import count

import msgspec
import pytest

from taphouse.core import MS, SECOND, Play
from taphouse.games import tip_tap_top
from taphouse.replay.seal import HouseKey
from taphouse.table import room as rooms
from taphouse.table import wire
from taphouse.table.context import TableContext
from taphouse.table.effects import Keep, Ping, Send, SendRoom, SendWelcome
from taphouse.table.inputs import Connected, Kept, Ponged, Received
from taphouse.table.match import Match
from taphouse.table.room import Room
from taphouse.table.table import Table
from taphouse.table.tokens import Tokens
from taphouse.testing import rule
from tests.shelf import SHELF

from .events import Bluff, Follow, Graze, Slap
from .rules import WIND_UP_MOST
from .tables import BEGAN, JOKERS, OTHER, PAIRLESS, SEVENS, thinking

ROUND_TRIPS = (10 * MS, 30 * MS, 90 * MS, 240 * MS)
"""From one seat to the next, further away."""
WATCHER = None
OTHERS = (1, 2, 3, WATCHER)
RAISED = BEGAN + SECOND
TICK = 5 * MS
REVEALS = {"PaddleFell", "Feigned", "Faulted"}


def news(update):
    return [event["type"] for event in json.loads(update)["news"]]


class Chance:
    """Only pings are drawn here."""

    def __init__(self):
        self.drawn = count()

    def nonce(self):
        return next(self.drawn).to_bytes(8, "big")


class Browser:
    """A browser with this round trip. It records everything it is sent and when, and reports its paints."""

    def __init__(self, live, round_trip):
        self.live, self.round_trip = live, round_trip
        self.sent = []
        self.under_way = []

    def send(self, message):
        self.sent.append((self.live.now, message))
        decoded = json.loads(message)
        if decoded["type"] == "update":
            self.answer(wire.Painted(decoded["n"], self.live.now + self.round_trip // 2))

    def ping(self, nonce):
        self.sent.append((self.live.now, bytes(len(nonce))))
        self.answer(nonce)

    def answer(self, what):
        self.under_way.append((self.live.now + self.round_trip, what))

    def touch(self, act):
        raw = msgspec.Raw(msgspec.json.encode(act))
        last = max(json.loads(sent)["n"] for _, sent in self.updates())
        self.under_way.append((self.live.now, wire.Do(raw, last, self.live.now)))

    def arrive(self):
        for at, what in [one for one in self.under_way if one[0] <= self.live.now]:
            self.under_way.remove((at, what))
            pong = isinstance(what, bytes)
            self.live.put(Ponged(self, what, at) if pong else Received(self, what, at))

    def updates(self):
        return [(at, sent) for at, sent in self.sent if sent.startswith(b'{"type":"update"')]

    @property
    def revealed(self):
        """When, and by which update, this screen was shown that the paddle fell, or did not."""
        return next((at, sent) for at, sent in self.updates() if {*news(sent)} & REVEALS)

    @property
    def before(self):
        """Everything that was sent before, and when. Receipts differ, but nobody can read them: they are
        hashes of a record that begins with a secret seed."""
        sent = self.sent[: self.sent.index(self.revealed)]
        return [(at, re.sub(rb'"receipt":"[^"]+"', b'"receipt":"?"', message)) for at, message in sent]


class LiveTable:
    """A table with four browsers on lines of their own and one spectator."""

    def __init__(self, given, seed):
        self.now, tokens = 0, Tokens(b"secret")
        room = Room("TEST", "salt", "tip-tap-top")
        for name in ("Ada", "Bo", "Cleo", "Dan"):
            room, _ = rooms.sit(SHELF, room, name, None)
        self.table = Table(TableContext(SHELF, tokens, HouseKey(b"secret"), Chance(), "test"), room, self.now)
        self.lines = {seat: Browser(self, trip) for seat, trip in enumerate(ROUND_TRIPS)}
        self.lines[WATCHER] = Browser(self, 50 * MS)
        for seat, line in self.lines.items():
            token = None if seat is WATCHER else tokens.sign("TEST", room.members[seat].id, "salt")
            self.put(Connected(line, 0))
            self.put(Received(line, wire.Hello(wire.VERSION, token), 0))
        self.match = Match(Play(tip_tap_top, given, seed), {}, clock=0)

    def put(self, item):
        self.table.put(item, self.now)

    def play(self, fingers, end):
        while self.now < BEGAN:  # lines are timed before a game begins
            self.step(100 * MS)
        self.table.session.change(rooms.start(SHELF, self.table.room, match="test"))
        self.table.session.set_match(self.match)
        self.table._want_step(self.now)
        while self.now < end:
            for _, seat, act in [finger for finger in fingers if finger[0] == self.now]:
                self.lines[seat].touch(act)
            self.step(TICK)

    def step(self, tick):
        for line in self.lines.values():
            line.arrive()
        self.handle()
        self.now += tick

    def handle(self, *inputs):
        for effect in self.table.handle(inputs, self.now, 0):
            match effect:
                case Send(line, message) | SendRoom(line, message) | SendWelcome(line, message):
                    line.send(message)
                case Ping(line, nonce):
                    line.ping(nonce)
                case Keep():
                    self.handle(Kept(effect.revision + 1))


def raised(hand, act, seed, *touches):
    """What each line was sent when the first seat's hand went up."""
    fingers = [(RAISED, 0, act), *((at, seat, Follow()) for seat, at in touches)]
    live = LiveTable(thinking(hand, PAIRLESS, OTHER, JOKERS), seed)
    live.play(fingers, RAISED + WIND_UP_MOST + 100 * MS)
    return live.lines


@rule("tip-tap-top", 16)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("touches", [(), ((1, RAISED + 60 * MS), (3, RAISED + 90 * MS))])
def test_every_screen_gets_the_same_bytes_at_the_same_times_until_the_paddle_falls_or_does_not(seed, touches):
    model = raised(SEVENS, Slap(), seed, *touches)

    assert any(b"WoundUp" in sent for _, sent in model[1].before)
    for act in (Slap("7"), Bluff(), Graze()):
        for seat, line in raised(SEVENS, act, seed, *touches).items():
            assert line.before == model[seat].before


@rule("tip-tap-top", 16)
@pytest.mark.parametrize("act", [Slap(), Bluff(), Graze()])
def test_other_seats_get_the_same_bytes_even_if_the_active_player_has_no_pair(act):
    hands = [("2", "4", "7", "7", "9"), ("2", "4", "6", "7", "9")]
    with_a_pair, without = (raised(hand, act, "a") for hand in hands)

    for seat in OTHERS:
        assert with_a_pair[seat].before == without[seat].before != []


@rule("tip-tap-top", 16)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_slow_line_is_sent_a_bluff_as_early_as_a_slap(seed):
    """Otherwise a far player would recognise a bluff by its late arrival."""
    ends = {}
    for act, kind in ((Slap(), "PaddleFell"), (Bluff(), "Feigned"), (Graze(), "Faulted")):
        revealed = {seat: line.revealed for seat, line in raised(SEVENS, act, seed).items()}
        updates = {seat: json.loads(sent) for seat, (_, sent) in revealed.items()}
        ends[kind] = {
            seat: (revealed[seat][0], updates[seat]["at"], updates[seat]["race"]) for seat in revealed
        }
        assert all(news(sent)[-1] == kind for _, sent in revealed.values())

    assert ends["Feigned"] == ends["Faulted"] == ends["PaddleFell"]
    sent = [at for at, _, _ in ends["PaddleFell"].values()]
    assert sent[3] < sent[2] < sent[0], "the further away, the earlier"
    assert len({shown for seat, (_, shown, _) in ends["PaddleFell"].items() if seat is not WATCHER}) == 1
