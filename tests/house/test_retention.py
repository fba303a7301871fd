"""Old games that no table names any more are deleted, and no others."""

import asyncio
import time

import msgspec
import pytest

from taphouse.core import SECOND
from taphouse.house import retention
from taphouse.house.observer import NoObserver
from taphouse.house.retention import DAY, expired_games, run_retention
from taphouse.table import room as rooms
from taphouse.table.room import Ended, Room
from tests.house.fingers import do
from tests.toys import SHELF, TOY


async def keep_games(journal, *matches):
    for match in matches:
        await journal.append(f"game/{match}", 0, [b"header", b"entry"])


async def keep_room(journal, code, match=None, ended=()):
    games = tuple(Ended(number, one, TOY, ()) for number, one in enumerate(ended, 1))
    await journal.put(f"room/{code}", msgspec.json.encode(Room(code, "", TOY, match=match, ended=games)), 0)


def tomorrow():
    return int(time.time()) + DAY


class TestExpiredGames:
    def test_an_expired_game_is_named_by_no_table_as_current_or_ended(self, at_a_party):
        async def story(here):
            await keep_games(here.journal, "on", "over", "first", "abandoned", "table-put-away")
            await keep_room(here.journal, "QUAY", "on")
            await keep_room(here.journal, "KELP", "over", ["first", "over"])
            found = await expired_games(here.journal, tomorrow())
            assert sorted(found) == ["game/abandoned", "game/table-put-away"]
            assert all(size > 0 for size in found.values())

        at_a_party(story)

    def test_a_game_that_began_since_is_not_expired(self, at_a_party):
        async def story(here):
            await keep_games(here.journal, "abandoned")
            assert await expired_games(here.journal, tomorrow() - 2 * DAY) == {}

        at_a_party(story)

    def test_only_games_expire(self, at_a_party):
        async def story(here):
            await here.journal.append("house/health", 0, [b"ok"])
            assert await expired_games(here.journal, tomorrow()) == {}

        at_a_party(story)

    def test_no_game_expires_while_a_table_cannot_be_read(self, at_a_party):
        async def story(here):
            await keep_games(here.journal, "abandoned")
            await here.journal.put("room/QUAY", b"{", 0)
            with pytest.raises(msgspec.DecodeError):
                await expired_games(here.journal, tomorrow())

        at_a_party(story)

    def test_of_a_table_that_plays_on_only_the_games_it_dropped_expire(self, at_a_party):
        async def story(here):
            table, ada, _ = await here.playing("Bo")
            await here.say(table, ada, do(ada, 0, type="Tap", lamp="red"))
            left = table.room.match
            assert await expired_games(here.journal, tomorrow()) == {}
            table.session.leave(rooms.back_to_lobby(SHELF, table.room))
            table.session.start()
            await table.step()
            assert list(await expired_games(here.journal, tomorrow())) == [f"game/{left}"]
            await here.journal.drop(f"game/{left}")
            again = await here.restart(table)
            assert again.room.match == table.room.match

        at_a_party(story)


class Counted(NoObserver):
    def __init__(self):
        self.seen = asyncio.Queue()

    def count(self, what):
        self.seen.put_nowait(what)


class TestRetention:
    def test_retention_deletes_expired_games_and_counts_them(self, at_a_party):
        async def story(here):
            house = here.lobby.house
            house.observer = observer = Counted()
            await keep_games(here.journal, "old", "on")
            await keep_room(here.journal, "QUAY", "on")
            here.time = (tomorrow() + 30 * DAY) * SECOND
            working = asyncio.create_task(run_retention(house, 30 * DAY))
            async with asyncio.timeout(20):
                assert await observer.seen.get() == "forgotten"
            working.cancel()
            assert await here.journal.read("game/old") == []
            assert await here.journal.read("game/on") == [b"header", b"entry"]

        at_a_party(story)

    def test_retention_continues_after_an_error(self, at_a_party, monkeypatch):
        monkeypatch.setattr(retention, "LOOK", 0)

        async def story(here):
            house = here.lobby.house
            house.observer = observer = Counted()
            await keep_games(here.journal, "old")
            here.time = (tomorrow() + 30 * DAY) * SECOND
            begun_before = here.journal.begun_before

            async def unreadable(moment):
                here.journal.begun_before = begun_before
                here.time += DAY * SECOND
                raise OSError("input/output error")

            here.journal.begun_before = unreadable
            working = asyncio.create_task(run_retention(house, 30 * DAY))
            async with asyncio.timeout(20):
                assert await observer.seen.get() == "forgotten"
            working.cancel()

        at_a_party(story)

    def test_retention_runs_once_a_day_on_one_node_for_all(self, at_a_party):
        async def story(here):
            house = here.lobby.house
            assert await retention._is_due(house)
            assert not await retention._is_due(house)
            here.time += DAY * SECOND
            nodes = await asyncio.gather(*[retention._is_due(house) for _ in range(3)])
            assert sorted(nodes) == [False, False, True]

        at_a_party(story)

    def test_retention_runs_again_soon_after_the_clock_was_wrong(self, at_a_party):
        async def story(here):
            house = here.lobby.house
            here.time += 1_000 * DAY * SECOND
            assert await retention._is_due(house)
            here.time -= 999 * DAY * SECOND
            assert await retention._is_due(house)

        at_a_party(story)
