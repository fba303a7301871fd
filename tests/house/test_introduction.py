"""A game begins with a title card, the first time in an evening, and with a countdown."""

import pytest

from taphouse.core import SECOND
from taphouse.table import wire
from taphouse.table.session import COUNTDOWN, INTRODUCTION
from tests.house.fingers import do
from tests.house.party import player, token, whys
from tests.toys import TOY_FOR_THREE


async def introduced(here, *names, **opening):
    here.lobby.house.tables = here.lobby.house.tables._replace(introduces=True)
    return await here.playing(*names, **opening)


def paused(screen):
    return screen.last("room")["paused"]


def test_a_game_is_introduced_and_counted_down_before_it_runs(at_a_party):
    async def story(here):
        table, ada, bo = await introduced(here, "Bo")

        assert paused(ada) == paused(bo) == "introduction"
        await here.wait(table, INTRODUCTION / SECOND)
        assert paused(ada) == "countdown"
        assert table.match.now(here.time) == 0
        await here.wait(table, COUNTDOWN / SECOND)
        assert paused(ada) is None
        await here.wait(table, 1)
        assert table.match.now(here.time) > 0

    at_a_party(story)


def test_the_introduction_ends_when_every_player_has_read_it(at_a_party):
    async def story(here):
        table, ada, bo = await introduced(here, "Bo", bots=("steady",))

        await here.say(table, ada, wire.Ready(True))
        assert paused(ada) == "introduction"
        await here.say(table, bo, wire.Ready(True))

        assert paused(ada) == "countdown"

    at_a_party(story)


def test_the_introduction_does_not_wait_for_a_player_who_left(at_a_party):
    async def story(here):
        table, ada, bo = await introduced(here, "Bo", bots=("steady",))

        await here.say(table, ada, wire.Ready(True))
        await here.say(table, bo, wire.Stand())

        assert paused(ada) == "countdown"

    at_a_party(story)


def test_a_watcher_and_a_kicked_player_do_not_end_the_introduction(at_a_party):
    async def story(here):
        table, ada, bo = await introduced(here, "Bo", bots=("steady",))
        watcher = await here.enter(table)
        await here.say(table, ada, wire.Kick(player(bo)))
        back = await here.enter(table, token(bo))

        await here.say(table, watcher, wire.Ready(True))
        await here.say(table, back, wire.Ready(True))

        assert whys(watcher) == ["not-seated"]
        assert "not-seated" in whys(back)
        assert paused(ada) == "introduction"

    at_a_party(story)


@pytest.mark.parametrize("seconds", [0, INTRODUCTION // SECOND])
def test_the_host_cannot_begin_the_game_before_the_others_are_counted_down(at_a_party, seconds):
    async def story(here):
        table, ada, bo = await introduced(here, "Bo")
        await here.wait(table, seconds)
        before = paused(bo)

        await here.say(table, ada, wire.Resume())

        assert whys(ada) == ["not-now"]
        assert paused(bo) == before

    at_a_party(story)


def test_nobody_taps_during_the_introduction_and_no_bot_plays(at_a_party):
    async def story(here):
        table, ada = await introduced(here, bots=("quick", "quick", "quick"))
        lines = len(await here.stored(table))

        await here.say(table, ada, do(ada, 1, type="Tap", lamp="red"))
        await here.wait(table, 5)

        assert whys(ada) == ["not-now"]
        assert len(await here.stored(table)) == lines

    at_a_party(story)


def test_the_same_game_is_only_counted_down_later_in_the_evening(at_a_party):
    async def story(here):
        table, ada = await introduced(here, bots=("quick", "quick", "quick"))
        await here.play_out(table)

        await here.say(table, ada, wire.Start())
        assert paused(ada) == "countdown"
        await here.say(table, ada, wire.Finished(), wire.Start(TOY_FOR_THREE))
        assert paused(ada) == "introduction"

    at_a_party(story)


def test_a_lesson_begins_without_an_introduction(at_a_party):
    async def story(here):
        here.lobby.house.tables = here.lobby.house.tables._replace(introduces=True)
        table, ada = await here.at_a_table(lesson=True)

        await here.wait(table, 1)

        assert paused(ada) == "lesson"

    at_a_party(story)


def test_a_table_that_everybody_leaves_during_the_introduction_waits_for_them(at_a_party):
    async def story(here):
        table, ada = await introduced(here, bots=("quick",))
        table.disconnect(ada)
        await here.wait(table, (INTRODUCTION + COUNTDOWN) / SECOND + 1)

        assert table.paused == "empty"
        assert table.match.now(here.time) == 0

    at_a_party(story)


def test_a_game_that_was_started_before_anybody_came_is_introduced_to_the_first_player(at_a_party):
    async def story(here):
        here.lobby.house.tables = here.lobby.house.tables._replace(introduces=True)
        _, ada = await here.at_a_table(bots=("quick",), start=True)

        assert paused(ada) == "introduction"

    at_a_party(story)
