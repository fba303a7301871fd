"""A table is inputs and time in, effects out. Nothing is told before it is kept."""

import json
from random import Random

import pytest

from taphouse.core import MS, SECOND, replace
from taphouse.core.record import read_header, read_lines
from taphouse.replay.verify import examine
from taphouse.table import wire
from taphouse.table.effects import Close, Keep, Ping, Send
from taphouse.table.inputs import Connected, Kept, Received
from taphouse.table.presence import AWAY, BOT_TAKES_OVER
from taphouse.table.table import SLOW_KEEP, Table
from tests.table.driven_table import TOLD, DrivenTable, sent, wake_at
from tests.toys import SHELF


def playing(*names, **setting):
    """Ada is the host, and a game has begun."""
    evening = DrivenTable(**setting)
    evening.enter("Ada", *names)
    evening.say("Ada", wire.AddBot("steady"), wire.Start())
    return evening


def tap(evening, who, n=1):
    return Received(who, wire.Do(b'{"type":"Tap","lamp":"red"}', n, 0), evening.now)


class TestKeptBeforeTold:
    def test_a_new_table_keeps_itself_first(self):
        evening = DrivenTable(keeps_at_once=False)

        [keep] = evening.waiting
        assert (keep.key, keep.revision, keep.lines) == ("room/QUAY", 0, ())

    def test_a_change_is_told_when_it_is_kept_and_not_before(self):
        evening = DrivenTable()
        evening.enter("Ada", "Bo")
        evening.keeps_at_once = False

        effects = evening.say("Ada", wire.Lock(True))
        assert [type(effect) for effect in effects if isinstance(effect, (Keep, *TOLD))] == [Keep]

        told = sent(evening.keep(), kind="room")
        assert [room["locked"] for room in told] == [True, True]

    def test_a_kicked_player_is_told_when_the_kick_is_kept(self):
        evening = DrivenTable()
        evening.enter("Ada", "Eve")
        evening.keeps_at_once = False

        assert not any(isinstance(effect, Close) for effect in evening.say("Ada", wire.Kick(2)))
        assert sent(evening.keep(), "Eve")[0]["why"] == "kicked"

    @pytest.mark.parametrize("game", sorted(SHELF))
    def test_every_verdict_that_is_told_is_in_the_kept_lines(self, game):
        """The journal takes up to 700 ms for each write, and players press anything meanwhile."""
        random, evening = Random(game), playing("Bo", "Cleo", game=game)
        evening.keeps_at_once, told = False, 0
        for _ in range(600):
            evening.now += random.randrange(1, 200) * MS
            evening.handle(tap(evening, random.choice(("Ada", "Bo", "Cleo"))))
            while evening.waiting:
                evening.now += random.randrange(0, 700) * MS
                evening.handle(*[tap(evening, "Bo")] * random.randrange(2))
                for update in sent(evening.keep(), kind="update"):
                    assert update["receipt"] in (None, evening.receipt)
                    told += update["receipt"] is not None
        assert told >= 10

    def test_what_arrives_while_a_write_waits_is_answered_after_it_and_in_order(self):
        evening = DrivenTable()
        evening.enter("Ada", "Bo")
        evening.keeps_at_once = False
        evening.say("Ada", wire.Lock(True))

        assert not sent(evening.say("Ada", wire.Lock(False)))
        assert not sent(evening.say("Bo", wire.Lock(True)))
        effects = evening.keep()
        assert sent(effects, "Ada", "room")[-1]["locked"]
        effects = evening.keep()
        assert [message["type"] for message in sent(effects, "Bo")] == ["sorry", "room"]
        assert not sent(effects, "Ada", "room")[-1]["locked"]

    def test_an_answer_without_a_write_is_an_error_of_whoever_runs_the_table(self):
        with pytest.raises(ValueError, match="nothing was to be kept"):
            DrivenTable().handle(Kept(1))


