"""Encodes what goes to the browsers: the evening for all, and the game as each seat may see it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec

from taphouse.core import Entry, Race, Seat, Time, Value, told
from taphouse.fair import Finish

from . import wire
from .connection import Connection
from .evening import awards, places, scores
from .match import Match
from .onlookers import Onlookers
from .room import Room

encode = msgspec.json.Encoder().encode


def evening(room: Room) -> bytes:
    """The evening's games and scores."""
    return encode(wire.Evening(room.evening, scores(room.evening), awards(room.evening)))


class Scene(NamedTuple):
    """The view and news of one seat."""

    at: Time
    """The play time at which it is seen."""
    view: bytes
    news: bytes
    race: Race | None
    places: tuple[int, ...]


class SeatUpdates:
    """One update for every seat as it may see it; encoded once for all seats that see the same."""

    def __init__(
        self,
        match: Match,
        clock: int,
        entries: Sequence[Entry[Any]] = (),
        never_ahead: Collection[Connection] = (),
        receipt: str | None = None,
    ) -> None:
        self._match, self._entries, self._never_ahead = match, entries, never_ahead
        self._state, self._finishes, self._receipt = match.play.state, match.finishes, receipt
        self._now, self._ahead = match.now(clock), match.preview(clock)
        self._events = [event for entry in entries for event in entry.events]
        self._scenes: dict[Seat | None, Scene] = {}
        self._views: list[tuple[Value, bytes]] = []
        self._encoded: dict[tuple[Scene, int, int, Time | None], bytes] = {}

    @classmethod
    def for_onlookers(
        cls, match: Match, clock: int, onlookers: Onlookers, events: Sequence[Any]
    ) -> SeatUpdates:
        """The game as onlookers may see it by now, with these events as news."""
        updates = cls(match, clock)
        updates._ahead, updates._events = None, [*events]
        updates._state, updates._finishes = onlookers.state, match.finishes[: onlookers.finishes]
        return updates

    def is_early_for(self, seat: Seat | None, connection: Connection) -> bool:
        """The preview must be sent now, so that this screen shows it on time."""
        ahead = self._ahead
        if ahead is None or seat is None or connection in self._never_ahead:
            return False
        return self._now >= ahead.at - self._match.lead(seat)

    def is_new_to(self, seat: Seat | None, connection: Connection) -> bool:
        """An unchanged view without news is not sent: its arrival would show that an act was tried."""
        scene = self.scene(seat, connection)
        is_another = connection.is_another_view(hash((scene.view, scene.race)))
        return is_another or scene.news != b"[]" or connection.finishes < len(self._finishes)

    def encoded_for(self, seat: Seat | None, connection: Connection, beat: Time | None) -> bytes:
        scene, known = self.scene(seat, connection), connection.send_finishes(len(self._finishes))
        key = scene, connection.updates, known, beat
        if key not in self._encoded:
            self._encoded[key] = self._encode(connection.updates, scene, self._finishes[known:], beat)
        return self._encoded[key]

    def scene(self, seat: Seat | None, connection: Connection) -> Scene:
        if seat not in self._scenes:
            self._scenes[seat] = self._scene(seat, connection)
        return self._scenes[seat]

    def _scene(self, seat: Seat | None, connection: Connection) -> Scene:
        """Leaves out events that were sent ahead and then happened as sent."""
        game, state, events, at = self._match.play.game, self._state, self._events, self._now
        early: tuple[Any, ...] = ()
        if self._ahead is not None and self.is_early_for(seat, connection):
            at, state, early = self._ahead
            events = [*events, *early]
        elif self._opens(state.race):
            at = state.race.since
        known = connection.sent_ahead
        if early or known:
            connection.send_ahead(early)
        visible = (told(game, event, seat) for event in events if event not in known)
        return Scene(
            at,
            view=self._encoded_view(game.view(state, seat)),
            news=encode([event for event in visible if event is not None]),
            race=state.race,
            places=() if state.winners is None else places(state.points, state.winners),
        )

    def _encoded_view(self, view: Value) -> bytes:
        for other, encoded in self._views:
            if view is other or view == other:
                return encoded
        self._views.append((view, encode(view)))
        return self._views[-1][1]

    def _opens(self, race: Race | None) -> bool:
        """This update shows the stimulus of the race, which counts as seen by all at the same moment."""
        return race is not None and bool(self._entries) and race.since >= self._entries[0].at

    def _encode(self, n: int, scene: Scene, finishes: Sequence[Finish], beat: Time | None) -> bytes:
        race = scene.race
        return encode(
            wire.Update(
                n=n,
                at=scene.at,
                view=msgspec.Raw(scene.view),
                news=msgspec.Raw(scene.news),
                race=None if race is None else "reflex" if race.reflex else "search",
                beat=beat,
                finishes=tuple({finish.number: finish for finish in finishes}.values()),  # the latest of each
                places=scene.places,
                receipt=self._receipt if self._entries and scene.news != b"[]" else None,
            )
        )
