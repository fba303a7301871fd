"""One table with real rules, a real journal, and time that moves when told to."""

import asyncio
import json
from types import SimpleNamespace

import pytest

from taphouse.core import MS, SECOND
from taphouse.core.record import read_entry
from taphouse.games import shelf
from taphouse.house import lobby as lobbies
from taphouse.house import wire
from taphouse.house.course import EVERYBODY_BACK
from taphouse.house.lobby import OpenTable
from taphouse.house.presence import AWAY, HOST_PASSES
from taphouse.house.pulse import FIRST_PINGS
from taphouse.house.room import Refusal
from tests.house.party import GAME, Screen, whys


def paint(here, table, screen, clock):
    """The page painted the last update when its own clock read this."""
    return here.say(table, screen, wire.Painted(screen.last("update")["n"], clock))


def do(screen, clock, **act):
    return wire.Do(json.dumps(act).encode(), screen.last("update")["n"], clock)


async def hunting(here, table, *screens):
    """Play on to the moment at which everyone sees a card."""
    for _ in range(3_000):
        await here.wait(table, 0.02)
        if all(screen.last("update")["view"]["card"] for screen in screens):
            return screens[0].last("update")["view"]["card"]
    raise AssertionError("no card was shown")


class TestComingIn:
    def test_a_guest_without_a_token_watches_until_he_sits_down(self, at_a_party):
        async def story(here):
            table, _ = await here.open()

            bo = await here.enter(table)
            assert bo.last("welcome")["player"] is None
            assert bo.last("room")["watchers"] == 1

            await here.say(table, bo, wire.Sit("Bo"))
            assert bo.last("welcome")["token"]
            assert [p["name"] for p in bo.last("room")["players"]] == ["Ada", "Bo"]

        at_a_party(story)

    def test_a_big_screen_is_nobody(self, at_a_party):
        async def story(here):
            table, _ = await here.open()
            tv = Screen()
            table.connect(tv)

            await here.say(table, tv, wire.Hello(wire.VERSION, screen="table"))

            assert tv.last("room")["watchers"] == 0
            assert tv.last("room")["big"]

            table.disconnect(tv)
            bo = await here.enter(table)
            assert not bo.last("room")["big"]

        at_a_party(story)

    def test_a_token_brings_one_back_to_the_seat(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)
            table.disconnect(ada)
            await table.step()

            again = await here.enter(table, token)

            assert again.last("welcome")["player"] == ada.last("welcome")["player"]
            assert [p["here"] for p in again.last("room")["players"]] == [True]

        at_a_party(story)

    def test_a_forged_token_is_refused_and_its_bearer_watches(self, at_a_party):
        async def story(here):
            table, _ = await here.open()

            eve = await here.enter(table, "1.forged")

            assert whys(eve) == ["bad-token"]
            assert eve.last("welcome")["player"] is None

        at_a_party(story)

    def test_the_same_seat_on_another_screen_closes_the_first(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            phone = await here.enter(table, token)

            tablet = await here.enter(table, token)

            assert phone.closed
            assert phone.last("goodbye")["why"] == "replaced"
            assert tablet.last("room")["players"][0]["here"]

        at_a_party(story)

    def test_a_page_of_another_version_is_sent_away(self, at_a_party):
        async def story(here):
            table, _ = await here.open()
            old = Screen()
            table.connect(old)

            await here.say(table, old, wire.Hello(wire.VERSION + 1))

            assert old.last("goodbye")["why"] == "new-version"

        at_a_party(story)

    def test_nothing_is_heard_before_hello(self, at_a_party):
        async def story(here):
            table, _ = await here.open()
            rude = Screen()
            table.connect(rude)

            await here.say(table, rude, wire.Sit("Eve"))

            assert whys(rude) == ["bad-message"]
            assert len(table.room.members) == 1

        at_a_party(story)


class TestTheHost:
    def test_alone_may_change_the_table(self, at_a_party):
        async def story(here):
            table, _ = await here.open()
            bo = await here.enter(table, name="Bo")
            before = table.room

            await here.say(
                table,
                bo,
                wire.Choose(GAME, {}),
                wire.AddBot("quick"),
                wire.Kick(1),
                wire.Start(),
                wire.Pause(),
                wire.Resume(),
                wire.Finished(),
                wire.SetBot(1, "quick"),
                wire.Swap(1, 2),
                wire.Remove(1),
                wire.Ban(1),
                wire.HandOver(2),
                wire.Lock(True),
                wire.Skip(),
                wire.EndEvening(),
                wire.Rename("Fool", 3, player=1),
            )

            assert whys(bo) == ["not-host"] * 16
            assert table.room == before

        at_a_party(story)

    def test_passes_on_when_the_host_stays_away(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)
            bo = await here.enter(table, name="Bo")
            table.disconnect(ada)
            await table.step()

            await here.wait(table, HOST_PASSES / SECOND + 0.1, step=SECOND)

            assert bo.last("room")["host"] == bo.last("welcome")["player"]

        at_a_party(story)

    def test_stays_host_through_a_reload(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)
            await here.enter(table, name="Bo")
            table.disconnect(ada)
            await here.wait(table, 2, step=SECOND)

            ada = await here.enter(table, token)
            await here.wait(table, 2 * HOST_PASSES / SECOND, step=SECOND)

            assert ada.last("room")["host"] == ada.last("welcome")["player"]

        at_a_party(story)

    def test_kicks_a_player_who_then_has_no_seat_and_no_line(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)
            bo = await here.enter(table, name="Bo")
            lost = bo.last("welcome")["token"]

            await here.say(table, ada, wire.Kick(bo.last("welcome")["player"]))
            again = await here.enter(table, lost)

            assert bo.last("goodbye")["why"] == "kicked"
            assert [p["name"] for p in ada.last("room")["players"]] == ["Ada"]
            assert whys(again) == ["bad-token"]

        at_a_party(story)

    def test_pauses_and_play_time_stands_still(self, at_a_party):
        async def story(here):
            table, token = await here.open(bots=("steady",), start=True)
            ada = await here.enter(table, token)
            await hunting(here, table, ada)

            await here.say(table, ada, wire.Pause())
            then, lines = table.match.now(here.time), len(table.match.play.journal)
            await here.wait(table, 50, step=SECOND)
            await here.say(table, ada, do(ada, 1, type="Rest"))
            assert ada.last("room")["paused"] == "host"
            assert whys(ada) == ["not-now"]
            assert len(table.match.play.journal) == lines

            await here.say(table, ada, wire.Resume())
            assert table.match.now(here.time) == then
            assert ada.last("update")["at"] == then

        at_a_party(story)


class TestAGame:
    def test_is_told_to_each_seat_and_kept_before_it_is_told(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)
            bo = await here.enter(table, name="Bo")
            await here.say(table, ada, wire.Start())
            card = await hunting(here, table, ada, bo)
            await paint(here, table, ada, 5_000_000)
            await paint(here, table, bo, 77)

            here.time += 400 * MS
            await here.say(table, ada, do(ada, 5_000_000 + 350 * MS, type="Tap", shape=card[0]))
            assert not ada.last("update")["view"]["fingers"], "Bo may still have been sooner"
            assert bo.last("ask"), "so he is asked"
            await here.say(table, bo, wire.Beat(bo.last("update")["n"], 77 + 400 * MS))

            assert ada.last("update")["view"]["fingers"] == {card[0]: 0}
            assert bo.last("update")["view"]["fingers"] == {card[0]: 0}
            kept = await here.journal.read(f"game/{table.room.match}")
            last = read_entry(shelf()[GAME], kept[-1])
            assert last.move.act.shape == card[0]
            assert last.evidence["judged"]["at"] == last.move.at

        at_a_party(story)

    def test_a_finger_that_fell_first_on_a_slow_line_gets_the_shape(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)
            bo = await here.enter(table, name="Bo")
            bo.round_trip = 180 * MS
            await here.wait(table, 1)
            await here.say(table, ada, wire.Start())
            card = await hunting(here, table, ada, bo)
            await paint(here, table, ada, 1_000_000)
            await here.wait(table, 0.18)
            await paint(here, table, bo, 2_000_000)

            await here.wait(table, 0.2)
            await here.say(table, ada, do(ada, 1_000_000 + 380 * MS, type="Tap", shape=card[0]))
            await here.wait(table, 0.1)
            await here.say(table, bo, do(bo, 2_000_000 + 300 * MS, type="Tap", shape=card[0]))
            await here.wait(table, 0.3)

            assert ada.last("update")["view"]["fingers"] == {card[0]: 1}

        at_a_party(story)

    def test_bots_play_to_the_end_and_the_photo_finishes_are_shown(self, at_a_party):
        async def story(here):
            table, token = await here.open(bots=("quick", "quick", "quick"), start=True)
            ada = await here.enter(table, token)

            for _ in range(2_000):
                await here.wait(table, 1, step=50 * MS)
                if table.room.stage == "over":
                    break

            assert ada.last("room")["stage"] == "over"
            assert ada.last("update")["view"]["winners"]
            finishes = [f for update in ada.all("update") for f in update["finishes"]]
            assert finishes
            assert all(len(finish["lanes"]) > 1 for finish in finishes)

            again = await here.enter(table, token)
            latest = {finish["thing"]: finish for finish in finishes}
            assert again.last("update")["finishes"] == list(latest.values())

        at_a_party(story)

    def test_an_impossible_act_is_refused_and_changes_nothing(self, at_a_party):
        async def story(here):
            table, token = await here.open(bots=("steady",), start=True)
            ada = await here.enter(table, token)
            await hunting(here, table, ada)
            before = table.match.play.state

            for act in ({"type": "Win"}, {"type": "Tap"}, {"type": "Away"}, {"type": "Tap", "shape": 3}, {}):
                await here.say(table, ada, do(ada, 1, **act))

            assert whys(ada) == ["bad-message"] * 5
            assert table.match.play.state == before

        at_a_party(story)

    def test_nobody_is_sent_what_he_already_has(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)
            bo = await here.enter(table, name="Bo")
            await here.say(table, ada, wire.Start())
            told = len(bo.all("update"))
            silenced = shelf()[GAME].tell

            def to_the_actor_alone(event, seat):
                return silenced(event, seat) if seat == 0 else None

            table.match.play.game = SimpleNamespace(**{**vars(shelf()[GAME]), "tell": to_the_actor_alone})
            await here.say(table, ada, do(ada, 1, type="Rest"))

            assert ada.last("update")["news"][0]["type"] == "Refused"
            assert len(bo.all("update")) == told

        at_a_party(story)

    def test_a_watcher_has_no_finger(self, at_a_party):
        async def story(here):
            table, token = await here.open(bots=("steady",), start=True)
            ada = await here.enter(table, token)
            eve = await here.enter(table)
            card = await hunting(here, table, ada)

            await here.say(table, eve, do(eve, 1, type="Tap", shape=card[0]))

            assert whys(eve) == ["not-seated"]

        at_a_party(story)

    def test_whoever_is_gone_is_away_and_back_again(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)
            bo = await here.enter(table, name="Bo")
            await here.say(table, ada, wire.Start())
            table.disconnect(bo)

            await here.wait(table, AWAY / SECOND + 0.5)
            assert ada.last("update")["view"]["away"] == [1]

            bo = await here.enter(table, bo.last("welcome")["token"])
            await here.wait(table, 0.5)
            assert bo.last("update")["view"]["away"] == []

        at_a_party(story)

    def test_waits_for_whoever_opened_the_table(self, at_a_party):
        async def story(here):
            table, token = await here.open(bots=("steady",), start=True)
            await here.wait(table, 60, step=SECOND)
            assert table.match.play.journal == []

            ada = await here.enter(table, token)

            assert ada.last("room")["paused"] is None
            assert ada.last("update")["at"] == 0

        at_a_party(story)

    def test_a_table_that_everybody_left_waits_for_them(self, at_a_party):
        async def story(here):
            table, token = await here.open(bots=("steady",), start=True)
            ada = await here.enter(table, token)
            table.disconnect(ada)

            await here.wait(table, AWAY / SECOND + 1)
            assert table.paused == "empty"

            await here.enter(table, token)
            assert table.paused is None

        at_a_party(story)

    def test_a_reconnected_screen_gains_no_time(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)
            bo = await here.enter(table, name="Bo")
            await here.say(table, ada, wire.Start())
            card = await hunting(here, table, ada, bo)
            here.time += 2 * SECOND

            ada = await here.enter(table, token)
            await paint(here, table, ada, 500)
            here.time += 10 * MS
            await here.say(table, ada, do(ada, 500 + 5 * MS, type="Tap", shape=card[0]))
            await here.wait(table, 0.3)

            held = table.match.play.journal[-1].move
            assert held.at - table.match.play.state.race.since > 2 * SECOND

        at_a_party(story)


class TestARestart:
    def test_brings_back_every_table_with_the_same_state_and_waits_for_its_players(self, at_a_party):
        async def story(here):
            table, token = await here.open(bots=("steady", "gentle"), start=True)
            empty, _ = await here.open(name="Zoe")
            ada = await here.enter(table, token)
            await hunting(here, table, ada)
            state, finishes = table.match.play.state, table.match.finishes

            here.lobby.tables.clear()  # the process is gone
            await here.lobby.restore()

            again = here.lobby.find(table.room.code)
            again.task.cancel()
            assert again is not table
            assert again.room == table.room
            assert again.match.play.state == state
            assert again.match.finishes == finishes
            assert again.paused == "restart"
            assert here.lobby.find(empty.room.code).room == empty.room

            ada = await here.enter(again, token)
            assert again.paused is None
            assert ada.last("update")["view"]["round"] == state.round
            await here.wait(again, 60)
            kept = await here.journal.read(f"game/{again.room.match}")
            assert len(kept) == 1 + len(again.match.play.journal)

        at_a_party(story)

    def test_whoever_was_away_before_it_can_still_come_back(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)
            bo = await here.enter(table, name="Bo")
            await here.say(table, ada, wire.Start())
            table.disconnect(bo)
            await here.wait(table, AWAY / SECOND + 0.5)
            here.lobby.tables.clear()
            await here.lobby.restore()
            again = here.lobby.find(table.room.code)
            again.task.cancel()

            ada = await here.enter(again, token)
            assert ada.last("room")["paused"] is None, "nobody waits for him"
            assert ada.last("update")["view"]["away"] == [1]
            await here.enter(again, bo.last("welcome")["token"])
            await here.wait(again, 0.5)

            assert ada.last("update")["view"]["away"] == []

        at_a_party(story)

    def test_waits_a_moment_for_the_others(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)
            await here.enter(table, name="Bo")
            await here.say(table, ada, wire.Start())
            here.lobby.tables.clear()
            await here.lobby.restore()
            again = here.lobby.find(table.room.code)
            again.task.cancel()

            ada = await here.enter(again, token)
            assert ada.last("room")["paused"] == "restart"
            await here.wait(again, EVERYBODY_BACK / SECOND + 0.1)
            assert ada.last("room")["paused"] is None

        at_a_party(story)


class TestATableThatBreaks:
    def test_comes_back_as_it_was_kept_and_takes_nobody_down_with_it(self, at_a_party):
        async def story(here):
            opened = await here.lobby.open(OpenTable(GAME, name="Ada", bots=("steady",), start=True))
            table = here.lobby.find(opened.code)
            kept = here.journal.append

            async def disk_is_full(*_):
                raise OSError("no space left on device")

            here.journal.append = disk_is_full
            ada = Screen()
            table.connect(ada)
            table.hear(ada, wire.Hello(wire.VERSION, opened.token), here.time)
            while not ada.last("update"):
                await asyncio.wait([table.task], timeout=0)
            here.time += 10 * SECOND
            table.pong(ada, b"", here.time)  # wakes the table: the house turns the card
            await asyncio.wait([table.task])
            here.journal.append = kept
            await asyncio.gather(*here.lobby.revivals.values())

            assert ada.last("goodbye")["why"] == "restarting"
            again = here.lobby.find(opened.code)
            assert again is not table
            assert again.room == table.room
            assert again.paused == "restart"

        at_a_party(story)

    def test_is_not_said_to_be_gone_while_it_is_on_its_way_back(self, at_a_party, monkeypatch):
        monkeypatch.setattr(lobbies, "BROKEN", 0)

        async def story(here):
            opened = await here.lobby.open(OpenTable(GAME, name="Ada"))
            table, get, tries = here.lobby.find(opened.code), here.journal.get, []

            async def unreadable_at_first(key):
                tries.append(key)
                if len(tries) < 3:
                    raise OSError("input/output error")
                return await get(key)

            async def broken():
                raise ValueError("nobody thought of this")

            here.journal.get, table.step = unreadable_at_first, broken
            table.pong(Screen(), b"", here.time)
            await asyncio.wait([table.task])
            while here.lobby.revivals:
                assert here.lobby.has(opened.code)
                with pytest.raises(Refusal, match="restarting"):
                    here.lobby.find(opened.code)
                await asyncio.wait(here.lobby.revivals.values(), timeout=0)

            assert len(tries) == 3
            assert [member.name for member in here.lobby.find(opened.code).room.members] == ["Ada"]

        at_a_party(story)


class TestAnIdleTable:
    def test_times_a_new_line_thrice_in_its_first_seconds(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)

            await here.wait(table, FIRST_PINGS - 0.5)

            assert ada.pinged == FIRST_PINGS
            assert ada.last("room")["players"][0]["weather"] == "clear"

        at_a_party(story)

    def test_sends_nothing_but_a_rare_ping(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)
            await here.wait(table, 6, step=SECOND)
            told, pinged = len(ada.got), ada.pinged

            await here.wait(table, 600, step=SECOND)

            assert len(ada.got) == told
            assert 0 < ada.pinged - pinged <= 30

        at_a_party(story)

    def test_a_line_that_answers_no_ping_is_closed(self, at_a_party):
        async def story(here):
            table, token = await here.open()
            ada = await here.enter(table, token)
            ada.answers_pings = False

            bo = await here.enter(table, name="Bo")
            await here.wait(table, 120, step=SECOND)

            assert ada.closed
            assert [p["here"] for p in bo.last("room")["players"]] == [False, True]
            assert bo.last("room")["host"] == bo.last("welcome")["player"]

        at_a_party(story)


def test_a_table_cannot_be_opened_with_what_the_game_does_not_know(at_a_party):
    async def story(here):
        for request in (
            OpenTable("chess"),
            OpenTable(GAME, options={"side": "x"}),
            OpenTable(GAME, start=True),
            OpenTable(GAME, name="", bots=("steady",)),
        ):
            try:
                await here.lobby.open(request)
            except Refusal:
                continue
            raise AssertionError(request)
        assert not here.lobby.tables
        assert await here.journal.values() == {}

    at_a_party(story)


def test_a_house_full_of_tables_that_nobody_is_at_opens_another(at_a_party, monkeypatch):
    async def story(here):
        monkeypatch.setattr("taphouse.house.lobby.MOST_TABLES", 2)
        taken, token = await here.open()
        await here.enter(taken, token)
        here.time += SECOND
        left, _ = await here.open()
        third, token = await here.open()
        assert set(here.lobby.tables.values()) == {taken, third}
        assert await here.journal.get(f"room/{left.room.code}") is None

        await here.enter(third, token)
        with pytest.raises(Refusal, match="flood"):
            await here.open()

    at_a_party(story)
