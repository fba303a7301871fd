"""Nobody sees more than the slowest player: no watcher, no big screen, no second window."""

from collections import Counter

import pytest

from taphouse.core import MS
from taphouse.fair import Fairness
from taphouse.table import wire
from tests.house.remote_pages import FRAME, Evening, Page
from tests.offered import offered
from tests.toys import TOY

NEAR, FAR, CLOSEST = (4, 5), (60, 90), (1, 1)  # milliseconds there and back


def reveals(page, view):
    if view["phase"] == "ready":
        page.tap(300, type="Reveal")


def slaps(page, view):
    if view.get("pairs") and "slap" in offered(view):
        page.tap(500, type="Slap")


def waits(page, view):
    pass


class Watched(Page):
    """Notes when each update of a race was on its screen for the first time."""

    def __init__(self, *args, reports=True):
        super().__init__(*args)
        self.seen, self._reports = [], reports

    def _paint(self, update):
        self.seen.append((self._evening.here.time + FRAME, update))
        super()._paint(update)

    def say(self, message):
        if self._reports or not isinstance(message, wire.Painted):
            super().say(message)

    @property
    def raced(self):
        """When this screen first showed a race."""
        return next((at for at, update in self.seen if update["race"]), None)


class Table:
    """A table of players on given lines, and screens that have no seat."""

    def __init__(self, here, table, evening):
        self.here, self.table, self.evening = here, table, evening

    @classmethod
    async def of(cls, here, game, *pages, start=True, bots=0):
        here.lobby.house.chance.seed = lambda: "barley"
        table, token = await here.open(game=game, fairness=Fairness(cap=300), bots=("quick",) * bots)
        self = cls(here, table, Evening(here, table))
        self.players = []
        for place, (line, mind, settings) in enumerate(pages):
            browser = settings.pop("browser", None)
            page = Watched(self.evening, *line, mind, **settings)
            table.connect(page)
            page.say(wire.Hello(wire.VERSION, None if place else token, browser=browser))
            if place:
                page.say(wire.Sit(f"Player {place}"))
            await self.until(lambda place=place: len(table.here) > place)
            self.players.append(page)
        if start:
            await self.until(lambda: all(len(c.line.trips) > 2 for c in table.connections.values()))
            table.session.start()
        return self

    async def watcher(self, line=CLOSEST, **hello):
        page = Watched(self.evening, *line, waits)
        self.table.connect(page)
        page.say(wire.Hello(wire.VERSION, None, **hello))
        await self.until(lambda: page.last("room"))
        return page

    async def until(self, is_over, seconds=600):
        await self.evening.until(is_over, seconds)


GAMES = {
    "tip-tap": waits,
    "racesmack": waits,
    "tap-the-table": reveals,
    "snap-clap-tap": waits,
    "tip-tap-top": slaps,
}


@pytest.mark.parametrize("game", GAMES)
def test_a_watcher_sees_a_race_no_sooner_than_the_slowest_player(at_a_party, game):
    async def story(here):
        mind = GAMES[game]
        there = await Table.of(here, game, (NEAR, mind, {}), (FAR, waits, {}), (NEAR, waits, {}))
        watcher, tv = await there.watcher(), await there.watcher(screen="table")

        await there.until(lambda: watcher.raced and tv.raced and all(p.raced for p in there.players))

        slowest = max(page.raced for page in there.players)
        for onlooker in (watcher, tv):
            assert onlooker.raced >= slowest
            assert onlooker.raced - slowest < 300 * MS

    at_a_party(story)


def test_a_watcher_who_comes_in_mid_race_sees_no_more_than_the_slowest_player(at_a_party):
    async def story(here):
        there = await Table.of(
            here, "tap-the-table", (NEAR, reveals, {}), (FAR, waits, {}), (NEAR, waits, {})
        )
        await there.until(lambda: there.table.match.play.state.race)

        watcher = await there.watcher()
        await there.until(lambda: watcher.raced)

        assert watcher.seen[0][1]["race"] is None, "at first it sees the table before the race"
        assert watcher.raced >= max(page.raced for page in there.players)

    at_a_party(story)


def test_a_watcher_waits_no_longer_than_the_maximum_hold_for_a_page_that_reports_nothing(at_a_party):
    async def story(here):
        silent = {"reports": False}
        there = await Table.of(
            here, "tap-the-table", (NEAR, reveals, {}), (FAR, waits, silent), (NEAR, waits, {})
        )
        watcher = await there.watcher()
        await there.until(lambda: there.table.match.play.state.race)
        began = here.time

        await there.until(lambda: watcher.raced)

        assert 150 * MS < watcher.raced - FRAME - began < 320 * MS

    at_a_party(story)


def told(page):
    """Each event that the page has shown, by its kind and its number of that kind, and when."""
    shown, number = {}, Counter()
    for at, update in page.seen:
        for event in update["news"]:
            number[event["type"]] += 1
            shown[event["type"], number[event["type"]]] = at
    return shown


@pytest.mark.parametrize("game", GAMES)
def test_a_big_screen_tells_nothing_before_the_slowest_player_has_seen_it(at_a_party, game):
    async def story(here):
        mind = GAMES[game]
        there = await Table.of(here, game, (NEAR, mind, {}), (FAR, mind, {}), (NEAR, mind, {}), bots=1)
        tv = await there.watcher(screen="table")

        await there.until(lambda: len({kind for kind, _ in told(tv)}) >= 5)

        players = [told(page) for page in there.players]
        known_to_all = [event for event in told(tv) if all(event in shown for shown in players)]
        assert len({kind for kind, _ in known_to_all}) >= 5
        for event in known_to_all:
            slowest = max(shown[event] for shown in players)
            assert 0 <= told(tv)[event] - slowest < 500 * MS, event

    at_a_party(story)


def test_a_second_window_of_a_browser_on_a_faster_line_sees_a_race_no_sooner_and_gains_nothing(at_a_party):
    async def story(here):
        own = "one-browser"
        there = await Table.of(
            here,
            "tip-tap-top",
            (NEAR, slaps, {}),
            (FAR, waits, {"browser": own}),
            (NEAR, waits, {"browser": own}),
        )
        await there.until(lambda: all(page.raced for page in there.players))

        _, slow, fast = there.players
        assert fast.raced >= slow.raced
        since = there.table.match.play.state.race.since
        shown = there.table.match.arbiter.contenders[2].timeline.shown
        assert max(shown.values()) > since, "its response counts from when it was sent"

    at_a_party(story)


def test_two_windows_of_a_browser_on_equal_lines_see_a_race_at_the_same_moment(at_a_party):
    async def story(here):
        own = "one-browser"
        there = await Table.of(
            here, TOY, (FAR, waits, {"browser": own}), (FAR, waits, {"browser": own}), (NEAR, waits, {})
        )
        await there.until(lambda: all(page.raced for page in there.players))

        one, other, _ = there.players
        assert one.raced == other.raced

    at_a_party(story)