class TestASlowJournal:
    def stuck(self):
        evening = playing("Bo")
        evening.wait(3)
        evening.keeps_at_once = False
        while not evening.waiting:
            evening.now += 20 * MS
            effects = evening.handle()
        return evening, effects

    def test_a_slow_journal_stops_play_time_and_is_shown_to_all(self):
        evening, effects = self.stuck()
        assert wake_at(effects) == evening.now + SLOW_KEEP
        evening.now += SLOW_KEEP

        effects = evening.handle()

        assert [room["paused"] for room in sent(effects)] == ["keeping", "keeping"]
        assert wake_at(effects) is None
        stood = evening.table.match.now(evening.now)
        evening.now += 10 * SECOND
        assert evening.table.match.now(evening.now) == stood

    def test_play_goes_on_when_the_journal_is_written_and_late_taps_are_refused(self):
        evening, _ = self.stuck()
        evening.now += SLOW_KEEP
        evening.handle()
        stood = evening.table.match.now(evening.now)
        evening.now += 10 * SECOND
        evening.handle(tap(evening, "Bo"))
        for _ in range(1_000):
            evening.handle(Received("Bo", wire.Beat(1, 1), evening.now))

        effects = evening.keep()

        assert [sorry["why"] for sorry in sent(effects, "Bo", "sorry")] == ["not-now"]
        assert sent(effects, "Ada", "room")[-1]["paused"] is None
        assert sent(effects, "Ada", "update")
        assert evening.table.match.now(evening.now) == stood

    def test_a_journal_that_is_quick_enough_stops_nothing(self):
        evening, _ = self.stuck()
        evening.now += SLOW_KEEP - 1

        assert not sent(evening.handle())
        assert "keeping" not in {room["paused"] for room in sent(evening.keep(), kind="room")}


class TestAHouseThatStoodStill:
    """Its process was stopped, or its machine slept: nothing was heard and nothing was decided."""

    def doubts(self, evening, match):
        lines = evening.streams[f"game/{match}"]
        rules = SHELF[read_header(lines[0]).game]
        read = [*read_lines(rules, lines[1:])]
        return [problem.why for problem in examine(rules, read_header(lines[0]), read, lines)]

    def test_what_was_due_before_a_tap_arrived_is_decided_before_it(self):
        """A race was to open meanwhile. Bo tapped on what their screen showed before."""
        evening = playing("Bo")
        n = sent(evening.effects, "Bo", "update")[-1]["n"]
        evening.now += 9 * SECOND
        evening.handle(tap(evening, "Bo", n), tap(evening, "Bo", n))
        evening.wait(3)

        assert self.doubts(evening, evening.table.room.match) == ["cut"]

    def test_a_game_that_ended_meanwhile_is_stored_whole_before_the_next_begins(self):
        evening = playing("Bo")
        first = evening.table.room.match
        evening.now += 600 * SECOND
        evening.say("Ada", wire.Start())
        evening.wait(1)

        assert evening.table.room.match != first
        assert self.doubts(evening, first) == []


