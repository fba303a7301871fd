"""A head start that the table agrees on: given in the lobby, seen by all, kept with every tap."""

import json

import pytest

from taphouse.cli import main
from taphouse.core import MS
from taphouse.house import room as rooms
from taphouse.house import wire
from tests.house.test_room import lobby, refusal
from tests.house.test_table import do, hunting, paint


def test_all_see_it_and_whoever_was_ready_says_so_again():
    room = lobby("Ada", "Bo")
    ada, bo = (member.id for member in room.members)
    room = rooms.ready(room, bo, True)

    room = rooms.give_head_start(room, ada, 80)

    assert [(member.head_start, member.ready) for member in room.members] == [(80, False), (0, False)]
    assert room.delays == {0: 0, 1: 80 * MS}


def test_a_bot_needs_none_and_a_game_that_is_on_changes_nothing():
    room = rooms.add_bot(lobby("Ada"), "steady")
    ada, bot = (member.id for member in room.members)

    assert refusal(rooms.give_head_start, room, bot, 80) == "no-such-player"
    assert refusal(rooms.give_head_start, rooms.start(room, "m"), ada, 80) == "not-now"


def test_only_the_host_gives_it(at_a_party):
    async def story(here):
        table, token = await here.open()
        await here.enter(table, token)
        bo = await here.enter(table, name="Bo")

        await here.say(table, bo, wire.Handicap(bo.last("welcome")["player"], 100))

        assert bo.last("sorry")["why"] == "not-host"
        assert [player["head_start"] for player in bo.last("room")["players"]] == [0, 0]

    at_a_party(story)


@pytest.mark.parametrize(("head_start", "winner"), [(0, "B"), (100, "Ada")])
def test_it_decides_a_race_and_the_journal_still_holds(at_a_party, tmp_path, capsys, head_start, winner):
    async def story(here):
        here.lobby.house.new_seed = lambda: "bo leads not"
        table, token = await here.open()
        ada, bo = await here.enter(table, token), await here.enter(table, name="B")
        player = ada.last("welcome")["player"]
        await here.say(table, ada, wire.Handicap(player, head_start), wire.Start())
        card = await hunting(here, table, ada, bo)
        for screen in (ada, bo):
            await paint(here, table, screen, here.time)
        clock = here.time

        for screen, response in ((bo, 600), (ada, 650)):
            here.time = clock + response * MS
            await here.say(table, screen, do(screen, here.time, type="Tap", shape=card[0]))
        for screen in (ada, bo):
            await here.say(table, screen, wire.Beat(screen.last("update")["n"], here.time))
        await here.wait(table, 1)

        holder = table.room.members[ada.last("update")["view"]["fingers"][card[0]]].name
        assert holder == winner
        lines = await here.journal.read(f"game/{table.room.match}")
        taps = [json.loads(line)["evidence"] for line in lines if b'"pressed"' in line]
        assert sorted(tap["handicap"] for tap in taps) == [0, head_start * MS]
        path = tmp_path / "game.jsonl"
        path.write_bytes(b"\n".join(lines))
        assert main(["verify", str(path)]) == 0, capsys.readouterr().err

    at_a_party(story)
