"""A house without a package that brought a game."""

import asyncio
import logging

from taphouse.house.house import House
from taphouse.house.lobby import Lobby
from taphouse.house.observer import NoObserver
from taphouse.house.sole_owner import SoleOwner
from taphouse.journal.sqlite import Sqlite
from taphouse.shelf import Shelf
from tests.ended import ended, keep_table
from tests.shelf import SHELF


def test_a_table_whose_game_is_not_installed_stays_stored_and_the_house_opens_without_it(tmp_path, caplog):
    async def opened(shelf):
        journal = Sqlite(tmp_path / "house.db")
        lobby = Lobby(SoleOwner(House(shelf, journal, b"secret", lambda: 0, lambda: 0, NoObserver())))
        await lobby.restore()
        tables = set(lobby.tables)
        await lobby.close()
        await journal.close()
        return tables

    async def story():
        await keep_table(tmp_path, "QUAY", ended())
        assert await opened(Shelf({})) == set()
        assert await opened(SHELF) == {"QUAY"}

    with caplog.at_level(logging.WARNING):
        asyncio.run(story())

    assert [record.getMessage() for record in caplog.records] == [
        "table not opened: its game tip-tap is not installed"
    ]