class TestTimers:
    def test_a_player_who_is_back_in_time_is_never_away(self):
        evening = playing("Bo")
        token = sent(evening.effects, "Bo", "welcome")[-1]["token"]
        evening.leave("Bo")
        evening.wait((AWAY - MS) / SECOND)
        evening.enter_again("Bo", token)
        evening.wait(2 * (AWAY + BOT_TAKES_OVER) / SECOND)

        assert not evening.table.match.away
        assert not evening.table.session.played_by_bot

    @pytest.mark.parametrize("names", [(), ("Bo",)])
    @pytest.mark.parametrize("after", [AWAY / SECOND + 1, (AWAY + BOT_TAKES_OVER) / SECOND + 1])
    def test_players_who_were_all_away_and_come_back_are_no_longer_away(self, names, after):
        """The game stood still meanwhile: what it was to be told about them waited too."""
        evening = playing(*names)
        everybody = ("Ada", *names)
        tokens = {who: sent(evening.effects, who, "welcome")[-1]["token"] for who in everybody}
        for who in everybody:
            evening.leave(who)
        evening.wait(after)
        assert evening.table.paused == "empty"
        for who in everybody:
            evening.enter_again(who, tokens[who])
        evening.wait(2)

        assert not evening.table.match.away

    @pytest.mark.parametrize("after", [0, AWAY / SECOND + 1])
    def test_the_timers_of_a_player_end_when_they_lose_their_seat(self, after):
        evening = playing("Bo")
        evening.leave("Bo")
        evening.wait(after)
        evening.say("Ada", wire.Kick(2))

        assert not [timer for timer in evening.table._timers._moments if timer[1:] == (2,)]

    def test_bots_do_not_play_on_when_the_last_onlooker_has_left(self):
        evening = playing()
        evening.say("Ada", wire.Stand())
        evening.wait(10)
        assert evening.table.paused is None, "Ada looks on"
        evening.leave("Ada")
        evening.wait(AWAY / SECOND + 1)

        assert evening.table.paused == "empty"

    def test_an_idle_table_wakes_up_for_pings_alone_and_nothing_is_sent(self):
        evening = DrivenTable()
        evening.enter("Ada")
        evening.wait(120)

        assert not sent(evening.wait(600))


class TestReports:
    def test_a_report_that_decides_nothing_makes_no_step(self):
        evening = playing("Bo")
        n = sent(evening.effects, "Bo", "update")[-1]["n"]

        assert not evening.table.put(Received("Bo", wire.Painted(n, 0), evening.now), evening.now)
        assert evening.table.put(Received("Bo", wire.Ready(True), evening.now), evening.now)

    @pytest.mark.parametrize("is_watched", [True, False])
    def test_a_paint_that_lets_others_see_more_makes_a_step_if_somebody_watches(self, is_watched):
        evening = playing("Bo")
        if is_watched:
            evening.handle(Connected("Eve", evening.now))
            evening.say("Eve", wire.Hello(wire.VERSION))
        evening.handle(tap(evening, "Ada"))
        last = {who: sent(evening.effects, who, "update")[-1]["n"] for who in ("Ada", "Bo")}

        steps = [
            evening.table.put(Received(who, wire.Painted(n, 0), evening.now), evening.now)
            for who, n in last.items()
        ]

        assert steps == [False, is_watched]

    def test_a_report_never_overtakes_a_tap(self):
        evening = playing("Bo")
        n = sent(evening.effects, "Bo", "update")[-1]["n"]
        evening.table.put(tap(evening, "Bo", n), evening.now)

        assert evening.table.put(Received("Bo", wire.Beat(n, 0), evening.now), evening.now)


def test_a_handle_that_connects_again_begins_anew_and_is_pinged_once_a_round():
    evening = DrivenTable()
    evening.enter("Ada", "Bo")
    token = next(message["token"] for message in sent(evening.effects, "Bo", "welcome") if message["token"])

    evening.enter_again("Bo", token)
    evening.wait(10)

    pinged = [effect.to for effect in evening.wait(20) if isinstance(effect, Ping)]
    assert sorted(pinged) == ["Ada", "Bo"]
    assert evening.table.here == {1, 2}


def test_the_same_inputs_at_the_same_times_have_the_same_effects():
    def effects():
        evening = playing("Bo", "Cleo", game="racesmack")
        for turn in range(40):
            evening.wait(0.5)
            evening.handle(tap(evening, ("Ada", "Bo", "Cleo")[turn % 3]))
        evening.leave("Cleo")
        evening.wait(30)
        return evening.effects

    assert effects() == effects()
    assert any(json.loads(e.message)["type"] == "update" for e in effects() if isinstance(e, Send))


