"""A table whose journal cannot be written: it is paused, shows it, and continues without a loss."""

import asyncio

from taphouse.core import MS, SECOND
from taphouse.table import table as tables
from taphouse.table import wire
from tests.house.fingers import do
from tests.house.party import player, whys


class Stuck:
    """The journal, but each write waits until the test allows it."""

    def __init__(self, journal):
        self._journal, self.asked, self.free = journal, asyncio.Event(), asyncio.Event()

    def __getattr__(self, name):
        return getattr(self._journal, name)

    async def append(self, *entry):
        self.asked.set()
        await self.free.wait()
        await self._journal.append(*entry)

    async def put(self, *value):
        self.asked.set()
        await self.free.wait()
        return await self._journal.put(*value)


def test_play_time_stops_until_the_journal_is_written(at_a_party, monkeypatch):
    monkeypatch.setattr(tables, "SLOW_KEEP", 0)

    async def story(here):
        table, ada = await here.at_a_table(bots=("steady",), start=True)
        stuck = here.lobby.house.journal = Stuck(here.journal)
        clock = table.match.now(here.time)
        asked = asyncio.ensure_future(stuck.asked.wait())
        while not asked.done():  # until the lamps are lit, which must be saved
            here.time += SECOND // 47  # never the moment of a deadline: the timer for that one is set
            step = asyncio.ensure_future(table.step())
            await asyncio.wait([step, asked], return_when=asyncio.FIRST_COMPLETED)
        for _ in range(3):  # the deadline is due at once
            await asyncio.sleep(0)
        assert ada.last("room")["paused"] == "keeping"
        stood = table.match.now(here.time)
        assert stood > clock
        sent = len(ada.all("update"))
        here.time += 6 * SECOND
        table.receive(ada, wire.Beat(1, 1), here.time)
        assert not table._inbox, "a page beats for as long as it lasts: none of it is collected"
        table.receive(ada, wire.Do(b"{}", 1, 1), here.time)
        assert table.match.now(here.time) == stood

        stuck.free.set()
        await step
        assert table.match.now(here.time) == stood
        assert ada.last("room")["paused"] is None
        assert len(ada.all("update")) > sent
        await table.step()
        assert whys(ada) == ["not-now"], "the tap is not processed later either"

    at_a_party(story)


def test_a_tap_that_arrives_while_the_journal_is_slow_belongs_to_the_race_that_was_due_before_it(at_a_party):
    async def story(here):
        table, ada, _ = await here.playing("Bo")
        await here.wait(table, (table.match.play.due - table.match.now(here.time)) / SECOND - 0.03)
        stuck = here.lobby.house.journal = Stuck(here.journal)
        table.receive(ada, do(ada, here.time, type="Call"), here.time)
        step = asyncio.ensure_future(table.step())
        await stuck.asked.wait()
        here.time += 200 * MS  # the lamps were due meanwhile
        table.receive(ada, do(ada, here.time, type="Call"), here.time)
        stuck.free.set()
        await step
        await here.wait(table, 0.5)  # the rival is waited for

        *_, last = [entry for entry in table.match.play.journal if entry.evidence]
        assert last.evidence.race is not None
        assert await here.problems(table) == []

    at_a_party(story)


def test_a_connection_that_answered_pings_while_the_journal_was_slow_is_not_closed(at_a_party):
    async def story(here):
        table, ada = await here.at_a_table()
        ada.answers_pings = False
        await here.wait(table, 5)
        assert ada.pings
        stuck = here.lobby.house.journal = Stuck(here.journal)
        table.receive(ada, wire.Ready(True), here.time)
        step = asyncio.ensure_future(table.step())
        await stuck.asked.wait()
        table.receive(ada, wire.Lock(True), here.time)
        for nonce in ada.pings:
            table.pong(ada, nonce, here.time)
        here.time += 60 * SECOND

        stuck.free.set()
        await step
        await table.step()

        assert not ada.closed
        assert ada.last("room")["locked"]

    at_a_party(story)


async def kicked_but_not_kept(here):
    """Ada has kicked Eve; the step waits for the journal."""
    table, ada, eve = await here.at_a_table("Eve")
    stuck = here.lobby.house.journal = Stuck(here.journal)
    table.receive(ada, wire.Kick(player(eve)), here.time)
    step = asyncio.ensure_future(table.step())
    await stuck.asked.wait()
    return table, ada, eve, stuck, step


def test_a_kicked_player_is_disconnected_only_after_the_kick_is_saved(at_a_party):
    async def story(here):
        _, _, eve, stuck, step = await kicked_but_not_kept(here)
        assert not eve.closed

        stuck.free.set()
        await step

        assert eve.closed
        assert eve.last("goodbye")["why"] == "kicked"

    at_a_party(story)


def test_a_player_whose_kick_was_not_saved_when_the_table_failed_is_told_to_try_again(at_a_party):
    async def story(here):
        table, ada, eve, _, step = await kicked_but_not_kept(here)
        step.cancel()

        table.close_all("restarting")

        assert [screen.last("goodbye")["why"] for screen in (ada, eve)] == ["restarting", "restarting"]
        assert ada.closed
        assert eve.closed

    at_a_party(story)
