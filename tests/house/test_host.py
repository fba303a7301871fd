"""The role of the host: what the host may do, and to whom the role passes."""

from taphouse.core import SECOND
from taphouse.table import wire
from taphouse.table.presence import HOST_PASSES
from tests.house.fingers import do, lit
from tests.house.party import GAME, player, token, whys

BROWSER = "a browser of Eve's"


def names(screen):
    return [p["name"] for p in screen.last("room")["players"]]


class TestTheRole:
    def test_the_role_of_host_passes_on_when_the_hosts_page_is_hidden(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Bo")

            await here.say(table, ada, wire.Looking(False))
            await here.wait(table, HOST_PASSES / SECOND + 1, step=SECOND)

            assert bo.last("room")["host"] == player(bo)

        at_a_party(story)

    def test_the_role_of_host_goes_back_to_the_owner_of_the_table_when_they_are_back(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Bo")
            await here.say(table, ada, wire.Looking(False))
            await here.wait(table, HOST_PASSES / SECOND + 1, step=SECOND)

            await here.say(table, ada, wire.Looking(True))

            assert bo.last("room")["host"] == player(ada)

        at_a_party(story)

    def test_the_role_of_host_does_not_go_back_once_it_was_handed_over(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Bo")

            await here.say(table, ada, wire.HandOver(player(bo)))
            await here.say(table, ada, wire.Looking(False))
            await here.say(table, ada, wire.Looking(True))

            assert ada.last("room")["host"] == player(bo)

        at_a_party(story)

    def test_the_role_of_host_goes_to_somebody_present_when_the_host_stands_up(self, at_a_party):
        async def story(here):
            table, ada, bo, cleo = await here.at_a_table("Bo", "Cleo")
            table.disconnect(bo)

            await here.say(table, ada, wire.Stand())

            assert cleo.last("room")["host"] == player(cleo)

        at_a_party(story)

    def test_the_role_of_host_passes_on_when_the_host_stays_away(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Bo")
            table.disconnect(ada)
            await table.step()

            await here.wait(table, HOST_PASSES / SECOND + 0.1, step=SECOND)

            assert bo.last("room")["host"] == player(bo)

        at_a_party(story)

    def test_the_host_stays_host_through_a_reload(self, at_a_party):
        async def story(here):
            table, ada, _ = await here.at_a_table("Bo")
            table.disconnect(ada)
            await here.wait(table, 2, step=SECOND)

            ada = await here.enter(table, token(ada))
            await here.wait(table, 2 * HOST_PASSES / SECOND, step=SECOND)

            assert ada.last("room")["host"] == player(ada)

        at_a_party(story)


class TestTheHost:
    def test_only_the_host_may_change_the_table(self, at_a_party):
        async def story(here):
            table, _ = await here.open()
            bo = await here.enter(table, name="Bo")
            before = table.room

            await here.say(
                table,
                bo,
                wire.Choose(GAME, {}),
                wire.AddBot("quick"),
                wire.Kick(1),
                wire.Start(),
                wire.Pause(),
                wire.Resume(),
                wire.Finished(),
                wire.SetBot(1, "quick"),
                wire.Swap(1, 2),
                wire.Remove(1),
                wire.Ban(1),
                wire.HandOver(2),
                wire.Lock(True),
                wire.Skip(),
                wire.EndEvening(),
                wire.Rename("Fool", 3, player=1),
            )

            assert whys(bo) == ["not-host"] * 16
            assert table.room == before

        at_a_party(story)

    def test_the_host_swaps_seats(self, at_a_party):
        async def story(here):
            table, ada, bo, cleo = await here.at_a_table("Bo", "Cleo")

            await here.say(table, ada, wire.Swap(player(ada), player(cleo)))
            assert names(bo) == ["Cleo", "Bo", "Ada"]

            await here.say(table, ada, wire.Start(), wire.Swap(player(ada), player(bo)))
            assert whys(ada) == ["not-now"]

        at_a_party(story)

    def test_the_host_renames_a_player(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Rude")

            await here.say(table, ada, wire.Rename("Lovely", 2, player(bo)))

            assert names(bo) == ["Ada", "Lovely"]

        at_a_party(story)

    def test_a_player_removed_by_the_host_may_watch_and_sit_down_again(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Bo")

            await here.say(table, ada, wire.Remove(player(bo)))
            assert not bo.closed
            assert player(bo) is None
            assert bo.last("room")["watchers"] == 1

            await here.say(table, bo, wire.Sit("Bo"))
            assert names(ada) == ["Ada", "Bo"]

        at_a_party(story)

    def test_a_kicked_player_may_come_back(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table()
            eve = await here.enter(table, name="Eve", browser=BROWSER)

            await here.say(table, ada, wire.Kick(player(eve)))
            assert eve.last("goodbye")["why"] == "kicked"

            again = await here.enter(table, name="Eve", browser=BROWSER)
            assert names(again) == ["Ada", "Eve"]

        at_a_party(story)

    def test_a_kicked_player_has_no_seat_and_no_connection(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Bo")
            lost = token(bo)

            await here.say(table, ada, wire.Kick(player(bo)))
            again = await here.enter(table, lost)

            assert bo.last("goodbye")["why"] == "kicked"
            assert [p["name"] for p in ada.last("room")["players"]] == ["Ada"]
            assert whys(again) == ["bad-token"]

        at_a_party(story)

    def test_a_banned_browser_stays_out_with_a_new_tab_and_after_a_restart(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table()
            eve = await here.enter(table, name="Eve", browser=BROWSER)
            lost = token(eve)

            await here.say(table, ada, wire.Ban(player(eve)))
            tab = await here.enter(table, browser=BROWSER)
            table = await here.restart(table)
            again = await here.enter(table, lost, browser=BROWSER)

            for screen in (eve, tab, again):
                assert screen.closed
                assert screen.last("goodbye")["why"] == "banned"
            assert [member.name for member in table.room.members] == ["Ada"]

        at_a_party(story)

    def test_a_ban_closes_every_tab_of_that_browser_at_once(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table()
            tab = await here.enter(table, browser=BROWSER)
            eve = await here.enter(table, name="Eve", browser=BROWSER)
            second_seat = await here.enter(table, name="Mallory", browser=BROWSER)
            bo = await here.enter(table, name="Bo", browser="a browser of Bo's")

            await here.say(table, ada, wire.Ban(player(eve)))
            table.receive(tab, wire.Sit("Eve again"), here.time)
            await table.step()

            for screen in (tab, eve, second_seat):
                assert screen.closed
                assert screen.last("goodbye")["why"] == "banned"
            assert names(ada) == ["Ada", "Bo"]
            assert not bo.closed

        at_a_party(story)

    def test_a_ban_also_applies_to_the_browser_the_seat_was_moved_to(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table()
            eve = await here.enter(table, name="Eve", browser=BROWSER)
            phone = await here.enter(table, token(eve), browser="another browser of hers")

            await here.say(table, ada, wire.Ban(player(phone)))

            for browser in (BROWSER, "another browser of hers"):
                again = await here.enter(table, browser=browser)
                assert again.last("goodbye")["why"] == "banned"

        at_a_party(story)

    def test_a_ban_of_a_page_without_a_browser_id_takes_the_seat_and_the_connection(self, at_a_party):
        async def story(here):
            table, ada, eve, bo = await here.at_a_table("Eve", "Bo")

            await here.say(table, ada, wire.Ban(player(eve)))

            assert eve.last("goodbye")["why"] == "banned"
            assert names(ada) == ["Ada", "Bo"]
            assert not bo.closed

        at_a_party(story)

    def test_the_host_cannot_ban_a_second_seat_of_their_own_browser(self, at_a_party):
        async def story(here):
            table, key = await here.open(browser=BROWSER)
            ada = await here.enter(table, key, browser=BROWSER)
            second = await here.enter(table, name="Ida", browser=BROWSER)

            await here.say(table, ada, wire.Ban(player(second)))

            assert whys(ada) == ["not-now"]
            assert not ada.closed
            assert table.room.banned == ()

        at_a_party(story)

    def test_the_host_cannot_ban_kick_or_hand_over_to_a_bot(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table(bots=("steady",))
            bot = table.room.members[1].id

            await here.say(table, ada, wire.Ban(bot), wire.Kick(bot), wire.HandOver(bot))

            assert whys(ada) == ["no-such-player"] * 3

        at_a_party(story)

    def test_the_host_cannot_ban_or_kick_themselves(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table()

            await here.say(table, ada, wire.Ban(player(ada)), wire.Kick(player(ada)))

            assert whys(ada) == ["not-now", "not-now"]

        at_a_party(story)

    def test_a_locked_table_refuses_newcomers_but_not_its_members(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Bo")
            await here.say(table, ada, wire.Lock(True))

            eve = await here.enter(table, name="Eve")
            again = await here.enter(table, token(bo))
            assert whys(eve) == ["locked"]
            assert player(again) == player(bo)
            assert eve.last("room")["locked"]

            await here.say(table, ada, wire.Lock(False))
            await here.say(table, eve, wire.Sit("Eve"))
            assert names(ada) == ["Ada", "Bo", "Eve"]

        at_a_party(story)

    def test_only_the_host_sets_the_sound_of_the_big_screen_and_it_is_stored(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Bo")
            assert bo.last("room")["big_screen_sound"] == "full"

            await here.say(table, bo, wire.BigScreenSound("off"))
            await here.say(table, ada, wire.BigScreenSound("low"))

            assert whys(bo) == ["not-host"]
            assert bo.last("room")["big_screen_sound"] == "low"
            assert (await here.restart(table)).room.big_screen_sound == "low"

        at_a_party(story)

    def test_only_the_host_lets_the_big_screen_speak_and_it_is_stored(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Bo")
            assert bo.last("room")["announcer"] is False

            await here.say(table, bo, wire.Announcer(on=True))
            assert whys(bo) == ["not-host"]
            assert bo.last("room")["announcer"] is False

            await here.say(table, ada, wire.Announcer(on=True))
            assert bo.last("room")["announcer"] is True
            assert (await here.restart(table)).room.announcer is True

        at_a_party(story)

    def test_play_time_stops_while_the_host_pauses(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table(bots=("steady",), start=True)
            await lit(here, table, ada)

            await here.say(table, ada, wire.Pause())
            then, lines = table.match.now(here.time), len(table.match.play.journal)
            await here.wait(table, 50, step=SECOND)
            await here.say(table, ada, do(ada, 1, type="Tap", lamp="red"))
            assert ada.last("room")["paused"] == "host"
            assert whys(ada) == ["not-now"]
            assert len(table.match.play.journal) == lines

            await here.say(table, ada, wire.Resume())
            assert table.match.now(here.time) == then
            assert ada.last("update")["at"] == then

        at_a_party(story)

    def test_the_host_skips_what_the_game_waits_for(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            waited_for, view = table.match.play.state.due, ada.last("update")["view"]

            await here.say(table, ada, wire.Skip())
            await here.wait(table, 0.5)

            assert ada.last("update")["view"]["lamps"] != view["lamps"]
            assert table.match.play.now == waited_for
            assert ada.last("update")["at"] >= waited_for
            assert bo.last("update")["at"] >= waited_for

        at_a_party(story)

    def test_the_host_cannot_skip_at_a_paused_table(self, at_a_party):
        async def story(here):
            table, ada, _ = await here.at_a_table("Bo")
            await here.say(table, ada, wire.Skip(), wire.Start())
            await here.say(table, ada, wire.Pause(), wire.Skip())

            assert whys(ada) == ["not-now", "not-now"]

        at_a_party(story)
