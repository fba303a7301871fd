"""The storage one table can use is bounded, and a real party never reaches the bound."""

from taphouse.core import MS, SECOND
from taphouse.core.record import read_header, read_lines
from taphouse.replay.verify import problems
from taphouse.table import wire
from taphouse.table.session import STARTS, TAPS
from tests.house.fingers import do
from tests.house.party import whys
from tests.toys import SHELF


class TestUnplayedGames:
    def test_a_game_that_is_started_and_left_unplayed_is_deleted(self, at_a_party):
        async def story(here):
            table, ada = await here.playing(bots=("gentle",))
            await here.wait(table, 5)
            stream = f"game/{table.room.match}"
            assert len(await here.journal.read(stream)) > 1, "the clock and the bots went on"

            await here.say(table, ada, wire.Finished())

            assert await here.journal.read(stream) == []
            again = await here.restart(table)
            assert again.room.stage == "lobby"

        at_a_party(story)

    def test_a_game_that_was_played_before_a_restart_stays_stored(self, at_a_party):
        async def story(here):
            table, ada = await here.playing(bots=("gentle",))
            await here.say(table, ada, do(ada, 0, type="Tap", lamp="red"))
            stream = f"game/{table.room.match}"
            again = await here.restart(table)
            ada = await here.enter(again, token=ada.last("welcome")["token"])

            await here.say(again, ada, wire.Finished())

            assert again.room.stage == "lobby"
            assert len(await here.journal.read(stream)) > 1

        at_a_party(story)

    def test_an_unplayed_game_is_deleted_after_a_restart_too(self, at_a_party):
        async def story(here):
            table, ada = await here.playing(bots=("gentle",))
            stream = f"game/{table.room.match}"
            again = await here.restart(table)
            ada = await here.enter(again, token=ada.last("welcome")["token"])

            await here.say(again, ada, wire.Finished())

            assert await here.journal.read(stream) == []

        at_a_party(story)

    def test_the_number_of_games_a_table_may_start_is_limited(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table(bots=("gentle",))
            for _ in range(STARTS.burst + 5):
                await here.say(table, ada, wire.Start())
                await here.say(table, ada, wire.Finished())
            assert whys(ada) == ["flood"] * 5

            here.time += STARTS.refill
            await here.say(table, ada, wire.Start())
            assert table.room.stage == "playing"

        at_a_party(story)

    def test_a_game_that_cannot_start_does_not_count_against_the_limit_of_starts(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table()
            for _ in range(STARTS.burst + 5):
                await here.say(table, ada, wire.Start())
            assert set(whys(ada)) == {"too-few"}
            await here.say(table, ada, wire.AddBot("gentle"), wire.Start())
            assert table.room.stage == "playing"

        at_a_party(story)


class TestTaps:
    def test_taps_faster_than_any_finger_are_refused_and_not_stored(self, at_a_party):
        async def story(here):
            table, ada = await here.playing(bots=("gentle",))
            taps = TAPS.burst + 50
            for _ in range(taps):
                await here.say(table, ada, do(ada, 0, type="Tap", lamp="red"))
            assert whys(ada) == ["flood"] * 50
            await here.wait(table, 2)
            play = table.match.play
            judged = [entry for entry in play.journal if entry.evidence is not None]
            assert len(judged) == TAPS.burst, "each that was let in got its verdict"

        at_a_party(story)

    def test_taps_of_a_seat_are_counted_across_connections_and_games(self, at_a_party):
        async def story(here):
            table, ada = await here.playing(bots=("gentle",))
            for _ in range(TAPS.burst):
                await here.say(table, ada, do(ada, 0, type="Tap", lamp="red"))
            again = await here.enter(table, ada.last("welcome")["token"])
            await here.say(table, again, wire.Finished())
            await here.say(table, again, wire.Start())
            await here.say(table, again, do(again, 0, type="Tap", lamp="red"))
            assert whys(again) == ["flood"]

        at_a_party(story)

    def test_all_taps_of_a_quick_hand_are_accepted_for_any_length_of_time(self, at_a_party):
        async def story(here):
            table, ada = await here.playing(bots=("gentle",))
            for _ in range(200):
                await here.say(table, ada, do(ada, 0, type="Tap", lamp="red"))
                here.time += SECOND // 4
                await table.step()
            for _ in range(100):
                await here.say(table, ada, do(ada, 0, type="Tap", lamp="red"))
                here.time += 100 * MS
                await table.step()
            assert whys(ada) == []

        at_a_party(story)

    def test_refused_taps_leave_a_journal_that_follows_from_the_rules(self, at_a_party):
        async def story(here):
            table, ada = await here.playing(bots=("gentle",))
            for _ in range(TAPS.burst + 50):
                await here.say(table, ada, do(ada, 0, type="Tap", lamp="red"))
            await here.wait(table, 5)
            lines = await here.stored(table)
            rules = SHELF[table.room.game]
            read = list(read_lines(rules, lines[1:]))
            assert list(problems(rules, read_header(lines[0]), read)) == []

        at_a_party(story)
