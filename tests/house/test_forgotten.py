"""Tables that nobody comes back to are put away, but not because a wall clock jumped."""

import asyncio

from taphouse.core import SECOND
from taphouse.house import lobby as lobbies


def test_a_table_is_put_away_only_when_it_was_found_forgotten_many_times_in_a_row(at_a_party, monkeypatch):
    monkeypatch.setattr(lobbies, "SWEEP", 0)

    async def look(times):
        """Once in each turn of the loop."""
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
