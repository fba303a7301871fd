"""Takes the photo finishes of one game, live or replayed."""

from __future__ import annotations

from taphouse.core import Move, Race, Seat, Time, Value, replace

from .evidence import Judgement
from .finish import Finish, Lane, finish


class Camera:
    def __init__(self) -> None:
        self.finishes: list[Finish] = []
        """In the order of their races; a later photo of the same contest replaces the earlier one."""
        self.fastest: dict[Seat, Time] = {}
        """The shortest response with which each seat won a race that began with something to see."""
        self._race: Race | None = None
        self._loser: Seat | None = None
        self._lanes: dict[Value, list[Lane]] = {}
        self._numbers: dict[Value, int] = {}

    def note(self, contest: Value | None, move: Move, judged: Judgement | None) -> None:
        """Adds a tap of `contest`."""
        if contest is None or self._race is None:
            return
        lane = Lane(move.seat, move.at - self._race.since, move.blur)
        if judged is not None:
            lane = replace(
                lane,
                late=move.at - judged.fair,
                corrections=judged.corrections,
                false_start=judged.false_start,
            )
        self._lanes.setdefault(contest, []).append(lane)

    def look(self, race: Race | None, loser: Seat | None = None) -> None:
        """Takes the photos that the rules allow to show; late taps are added to them."""
        if race is not None and race != self._race:
            self._race, self._loser = race, None
            self._lanes.clear()
        if loser is not None:
            self._loser = loser
        if (race is None or race.open) and self._lanes:
            last = self._race is not None and self._race.last
            for contest, lanes in self._lanes.items():
                number = self._numbers.get(contest, len(self._numbers))
                found = finish(contest, lanes, last, number, self._loser)
                if found and found not in self.finishes:
                    self._numbers[contest] = number
                    self.finishes.append(found)
                    self._time(found.lanes[0])

    def _time(self, first: Lane) -> None:
        if self._race is not None and not self._race.open and not first.false_start:
            self.fastest[first.seat] = min(first.response, self.fastest.get(first.seat, first.response))
