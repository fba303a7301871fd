"""What is looked at every second: screens show what their table does, and tables do what is due."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from taphouse.core import MS
from taphouse.house.live_table import LiveTable
from taphouse.table.seat_updates import encode

from .lines import Line
from .pages import Page
from .virtual_time import SECOND

SETTLES = 13 * SECOND  # after a fault: an election, a fail-over and a few attempts to connect
BEHIND = 5 * SECOND  # a screen that differs for so long was not told
LONGEST_WAIT = 25 * SECOND  # of a player, once everything is healed: a table that failed often waits for long
OVERDUE = 3 * SECOND  # what a running game had to decide
STEADY_TRIP = 500 * MS  # a line that takes longer is a fault by itself

Fail = Callable[[str, str], None]


class Screens:
    def __init__(self, fail: Fail) -> None:
        self._fail = fail
        self._healed_at, self._calm_at = 0, SETTLES
        self._behind: dict[Page, tuple[Line | None, int]] = {}
        self._views: dict[str, tuple[object, int]] = {}  # by table: the state of its game, and since when

    def disturbed_until(self, moment: int) -> None:
        """A fault lasts until then."""
        self._healed_at = max(self._healed_at, moment)
        self._calm_at = self._healed_at + SETTLES

    def look(self, pages: Iterable[Page], running: dict[str, list[LiveTable]], now: int) -> None:
        """`running`: by code, on all nodes."""
        for code, tables in running.items():
            for table in tables:
                self._look_at_game(code, table, now)
        for page in pages:
            self._look_at_wait(page, now)
            tables = running.get(page.code, [])
            why = self._behind_why(page, tables[0]) if now >= self._calm_at and len(tables) == 1 else None
            line, since = self._behind.get(page, (None, now))
            if why is None or line is not page.line:
                self._behind[page] = page.line, now
            elif now - since > BEHIND:
                self._behind[page] = page.line, now
                self._fail("no screen stays behind", f"{page} {why}")

    def _look_at_wait(self, page: Page, now: int) -> None:
        """Everybody has their seat in time, at a table that runs or that waits for a person."""
        waited = now - max(page.waits_since, self._healed_at)
        is_reported = waited > LONGEST_WAIT + SECOND  # a second ago
        if page.fine_since is None and not page.is_leaving and waited > LONGEST_WAIT and not is_reported:
            room = page.room and f"{page.room.stage}, paused {page.room.paused}"
            why = f"{page} waits for {waited / SECOND:.0f} s: {room or 'no room'}, seat {page.seat}"
            self._fail("nobody waits too long", why)

    def _look_at_game(self, code: str, live: LiveTable, now: int) -> None:
        """A deadline or a held tap of a game that runs is decided in time."""
        table = live.table
        state = table.match.play.state if table.match else None
        if self._views.get(code, (None, 0))[0] is not state:
            self._views[code] = state, now
        if table.match is None or not table.session.is_running or table.match.paused or now < self._calm_at:
            return
        due = [moment for moment in (table.match.play.due, _held_since(table.match)) if moment is not None]
        late = table.match.now(live._clock()) - min(due, default=table.match.now(live._clock()))
        if table.match.play.winners is None and late > OVERDUE:
            self._fail("nobody waits too long", f"table {code} decides nothing for {late / SECOND:.1f} s")

    def _behind_why(self, page: Page, live: LiveTable) -> str | None:
        """What this screen does not show, though nothing keeps it from it."""
        line, table = page.line, live.table
        if line is None or page.socket is None or line.is_cut or page.is_leaving or page.is_hidden:
            return None
        if page.weather.delay * page.weather.slowness > STEADY_TRIP:
            return None
        room = page.room
        if room is None:
            return "is connected and was told nothing"
        if (room.stage, room.match, room.paused) != (table.room.stage, table.room.match, table.paused):
            return f"shows {room.stage}, {room.paused}; the table is {table.room.stage}, {table.paused}"
        if page.player is None or table.match is None or not table.session.is_running:
            return None
        seat = table.room.seat(page.player)
        if page.player in table.session.played_by_bot or seat in table.match.away:
            return "is here, but counts as away"
        if seat is not None and not self._shows(page, live, seat):
            return f"shows another state of the game than seat {seat} may see"
        return None

    def _shows(self, page: Page, live: LiveTable, seat: int) -> bool:
        """Whether the screen shows the last state of the game, if that was so for long enough."""
        match, since = live.table.match, self._views[page.code][1]
        if match is None or page.time.now - since < BEHIND:
            return True
        view: Any = match.play.game.view(match.play.state, seat)
        return page.update is not None and bytes(page.update.view) == encode(view)


def _held_since(match: Any) -> int | None:
    """Since when the next tap could be decided at the latest."""
    held = match.arbiter._held
    return max(held[0][-1].move.at, match.arbiter._hold_until) if held else None
