"""A house that keeps a book writes each game into it once the game is over."""

import asyncio

from taphouse.book.head_starts import ENOUGH
from taphouse.core import MS, replace
from taphouse.table import wire
from taphouse.table.evening import Played, Result

BOTS = ("quick", "quick", "quick")


class Remembered:
    def __init__(self):
        self.games = []

    def add(self, entry):
        self.games.append(entry)

    async def entries(self):
        return self.games


async def played(here):
    table, _ = await here.at_a_table(bots=BOTS, start=True, browser="ada-browser-0123456789")
    while table.room.stage == "playing":
        await here.wait(table, 0.05, step=50 * MS)
    return table


def test_a_game_is_booked_as_soon_as_it_is_over(at_a_party):
    async def story(here):
        here.lobby.house.memory = book = Remembered()

        table = await played(here)

        [entry] = book.games
        assert entry.id == table.room.match
        assert [guest.name for guest in entry.guests] == ["Ada"]
        assert entry.guests[0].place == next(
            result.place for result in table.room.evening[-1].results if not result.bot
        )

    at_a_party(story)


def test_a_house_without_a_book_remembers_nothing(at_a_party):
    async def story(here):
        assert here.lobby.house.memory is None
        await played(here)

    at_a_party(story)


def test_a_suggestion_comes_from_the_book_also_at_another_table(at_a_party):
    async def story(here):
        house = here.lobby.house
        house.memory, house.tables = Remembered(), house.tables._replace(has_book=True)
        first, _ = await here.at_a_table(browser="ada-browser-0123456789")
        await here.enter(first, name="Ben", browser="ben-browser-0123456789")
        for number in range(ENOUGH):
            house.remember(after_a_win_of_ada(first.room, f"m{number}"), ())

        table, ada = await here.at_a_table(browser="ada-browser-0123456789")
        await here.enter(table, name="Ben", browser="ben-browser-0123456789")
        await here.say(table, ada, wire.Choose("tip-tap-top", {}))
        await asyncio.sleep(0)  # the answer comes by a task of its own
        await here.wait(table, 1)

        found = {player["name"]: player["suggested_head_start"] for player in ada.last("room")["players"]}
        assert found["Ada"] == 0 < found["Ben"]

    at_a_party(story)


def after_a_win_of_ada(room, match):
    results = (Result(m.id, m.name, m.sign, False, place) for place, m in enumerate(room.members, start=1))
    return replace(room, game="tip-tap-top", match=match, evening=(Played("tip-tap-top", tuple(results)),))
