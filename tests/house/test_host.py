"""The host is a role: what it may do, where it goes, and that nobody can hold a table up with it."""

from taphouse.core import SECOND
from taphouse.house import room as rooms
from taphouse.house import wire
from taphouse.house.course import ELECTED, LONG_PAUSE
from taphouse.house.patience import IDLE
from taphouse.house.presence import HOST_PASSES
from tests.house.party import player, whys

BROWSER = "a browser of Eve's"


async def at_a_table(here, *names, **opening):
    """Ada is the host; the others came after her."""
    table, token = await here.open(**opening)
    ada = await here.enter(table, token)
    return table, ada, *[await here.enter(table, name=name) for name in names]


def names(screen):
    return [p["name"] for p in screen.last("room")["players"]]


class TestTheRole:
    def test_passes_on_when_the_hosts_page_is_put_away(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")

            await here.say(table, ada, wire.Looking(False))
            await here.wait(table, HOST_PASSES / SECOND + 1, step=SECOND)

            assert bo.last("room")["host"] == player(bo)

        at_a_party(story)

    def test_goes_back_to_whose_table_it_is_when_he_is_back(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")
            await here.say(table, ada, wire.Looking(False))
            await here.wait(table, HOST_PASSES / SECOND + 1, step=SECOND)

            await here.say(table, ada, wire.Looking(True))

            assert bo.last("room")["host"] == player(ada)

        at_a_party(story)

    def test_does_not_go_back_once_it_was_handed_over(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")

            await here.say(table, ada, wire.HandOver(player(bo)))
            await here.say(table, ada, wire.Looking(False))
            await here.say(table, ada, wire.Looking(True))

            assert ada.last("room")["host"] == player(bo)

        at_a_party(story)

    def test_goes_to_somebody_who_is_there_when_the_host_stands_up(self, at_a_party):
        async def story(here):
            table, ada, bo, cleo = await at_a_table(here, "Bo", "Cleo")
            table.disconnect(bo)

            await here.say(table, ada, wire.Stand())

            assert cleo.last("room")["host"] == player(cleo)

        at_a_party(story)


class TestTheHost:
    def test_orders_the_seats(self, at_a_party):
        async def story(here):
            table, ada, bo, cleo = await at_a_table(here, "Bo", "Cleo")

            await here.say(table, ada, wire.Swap(player(ada), player(cleo)))
            assert names(bo) == ["Cleo", "Bo", "Ada"]

            await here.say(table, ada, wire.Start(), wire.Swap(player(ada), player(bo)))
            assert whys(ada) == ["not-now"]

        at_a_party(story)

    def test_gives_somebody_another_name(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Rude")

            await here.say(table, ada, wire.Rename("Lovely", 2, player(bo)))

            assert names(bo) == ["Ada", "Lovely"]

        at_a_party(story)

    def test_removes_a_player_who_may_watch_and_sit_down_again(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")

            await here.say(table, ada, wire.Remove(player(bo)))
            assert not bo.closed
            assert player(bo) is None
            assert bo.last("room")["watchers"] == 1

            await here.say(table, bo, wire.Sit("Bo"))
            assert names(ada) == ["Ada", "Bo"]

        at_a_party(story)

    def test_kicks_a_player_who_may_come_in_again(self, at_a_party):
        async def story(here):
            table, ada = await at_a_table(here)
            eve = await here.enter(table, name="Eve", browser=BROWSER)

            await here.say(table, ada, wire.Kick(player(eve)))
            assert eve.last("goodbye")["why"] == "kicked"

            again = await here.enter(table, name="Eve", browser=BROWSER)
            assert names(again) == ["Ada", "Eve"]

        at_a_party(story)

    def test_bans_a_browser_which_no_new_tab_and_no_restart_lets_in_again(self, at_a_party):
        async def story(here):
            table, ada = await at_a_table(here)
            eve = await here.enter(table, name="Eve", browser=BROWSER)
            token = eve.last("welcome")["token"]

            await here.say(table, ada, wire.Ban(player(eve)))
            tab = await here.enter(table, browser=BROWSER)
            table = await here.restart(table)
            again = await here.enter(table, token, browser=BROWSER)

            for screen in (eve, tab, again):
                assert screen.closed
                assert screen.last("goodbye")["why"] == "banned"
            assert [member.name for member in table.room.members] == ["Ada"]

        at_a_party(story)

    def test_cannot_ban_or_kick_himself(self, at_a_party):
        async def story(here):
            table, ada = await at_a_table(here)

            await here.say(table, ada, wire.Ban(player(ada)), wire.Kick(player(ada)))

            assert whys(ada) == ["not-now", "not-now"]

        at_a_party(story)

    def test_locks_the_table_to_newcomers_but_not_to_those_who_sit_there(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")
            await here.say(table, ada, wire.Lock(True))

            eve = await here.enter(table, name="Eve")
            again = await here.enter(table, bo.last("welcome")["token"])
            assert whys(eve) == ["locked"]
            assert player(again) == player(bo)
            assert eve.last("room")["locked"]

            await here.say(table, ada, wire.Lock(False))
            await here.say(table, eve, wire.Sit("Eve"))
            assert names(ada) == ["Ada", "Bo", "Eve"]

        at_a_party(story)

    def test_skips_what_the_game_waits_for(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")
            await here.say(table, ada, wire.Start())
            waited_for, phase = table.match.play.state.due, table.match.play.state.phase

            await here.say(table, ada, wire.Skip())
            await here.wait(table, 0.5)

            assert table.match.play.state.phase != phase
            assert table.match.play.now == waited_for
            assert ada.last("update")["at"] >= waited_for
            assert bo.last("update")["at"] >= waited_for

        at_a_party(story)

    def test_has_nothing_to_skip_at_a_table_that_stands_still(self, at_a_party):
        async def story(here):
            table, ada, _ = await at_a_table(here, "Bo")
            await here.say(table, ada, wire.Skip(), wire.Start())
            await here.say(table, ada, wire.Pause(), wire.Skip())

            assert whys(ada) == ["not-now", "not-now"]

        at_a_party(story)


class TestNobodyStallsATable:
    def test_a_long_pause_is_anyones_to_end(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")
            await here.say(table, ada, wire.Start(), wire.Pause())
            await here.say(table, bo, wire.Resume())
            assert whys(bo) == ["not-host"]

            await here.wait(table, LONG_PAUSE / SECOND + 1, step=SECOND)
            assert bo.last("room")["paused"] == "long"
            await here.say(table, bo, wire.Resume())

            assert bo.last("room")["paused"] is None

        at_a_party(story)

    def test_a_sleeping_hosts_pause_is_the_next_hosts_to_end(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")
            await here.say(table, ada, wire.Start(), wire.Pause())
            table.disconnect(ada)
            await here.wait(table, HOST_PASSES / SECOND + 1, step=SECOND)

            await here.say(table, bo, wire.Resume())

            assert bo.last("room")["paused"] is None

        at_a_party(story)

    def test_a_line_that_answers_no_ping_is_closed_and_its_player_away(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")
            await here.say(table, ada, wire.Start())
            bo.answers_pings = False

            await here.wait(table, 30, step=SECOND)

            assert bo.closed
            assert [p["here"] for p in ada.last("room")["players"]] == [True, False]

        at_a_party(story)


class TestAHostWhoIsHereAndIdle:
    def test_is_not_waited_for_once_most_others_are_ready(self, at_a_party):
        async def story(here):
            table, ada, bo, cleo, dan = await at_a_table(here, "Bo", "Cleo", "Dan")
            await here.say(table, bo, wire.Ready(True))
            await here.wait(table, IDLE / SECOND + 1, step=SECOND)
            assert not bo.last("room")["hostless"]

            await here.say(table, cleo, wire.Ready(True))
            assert bo.last("room")["hostless"]
            await here.say(table, bo, wire.GoOn())

            assert dan.last("room")["stage"] == "playing"
            assert ada.last("room")["host"] == player(ada)

        at_a_party(story)

    def test_has_time_as_long_as_he_does_anything(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")
            await here.say(table, bo, wire.Ready(True))
            for _ in range(2):
                await here.wait(table, IDLE / SECOND - 1, step=SECOND)
                await here.say(table, ada, wire.Lock(True))

            await here.say(table, bo, wire.GoOn())

            assert whys(bo) == ["not-host"]
            assert bo.last("room")["stage"] == "lobby"

        at_a_party(story)

    def test_is_waited_for_again_when_he_stirs(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")
            await here.say(table, bo, wire.Ready(True))
            await here.wait(table, IDLE / SECOND + 1, step=SECOND)
            assert bo.last("room")["hostless"]

            await here.say(table, ada, wire.AddBot("steady"))

            assert not bo.last("room")["hostless"]

        at_a_party(story)

    def test_need_not_have_set_the_bots_that_the_game_needs(self, at_a_party):
        async def story(here):
            table, _, bo = await at_a_table(here, "Bo", game="tip-tap-top")
            await here.say(table, bo, wire.Ready(True))
            await here.wait(table, IDLE / SECOND + 1, step=SECOND)

            await here.say(table, bo, wire.GoOn())

            assert bo.last("room")["stage"] == "playing"
            assert [bool(p["bot"]) for p in bo.last("room")["players"]] == [False, False, True]

        at_a_party(story)

    def test_holds_up_no_fists(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")
            await here.say(table, ada, wire.Start())
            table.course.room = rooms.over(table.room, (1, 0), (0,))
            await here.say(table, bo, wire.Vote("racesmack"))
            assert bo.last("room")["elected"] is None

            await here.wait(table, (IDLE + ELECTED) / SECOND + 2, step=SECOND)

            assert bo.last("room")["stage"] == "playing"
            assert bo.last("room")["game"] == "racesmack"

        at_a_party(story)

    def test_keeps_nobody_on_the_podium(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")
            await here.say(table, ada, wire.Start())
            table.course.room = rooms.over(table.room, (1, 0), (0,))
            await here.say(table, ada, wire.EndEvening())
            await here.say(table, bo, wire.GoOn())
            assert bo.last("room")["stage"] == "podium"

            await here.wait(table, IDLE / SECOND + 1, step=SECOND)
            await here.say(table, bo, wire.GoOn())

            assert bo.last("room")["stage"] == "lobby"

        at_a_party(story)

    def test_cannot_be_passed_over_while_a_game_is_on(self, at_a_party):
        async def story(here):
            table, ada, bo = await at_a_table(here, "Bo")
            await here.say(table, ada, wire.Start(), wire.Pause())
            await here.wait(table, IDLE / SECOND + 1, step=SECOND)

            await here.say(table, bo, wire.GoOn())

            assert whys(bo) == ["not-host"]

        at_a_party(story)
