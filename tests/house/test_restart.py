"""After the process ends or a table fails, the table is restored as last sent and waits for its players."""

import asyncio

import pytest

from taphouse.core import SECOND
from taphouse.house import backoff, sole_owner
from taphouse.house.backoff import HEALTHY, Backoff
from taphouse.house.live_table import LiveTable
from taphouse.house.lobby import OpenTable
from taphouse.table import wire
from taphouse.table.presence import AWAY
from taphouse.table.room import Refusal
from taphouse.table.session import EVERYBODY_BACK
from tests.house.fingers import lit
from tests.house.party import GAME, Transport, token


class TestARestart:
    def test_a_restart_restores_every_table_with_the_same_state_and_waits_for_its_players(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table(bots=("steady", "gentle"), start=True)
            empty, _ = await here.open(name="Zoe")
            await lit(here, table, ada)
            state, finishes = table.match.play.state, table.match.finishes

            again = await here.restart(table)

            assert again is not table
            assert again.room == table.room
            assert again.match.play.state == state
            assert again.match.finishes == finishes
            assert again.table.paused == "restart"
            assert here.lobby.find(empty.room.code).room == empty.room

            ada = await here.enter(again, token(ada))
            assert again.paused is None
            assert ada.last("update")["view"]["round"] == state.round
            await here.wait(again, 60)
            stored = await here.stored(again)
            assert len(stored) == 1 + len(again.match.play.journal)

        at_a_party(story)

    def test_a_player_who_was_away_before_a_restart_can_still_come_back(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            table.disconnect(bo)
            await here.wait(table, AWAY / SECOND + 0.5)
            again = await here.restart(table)

            ada = await here.enter(again, token(ada))
            assert ada.last("room")["paused"] is None, "nobody waits for Bo"
            assert ada.last("update")["view"]["away"] == [1]
            await here.enter(again, token(bo))
            await here.wait(again, 0.5)

            assert ada.last("update")["view"]["away"] == []

        at_a_party(story)

    def test_a_table_waits_a_moment_for_the_other_players_after_a_restart(self, at_a_party):
        async def story(here):
            table, ada, _ = await here.playing("Bo")
            again = await here.restart(table)

            ada = await here.enter(again, token(ada))
            assert ada.last("room")["paused"] == "restart"
            await here.wait(again, EVERYBODY_BACK / SECOND + 0.1)
            assert ada.last("room")["paused"] is None

        at_a_party(story)


class TestATableThatFails:
    def test_a_table_that_fails_is_restored_and_other_tables_are_not_affected(self, at_a_party):
        async def story(here):
            opened = await here.lobby.open(OpenTable(GAME, name="Ada", bots=("steady",), start=True))
            table = here.lobby.find(opened.code)
            append = here.journal.append

            async def disk_is_full(*_):
                raise OSError("no space left on device")

            here.journal.append = disk_is_full
            ada = here.connect(table)
            table.receive(ada, wire.Hello(wire.VERSION, opened.token), here.time)
            while not ada.last("update"):
                await asyncio.wait([table.task], timeout=0)
            here.time += 10 * SECOND
            table.pong(ada, b"", here.time)  # wakes the table, which turns the card
            await asyncio.wait([table.task])
            here.journal.append = append
            await asyncio.gather(*here.lobby.owner.restarts.values())

            assert ada.last("goodbye")["why"] == "restarting"
            again = here.lobby.find(opened.code)
            assert again is not table
            assert again.room == table.room
            assert again.table.paused == "restart"

        at_a_party(story)

    def test_a_table_that_is_being_restored_is_not_reported_as_gone(self, at_a_party, monkeypatch):
        monkeypatch.setattr(backoff, "DELAYS", (0,))

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
            table.pong(Transport(), b"", here.time)
            await asyncio.wait([table.task])
            while here.lobby.owner.restarts:
                assert here.lobby.has(opened.code)
                with pytest.raises(Refusal, match="restarting"):
                    here.lobby.find(opened.code)
                await asyncio.wait(here.lobby.owner.restarts.values(), timeout=0)

            assert len(tries) == 3
            assert [member.name for member in here.lobby.find(opened.code).room.members] == ["Ada"]

        at_a_party(story)

    def test_a_table_that_keeps_failing_waits_longer_each_time_and_is_back_when_the_cause_is_gone(
        self, at_a_party, monkeypatch
    ):
        rests, slept = [], asyncio.sleep

        async def sleep(seconds):
            rests.append(seconds)
            await slept(0)

        async def story(here):
            opened = await here.lobby.open(OpenTable(GAME, name="Ada"))
            monkeypatch.setattr(LiveTable, "step", broken)
            monkeypatch.setattr(sole_owner.asyncio, "sleep", sleep)
            knocking = here.lobby.find(opened.code)
            while len(rests) < 8:
                table = here.lobby.tables.get(opened.code)
                if table is not None:
                    table.pong(Transport(), b"", here.time)  # wakes it
                    await asyncio.wait([table.task])
                else:
                    with pytest.raises(Refusal, match="restarting"):
                        here.lobby.find(opened.code)
                    await asyncio.wait(here.lobby.owner.restarts.values())
            monkeypatch.undo()
            await asyncio.gather(*here.lobby.owner.restarts.values())

            again = here.lobby.find(opened.code)
            assert again is not knocking
            ada = here.connect(again)
            again.receive(ada, wire.Hello(wire.VERSION, opened.token), here.time)
            while not ada.last("room"):
                await asyncio.wait([again.task], timeout=0)
            assert rests[:8] == [0, 1, 2, 5, 10, 30, 30, 30]

        async def broken(table):
            raise ValueError("nobody thought of this")

        at_a_party(story)

    def test_a_browser_that_connects_while_the_table_fails_is_told_to_try_again(self, at_a_party):
        async def story(here):
            opened = await here.lobby.open(OpenTable(GAME, name="Ada"))
            table = here.lobby.find(opened.code)

            async def broken():
                raise ValueError("nobody thought of this")

            table.step = broken
            early = here.connect(table)
            await asyncio.wait([table.task])
            late = here.connect(table)  # looked the table up a moment before

            assert early.last("goodbye")["why"] == late.last("goodbye")["why"] == "restarting"

        at_a_party(story)


class TestBackoff:
    def test_a_table_that_ran_long_enough_starts_from_the_first_delay_again(self):
        known = Backoff()
        assert [known.delay("QUAY", at * SECOND) for at in (0, 1, 3)] == [0, 1, 2]
        assert known.delay("QUAY", 200 * SECOND) == 0
        assert known.delay("QUAY", 201 * SECOND) == 1

    def test_the_wait_before_a_restart_does_not_count_as_running(self):
        known, now = Backoff(), 0
        for expected in (0, 1, 2, 5, 10, 30, 30):
            rest = known.delay("QUAY", now)
            assert rest == expected
            now += round(rest * SECOND) + HEALTHY - 1

    def test_each_table_has_a_backoff_of_its_own(self):
        known = Backoff()
        known.delay("QUAY", 0)
        assert known.delay("KELP", 0) == 0

    def test_the_backoff_forgets_tables_that_ran_long_enough(self):
        known = Backoff()
        for number in range(100):
            known.delay(str(number), number * HEALTHY)
        assert len(known._restarts) == 1
