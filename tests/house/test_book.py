"""A house that keeps a book writes each game into it once the game is over."""

from taphouse.core import MS

BOTS = ("quick", "quick", "quick")


class Remembered:
    def __init__(self):
        self.entries = []

    def add(self, entry):
        self.entries.append(entry)


async def played(here):
    table, _ = await here.at_a_table(bots=BOTS, start=True, browser="ada-browser-0123456789")
    while table.room.stage == "playing":
        await here.wait(table, 0.05, step=50 * MS)
    return table


def test_a_game_is_booked_as_soon_as_it_is_over(at_a_party):
    async def story(here):
        here.lobby.house.memory = book = Remembered()

        table = await played(here)

        [entry] = book.entries
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
