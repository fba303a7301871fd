"""Opening a table: its options must be known to the game, and the house must have room for it."""

import msgspec
import pytest

from taphouse.core import SECOND, replace
from taphouse.house.lobby import AT_ONCE, FEW, OpenTable
from taphouse.table.room import Refusal, Room
from taphouse.table.table_store import TOUCH
from tests.house.fingers import do
from tests.house.party import GAME


def test_a_table_cannot_be_opened_with_options_the_game_does_not_know(at_a_party):
    async def story(here):
        for request in (
            OpenTable("chess"),
            OpenTable(GAME, options={"colour": "x"}),
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


def test_a_house_full_of_empty_tables_opens_another(at_a_party, monkeypatch):
    async def story(here):
        monkeypatch.setattr("taphouse.house.lobby.MOST_TABLES", 2)
        taken, token = await here.open()
        await here.enter(taken, token)
        here.time += SECOND
        left, _ = await here.open()
        third, token = await here.open()
        assert set(here.lobby.tables.values()) == {taken.live, third.live}
        assert await here.journal.get(f"room/{left.room.code}") is None

        await here.enter(third, token)
        with pytest.raises(Refusal, match="flood"):
            await here.open()

    at_a_party(story)


class TestAFullHouse:
    """All of its tables are empty; one must be removed for a new one."""

    async def family(self, here, plays=True):
        """A table that friends have left for a moment during a game."""
        table, ada, bo = await here.playing("Bo", address="2001:db8::f")
        if plays:
            await here.say(table, ada, do(ada, 0, type="Tap", lamp="red"))
        for screen in (ada, bo):
            table.disconnect(screen)
        await table.step()
        return table

    async def strangers(self, here, count, **opening):
        here.time += SECOND
        return [(await here.open(**opening))[0] for _ in range(count)]

    def full(self, here, monkeypatch):
        monkeypatch.setattr("taphouse.house.lobby.MOST_TABLES", len(here.lobby.tables))

    def test_a_full_house_removes_a_table_that_nobody_sat_down_at_first(self, at_a_party, monkeypatch):
        async def story(here):
            family = await self.family(here, plays=False)
            await self.strangers(here, FEW + 5, address="198.51.100.7")
            [empty] = await self.strangers(here, 1, name=None, address="203.0.113.9")
            self.full(here, monkeypatch)

            await here.open(address="198.51.100.7")

            assert empty.code not in here.lobby.tables
            assert family.code in here.lobby.tables

        at_a_party(story)

    def test_a_full_house_removes_tables_of_an_address_that_opened_many_before_others(
        self, at_a_party, monkeypatch
    ):
        async def story(here):
            family = await self.family(here)
            many = await self.strangers(here, FEW + 20, address="198.51.100.7", bots=("gentle",), start=True)
            self.full(here, monkeypatch)

            for n in range(FEW + 100):
                await here.open(address="198.51.100.7" if n % 2 else "192.0.2.1")

            assert family.code in here.lobby.tables
            assert not any(table.code in here.lobby.tables for table in many[:10])

        at_a_party(story)

    def test_a_full_house_removes_unplayed_tables_before_older_ones_that_were_played_at(
        self, at_a_party, monkeypatch
    ):
        async def story(here):
            family = await self.family(here)
            others = [(await self.strangers(here, 1, address=f"198.51.100.{n}"))[0] for n in range(5)]
            self.full(here, monkeypatch)

            for n in range(5):
                await self.strangers(here, 1, address=f"203.0.113.{n}")

            assert family.code in here.lobby.tables
            assert not any(table.code in here.lobby.tables for table in others)

        at_a_party(story)

    def test_a_full_house_removes_many_tables_at_once_only_if_they_are_expendable(
        self, at_a_party, monkeypatch
    ):
        async def story(here):
            used = [(await self.strangers(here, 1, address=f"198.51.100.{n}"))[0] for n in range(30)]
            self.full(here, monkeypatch)
            await here.open()
            assert [table.code in here.lobby.tables for table in used].count(False) == 1

            monkeypatch.undo()
            await self.strangers(here, 30, name=None, address="203.0.113.9")
            self.full(here, monkeypatch)
            before = len(here.lobby.tables)
            await here.open()
            assert len(here.lobby.tables) == before - AT_ONCE + 1
            assert [table.code in here.lobby.tables for table in used].count(False) == 1

        at_a_party(story)

    def test_a_house_knows_after_a_restart_who_opened_its_tables_and_which_were_played_at(
        self, at_a_party, monkeypatch
    ):
        async def story(here):
            family = await self.family(here)
            many = await self.strangers(here, FEW + 2, address="198.51.100.7")
            await self.strangers(here, 1, address="203.0.113.9")
            await here.restart(family)
            self.full(here, monkeypatch)

            await here.open(address="192.0.2.1")

            assert family.code in here.lobby.tables
            assert [table.code in here.lobby.tables for table in many].count(False) == 1
            stored = [value for value, _ in (await here.journal.values()).values()]
            assert not any(b"198.51.100" in value for value in stored), "no address is stored"

        at_a_party(story)

    def test_a_full_house_keeps_a_table_whose_long_game_was_played_a_moment_ago(
        self, at_a_party, monkeypatch
    ):
        async def story(here):
            family, ada, bo = await here.playing("Bo", bots=("quick",), options={"rounds": 99})
            await here.say(family, ada, do(ada, 0, type="Tap", lamp="red"))
            begun = family.room
            here.time += SECOND
            other = await self.family(here)
            await here.wait(family, 2 * TOUCH, step=SECOND)
            assert replace(family.room, touched=begun.touched) == begun, "nothing but the game went on"
            for screen in (ada, bo):
                family.disconnect(screen)
            await family.step()
            self.full(here, monkeypatch)

            await here.open()

            assert family.code in here.lobby.tables
            assert other.code not in here.lobby.tables
            stored = msgspec.json.decode((await here.journal.get(f"room/{family.code}"))[0], type=Room)
            assert here.time // SECOND - stored.touched < 2 * TOUCH

        at_a_party(story)

    def test_rooms_stored_without_an_opener_are_restored(self, at_a_party, monkeypatch):
        async def story(here):
            old = [(await self.strangers(here, 1))[0] for _ in range(FEW + 5)]
            for table in old:
                value, revision = await here.journal.get(f"room/{table.code}")
                room = msgspec.json.decode(value)
                del room["opener"]
                await here.journal.put(f"room/{table.code}", msgspec.json.encode(room), revision)
            await here.restart(old[0])
            assert {table.code for table in old} == here.lobby.tables.keys()
            await self.strangers(here, FEW + 1, address="198.51.100.7")
            self.full(here, monkeypatch)

            await here.open()

            assert {table.code for table in old} <= here.lobby.tables.keys(), "they are not all one address's"

        at_a_party(story)

    def test_an_unplayed_game_is_deleted_with_its_table(self, at_a_party, monkeypatch):
        async def story(here):
            [unplayed] = await self.strangers(here, 1, bots=("gentle",), start=True)
            stream = f"game/{unplayed.room.match}"
            assert await here.journal.read(stream)
            self.full(here, monkeypatch)

            await here.open()

            assert await here.journal.read(stream) == []

        at_a_party(story)
