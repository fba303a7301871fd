"""What goes down to the browsers: the room for all, the game for each as he may see it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from taphouse.core import Entry, Seat, Time
from taphouse.fair import Finish, Weather

from . import wire
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


class Bulletin:
    """One update, told to each seat as that seat may see it; encoded once for all who see the same."""

    def __init__(self, match: Match, n: int, at: Time, entries: Iterable[Entry[Any]] = ()) -> None:
        self._match, self.n, self.at = match, n, at
        self._events = [event for entry in entries for event in entry.events]
        self._encoded: dict[tuple[Seat | None, int], bytes] = {}

    def told_to(self, seat: Seat | None, finishes_known: int) -> bytes:
        key = (seat, finishes_known)
        if key not in self._encoded:
            self._encoded[key] = self._encode(seat, self._match.finishes[finishes_known:])
        return self._encoded[key]

    def _encode(self, seat: Seat | None, finishes: Sequence[Finish]) -> bytes:
        game, state = self._match.play.game, self._match.play.state
        heard = (game.tell(event, seat) for event in self._events)
        race = state.race
        return encode(
            wire.Update(
                n=self.n,
                at=self.at,
                view=msgspec.Raw(encode(game.view(state, seat))),
                news=msgspec.Raw(encode([event for event in heard if event is not None])),
                race=None if race is None else "reflex" if race.reflex else "search",
                finishes=tuple({finish.thing: finish for finish in finishes}.values()),  # the latest of each
            )
        )
