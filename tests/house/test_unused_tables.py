"""Unused tables are removed, but not because a wall clock jumped."""

import asyncio

from taphouse.core import SECOND
from taphouse.house import lobby as lobbies
from taphouse.table import wire


def test_a_table_is_removed_only_when_many_sweeps_in_a_row_found_it_unused(at_a_party, monkeypatch):
    monkeypatch.setattr(lobbies, "SWEEP", 0)

    async def look(times):
        """Counts one sweep in each turn of the loop."""
        for _ in range(times):
            await asyncio.sleep(0)

    async def story(here):
        table, _ = await here.open()
        sweeper = asyncio.ensure_future(here.lobby._sweep())
        here.time += 2 * lobbies.FORGOTTEN * SECOND
        await look(lobbies.LOOKS - 1)
        assert here.lobby.has(table.code)
        here.time -= 2 * lobbies.FORGOTTEN * SECOND  # the clock is set right
        await look(1)
        here.time += 2 * lobbies.FORGOTTEN * SECOND
        await look(lobbies.LOOKS - 1)
        assert here.lobby.has(table.code)
        await look(1)
        assert not here.lobby.has(table.code)
        sweeper.cancel()

    at_a_party(story)


def test_a_table_that_is_gone_or_visited_while_another_is_removed_is_left_alone(at_a_party, monkeypatch):
    monkeypatch.setattr(lobbies, "LOOKS", 1)

    async def story(here):
        first, gone, visited = [(await here.open())[0] for _ in range(3)]
        here.time += 2 * lobbies.FORGOTTEN * SECOND
        put_away, came = here.lobby.owner.remove, asyncio.Event()

        async def meanwhile(table):
            await put_away(table)
            await put_away(gone)
            await here.enter(visited)
            came.set()

        here.lobby.owner.remove = meanwhile
        sweeper = asyncio.ensure_future(here.lobby._sweep())
        await came.wait()
        await asyncio.sleep(0)  # the sweep continues from here
        assert not sweeper.done()
        assert [here.lobby.has(table.code) for table in (first, gone, visited)] == [False, False, True]
        sweeper.cancel()

    at_a_party(story)


def test_a_browser_that_connects_while_the_table_is_removed_is_told_that_it_is_gone(at_a_party):
    async def story(here):
        table, _ = await here.open()
        early = here.connect(table)  # still in the table's inbox
        table.receive(early, wire.Hello(wire.VERSION), here.time)
        await here.lobby.owner.remove(table)
        late = here.connect(table)  # looked the table up a moment before

        assert [screen.last("goodbye")["why"] for screen in (early, late)] == ["gone", "gone"]

    at_a_party(story)


def test_a_table_that_cannot_be_removed_does_not_stop_the_removal_of_others(at_a_party, monkeypatch):
    monkeypatch.setattr(lobbies, "LOOKS", 1)

    async def story(here):
        tables = [(await here.open())[0] for _ in range(2)]
        here.time += 2 * lobbies.FORGOTTEN * SECOND
        delete, done = here.journal.delete, asyncio.Event()

        async def fails_once(key):
            here.journal.delete = delete_and_tell
            raise OSError("input/output error")

        async def delete_and_tell(key):
            await delete(key)
            done.set()

        here.journal.delete = fails_once
        sweeper = asyncio.ensure_future(here.lobby._sweep())
        async with asyncio.timeout(20):
            await done.wait()
        assert not any(here.lobby.has(table.code) for table in tables)
        sweeper.cancel()

    at_a_party(story)
