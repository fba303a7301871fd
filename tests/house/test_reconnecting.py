"""Phones sleep, networks change, friends are late: players find their seats, and the game does not wait."""

from taphouse.core import SECOND
from taphouse.table import wire
from taphouse.table.outbox import BETWEEN_REACTIONS
from taphouse.table.presence import AWAY, BOT_TAKES_OVER
from taphouse.table.session import ELECTED
from tests.house.party import player, token, whys
from tests.toys import OTHER_TOY, TOY


async def play_to_the_end(here, table):
    """Bots play for everyone, so that the game is short."""
    for seat in range(len(table.room.members)):
        table.match.bots.join(seat, "quick")
    await here.play_out(table)


class TestAHiddenPage:
    def test_a_player_with_a_hidden_page_is_away_until_it_is_visible_and_stays_connected(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")

            await here.say(table, bo, wire.Looking(False))
            await here.wait(table, AWAY / SECOND + 0.5)
            assert ada.last("update")["view"]["away"] == [1]
            assert not bo.closed

            await here.say(table, bo, wire.Looking(True))
            await here.wait(table, 0.2)
            assert ada.last("update")["view"]["away"] == []
            assert bo.last("update")["at"] == ada.last("update")["at"]

        at_a_party(story)

    def test_a_watcher_whose_page_is_visible_again_sees_the_current_game(self, at_a_party):
        async def story(here):
            table, ada, _ = await here.playing("Bo")
            eve = await here.enter(table)
            await here.say(table, eve, wire.Looking(False))
            sent = len(eve.all("update"))
            await here.wait(table, 15)
            assert len(eve.all("update")) == sent

            await here.say(table, eve, wire.Looking(True))

            assert eve.last("update")["view"]["round"] == ada.last("update")["view"]["round"]
            assert len(eve.all("update")) == sent + 1

        at_a_party(story)

    def test_a_page_hidden_for_a_moment_does_not_make_its_player_away(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")

            await here.say(table, bo, wire.Looking(False))
            await here.wait(table, AWAY / SECOND / 2)
            await here.say(table, bo, wire.Looking(True))
            await here.wait(table, AWAY / SECOND)

            assert ada.last("update")["view"]["away"] == []

        at_a_party(story)

    def test_a_report_sent_before_the_page_was_hidden_does_no_harm(self, at_a_party):
        async def story(here):
            table, _, bo = await here.playing("Bo")
            n = bo.last("update")["n"]

            await here.say(table, bo, wire.Looking(False), wire.Painted(n, 1), wire.Beat(n, 2))
            await here.say(table, bo, wire.Device(16_000))

            assert whys(bo) == []

        at_a_party(story)

    def test_a_tap_makes_a_hidden_page_count_as_visible(self, at_a_party):
        async def story(here):
            table, _, bo = await here.playing("Bo")
            await here.say(table, bo, wire.Looking(False))

            await here.say(table, bo, wire.Do(b'{"type": "Tap", "lamp": "red"}', bo.last("update")["n"], 5))

            assert player(bo) in table.here

        at_a_party(story)

    def test_looking_is_always_answered_so_that_a_page_knows_its_connection_is_alive(self, at_a_party):
        async def story(here):
            table, key = await here.open()
            ada = await here.enter(table, key)
            sent = len(ada.all("welcome"))

            await here.say(table, ada, wire.Looking(True))

            assert len(ada.all("welcome")) == sent + 1
            assert token(ada) == key

        at_a_party(story)


class TestASeatPlayedByABot:
    async def left_for_long(self, here):
        table, ada, bo = await here.playing("Bo")
        table.disconnect(bo)
        await here.wait(table, (AWAY + BOT_TAKES_OVER) / SECOND + 1)
        return table, ada, bo

    def test_a_bot_plays_the_seat_of_an_absent_player_and_all_see_it(self, at_a_party):
        async def story(here):
            table, ada, _ = await self.left_for_long(here)

            assert ada.last("room")["players"][1]["played_by_bot"]
            assert ada.last("update")["view"]["away"] == []
            await here.wait(table, 30)
            assert any(entry.move and entry.move.seat == 1 for entry in table.match.play.journal[-40:])

        at_a_party(story)

    def test_a_player_who_is_back_gets_the_seat_from_the_bot_at_once(self, at_a_party):
        async def story(here):
            table, ada, bo = await self.left_for_long(here)

            bo = await here.enter(table, token(bo))

            assert not ada.last("room")["players"][1]["played_by_bot"]
            assert bo.last("update")["view"]
            assert 1 not in table.match.bots.skills

        at_a_party(story)

    def test_a_bot_plays_for_players_who_do_not_come_back_after_a_restart(self, at_a_party):
        async def story(here):
            table, ada, _ = await here.playing("Bo")
            again = await here.restart(table)

            ada = await here.enter(again, token(ada))
            await here.wait(again, 6)
            assert ada.last("update")["view"]["away"] == [1]
            await here.wait(again, BOT_TAKES_OVER / SECOND + 1)
            assert ada.last("room")["players"][1]["played_by_bot"]

        at_a_party(story)


class TestASecondHello:
    def test_a_second_hello_on_a_connection_is_refused_and_changes_nothing(self, at_a_party):
        async def story(here):
            table, ada, bo, cleo = await here.playing("Bo", "Cleo")

            await here.say(table, cleo, wire.Hello(wire.VERSION, token(bo)))
            await here.say(table, cleo, wire.Hello(wire.VERSION, screen="table"))

            assert whys(cleo) == ["bad-message", "bad-message"]
            assert not bo.closed
            assert table.here == {player(screen) for screen in (ada, bo, cleo)}
            assert not ada.last("room")["big_screen"]

        at_a_party(story)


class TestALatecomer:
    def test_a_latecomer_takes_over_a_bots_seat_at_once(self, at_a_party):
        async def story(here):
            table, ada = await here.playing(bots=("steady",))

            bo = await here.enter(table, name="Bo")

            assert [p["bot"] for p in ada.last("room")["players"]] == [None, None]
            assert table.room.seat(player(bo)) == 1
            assert bo.last("update")["view"]

        at_a_party(story)

    def test_a_latecomer_waits_on_the_bench_if_no_bot_plays_and_joins_the_next_game(self, at_a_party):
        async def story(here):
            table, ada, _ = await here.playing("Bo")

            cleo = await here.enter(table, name="Cleo")
            assert [p["name"] for p in cleo.last("room")["bench"]] == ["Cleo"]
            assert token(cleo)
            assert cleo.last("update")["view"], "she watches meanwhile"

            await play_to_the_end(here, table)
            await here.say(table, ada, wire.Start())
            assert [p["name"] for p in cleo.last("room")["players"]] == ["Ada", "Bo", "Cleo"]

        at_a_party(story)

    def test_a_latecomer_on_the_bench_plays_as_soon_as_somebody_stands_up(self, at_a_party):
        async def story(here):
            table, _, bo = await here.playing("Bo")
            cleo = await here.enter(table, name="Cleo")

            await here.say(table, bo, wire.Stand())

            assert table.room.seat(player(cleo)) == 1
            assert 1 not in table.match.bots.skills
            assert 1 in table.match.arbiter.contenders

        at_a_party(story)

    def test_a_latecomer_comes_back_to_the_bench_after_a_reload(self, at_a_party):
        async def story(here):
            table, _, _ = await here.playing("Bo")
            cleo = await here.enter(table, name="Cleo")

            again = await here.enter(table, token(cleo))

            assert player(again) == player(cleo)

        at_a_party(story)


class TestAnEvening:
    async def two_of_three_voted(self, here):
        """After a game Bo and Cleo want to play another game; Ada, the host, says nothing."""
        table, ada, bo, cleo = await here.playing("Bo", "Cleo")
        await play_to_the_end(here, table)
        for voter in (bo, cleo):
            await here.say(table, voter, wire.Vote(OTHER_TOY))
        return table, ada, cleo

    def test_an_evening_is_stored_and_sent_and_ends_on_its_podium(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            assert bo.last("evening") == {"type": "evening", "games": [], "scores": [], "awards": []}
            await play_to_the_end(here, table)
            await here.say(table, ada, wire.Start(OTHER_TOY))
            await play_to_the_end(here, table)

            table = await here.restart(table)
            ada = await here.enter(table, token(ada))
            evening = ada.last("evening")
            assert [game["game"] for game in evening["games"]] == [TOY, OTHER_TOY]
            assert sum(score["points"] for score in evening["scores"]) == 4

            await here.say(table, ada, wire.EndEvening())
            assert ada.last("room")["stage"] == "podium"
            assert ada.last("evening") == evening
            await here.say(table, ada, wire.Finished())
            assert ada.last("room")["stage"] == "lobby"
            assert ada.last("evening")["games"] == []

        at_a_party(story)

    def test_a_game_with_a_majority_of_votes_starts_without_the_host(self, at_a_party):
        async def story(here):
            table, ada, _ = await self.two_of_three_voted(here)
            assert [p["vote"] for p in ada.last("room")["players"]] == [None, OTHER_TOY, OTHER_TOY]
            assert ada.last("room")["elected"] == OTHER_TOY
            await here.wait(table, ELECTED / SECOND + 0.1)

            assert ada.last("room")["stage"] == "playing"
            assert ada.last("room")["game"] == OTHER_TOY
            assert ada.last("room")["elected"] is None

        at_a_party(story)

    def test_a_vote_taken_back_in_time_stops_the_start(self, at_a_party):
        async def story(here):
            table, ada, cleo = await self.two_of_three_voted(here)

            await here.wait(table, 1)
            await here.say(table, cleo, wire.Vote(None))
            await here.wait(table, 2 * ELECTED / SECOND)

            assert ada.last("room")["stage"] == "over"

        at_a_party(story)


class TestAReaction:
    def test_a_reaction_is_sent_to_all_connections(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table()
            watcher = await here.enter(table)

            await here.say(table, ada, wire.React("clap"))
            await here.say(table, watcher, wire.React("clap"))

            assert watcher.all("reaction") == [{"type": "reaction", "player": player(ada), "emote": "clap"}]
            assert whys(watcher) == ["not-seated"]

        at_a_party(story)

    def test_a_player_may_react_once_a_second(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table()

            await here.say(table, ada, wire.React("clap"), wire.React("laugh"))
            await here.wait(table, BETWEEN_REACTIONS / SECOND)
            await here.say(table, ada, wire.React("heart"))

            assert [told["emote"] for told in ada.all("reaction")] == ["clap", "heart"]
            assert whys(ada) == ["flood"]

        at_a_party(story)

    def test_a_reaction_is_refused_during_a_race(self, at_a_party):
        async def story(here):
            table, ada, _ = await here.playing("Bo")
            while not table.match.race(here.time):
                await here.wait(table, 0.1)

            await here.say(table, ada, wire.React("clap"))
            assert whys(ada) == ["not-now"]

            await here.say(table, ada, wire.Pause(), wire.React("clap"))
            assert ada.last("reaction")["emote"] == "clap"

        at_a_party(story)
