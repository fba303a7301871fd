"""A game at a table with real rules, a real journal, and time that moves when told to."""

from types import SimpleNamespace

from taphouse.core import MS, SECOND
from taphouse.core.record import read_entry
from taphouse.games import shelf
from taphouse.house import wire
from taphouse.house.presence import AWAY
from tests.house.fingers import do, hunting, paint
from tests.house.party import GAME, token, whys


class TestAGame:
    def test_is_told_to_each_seat_and_kept_before_it_is_told(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            card = await hunting(here, table, ada, bo)
            await paint(here, table, ada, 5_000_000)
            await paint(here, table, bo, 77)

            here.time += 400 * MS
            await here.say(table, ada, do(ada, 5_000_000 + 350 * MS, type="Tap", shape=card[0]))
            assert not ada.last("update")["view"]["fingers"], "Bo may still have been sooner"
            assert bo.last("ask"), "so he is asked"
            await here.say(table, bo, wire.Beat(bo.last("update")["n"], 77 + 400 * MS))

            assert ada.last("update")["view"]["fingers"] == {card[0]: 0}
            assert bo.last("update")["view"]["fingers"] == {card[0]: 0}
            kept = await here.kept(table)
            last = read_entry(shelf()[GAME], kept[-1])
            assert last.move.act.shape == card[0]
            assert last.evidence["judged"]["at"] == last.move.at

        at_a_party(story)

    def test_a_finger_that_fell_first_on_a_slow_line_gets_the_shape(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.at_a_table("Bo")
            bo.round_trip = 180 * MS
            await here.wait(table, 1)
            await here.say(table, ada, wire.Start())
            card = await hunting(here, table, ada, bo)
            await paint(here, table, ada, 1_000_000)
            await here.wait(table, 0.18)
            await paint(here, table, bo, 2_000_000)

            await here.wait(table, 0.2)
            await here.say(table, ada, do(ada, 1_000_000 + 380 * MS, type="Tap", shape=card[0]))
            await here.wait(table, 0.1)
            await here.say(table, bo, do(bo, 2_000_000 + 300 * MS, type="Tap", shape=card[0]))
            await here.wait(table, 0.3)

            assert ada.last("update")["view"]["fingers"] == {card[0]: 1}

        at_a_party(story)

    def test_bots_play_to_the_end_and_the_photo_finishes_are_shown(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table(bots=("quick", "quick", "quick"), start=True)

            await here.play_out(table)

            assert ada.last("room")["stage"] == "over"
            assert ada.last("update")["view"]["winners"]
            finishes = [f for update in ada.all("update") for f in update["finishes"]]
            assert finishes
            assert all(len(finish["lanes"]) > 1 for finish in finishes)

            again = await here.enter(table, token(ada))
            latest = {finish["thing"]: finish for finish in finishes}
            assert again.last("update")["finishes"] == list(latest.values())

        at_a_party(story)

    def test_an_impossible_act_is_refused_and_changes_nothing(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table(bots=("steady",), start=True)
            await hunting(here, table, ada)
            before = table.match.play.state

            for act in ({"type": "Win"}, {"type": "Tap"}, {"type": "Away"}, {"type": "Tap", "shape": 3}, {}):
                await here.say(table, ada, do(ada, 1, **act))

            assert whys(ada) == ["bad-message"] * 5
            assert table.match.play.state == before

        at_a_party(story)

    def test_nobody_is_sent_what_he_already_has(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            told = len(bo.all("update"))
            silenced = shelf()[GAME].tell

            def to_the_actor_alone(event, seat):
                return silenced(event, seat) if seat == 0 else None

            table.match.play.game = SimpleNamespace(**{**vars(shelf()[GAME]), "tell": to_the_actor_alone})
            await here.say(table, ada, do(ada, 1, type="Rest"))

            assert ada.last("update")["news"][0]["type"] == "Refused"
            assert len(bo.all("update")) == told

        at_a_party(story)

    def test_a_watcher_has_no_finger(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table(bots=("steady",), start=True)
            eve = await here.enter(table)
            card = await hunting(here, table, ada)

            await here.say(table, eve, do(eve, 1, type="Tap", shape=card[0]))

            assert whys(eve) == ["not-seated"]

        at_a_party(story)

    def test_whoever_is_gone_is_away_and_back_again(self, at_a_party):
        async def story(here):
            table, ada, bo = await here.playing("Bo")
            table.disconnect(bo)

            await here.wait(table, AWAY / SECOND + 0.5)
            assert ada.last("update")["view"]["away"] == [1]

            bo = await here.enter(table, token(bo))
            await here.wait(table, 0.5)
            assert bo.last("update")["view"]["away"] == []

        at_a_party(story)

    def test_waits_for_whoever_opened_the_table(self, at_a_party):
        async def story(here):
            table, key = await here.open(bots=("steady",), start=True)
            await here.wait(table, 60, step=SECOND)
            assert table.match.play.journal == []

            ada = await here.enter(table, key)

            assert ada.last("room")["paused"] is None
            assert ada.last("update")["at"] == 0

        at_a_party(story)

    def test_a_table_that_everybody_left_waits_for_them(self, at_a_party):
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
            card = await hunting(here, table, ada, bo)
            here.time += 2 * SECOND

            ada = await here.enter(table, token(ada))
            await paint(here, table, ada, 500)
            here.time += 10 * MS
            await here.say(table, ada, do(ada, 500 + 5 * MS, type="Tap", shape=card[0]))
            await here.wait(table, 0.3)

            held = table.match.play.journal[-1].move
            assert held.at - table.match.play.state.race.since > 2 * SECOND

        at_a_party(story)
