"""When a line is pinged: the more hangs on it, the more often."""

from __future__ import annotations

import zlib

from taphouse.core import SECOND, Race
from taphouse.fair.arbiter import ping_every

from .course import Course
from .guest import Guest
from .timers import Timers

PING = 20 * SECOND  # an idle line costs one ping in so long
PING_IN_PLAY = 4 * SECOND
FIRST_PINGS = 3  # a second apart: enough to tell the weather


class Pulse:
    def __init__(self, course: Course, timers: Timers) -> None:
        self._course, self._timers = course, timers
        self._beat = zlib.crc32(course.room.salt.encode())  # a new table has no code yet

    def begin(self, guest: Guest) -> None:
        self._timers.set(("ping", guest.screen), 0)

    def end(self, guest: Guest) -> None:
        self._timers.stop(("ping", guest.screen))

    def ping(self, guest: Guest, clock: int) -> None:
        guest.ping(clock, self._course.moment(clock))
        self._timers.set(("ping", guest.screen), self._until_next(guest, clock))

    def ping_in_race(self, guest: Guest, race: Race, clock: int) -> None:
        guest.ping(clock, self._course.moment(clock))
        self._timers.set(("ping", guest.screen), self._until_next_round(race, clock))

    def _until_next(self, guest: Guest, clock: int) -> int:
        course = self._course
        if len(guest.line.trips) < FIRST_PINGS:
            return SECOND
        if course.match is None or not course.is_running:
            return PING
        race = course.match.race(clock) if guest.player is not None else None
        return PING_IN_PLAY if race is None else self._until_next_round(race, clock)

    def _until_next_round(self, race: Race, clock: int) -> int:
        """All lines of a table are pinged in one step; tables take their own moments."""
        every = ping_every(race)
        return every - (clock + self._beat) % every
