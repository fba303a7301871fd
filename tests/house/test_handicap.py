"""Head starts, larger targets and longer windows, so that all can play. They are visible to all."""

import json

import pytest

from taphouse.core import MS, SECOND
from taphouse.table import room as rooms
from taphouse.table import wire
from tests.house.fingers import do, lit, paint
from tests.house.party import player, token, whys
from tests.house.test_room import lobby, refusal
from tests.toys import OTHER_TOY, SHELF, TOY


def test_a_head_start_is_seen_by_all_and_clears_who_is_ready():
    room = lobby("Ada", "Bo")
    ada, bo = (member.id for member in room.members)
    room = rooms.ready(room, bo, True)

    room = rooms.give_head_start(room, ada, 80)

    assert [(member.head_start, member.ready) for member in room.members] == [(80, False), (0, False)]
    assert room.delays == {0: 0, 1: 80 * MS}


def test_a_head_start_is_refused_for_a_bot_and_during_a_game():
    room = rooms.add_bot(SHELF, lobby("Ada"), "steady")
    ada, bot = (member.id for member in room.members)

    assert refusal(rooms.give_head_start, room, bot, 80) == "no-such-player"
    assert refusal(rooms.give_head_start, rooms.start(SHELF, room, "m"), ada, 80) == "not-now"


def test_only_the_host_gives_a_head_start(at_a_party):
    async def story(here):
        table, _, bo = await here.at_a_table("Bo")

        await here.say(table, bo, wire.Handicap(player(bo), 100))

        assert bo.last("sorry")["why"] == "not-host"
        assert [one["head_start"] for one in bo.last("room")["players"]] == [0, 0]

    at_a_party(story)


@pytest.mark.parametrize(("head_start", "winner"), [(0, "B"), (100, "Ada")])
def test_a_head_start_decides_a_race_and_the_journal_verifies(at_a_party, head_start, winner):
    async def story(here):
        table, ada, bo = await here.at_a_table("B")
        await here.say(table, ada, wire.Handicap(player(ada), head_start), wire.Start())
        lamps = await lit(here, table, ada, bo)
        await paint(here, table, ada, here.time)
        await paint(here, table, bo, here.time - 100 * MS)  # Bo saw the lamps 100 ms sooner
        clock = here.time

        for screen, response in ((bo, 600), (ada, 650)):
            here.time = clock + response * MS
            await here.say(table, screen, do(screen, here.time, type="Tap", lamp=lamps[0]))
        for screen in (ada, bo):
            await here.say(table, screen, wire.Beat(screen.last("update")["n"], here.time))
        await here.wait(table, 1)

        holder = table.room.members[ada.last("update")["view"]["taken"][lamps[0]]].name
        assert holder == winner
        lines = await here.stored(table)
        taps = [json.loads(line)["evidence"] for line in lines if b'"pressed"' in line]
        assert sorted(tap["handicap"] for tap in taps) == [0, head_start * MS]
        assert await here.problems(table) == []

    at_a_party(story)


def test_larger_targets_are_seen_by_all_and_clear_who_is_ready():
    room = lobby("Ada", "Bo")
    ada, bo = (member.id for member in room.members)
    room = rooms.ready(room, bo, True)

    room = rooms.take_large_targets(room, ada, True)

    assert [(member.large_targets, member.ready) for member in room.members] == [
        (True, False),
        (False, False),
    ]


def test_larger_targets_are_refused_for_a_bot_and_during_a_game():
    room = rooms.add_bot(SHELF, lobby("Ada"), "steady")
    ada, bot = (member.id for member in room.members)

    assert refusal(rooms.take_large_targets, room, bot, True) == "no-such-player"
    assert refusal(rooms.take_large_targets, rooms.start(SHELF, room, "m"), ada, True) == "not-now"


def test_anyone_may_take_larger_targets_and_only_the_host_may_give_them(at_a_party):
    async def story(here):
        table, ada, bo = await here.at_a_table("Bo")

        await here.say(table, bo, wire.LargeTargets(True))
        await here.say(table, bo, wire.LargeTargets(True, player(ada)))
        assert whys(bo) == ["not-host"]
        assert [one["large_targets"] for one in ada.last("room")["players"]] == [False, True]

        await here.say(table, ada, wire.LargeTargets(False, player(bo)), wire.LargeTargets(True, player(ada)))
        assert [one["large_targets"] for one in bo.last("room")["players"]] == [True, False]

    at_a_party(story)


def test_larger_targets_are_shown_in_the_replay():
    room = rooms.add_bot(SHELF, rooms.take_large_targets(lobby("Ada"), 1, True), "steady")

    room = rooms.over(rooms.start(SHELF, room, "m"), (1, 0), (0,))

    assert [seat.large_targets for seat in room.ended[-1].recorded_seats] == [True, False]


def test_the_host_chooses_longer_windows_which_clears_who_is_ready(at_a_party):
    async def story(here):
        table, ada, bo = await here.at_a_table("Bo")
        await here.say(table, bo, wire.Ready(True), wire.Choose(TOY, {}, time_scale=200))
        assert whys(bo) == ["not-host"]
        assert [one["ready"] for one in bo.last("room")["players"]] == [False, True]

        await here.say(table, ada, wire.Choose(TOY, {}, time_scale=200))

        assert bo.last("room")["time_scale"] == 200
        assert [one["ready"] for one in bo.last("room")["players"]] == [False, False]

    at_a_party(story)


def test_longer_windows_stay_for_the_next_game_and_are_not_an_option_of_a_game():
    room = rooms.choose(SHELF, lobby("Ada", "Bo"), TOY, {}, time_scale=300)

    assert rooms.start(SHELF, room, "m", OTHER_TOY).time_scale == 300
    assert refusal(rooms.choose, SHELF, room, TOY, {"windows": 200}) == "bad-options"


@pytest.mark.parametrize(("time_scale", "limit"), [(100, 6), (150, 9), (200, 12), (300, 18)])
def test_longer_windows_are_played_stored_and_restored(at_a_party, time_scale, limit):
    async def story(here):
        table, ada, bo = await here.at_a_table("B")
        await here.say(table, ada, wire.Choose(TOY, {}, time_scale=time_scale), wire.Start())
        await lit(here, table, ada, bo)
        state = table.match.play.state
        assert state.until - state.since == limit * SECOND

        table = await here.restart(table)
        ada = await here.enter(table, token(ada))
        await here.wait(table, limit + 20, step=SECOND)

        assert ada.last("room")["time_scale"] == time_scale
        lines = await here.stored(table)
        assert json.loads(lines[0])["options"]["windows"] == time_scale
        assert any(b"Darkened" in line for line in lines)
        assert await here.problems(table) == []

    at_a_party(story)
