"""When each connection is pinged: most often during a race."""

from __future__ import annotations

import zlib

from taphouse.core import MS, SECOND, Race, Time
from taphouse.fair.arbiter import ping_every

from .connection import Connection
from .context import Chance
from .effects import Effect, Ping
from .session import Session

PING = 20 * SECOND  # between pings of an idle connection
PING_IN_PLAY = 4 * SECOND
COARSE = 2 * MS  # how much too early an event loop may call; a ping may be this early too
FIRST_PINGS = 3  # a second apart: enough to rate the line


class PingSchedule:
    """The times of the next pings. Pings need no step of the table."""

    def __init__(self, session: Session, chance: Chance, effects: list[Effect]) -> None:
        self._session, self._chance, self._effects = session, chance, effects
        self._offset = zlib.crc32(session.room.salt.encode())  # a new table has no code yet
        self._moments: dict[Connection, int] = {}

    @property
    def due(self) -> int | None:
        """When the next ping is due. `None`: never."""
        return min(self._moments.values(), default=None)

    def begin(self, connection: Connection, clock: int) -> None:
        self._moments[connection] = clock

    def end(self, connection: Connection) -> None:
        self._moments.pop(connection, None)

    def ping(self, clock: int) -> list[Connection]:
        """Sends the pings that are due. Returns the pinged connections that are unresponsive."""
        due = [
            (connection, moment) for connection, moment in self._moments.items() if moment <= clock + COARSE
        ]
        if not due:
            return []
        race, at = self._race(clock), self._session.moment(clock)
        for connection, moment in due:
            self._send(connection, clock, at)
            then = max(moment, clock)
            self._moments[connection] = then + self._until_next(connection, race, then)
        return [connection for connection, _ in due if connection.is_unresponsive(clock)]

    def ping_in_race(self, connection: Connection, race: Race, clock: int) -> None:
        self._send(connection, clock, self._session.moment(clock))
        every = ping_every(race, connection.line) or PING_IN_PLAY
        self._moments[connection] = clock + self._until_next_round(every, clock)

    def _send(self, connection: Connection, clock: int, at: Time) -> None:
        nonce = self._chance.nonce()
        if connection.ping(nonce, clock, at):
            self._effects.append(Ping(connection.handle, nonce))

    def _race(self, clock: int) -> Race | None:
        match = self._session.match
        return match.race(clock) if match and self._session.is_running else None

    def _until_next(self, connection: Connection, race: Race | None, clock: int) -> int:
        if len(connection.line.trips) < FIRST_PINGS:
            return SECOND
        if not self._session.is_running:
            return PING
        every = None if connection.player is None else ping_every(race, connection.line)
        return PING_IN_PLAY if every is None else self._until_next_round(every, clock)

    def _until_next_round(self, every: int, clock: int) -> int:
        """All connections of a table are pinged together; each table has its own offset."""
        return every - (clock + self._offset) % every
