"""A table whose journal cannot be written: it stands still, says so, and goes on with nothing lost."""

import asyncio

from taphouse.core import SECOND
from taphouse.house import table as tables
from taphouse.house import wire
from tests.house.party import whys


class Stuck:
    """The journal, but for what is to be kept: that waits until the test lets it."""

    def __init__(self, journal):
        self._journal, self.asked, self.free = journal, asyncio.Event(), asyncio.Event()

    def __getattr__(self, name):
        return getattr(self._journal, name)

    async def append(self, *entry):
        self.asked.set()
        await self.free.wait()
        await self._journal.append(*entry)


def test_time_stands_still_until_what_happened_is_kept(at_a_party, monkeypatch):
    monkeypatch.setattr(tables, "SLOW_TO_KEEP", 0)

    async def story(here):
        table, token = await here.open(bots=("steady",), start=True)
        ada = await here.enter(table, token)
        stuck = here.lobby.house.journal = Stuck(here.journal)
        clock = table.match.now(here.time)
        asked = asyncio.ensure_future(stuck.asked.wait())
        while not asked.done():  # until something happens that must be kept
            here.time += SECOND // 50
            step = asyncio.ensure_future(table.step())
            await asyncio.wait([step, asked], return_when=asyncio.FIRST_COMPLETED)
        for _ in range(3):  # the alarm is due at once
            await asyncio.sleep(0)
        assert ada.last("room")["paused"] == "keeping"
        stood = table.match.now(here.time)
        assert stood > clock
        told = len(ada.all("update"))
        here.time += 6 * SECOND
        table.hear(ada, wire.Do(b"{}", 1, 1), here.time)
        assert table.match.now(here.time) == stood

        stuck.free.set()
        await step
        assert table.match.now(here.time) == stood
        assert ada.last("room")["paused"] is None
        assert len(ada.all("update")) > told
        await table.step()
        assert whys(ada) == ["not-now"], "it is not heard later either"

    at_a_party(story)
