"""A deadline outside a race: an answer made in time on a far screen still counts."""

import pytest

from taphouse.core import MS
from taphouse.table import wire
from tests.house.remote_pages import Evening, Page

NEAR, FAR = (4, 5), (60, 90)  # milliseconds there and back


async def vote(here, line, before):
    """A vote. The voter on `line` taps a fist this long before the end they see, or never."""
    here.lobby.house.chance.seed = lambda: "barley"
    table, token = await here.open(game="tap-the-table")
    evening, done = Evening(here, table), set()

    def once(page, key, response, **act):
        if key not in done:
            done.add(key)
            page.tap(response, **act)

    def proposes(page, view):
        match view["phase"]:
            case "ready":
                once(page, "ready", 300, type="Reveal")
            case "thinking":
                once(page, "thinking", 900, type="Claim")
            case "answering":
                once(page, "answering", 900, type="Say", text="a kettle")

    def votes(page, view):
        if view["phase"] == "voting" and before is not None:
            left = (view["until"] - page.shown_at) / MS
            once(page, "voting", left - before, type="Fist")

    pages = [(NEAR, proposes), (line, votes), (NEAR, lambda *_: None)]
    for place, (way, mind) in enumerate(pages):
        page = Page(evening, *way, mind)
        table.connect(page)
        page.say(wire.Hello(wire.VERSION, None if place else token))
        if place:
            page.say(wire.Sit(f"Player {place}"))
        await evening.until(lambda place=place: len(table.here) > place)
    await evening.until(lambda: all(len(c.line.trips) > 2 for c in table.connections.values()))
    table.session.start()
    await evening.until(lambda: type(table.match.play.state.phase).__name__ == "Voting")
    deadline = table.match.play.state.due
    await evening.until(lambda: type(table.match.play.state.phase).__name__ != "Voting")
    return table, table.match.now(here.time) - deadline


def fists(table):
    events = [event for entry in table.match.play.journal for event in entry.events]
    return [event.seat for event in events if type(event).__name__ == "FistTapped"]


@pytest.mark.parametrize("line", [NEAR, FAR])
def test_a_fist_pressed_before_the_end_as_its_voter_saw_it_counts_on_any_line(at_a_party, line):
    async def story(here):
        table, _ = await vote(here, line, before=50)

        assert fists(table) == [1]

    at_a_party(story)


def test_a_fist_pressed_after_the_end_as_its_voter_saw_it_does_not_count(at_a_party):
    async def story(here):
        table, _ = await vote(here, FAR, before=-30)

        assert fists(table) == []

    at_a_party(story)


@pytest.mark.parametrize(("line", "longest"), [(NEAR, 60 * MS), (FAR, 250 * MS)])
def test_a_deadline_waits_as_long_as_the_slowest_voter_needs_to_answer(at_a_party, line, longest):
    async def story(here):
        _, waited = await vote(here, line, before=None)

        assert waited < longest

    at_a_party(story)
