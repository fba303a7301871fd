"""A game at a table with real rules, a real journal, and a clock that the test moves."""

from types import SimpleNamespace

import pytest

from taphouse.core import MS, SECOND
from taphouse.core.record import read_line
from taphouse.table import wire
from taphouse.table.presence import AWAY
from tests.house.fingers import do, lit, paint
from tests.house.party import GAME, token, whys
from tests.toys import OTHER_TOY, SHELF, TOY_FOR_THREE


def numbers(screen):
    return [update["n"] for update in screen.all("update")]


async def after_a_rematch(here):
    """Ada and Bo play again on the same connections; Bo's page still shows the first game."""
    table, ada, bo = await here.playing("Bo")
    await here.wait(table, 2)
    old = do(bo, 1, type="Tap", lamp="red")
    await here.say(table, ada, wire.Finished(), wire.Start())
    return table, ada, bo, old


class TestTheNumberOfAnUpdate:
    def test_the_number_of_an_update_counts_only_updates_of_this_screen(self, at_a_party):
        async def story(here):
            table, ada, bo, _ = await here.playing("Bo", "Cleo", game=TOY_FOR_THREE)
            before = len(ada.all("update"))

            for _ in range(5):
                await here.say(table, bo, do(bo, 1, type="Tap", lamp="red"))
            assert [event["type"] for event in bo.last("update")["news"]] == ["Refused"]
            assert len(ada.all("update")) == before, "it is Bo's secret"
            await here.wait(table, 15)
            watcher = await here.enter(table)
            await here.wait(table, 5)

            assert len(ada.all("update")) > before
            for screen in (ada, bo, watcher):
                assert numbers(screen) == [*range(1, len(screen.all("update")) + 1)]

        at_a_party(story)

    def test_the_number_of_an_update_continues_in_the_next_game(self, at_a_party):
        async def story(here):
            table, _, bo, old = await after_a_rematch(here)
            await here.wait(table, 2)

            assert numbers(bo) == [*range(1, len(bo.all("update")) + 1)]
            assert old.n < bo.last("update")["n"]

        at_a_party(story)

    def test_the_number_of_an_update_starts_again_on_a_new_connection_and_its_taps_count(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            await lit(here, table, ada, bo)

            bo = await here.enter(table, token(bo))
            await paint(here, table, bo, 0)
            contender = table.match.arbiter.contenders[1]

            assert numbers(bo) == [1]
            assert [*contender.timeline.painted] == [1]
            here.time += 400 * MS
            await here.say(
                table, bo, do(bo, 300 * MS, type="Tap", lamp=bo.last("update")["view"]["lamps"][0])
            )
            assert whys(bo) == []

        at_a_party(story)


STALE = [{"type": "sorry", "why": "stale", "detail": ""}]


async def effect(here, table, screen, tap):
    """The answers to a tap, and whether the room or the record changed."""
    before, sent = (table.room, await here.stored(table)), len(screen.got)
    await here.say(table, screen, tap)
    answers = [message for message in screen.got[sent:] if message["type"] != "room"]  # its line's rating
    return answers, (table.room, await here.stored(table)) != before


class TestAStaleTap:
    def test_a_tap_from_before_a_rematch_is_refused_and_changes_nothing(self, at_a_party):
        async def story(here):
            table, _, bo, old = await after_a_rematch(here)

            assert await effect(here, table, bo, old) == (STALE, False)

        at_a_party(story)

    def test_a_tap_from_another_game_is_refused_as_stale_too(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            await here.wait(table, 2)
            old = do(bo, 1, type="Tap", lamp="red")
            await here.say(table, ada, wire.Finished(), wire.Start(OTHER_TOY))

            assert await effect(here, table, bo, old) == (STALE, False)

        at_a_party(story)

    @pytest.mark.parametrize("n", [0, 57, 2**53])
    def test_a_tap_on_an_update_that_was_never_sent_is_refused_and_changes_nothing(self, at_a_party, n):
        async def story(here):
            table, _, bo = await here.playing("Bo")

            assert await effect(here, table, bo, wire.Do(b'{"type": "Tap", "lamp": "red"}', n, 1)) == (
                STALE,
                False,
            )

        at_a_party(story)

    def test_a_tap_from_before_a_lost_connection_is_refused(self, at_a_party):
        async def story(here):
            table, _, bo = await here.playing("Bo")
            await here.wait(table, 10)
            old = do(bo, 1, type="Tap", lamp="red")

            bo = await here.enter(table, token(bo))

            assert old.n > bo.last("update")["n"]
            assert await effect(here, table, bo, old) == (STALE, False)

        at_a_party(story)

    def test_a_stale_tap_does_not_resume_a_paused_lesson(self, at_a_party):
        async def story(here):
            table, pupil = await here.at_a_table(lesson=True)
            await here.wait(table, 2)

            await here.say(table, pupil, wire.Do(b'{"type": "Tap", "lamp": "red"}', 57, 1))

            assert whys(pupil) == ["stale"]
            assert table.paused == "lesson"

        at_a_party(story)

    def test_a_tap_on_what_was_shown_before_the_host_skipped_is_not_stale(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            tap = do(bo, 1, type="Tap", lamp="red")

            await here.say(table, ada, wire.Skip())
            await here.say(table, bo, tap)

            assert whys(bo) == []

        at_a_party(story)


class TestAGame:
    def test_a_game_is_sent_to_each_seat_and_saved_before_it_is_sent(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            lamps = await lit(here, table, ada, bo)
            await paint(here, table, ada, 5_000_000)
            await paint(here, table, bo, 77)

            here.time += 400 * MS
            await here.say(table, ada, do(ada, 5_000_000 + 350 * MS, type="Tap", lamp=lamps[0]))
            assert not ada.last("update")["view"]["taken"], "Bo may still have been sooner"
            assert bo.last("ask"), "so Bo is asked"
            await here.say(table, bo, wire.Beat(bo.last("update")["n"], 77 + 480 * MS))

            assert ada.last("update")["view"]["taken"] == {lamps[0]: 0}
            assert bo.last("update")["view"]["taken"] == {lamps[0]: 0}
            stored = await here.stored(table)
            last = read_line(SHELF[GAME], stored[-1])
            assert last.move.act.lamp == lamps[0]
            assert last.evidence["judged"]["at"] == last.move.at

        at_a_party(story)

    def test_the_first_tap_gets_the_lamp_even_on_a_slow_line(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Bo")
            bo.round_trip = 180 * MS
            await here.wait(table, 1)
            await here.say(table, ada, wire.Start())
            lamps = await lit(here, table, ada, bo)
            await paint(here, table, ada, 1_000_000)
            await here.wait(table, 0.18)
            await paint(here, table, bo, 2_000_000)

            await here.wait(table, 0.2)
            await here.say(table, ada, do(ada, 1_000_000 + 380 * MS, type="Tap", lamp=lamps[0]))
            await here.wait(table, 0.1)
            await here.say(table, bo, do(bo, 2_000_000 + 300 * MS, type="Tap", lamp=lamps[0]))
            await here.wait(table, 0.3)

            assert ada.last("update")["view"]["taken"] == {lamps[0]: 1}

        at_a_party(story)

    def test_bots_play_to_the_end_and_the_photo_finishes_are_shown(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table(bots=("quick", "quick", "quick"), start=True)

            await here.play_out(table)

            assert ada.last("room")["stage"] == "over"
            assert ada.last("update")["view"]["winners"]
            results = {
                result["player"]: result["place"] for result in ada.last("evening")["games"][-1]["results"]
            }
            seated = [player["id"] for player in ada.last("room")["players"]]
            assert ada.last("update")["places"] == [results[player] for player in seated]
            assert ada.all("update")[0]["places"] == []
            finishes = [f for update in ada.all("update") for f in update["finishes"]]
            assert finishes
            assert all(len(finish["lanes"]) > 1 for finish in finishes)

            again = await here.enter(table, token(ada))
            latest = {finish["number"]: finish for finish in finishes}
            assert again.last("update")["finishes"] == list(latest.values())

        at_a_party(story)

    def test_an_impossible_act_is_refused_and_changes_nothing(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table(bots=("steady",), start=True)
            await lit(here, table, ada)
            before = table.match.play.state

            for act in ({"type": "Win"}, {"type": "Tap"}, {"type": "Away"}, {"type": "Tap", "shape": 3}, {}):
                await here.say(table, ada, do(ada, 1, **act))

            assert whys(ada) == ["bad-message"] * 5
            assert table.match.play.state == before

        at_a_party(story)

    def test_no_screen_is_sent_what_it_already_has(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            sent = len(bo.all("update"))

            def to_the_actor_alone(event, seat):
                return event if seat == 0 else None

            table.match.play.game = SimpleNamespace(**{**vars(SHELF[GAME]), "tell": to_the_actor_alone})
            await here.say(table, ada, do(ada, 1, type="Tap", lamp="red"))

            assert ada.last("update")["news"][0]["type"] == "Refused"
            assert len(bo.all("update")) == sent

        at_a_party(story)

    def test_a_watcher_cannot_tap(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table(bots=("steady",), start=True)
            eve = await here.enter(table)
            lamps = await lit(here, table, ada)

            await here.say(table, eve, do(eve, 1, type="Tap", lamp=lamps[0]))

            assert whys(eve) == ["not-seated"]

        at_a_party(story)

    def test_a_player_who_disconnects_is_away_until_they_are_back(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            table.disconnect(bo)

            await here.wait(table, AWAY / SECOND + 0.5)
            assert ada.last("update")["view"]["away"] == [1]

            bo = await here.enter(table, token(bo))
            await here.wait(table, 0.5)
            assert bo.last("update")["view"]["away"] == []

        at_a_party(story)

    def test_a_game_started_with_the_table_waits_for_the_player_who_opened_it(self, at_a_party):
        async def story(here):
            table, key = await here.open(bots=("steady",), start=True)
            await here.wait(table, 60, step=SECOND)
            assert table.match.play.journal == []

            ada = await here.enter(table, key)

            assert ada.last("room")["paused"] is None
            assert ada.last("update")["at"] == 0

        at_a_party(story)

    def test_a_table_that_everybody_left_is_paused_until_they_are_back(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table(bots=("steady",), start=True)
            table.disconnect(ada)

            await here.wait(table, AWAY / SECOND + 1)
            assert table.paused == "empty"

            await here.enter(table, token(ada))
            assert table.paused is None

        at_a_party(story)

    def test_a_reconnected_screen_gains_no_time(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            lamps = await lit(here, table, ada, bo)
            here.time += 2 * SECOND

            ada = await here.enter(table, token(ada))
            await paint(here, table, ada, 500)
            here.time += 10 * MS
            await here.say(table, ada, do(ada, 500 + 5 * MS, type="Tap", lamp=lamps[0]))
            await here.wait(table, 0.3)

            held = table.match.play.journal[-1].move
            assert held.at - table.match.play.state.race.since > 2 * SECOND

        at_a_party(story)
