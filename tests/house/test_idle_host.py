"""Nobody can stall a table, not even its host."""

from taphouse.core import SECOND
from taphouse.table import room as rooms
from taphouse.table import wire
from taphouse.table.host_idle import IDLE
from taphouse.table.presence import HOST_PASSES
from taphouse.table.session import ELECTED, LONG_PAUSE
from tests.house.party import player, whys
from tests.toys import OTHER_TOY, TOY_FOR_THREE


class TestNobodyStallsATable:
    def test_anyone_may_end_a_long_pause(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            await here.say(table, ada, wire.Pause())
            await here.say(table, bo, wire.Resume())
            assert whys(bo) == ["not-host"]

            await here.wait(table, LONG_PAUSE / SECOND + 1, step=SECOND)
            assert bo.last("room")["paused"] == "long"
            await here.say(table, bo, wire.Resume())

            assert bo.last("room")["paused"] is None

        at_a_party(story)

    def test_the_next_host_may_end_the_pause_of_an_absent_host(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            await here.say(table, ada, wire.Pause())
            table.disconnect(ada)
            await here.wait(table, HOST_PASSES / SECOND + 1, step=SECOND)

            await here.say(table, bo, wire.Resume())

            assert bo.last("room")["paused"] is None

        at_a_party(story)

    def test_a_connection_that_answers_no_ping_is_closed_and_its_player_is_away(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            bo.answers_pings = False

            await here.wait(table, 30, step=SECOND)

            assert bo.closed
            assert [p["here"] for p in ada.last("room")["players"]] == [True, False]

        at_a_party(story)


class TestAnIdleHost:
    def test_an_idle_host_is_not_waited_for_once_most_others_are_ready(self, at_a_party):
        async def story(here):
            table, ada, bo, cleo, dan = await here.at_a_table("Bo", "Cleo", "Dan")
            await here.say(table, bo, wire.Ready(True))
            await here.wait(table, IDLE / SECOND + 1, step=SECOND)
            assert not bo.last("room")["may_go_on_without_host"]

            await here.say(table, cleo, wire.Ready(True))
            assert bo.last("room")["may_go_on_without_host"]
            await here.say(table, bo, wire.GoOn())

            assert dan.last("room")["stage"] == "playing"
            assert ada.last("room")["host"] == player(ada)

        at_a_party(story)

    def test_a_host_is_not_idle_as_long_as_they_do_anything(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Bo")
            await here.say(table, bo, wire.Ready(True))
            for _ in range(2):
                await here.wait(table, IDLE / SECOND - 1, step=SECOND)
                await here.say(table, ada, wire.Lock(True))

            await here.say(table, bo, wire.GoOn())

            assert whys(bo) == ["not-host"]
            assert bo.last("room")["stage"] == "lobby"

        at_a_party(story)

    def test_an_idle_host_is_waited_for_again_once_they_act(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Bo")
            await here.say(table, bo, wire.Ready(True))
            await here.wait(table, IDLE / SECOND + 1, step=SECOND)
            assert bo.last("room")["may_go_on_without_host"]

            await here.say(table, ada, wire.AddBot("steady"))

            assert not bo.last("room")["may_go_on_without_host"]

        at_a_party(story)

    def test_going_on_without_an_idle_host_adds_the_bots_the_game_needs(self, at_a_party):
        async def story(here):
            table, _, bo = await here.at_a_table("Bo", game=TOY_FOR_THREE)
            await here.say(table, bo, wire.Ready(True))
            await here.wait(table, IDLE / SECOND + 1, step=SECOND)

            await here.say(table, bo, wire.GoOn())

            assert bo.last("room")["stage"] == "playing"
            assert [bool(p["bot"]) for p in bo.last("room")["players"]] == [False, False, True]

        at_a_party(story)

    def test_an_idle_host_does_not_count_in_a_vote(self, at_a_party):
        async def story(here):
            table, _, bo = await here.playing("Bo")
            table.session.change(rooms.over(table.room, (1, 0), (0,)))
            await here.say(table, bo, wire.Vote(OTHER_TOY))
            assert bo.last("room")["elected"] is None

            await here.wait(table, (IDLE + ELECTED) / SECOND + 2, step=SECOND)

            assert bo.last("room")["stage"] == "playing"
            assert bo.last("room")["game"] == OTHER_TOY

        at_a_party(story)

    def test_anyone_may_leave_the_podium_if_the_host_is_idle(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            table.session.change(rooms.over(table.room, (1, 0), (0,)))
            await here.say(table, ada, wire.EndEvening())
            await here.say(table, bo, wire.GoOn())
            assert bo.last("room")["stage"] == "podium"

            await here.wait(table, IDLE / SECOND + 1, step=SECOND)
            await here.say(table, bo, wire.GoOn())

            assert bo.last("room")["stage"] == "lobby"

        at_a_party(story)

    def test_nobody_may_go_on_without_an_idle_host_during_a_game(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            await here.say(table, ada, wire.Pause())
            await here.wait(table, IDLE / SECOND + 1, step=SECOND)

            await here.say(table, bo, wire.GoOn())

            assert whys(bo) == ["not-host"]

        at_a_party(story)
