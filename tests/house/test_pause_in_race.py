"""A pause in mid-race: afterwards taps are still compared by play time on each player's own screen."""

import pytest

from taphouse.core import MS, SECOND
from taphouse.table import wire
from tests.house.remote_pages import Evening, Page

NEAR, FAR = (4, 5), (60, 90)  # milliseconds there and back


async def hunting(here):
    """Two players see a card. The far one taps 53 ms before the near one, as soon as `taps` is true."""
    here.lobby.house.chance.seed = lambda: "barley"  # seat 0 leads
    table, token = await here.open()
    evening, taps = Evening(here, table), {"now": False}

    def finger(response):
        def mind(page, view):
            if view["lamps"] and taps["now"] and not page.tapped:
                page.tapped = True
                page.tap(response, type="Tap", lamp=view["lamps"][0])

        return mind

    for place, (line, response) in enumerate([(NEAR, None), (NEAR, 353), (FAR, 300)]):
        page = Page(evening, *line, finger(response) if response else lambda *_: None)
        page.tapped = False
        table.connect(page)
        page.say(wire.Hello(wire.VERSION, None if place else token))
        if place:
            page.say(wire.Sit(f"Player {place}"))
        await evening.until(lambda place=place: len(table.here) > place)
    await evening.until(lambda: all(len(c.line.trips) > 2 for c in table.connections.values()))
    table.session.start()
    return table, evening, taps


async def verdict(table, evening):
    def judged():
        return [entry for entry in table.match.play.journal if entry.evidence]

    await evening.until(lambda: len(judged()) == 2)
    reasons = [c.why for entry in judged() for c in entry.evidence.judged.corrections]
    return [entry.move.seat for entry in judged()], reasons


async def wait(here, evening, span):
    end = here.time + span
    evening.later(span, lambda: None)
    await evening.until(lambda: here.time >= end)


@pytest.mark.parametrize("pause", [0, 2 * SECOND])
def test_the_first_finger_wins_on_a_slower_line_with_or_without_a_pause_in_mid_race(at_a_party, pause):
    async def story(here):
        table, evening, taps = await hunting(here)
        if pause:
            await evening.until(lambda: table.match.play.state.race)
            await wait(here, evening, 200 * MS)
            table.session.pause("host")
            await wait(here, evening, pause)
            table.session.resume()
        taps["now"] = True

        order, reasons = await verdict(table, evening)

        assert order == [2, 1]
        assert "future" not in reasons
        assert "unseen" not in reasons

    at_a_party(story)


def test_the_first_finger_wins_on_a_slower_line_after_the_journal_was_stuck_in_mid_race(at_a_party):
    async def story(here):
        table, evening, taps = await hunting(here)
        await evening.until(lambda: table.match.play.state.race)
        await wait(here, evening, 200 * MS)
        table.session.freeze()
        await wait(here, evening, 2 * SECOND)
        table.session.thaw()
        taps["now"] = True

        order, reasons = await verdict(table, evening)

        assert order == [2, 1]
        assert "future" not in reasons

    at_a_party(story)
