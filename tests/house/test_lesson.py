"""A lesson at a real table: it stands still while its pupil reads, and goes on when they do what is asked."""

import pytest

from taphouse.table import wire
from taphouse.table.lesson import lesson_of
from taphouse.table.room import Refusal
from tests.house.fingers import do, lit, paint
from tests.house.party import GAME, player, whys
from tests.toys import SHELF


async def at_a_lesson(here, locale="en"):
    table, pupil = await here.at_a_table(lesson=True, locale=locale)
    await here.wait(table, 2)
    return table, pupil


def test_a_lesson_is_a_table_of_gentle_bots_that_stands_still_at_once(at_a_party):
    async def story(here):
        _, pupil = await at_a_lesson(here)

        room = pupil.last("room")
        assert room["stage"] == "playing"
        assert (room["lesson"], room["paused"]) == (0, "lesson")
        assert [player["bot"] for player in room["players"]] == [None, "gentle", "gentle"]

    at_a_party(story)


def test_nobody_loses_to_the_clock_while_they_read(at_a_party):
    async def story(here):
        table, _ = await at_a_lesson(here)
        before = table.match.now(here.time)

        await here.wait(table, 600, step=10_000_000)

        assert table.match.now(here.time) == before
        assert table.match.play.journal == []

    at_a_party(story)


def test_what_is_asked_for_ends_the_step_and_the_game_goes_on(at_a_party):
    async def story(here):
        table, pupil = await at_a_lesson(here)
        await here.say(table, pupil, wire.Learn(1))
        await lit(here, table, pupil)
        await here.wait(table, 1)
        assert pupil.last("room")["lesson"] == 2
        assert pupil.last("room")["paused"] == "lesson"

        await paint(here, table, pupil, 0)
        await here.say(table, pupil, do(pupil, 0, type="Tap", lamp="red"))
        await here.wait(table, 1)

        assert pupil.last("room")["lesson"] == 3
        assert pupil.last("room")["paused"] is None
        await here.wait(table, 8)
        assert pupil.last("room")["lesson"] == 4
        assert pupil.last("room")["paused"] == "lesson"

    at_a_party(story)


def test_a_step_that_wants_to_be_read_takes_no_act(at_a_party):
    async def story(here):
        table, pupil = await at_a_lesson(here)

        await here.say(table, pupil, do(pupil, 0, type="Tap", lamp="red"))

        assert whys(pupil) == ["not-now"]
        assert pupil.last("room")["lesson"] == 0
        assert pupil.last("room")["paused"] == "lesson"
        assert table.match.play.journal == []

    at_a_party(story)


def test_what_is_no_act_of_the_game_is_refused_and_the_lesson_stands_still(at_a_party):
    async def story(here):
        table, pupil = await at_a_lesson(here)
        await here.say(table, pupil, wire.Learn(2))

        await here.say(table, pupil, do(pupil, 0, type="Sing"))

        assert whys(pupil) == ["bad-message"]
        assert pupil.last("room")["paused"] == "lesson"

    at_a_party(story)


def test_something_else_is_answered_and_then_the_lesson_waits_again(at_a_party):
    async def story(here):
        table, pupil = await at_a_lesson(here)
        await here.say(table, pupil, wire.Learn(2))

        await here.say(table, pupil, do(pupil, 0, type="Tap", lamp="red"))

        assert [event["type"] for event in pupil.last("update")["news"]] == ["Refused"]
        await here.wait(table, 2)
        assert pupil.last("room")["lesson"] == 2
        assert pupil.last("room")["paused"] == "lesson"

    at_a_party(story)


@pytest.mark.parametrize("step", [None, len(lesson_of(SHELF, GAME).steps)])
def test_without_the_lesson_it_is_a_game_like_any_other(at_a_party, step):
    async def story(here):
        table, pupil = await at_a_lesson(here)

        await here.say(table, pupil, wire.Learn(step))
        await here.wait(table, 10)

        assert pupil.last("room")["lesson"] is None
        assert pupil.last("room")["paused"] is None
        assert table.match.play.journal

    at_a_party(story)


def test_the_next_game_at_that_table_is_no_lesson(at_a_party):
    async def story(here):
        table, pupil = await at_a_lesson(here)

        await here.say(table, pupil, wire.Finished(), wire.Start())
        await here.wait(table, 2)

        assert pupil.last("room")["lesson"] is None
        assert table.match.play.seed == "party"
        bo = await here.enter(table, name="Bo")
        assert table.room.seat(player(bo)) is not None

    at_a_party(story)


@pytest.mark.parametrize("step", [0, None])
def test_nobody_joins_a_game_whose_cards_every_reader_of_the_lesson_knows(at_a_party, step):
    async def story(here):
        table, pupil = await at_a_lesson(here)
        await here.say(table, pupil, wire.Learn(step))

        bo = await here.enter(table, name="Bo")

        assert table.match.play.seed == lesson_of(SHELF, GAME).seed
        assert bo.last("room")["taught"]
        assert [member["name"] for member in bo.last("room")["bench"]] == ["Bo"]
        await here.say(table, pupil, wire.Stand())
        assert table.room.seat(player(bo)) is None, "nor does a seat that becomes free"
        await here.say(table, bo, wire.Finished(), wire.Start())
        assert table.room.seat(player(bo)) is not None
        assert table.match.play.seed == "party"
        assert not bo.last("room")["taught"]

    at_a_party(story)


def test_a_lesson_that_is_played_to_its_end_does_not_count_for_the_evening(at_a_party):
    async def story(here):
        table, pupil = await at_a_lesson(here)
        await here.say(table, pupil, wire.Learn(None))
        for seat in range(len(table.room.members)):
            table.match.bots.join(seat, "quick")

        await here.play_out(table)

        assert pupil.last("evening")["games"] == []
        assert [ended.number for ended in table.room.ended] == [1], "it can be watched again"

    at_a_party(story)


def test_a_game_that_nobody_teaches_has_no_lesson(at_a_party, monkeypatch):
    monkeypatch.setattr("taphouse.house.lobby.lesson_of", lambda shelf, slug: None)

    async def story(here):
        with pytest.raises(Refusal):
            await here.open(lesson=True)

    at_a_party(story)
