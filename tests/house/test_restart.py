"""The process ends, or a table breaks: all is as it was told last, and waits for its players."""

import asyncio

import pytest

from taphouse.core import SECOND
from taphouse.house import backoff, wire
from taphouse.house import lobby as lobbies
from taphouse.house.backoff import HEALTHY, Backoff
from taphouse.house.lobby import OpenTable
from taphouse.house.presence import AWAY
from taphouse.house.room import Refusal
from taphouse.house.session import EVERYBODY_BACK
from taphouse.house.table import Table
from tests.house.fingers import hunting
from tests.house.party import GAME, Transport, token


class TestARestart:
    def test_brings_back_every_table_with_the_same_state_and_waits_for_its_players(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table(bots=("steady", "gentle"), start=True)
            empty, _ = await here.open(name="Zoe")
            await hunting(here, table, ada)
            state, finishes = table.match.play.state, table.match.finishes

            again = await here.restart(table)

            assert again is not table
            assert again.room == table.room
            assert again.match.play.state == state
            assert again.match.finishes == finishes
            assert again.paused == "restart"
            assert here.lobby.find(empty.room.code).room == empty.room

            ada = await here.enter(again, token(ada))
            assert again.paused is None
            assert ada.last("update")["view"]["round"] == state.round
            await here.wait(again, 60)
            kept = await here.kept(again)
            assert len(kept) == 1 + len(again.match.play.journal)

        at_a_party(story)

    def test_whoever_was_away_before_it_can_still_come_back(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            table.disconnect(bo)
            await here.wait(table, AWAY / SECOND + 0.5)
            again = await here.restart(table)

            ada = await here.enter(again, token(ada))
            assert ada.last("room")["paused"] is None, "nobody waits for him"
            assert ada.last("update")["view"]["away"] == [1]
            await here.enter(again, token(bo))
            await here.wait(again, 0.5)

            assert ada.last("update")["view"]["away"] == []

        at_a_party(story)

    def test_waits_a_moment_for_the_others(self, at_a_party):
        async def story(here):
            table, ada, _ = await here.playing("Bo")
            again = await here.restart(table)

            ada = await here.enter(again, token(ada))
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
            ada = here.connect(table)
            table.receive(ada, wire.Hello(wire.VERSION, opened.token), here.time)
            while not ada.last("update"):
                await asyncio.wait([table.task], timeout=0)
            here.time += 10 * SECOND
            table.pong(ada, b"", here.time)  # wakes the table: the house turns the card
            await asyncio.wait([table.task])
            here.journal.append = kept
            await asyncio.gather(*here.lobby.restarts.values())

            assert ada.last("goodbye")["why"] == "restarting"
            again = here.lobby.find(opened.code)
            assert again is not table
            assert again.room == table.room
            assert again.paused == "restart"

        at_a_party(story)

    def test_is_not_said_to_be_gone_while_it_is_on_its_way_back(self, at_a_party, monkeypatch):
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
            while here.lobby.restarts:
                assert here.lobby.has(opened.code)
                with pytest.raises(Refusal, match="restarting"):
                    here.lobby.find(opened.code)
                await asyncio.wait(here.lobby.restarts.values(), timeout=0)

            assert len(tries) == 3
            assert [member.name for member in here.lobby.find(opened.code).room.members] == ["Ada"]

        at_a_party(story)

    def test_again_and_again_rests_ever_longer_and_is_back_when_the_cause_is_gone(
        self, at_a_party, monkeypatch
    ):
        rests, slept = [], asyncio.sleep

        async def sleep(seconds):
            rests.append(seconds)
            await slept(0)

        async def story(here):
            opened = await here.lobby.open(OpenTable(GAME, name="Ada"))
            monkeypatch.setattr(Table, "step", broken)
            monkeypatch.setattr(lobbies.asyncio, "sleep", sleep)
            knocking = here.lobby.find(opened.code)
            while len(rests) < 8:
                table = here.lobby.tables.get(opened.code)
                if table is not None:
                    table.pong(Transport(), b"", here.time)  # wakes it
                    await asyncio.wait([table.task])
                else:
                    with pytest.raises(Refusal, match="restarting"):
                        here.lobby.find(opened.code)
                    await asyncio.wait(here.lobby.restarts.values())
            monkeypatch.undo()
            await asyncio.gather(*here.lobby.restarts.values())

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

    def test_whoever_came_while_it_broke_is_told_to_come_again(self, at_a_party):
        async def story(here):
            opened = await here.lobby.open(OpenTable(GAME, name="Ada"))
            table = here.lobby.find(opened.code)

            async def broken():
                raise ValueError("nobody thought of this")

            table.step = broken
            early = here.connect(table)
            await asyncio.wait([table.task])
            late = here.connect(table)  # found it a moment before

            assert early.last("goodbye")["why"] == late.last("goodbye")["why"] == "restarting"

        at_a_party(story)


class TestRelapses:
    def test_a_table_that_lasted_is_well_again(self):
        known = Backoff()
        assert [known.delay("QUAY", at * SECOND) for at in (0, 1, 3)] == [0, 1, 2]
        assert known.delay("QUAY", 200 * SECOND) == 0
        assert known.delay("QUAY", 201 * SECOND) == 1

    def test_a_long_rest_does_not_count_as_lasting(self):
        known, now = Backoff(), 0
        for expected in (0, 1, 2, 5, 10, 30, 30):
            rest = known.delay("QUAY", now)
            assert rest == expected
            now += round(rest * SECOND) + HEALTHY - 1

    def test_each_table_has_its_own(self):
        known = Backoff()
        known.delay("QUAY", 0)
        assert known.delay("KELP", 0) == 0

    def test_those_that_are_well_are_not_remembered(self):
        known = Backoff()
        for number in range(100):
            known.delay(str(number), number * HEALTHY)
        assert len(known._restarts) == 1
