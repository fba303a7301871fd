"""A finished game as one seat saw it, frame by frame."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from taphouse.core import Entry, Game, Race, Seat, Time, Value, told
from taphouse.core.game import loser_of
from taphouse.core.record import Header, resume
from taphouse.fair import Camera, Evidence, Finish


class Frame(Value):
    """One picture: the changes since the one before."""

    at: Time
    """When it happened, as it was judged."""
    seen: Time
    """When this seat's own screen had painted it, as far as the player's taps show."""
    by: Seat | None
    """The seat whose move it was; `None`: only the clock's."""
    view: dict[str, Any]
    """The fields of the seat's view that differ from the picture before; `/api/asyncapi.json` has
    the schema of each game's `View`, and of its `Events`.
    """
    news: tuple[Any, ...]
    """The events, as this seat may see them."""
    finishes: tuple[Finish, ...] = ()
    """Photo finishes that were new then."""


def film(
    game: Game[Any, Any], header: Header, journal: Sequence[Entry[Any]], seat: Seat | None
) -> Iterator[Frame | None]:
    """A frame for the set-up and for each entry; `None` where nothing changed for this seat."""
    play, camera, painted = resume(game, header), Camera(), PaintTimes(journal, seat)
    camera.look(play.state.race)
    shown: dict[str, Any] = msgspec.to_builtins(game.view(play.state, seat))
    yield Frame(0, 0, None, shown, ())
    for number, entry in enumerate(journal):
        taken = len(camera.finishes)
        if entry.move is not None:
            tap = evidence_of(entry)
            camera.note(game.contested(play.state, entry.move), entry.move, tap.judged if tap else None)
        play.replay(entry)
        camera.look(play.state.race, loser_of(play.state))
        view = msgspec.to_builtins(game.view(play.state, seat))
        visible = (told(game, event, seat) for event in entry.events)
        news = tuple(msgspec.to_builtins(event) for event in visible if event is not None)
        changed = {field: value for field, value in view.items() if value != shown.get(field, ...)}
        fresh = {finish.number: finish for finish in camera.finishes[taken:]}  # the latest of each
        seen = painted.time_of(number, play.state.race)
        shown = view
        if changed or news or fresh:
            by = entry.move.seat if entry.move else None
            yield Frame(entry.at, seen, by, changed, news, tuple(fresh.values()))
        else:
            yield None


class PaintDelay(Value):
    """What one tap shows of the delay between the house and the player's screen."""

    number: int
    """The number of its entry."""
    delay: Time
    """From when an update was sent to when it was painted."""
    lag: Time
    """From when it counts as shown; less than `delay`, since slow lines are sent it ahead."""


class PaintTimes:
    """When one player's screen showed each entry. A spectator's and a bot's delay are 0."""

    def __init__(self, journal: Sequence[Entry[Any]], seat: Seat | None) -> None:
        self._journal = journal
        self._delays = [
            found
            for number, entry in enumerate(journal)
            if entry.move is not None and entry.move.seat == seat and (tap := evidence_of(entry))
            if (found := paint_delay(number, tap))
        ]
        self._happened = self._seen = 0

    def time_of(self, number: int, race: Race | None) -> Time:
        """When entry `number`, which left `race` on, was seen. Never before an earlier entry."""
        entry = self._journal[number]
        tap = evidence_of(entry)
        self._happened = max(self._happened, entry.at, tap.arrived if tap else 0)
        nearest = self._nearest(number)
        if race is not None and race.since >= entry.at:  # the stimulus of a race was sent ahead
            painted = race.since + (nearest.lag if nearest else 0)
        else:
            painted = self._happened + (nearest.delay if nearest else 0)
        self._seen = max(self._seen, painted)
        return self._seen

    def _nearest(self, number: int) -> PaintDelay | None:
        """The next tap shows what was on the screen before it; after the last tap, the last one counts."""
        if not self._delays:
            return None
        place = bisect_left(self._delays, number, key=lambda found: found.number)
        return self._delays[min(place, len(self._delays) - 1)]


def evidence_of(entry: Entry[Any]) -> Evidence | None:
    return None if entry.evidence is None else msgspec.convert(entry.evidence, Evidence)


def paint_delay(number: int, evidence: Evidence) -> PaintDelay | None:
    """The moment of the paint: the tap's arrival, less the response, less half a round trip."""
    if (anchor := evidence.anchor) is None:
        return None
    painted = evidence.arrived - (evidence.pressed - anchor.painted) - anchor.trip // 2
    return PaintDelay(number, max(0, painted - anchor.sent), max(0, painted - anchor.shown))