class TestSittingDownAgain:
    def sit(self, evening, handle, name, browser):
        evening.handle(Connected(handle, evening.now))
        effects = evening.say(handle, wire.Hello(wire.VERSION, browser=browser), wire.Sit(name))
        return [welcome["player"] for welcome in sent(effects, handle, "welcome")][-1]

    def test_a_guest_whose_welcome_was_lost_gets_the_same_seat_when_they_ask_again(self):
        evening = DrivenTable()
        first = self.sit(evening, "a socket that was cut", "Ada", "browser-of-ada")
        evening.leave("a socket that was cut")

        assert self.sit(evening, "another socket", "Ada", "browser-of-ada") == first
        assert [member.name for member in evening.table.room.people] == ["Ada"]

    def test_a_lost_connection_that_looks_open_does_not_keep_a_guest_from_their_seat(self):
        evening = DrivenTable()
        first = self.sit(evening, "a socket that looks open", "Ada", "browser-of-ada")

        assert self.sit(evening, "another socket", "Ada", "browser-of-ada") == first
        assert [*evening.table.connections] == ["another socket"]
        assert [bye["why"] for bye in sent(evening.effects, "a socket that looks open", "goodbye")] == [
            "replaced"
        ]

    def test_a_guest_with_the_same_name_in_another_browser_does_not_get_the_seat(self):
        evening = DrivenTable()
        self.sit(evening, "a socket that was cut", "Ada", "browser-of-ada")
        evening.leave("a socket that was cut")

        assert self.sit(evening, "a stranger", "Ada", "browser-of-bo") is None


class TestAConnectionThatIsOpenedAgain:
    """By its node: the page knows nothing of it, and may be connected elsewhere by now."""

    def seated(self):
        evening = DrivenTable()
        evening.enter("Ada")
        [welcome] = sent(evening.effects, "Ada", "welcome")[-1:]
        return evening, welcome["token"]

    def opened_again(self, evening, handle, token):
        evening.handle(Connected(handle, evening.now, again=True))
        return evening.say(handle, wire.Hello(wire.VERSION, token))

    def test_it_has_its_seat_if_no_other_connection_has_it(self):
        evening, token = self.seated()
        evening.leave("Ada")

        assert (
            sent(self.opened_again(evening, "her socket", token), "her socket", "welcome")[0]["player"] == 1
        )

    def test_it_does_not_take_the_seat_from_another_connection_and_a_page_that_lives_connects_anew(self):
        evening, token = self.seated()
        effects = self.opened_again(evening, "a dead socket at a node that was frozen", token)

        assert [(message["type"], message.get("why")) for message in sent(effects)] == [
            ("goodbye", "restarting")
        ]
        assert [*evening.table.connections] == ["Ada"]


def test_after_a_crash_a_player_without_a_seat_has_the_ledger_that_the_record_of_the_game_tells():
    """The last lines of the game were stored, and the room that goes with them was not."""
    evening = playing("Bo")
    evening.wait(1)
    evening.handle(tap(evening, "Bo"))
    evening.wait(2)
    evening.say("Bo", wire.Stand())
    room, lines = evening.table.room, evening.streams[f"game/{evening.table.room.match}"]
    ledger = room.ledgers["#2"]
    older = replace(room, ledgers={"#2": replace(ledger, quota=ledger.quota - 1)})

    again = Table(evening.context, older, evening.now, revision=1)
    again.restore(lines)

    assert again.room.ledgers == {"#2": ledger}


def test_after_a_crash_the_record_of_a_game_that_is_over_has_one_end():
    """The last lines of the game were stored, and the room in which it is over was not."""
    evening, older = playing("Bo"), None
    while evening.table.room.stage != "over":
        older = evening.table.room
        evening.wait(1)

    again = DrivenTable()
    again.table, again.rooms = Table(evening.context, older, evening.now, revision=1), 1
    again.now, again.streams = evening.now, evening.streams
    stored = [*evening.streams[f"game/{older.match}"]]
    again.table.restore(stored)
    again.enter_again("Ada", None)
    again.wait(60)

    assert again.table.room.stage == "over"
    assert again.streams[f"game/{older.match}"] == stored
