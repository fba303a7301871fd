"""Tests that the wire reveals no goof: other seats are sent the same bytes as for a correct play."""

import json

import pytest

from taphouse.core import MS, SECOND, Move, Play
from taphouse.games import snap_clap_tap
from taphouse.table.connection import Connection
from taphouse.table.match import Match
from taphouse.table.seat_updates import SeatUpdates
from taphouse.testing import rule

from .events import Cry, Do, Lay
from .tables import LEFT, LOSING, NOW, RIGHT, table

SEATS = (0, 1, 2, None)
PLAYER = 1
WATCHING = (0, 2, None)
DOG, STOP = "red-dog-snap", "green-dog-stop"
STEP = 5 * MS
SOON = NOW + SECOND
ENOUGH = NOW + 8 * SECOND  # nobody can call it any more


class LiveTable:
    """A live table: at which time which bytes went to each screen."""

    def __init__(self, card, fingers):
        given = table(("blue-cat-tap", *LOSING[:2]), (card, "blue-girl-tap"), ("orange-boy-tap", *LOSING[2:]))
        self.match = Match(Play(snap_clap_tap, given, "wire"), {}, clock=0)
        self.sent = {seat: [] for seat in SEATS}
        connections = {seat: Connection(None) for seat in SEATS}
        for now in range(NOW, ENOUGH, STEP):
            for at, seat, act in fingers:
                if now - STEP < at <= now:
                    self.match.arbiter.act_at(Move(at, seat, act))
            if entries := self.match.pass_time(now):
                updates = SeatUpdates(self.match, now, entries)
                for seat, connection in connections.items():
                    if updates.is_new_to(seat, connection):
                        connection.updates += 1
                        self.sent[seat].append((now, updates.encoded_for(seat, connection, None)))

    def watched(self):
        return {seat: self.sent[seat] for seat in WATCHING}

    def goofs(self):
        return [event.goof for entry in self.match.play.journal for event in entry.events if laid(event)]


def laid(event):
    return type(event).__name__ == "Laid"


def played(card, done_for, *others):
    """A clap that all can see, then a card on the left pile, which asks for a clap."""
    clap, lay = (SOON, PLAYER, Do("clap", done_for)), (SOON + 300 * MS, PLAYER, Lay(card, LEFT))
    return LiveTable(card, [clap, lay, *others])


@rule("snap-clap-tap", 16)
@pytest.mark.parametrize("card", [DOG, STOP])
@pytest.mark.parametrize("for_what", [(RIGHT,), ()])
def test_a_clap_for_another_card_is_a_goof_and_no_other_screen_gets_other_bytes_or_other_times(
    card, for_what
):
    as_asked, goofed = played(card, (LEFT,)), played(card, for_what)

    assert (as_asked.goofs(), goofed.goofs()) == ([False], [True])
    assert goofed.watched() == as_asked.watched()
    assert all(len(sent) >= 2 for sent in goofed.watched().values())


@rule("snap-clap-tap", 16)
def test_the_goofing_players_own_screen_does_not_learn_of_the_goof():
    for done_for in ((LEFT,), (RIGHT,)):
        updates = [json.loads(sent) for _, sent in played(DOG, done_for).sent[PLAYER]]

        [news] = [event for update in updates for event in update["news"] if event["type"] == "Laid"]
        assert news["goof"] is None
        assert '"goof":true' not in json.dumps(updates)


@rule("snap-clap-tap", 16, 18)
def test_a_call_that_came_too_late_reveals_nothing_of_the_play():
    late = (SOON + 5 * SECOND, 0, Cry(PLAYER, DOG))
    as_asked, goofed = (played(DOG, done_for, late) for done_for in ((LEFT,), (RIGHT,)))

    assert goofed.watched() == as_asked.watched()
    assert "CalledTooLate" in str(goofed.watched())


@rule("snap-clap-tap", 16)
def test_only_a_call_in_time_reveals_a_goof():
    call = (SOON + SECOND, 0, Cry(PLAYER, DOG))
    as_asked, goofed = (played(DOG, done_for, call) for done_for in ((LEFT,), (RIGHT,)))

    assert "Mistaken" in str(as_asked.watched())
    assert "Caught" in str(goofed.watched())
