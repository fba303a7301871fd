"""The winning move: its board stays on all screens for a moment before the result."""

from taphouse.core import MS, SECOND
from taphouse.table import wire
from taphouse.table.session import ENDING
from tests.house.fingers import do
from tests.house.party import whys

BOTS = ("quick", "quick", "quick")


async def at_the_winning_move(here):
    """Ada and bots, at the step in which a bot wins."""
    table, ada = await here.at_a_table(bots=BOTS, start=True)
    while table.room.stage == "playing":
        await here.wait(table, 0.05, step=50 * MS)
    return table, ada


def test_the_board_stays_for_the_winning_move_and_then_the_result_is_shown(at_a_party):
    async def story(here):
        table, ada = await at_the_winning_move(here)

        assert ada.last("update")["view"]["winners"]
        assert ada.last("update")["places"]
        assert ada.last("room")["stage"] == "playing"
        await here.wait(table, ENDING / SECOND - 0.1)
        assert ada.last("room")["stage"] == "playing"
        await here.wait(table, 0.2)
        assert ada.last("room")["stage"] == "over"

    at_a_party(story)


def test_after_the_winning_move_nobody_taps_or_pauses(at_a_party):
    async def story(here):
        table, ada = await at_the_winning_move(here)
        lines = len(await here.stored(table))

        await here.say(table, ada, do(ada, 1, type="Tap", lamp="red"), wire.Pause())
        await here.wait(table, 1)

        assert whys(ada) == ["not-now", "not-now"]
        assert len(await here.stored(table)) == lines

    at_a_party(story)


def test_somebody_who_comes_after_the_winning_move_sees_the_same_board(at_a_party):
    async def story(here):
        table, ada = await at_the_winning_move(here)

        watcher = await here.enter(table)
        await here.wait(table, 0.5)

        assert watcher.last("room")["stage"] == "playing"
        assert watcher.last("update")["places"] == ada.last("update")["places"]

    at_a_party(story)


def test_the_host_need_not_wait_for_the_result_to_play_again(at_a_party):
    async def story(here):
        table, ada = await at_the_winning_move(here)

        await here.say(table, ada, wire.Start())
        await here.wait(table, ENDING / SECOND + 1)

        assert ada.last("room")["stage"] == "playing"
        assert ada.last("update")["places"] == []
        assert len(ada.last("evening")["games"]) == 1

    at_a_party(story)


def test_a_house_that_restarts_after_the_winning_move_shows_the_result(at_a_party):
    async def story(here):
        table, _ = await at_the_winning_move(here)

        again = await here.restart(table)
        watcher = await here.enter(again)

        assert watcher.last("room")["stage"] == "over"
        assert len(watcher.last("evening")["games"]) == 1

    at_a_party(story)
