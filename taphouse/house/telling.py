"""What goes down to the browsers: the room for all, the game for each as he may see it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from taphouse.core import Entry, Seat, Time
from taphouse.fair import Finish, Weather

from . import wire
from .guest import Guest
from .match import Match
from .room import Room

encode = msgspec.json.Encoder().encode


def public(
    room: Room, paused: Any, here: Collection[int], weather: Mapping[int, Weather | None], watchers: int
) -> bytes:
    """The room as all may see it."""
    players = tuple(
        wire.Player(
            id=member.id,
            name=member.name,
            sign=member.sign,
            bot=member.bot,
            here=member.bot is not None or member.id in here,
            ready=member.ready,
            weather=weather.get(member.id),
        )
        for member in room.members
    )
    return encode(
        wire.Room(
            code=room.code,
            game=room.game,
            options=room.options,
            stage=room.stage,
            paused=paused,
            host=room.host,
            players=players,
            watchers=watchers,
        )
    )


class Scene(NamedTuple):
    """The game as one seat sees and hears it now."""

    view: bytes
    news: bytes
    race: Literal["search", "reflex"] | None


class Bulletin:
    """One update, told to each seat as that seat may see it; encoded once for all who see the same."""

    def __init__(self, match: Match, n: int, at: Time, entries: Iterable[Entry[Any]] = ()) -> None:
        self._match, self.n, self.at = match, n, at
        self._events = [event for entry in entries for event in entry.events]
        self._scenes: dict[Seat | None, Scene] = {}
        self._encoded: dict[tuple[Seat | None, int], bytes] = {}

    def is_new_to(self, seat: Seat | None, guest: Guest) -> bool:
        """Whoever sees what he saw and hears nothing must not even learn that something was tried."""
        scene = self._scene(seat)
        before, guest.saw = guest.saw, hash((scene.view, scene.race))
        return scene.news != b"[]" or guest.saw != before or guest.finishes < len(self._match.finishes)

    def told_to(self, seat: Seat | None, guest: Guest) -> bytes:
        key, fresh = (seat, guest.finishes), self._match.finishes[guest.finishes :]
        guest.finishes = len(self._match.finishes)
        if key not in self._encoded:
            self._encoded[key] = self._encode(self._scene(seat), fresh)
        return self._encoded[key]

    def _scene(self, seat: Seat | None) -> Scene:
        if seat not in self._scenes:
            game, state = self._match.play.game, self._match.play.state
            heard = (game.tell(event, seat) for event in self._events)
            self._scenes[seat] = Scene(
                view=encode(game.view(state, seat)),
                news=encode([event for event in heard if event is not None]),
                race=None if state.race is None else "reflex" if state.race.reflex else "search",
            )
        return self._scenes[seat]

    def _encode(self, scene: Scene, finishes: Sequence[Finish]) -> bytes:
        return encode(
            wire.Update(
                n=self.n,
                at=self.at,
                view=msgspec.Raw(scene.view),
                news=msgspec.Raw(scene.news),
                race=scene.race,
                finishes=tuple({finish.thing: finish for finish in finishes}.values()),  # the latest of each
            )
        )
