"""When a line is pinged: the more hangs on it, the more often."""

from __future__ import annotations

import zlib

from taphouse.core import MS, SECOND, Race
from taphouse.fair.arbiter import ping_every

from .course import Course
from .guest import Guest

PING = 20 * SECOND  # an idle line costs one ping in so long
PING_IN_PLAY = 4 * SECOND
COARSE = 2 * MS  # so much too early an event loop may ring: a ping is as good then
FIRST_PINGS = 3  # a second apart: enough to tell the weather


class Pulse:
    """Has moments of its own: lines are pinged without a look at anything else of the table."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._beat = zlib.crc32(course.room.salt.encode())  # a new table has no code yet
        self._moments: dict[Guest, int] = {}

    @property
    def due(self) -> int | None:
        """When somebody is pinged next. `None`: never."""
        return min(self._moments.values(), default=None)

    def begin(self, guest: Guest, clock: int) -> None:
        self._moments[guest] = clock

    def end(self, guest: Guest) -> None:
        self._moments.pop(guest, None)

    def ping(self, clock: int) -> list[Guest]:
        """Whoever it is time for. Returns those who have not answered for too long."""
        due = [(guest, moment) for guest, moment in self._moments.items() if moment <= clock + COARSE]
        if not due:
            return []
        race, at = self._race(clock), self._course.moment(clock)
        for guest, moment in due:
            guest.ping(clock, at)
            then = max(moment, clock)
            self._moments[guest] = then + self._until_next(guest, race, then)
        return [guest for guest, _ in due if guest.is_deaf(clock)]

    def ping_in_race(self, guest: Guest, race: Race, clock: int) -> None:
        guest.ping(clock, self._course.moment(clock))
        self._moments[guest] = clock + self._until_next_round(race, clock)

    def _race(self, clock: int) -> Race | None:
        match = self._course.match
        return match.race(clock) if match and self._course.is_running else None

    def _until_next(self, guest: Guest, race: Race | None, clock: int) -> int:
        if len(guest.line.trips) < FIRST_PINGS:
            return SECOND
        if not self._course.is_running:
            return PING
        if guest.player is None or race is None:
            return PING_IN_PLAY
        return self._until_next_round(race, clock)

    def _until_next_round(self, race: Race, clock: int) -> int:
        """All lines of a table are pinged together; tables take their own moments."""
        every = ping_every(race)
        return every - (clock + self._beat) % every
