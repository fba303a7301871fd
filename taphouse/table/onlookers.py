"""What those without a part in a game may see of it: no sooner than the slowest player has it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from taphouse.core import MS, Entry, Seat, Time
from taphouse.fair.arbiter import Contender

from .connection import Connection
from .match import Match

PAINTS = 50 * MS  # from the arrival of an update until its paint is reported: up to three frames
SAME_LINE = 20 * MS  # two windows of one device differ by less


class Change(NamedTuple):
    """A step of the game, and which screens must have painted it first."""

    state: Any
    events: tuple[Any, ...]
    finishes: int
    """How many photo finishes there were by then."""
    screens: tuple[tuple[Seat, Contender, int], ...]
    """The players' screens, each with the update that shows this step."""
    until: Time
    """From then on it is shown, whatever they painted."""


class Onlookers:
    """The game as watchers, big screens and second windows may see it now."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.state: Any = match.play.state
        self.finishes = len(match.finishes)
        self._changes: deque[Change] = deque()

    def add(self, entries: Sequence[Entry[Any]], screens: Mapping[Seat, int], now: Time) -> None:
        """The players were sent what these entries changed; `screens`: the last update of each seat."""
        match, contenders = self.match, self.match.arbiter.contenders
        players = [(seat, contenders[seat], n) for seat, n in screens.items() if seat in contenders]
        slowest = max((c.line.round_trip + 2 * c.line.spread + PAINTS for _, c, _ in players), default=0)
        self._changes.append(
            Change(
                state=match.play.state,
                events=tuple(event for entry in entries for event in entry.events),
                finishes=len(match.finishes),
                screens=tuple(players),
                until=now + min(slowest, match.arbiter.fairness.max_hold),
            )
        )

    def may_see_more(self, now: Time) -> bool:
        """The next step may be shown: every player has seen it, or was given the time to."""
        if not self._changes:
            return False
        change, contenders = self._changes[0], self.match.arbiter.contenders
        if now >= change.until:
            return True
        for seat, contender, n in change.screens:
            if contender.timeline.last_painted < n and contender is contenders.get(seat):
                return False
        return True

    def see(self, now: Time) -> list[Any] | None:
        """Shows what may be shown. Returns its events, or `None` if there is nothing more to see."""
        events: list[Any] | None = None
        while self.may_see_more(now):
            change = self._changes.popleft()
            self.state, self.finishes = change.state, change.finishes
            events = [*(events or ()), *change.events]
        return events

    @property
    def due(self) -> Time | None:
        """When the next step is shown at the latest."""
        return self._changes[0].until if self._changes else None


def second_windows(players: Iterable[Connection]) -> set[Connection]:
    """Players' screens in a browser that also has a seat on a much slower line.

    The fast screen would show a race before the slow one counts as having seen it."""
    slowest: dict[str, Time] = {}
    players = [player for player in players if player.browser is not None]
    for player in players:
        browser = player.browser or ""
        slowest[browser] = max(slowest.get(browser, 0), player.line.round_trip)
    return {
        player for player in players if player.line.round_trip + SAME_LINE < slowest[player.browser or ""]
    }


def share_a_browser(players: Sequence[Connection]) -> set[Connection]:
    """Players' screens in a browser with more than one seat."""
    browsers = [player.browser for player in players]
    return {player for player in players if player.browser is not None and browsers.count(player.browser) > 1}
