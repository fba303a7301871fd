"""A table is opened with what its game knows, if the house has room for it."""

import pytest

from taphouse.core import SECOND
from taphouse.house.lobby import OpenTable
from taphouse.house.room import Refusal
from tests.house.party import GAME


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
