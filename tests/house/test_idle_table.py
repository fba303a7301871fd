"""An idle table costs almost nothing, and still knows who is connected."""

from taphouse.core import SECOND
from taphouse.table.pings import COARSE, FIRST_PINGS
from tests.house.party import player


class TestAnIdleTable:
    def test_a_new_connection_is_pinged_three_times_in_its_first_seconds(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table()

            await here.wait(table, FIRST_PINGS - 0.5)

            assert ada.pinged == FIRST_PINGS
            assert ada.last("room")["players"][0]["rating"] == "good"

        at_a_party(story)

    def test_an_idle_table_sends_nothing_but_a_rare_ping(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table()
            await here.wait(table, 6, step=SECOND)
            sent, pinged = len(ada.got), ada.pinged

            await here.wait(table, 600, step=SECOND)

            assert len(ada.got) == sent
            assert 0 < ada.pinged - pinged <= 30

        at_a_party(story)

    def test_a_table_pings_once_even_if_its_timer_is_a_little_early(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table()
            await here.wait(table, 6, step=SECOND)
            pinged, before = ada.pinged, table.due - COARSE

            await here.wait(table, (before - here.time) / SECOND, step=SECOND)
            assert ada.pinged == pinged + 1

            await here.wait(table, 2 * COARSE / SECOND)
            assert ada.pinged == pinged + 1

        at_a_party(story)

    def test_a_connection_that_answers_no_ping_at_an_idle_table_is_closed(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table()
            ada.answers_pings = False

            bo = await here.enter(table, name="Bo")
            await here.wait(table, 120, step=SECOND)

            assert ada.closed
            assert [p["here"] for p in bo.last("room")["players"]] == [False, True]
            assert bo.last("room")["host"] == player(bo)

        at_a_party(story)
