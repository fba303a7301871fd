"""Who is here: seats that are taken, kept while their player is away, and given up."""

from __future__ import annotations

import logging
from typing import Any, Literal

from taphouse.core import SECOND, replace
from taphouse.fair import Device

from . import room as rooms
from . import wire
from .connection import Connection
from .connections import Connections
from .house import House
from .outbox import Outbox
from .pings import PingSchedule
from .room import Refusal
from .session import Session
from .timers import Timers
from .transport import Transport

log = logging.getLogger(__name__)

AWAY = 4 * SECOND  # a reload or a switched network takes less
BOT_TAKES_OVER = 15 * SECOND  # whoever is away for so long more is played for by a bot until he is back
HOST_PASSES = 10 * SECOND


class Presence:
    """A line, a screen and a player come and go on their own; a seat is only lost when it is given up."""

    def __init__(
        self,
        house: House,
        session: Session,
        connections: Connections,
        timers: Timers,
        ping_schedule: PingSchedule,
        outbox: Outbox,
    ) -> None:
        self._tokens, self._clock, self._session, self._connections = (
            house.tokens,
            house.clock,
            session,
            connections,
        )
        self._timers, self._ping_schedule, self._outbox = timers, ping_schedule, outbox

    # ---- in ----

    def connect(self, transport: Transport) -> None:
        """Nobody is told anything before he says hello."""
        self._connections.by_transport[transport] = Connection(transport)

    def greet(self, connection: Connection, hello: wire.Hello) -> None:
        """Whoever shows the token of a seat is back in it; everybody else watches."""
        if hello.v != wire.VERSION:
            return self.close(connection, "new-version")
        if hello.browser is not None and hello.browser in self._session.room.banned:
            return self.close(connection, "banned")
        connection.said_hello, connection.is_big_screen, connection.browser = (
            True,
            hello.screen == "table",
            hello.browser,
        )
        self._connections.needs_full_update.add(connection.transport)
        self._ping_schedule.begin(connection, self._clock())
        player = self._player_of(hello)
        if player is not None:
            self.seat(connection, player)
        else:
            self._welcome(connection)
            if hello.token:
                raise Refusal("bad-token")
        return None

    def seat(self, connection: Connection, player: int) -> None:
        """This screen is `player`'s from now on."""
        others = [other for other in self._connections.of(player) if other is not connection]
        connection.player, connection.looking, connection.finishes = player, True, 0
        for other in others:
            self.close(other, "replaced")
        self._welcome(connection)
        self._player_back(connection, player)

    def look(self, connection: Connection, looking: bool) -> None:
        """A page that nobody looks at is as good as gone, but its line is kept."""
        self._welcome(connection)
        if looking == connection.looking:
            return
        connection.looking = looking
        self._connections.needs_full_update.add(
            connection.transport
        )  # it was told nothing of the game meanwhile
        if connection.player is not None:
            if looking:
                self._player_back(connection, connection.player)
            else:
                self._player_gone(connection.player)

    def set_device(self, connection: Connection, device: Device) -> None:
        connection.device, match = device, self._session.match
        if match and connection.looking and (seat := self._session.seat_of(connection)) is not None:
            match.arbiter.set_device(seat, device)

    def _player_of(self, hello: wire.Hello) -> int | None:
        if hello.token is None:
            return None
        room = self._session.room
        sitting = self._tokens.sitting(hello.token, room.code, room.salt)
        return None if sitting is None else room.player_of(sitting)

    def _welcome(self, connection: Connection) -> None:
        room, player, token = self._session.room, connection.player, None
        if player is not None:
            token = self._tokens.sign(room.code, room.sitting(player), room.salt)
        self._outbox.write(connection.transport, wire.Welcome(wire.VERSION, room.code, player, token))

    def _player_back(self, connection: Connection, player: int) -> None:
        """He is back in his seat."""
        session = self._session
        self._connections.needs_full_update.add(connection.transport)
        self._timers.stop(("away", player))
        self._timers.stop(("bot", player))
        if player == session.room.owner:
            session.room = replace(session.room, host=player)
        if session.room.host not in self._connections.here:
            self._timers.set(("host",), HOST_PASSES)
        session.player_returns(player, connection)
        session.wake_up()

    # ---- out ----

    def disconnect(self, connection: Connection) -> None:
        """The line is gone; the seat is kept."""
        del self._connections.by_transport[connection.transport]
        self._ping_schedule.end(connection)
        if connection.player is not None and connection.player not in self._connections.here:
            self._player_gone(connection.player)

    def close(self, connection: Connection, why: wire.Why) -> None:
        log.info("shown out", extra=self.named(connection, why))
        self._outbox.close(connection.transport, why)
        self.disconnect(connection)

    def ban(self, player: int) -> None:
        """Every tab of the player's browser is shown out now, and none comes in again."""
        session, browsers = self._session, self._browsers(player)
        if session.room.host is not None and browsers & self._browsers(session.room.host):
            raise Refusal("not-now")  # the host would be shown out, too
        session.room = rooms.ban(session.room, browsers)
        for other in {member.id for member in session.room.people if browsers & self._browsers(member.id)}:
            self.unseat(other, "banned")
        if session.room.knows(player):  # without a name of its browser nothing is known of other tabs
            self.unseat(player, "banned")
        for connection in [connection for connection in self._connections if connection.browser in browsers]:
            self.close(connection, "banned")

    def _browsers(self, player: int) -> set[str]:
        """Where this player sat down, and where the seat is open now."""
        seen = (
            self._session.room.person(player).browser,
            *(connection.browser for connection in self._connections.of(player)),
        )
        return {browser for browser in seen if browser is not None}

    def unseat(self, player: int, why: Literal["kicked", "banned"] | None = None) -> None:
        """The seat is given up, or taken away."""
        session = self._session
        seat, seated = session.room.seat(player), session.room.members
        session.room = rooms.stand(session.room, player)
        if seat is not None:
            session.seat_given_up(seat)
        for connection in self._connections.of(player):
            connection.player = None
            if why:
                self.close(connection, why)
            else:
                self._connections.needs_full_update.add(connection.transport)
                self._welcome(connection)
        for member in session.room.members:
            if member not in seated and member.bot is None:
                self._seat_from_bench(member.id)
        if (here := self._connections.here) and session.room.host not in here:
            self._timers.set(("host",), 0)

    def _seat_from_bench(self, player: int) -> None:
        """Whoever waited on the bench has a seat at the game now."""
        connection = next(
            (connection for connection in self._connections.of(player) if connection.looking), None
        )
        if connection is not None:
            self._player_back(connection, player)
        else:
            self._player_gone(player)

    def _player_gone(self, player: int) -> None:
        """Nobody is at his screen; the seat is kept."""
        match, seat = self._session.match, self._session.room.seat(player)
        if match and seat is not None:
            match.disconnect(seat)
            self._timers.set(("away", player), AWAY)
        if player == self._session.room.host:
            self._timers.set(("host",), HOST_PASSES)
        if not self._connections.here:
            self._timers.set(("empty",), AWAY)

    # ---- what comes of being away ----

    def mark_away(self, player: int) -> None:
        if self._session.match and player not in self._connections.here:
            self._session.mark_away(player)
            self._timers.set(("bot", player), BOT_TAKES_OVER)

    def bot_takes_over(self, player: int) -> None:
        if player not in self._connections.here:
            self._session.bot_takes_over(player)

    def pass_host(self) -> None:
        """To whoever is here, if the host is not."""
        room, here = self._session.room, self._connections.here
        if here and room.host not in here:
            present = [member.id for member in room.everyone if member.id in here]
            self._session.room = rooms.pass_host(room, present)

    def named(self, connection: Connection, why: str) -> dict[str, Any]:
        """For the logs."""
        seat = self._session.seat_of(connection)
        return {"table": self._session.room.code, "seat": seat, "player": connection.player, "why": why}
