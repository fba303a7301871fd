"""Who is here: players take a seat, keep it while they are away, and give it up."""

from __future__ import annotations

from typing import Any, Literal

from taphouse.core import SECOND, replace
from taphouse.fair import Device

from . import room as rooms
from . import wire
from .connection import Connection
from .connections import Connections
from .context import Clock
from .effects import Effect, Log
from .inputs import Handle
from .names import cleaned
from .outbox import Outbox
from .pings import PingSchedule
from .room import Refusal
from .session import Session
from .timers import Timers
from .tokens import Tokens

AWAY = 4 * SECOND  # until a missing player counts as away; a reload or a switched network takes less
BOT_TAKES_OVER = 15 * SECOND  # from then until a bot plays the seat of a player who is still away
HOST_PASSES = 10 * SECOND  # until the role of a missing host passes to another player


class Presence:
    """Connections come and go; a player loses the seat only by giving it up, or when the host takes it."""

    def __init__(
        self,
        tokens: Tokens,
        clock: Clock,
        session: Session,
        connections: Connections,
        timers: Timers,
        ping_schedule: PingSchedule,
        outbox: Outbox,
        effects: list[Effect],
    ) -> None:
        self._tokens, self._clock, self._session, self._connections = tokens, clock, session, connections
        self._timers, self._ping_schedule, self._outbox = timers, ping_schedule, outbox
        self._effects = effects

    # ---- coming ----

    def connect(self, handle: Handle, again: bool = False) -> None:
        """Registers the connection. Nothing is sent to it before its `Hello`."""
        if (before := self._connections.by_handle.get(handle)) is not None:
            self.disconnect(before)  # a handle that connects again begins anew
        self._connections.add(handle, again)

    def greet(self, connection: Connection, hello: wire.Hello) -> None:
        """Puts the holder of a valid seat token back in the seat; any other connection watches."""
        if hello.v != wire.VERSION:
            return self.close(connection, "new-version")
        if hello.browser is not None and hello.browser in self._session.room.banned:
            return self.close(connection, "banned")
        connection.greet(hello.browser, is_big_screen=hello.screen == "table")
        self._connections.resend(connection)
        self._ping_schedule.begin(connection, self._clock.now)
        player = self._player_of(hello)
        if player is not None and connection.is_reopened and self._connections.of(player):
            self.close(connection, "restarting")  # it may be dead; a page that lives connects anew
        elif player is not None:
            self.seat(connection, player)
        else:
            self._welcome(connection)
            if hello.token:
                raise Refusal("bad-token")
        return None

    def seat(self, connection: Connection, player: int) -> None:
        """Assigns the connection to `player` and closes the player's other connections."""
        others = [other for other in self._connections.of(player) if other is not connection]
        connection.seat(player)
        for other in others:
            self.close(other, "replaced")
        self._welcome(connection)
        self._player_back(connection, player)

    def own_seat(self, connection: Connection, name: str) -> int | None:
        """The player whom this browser seated under this name: the answer may never have reached it."""
        if connection.browser is None:
            return None
        mine = (member for member in self._session.room.people if member.browser == connection.browser)
        return next((member.id for member in mine if member.name == cleaned(name)), None)

    def look(self, connection: Connection, looking: bool) -> None:
        """A player whose page is hidden counts as gone, but the connection stays open."""
        self._welcome(connection)
        if looking == connection.looking:
            return
        connection.look(looking)
        self._connections.resend(connection)  # no updates of the game were sent to it meanwhile
        if connection.player is not None:
            if looking:
                self._player_back(connection, connection.player)
            else:
                self._player_gone(connection.player)

    def set_device(self, connection: Connection, device: Device) -> None:
        connection.set_device(device)
        match = self._session.match
        if match and connection.looking and (seat := self._session.seat_of(connection)) is not None:
            match.arbiter.set_device(seat, device)

    def _player_of(self, hello: wire.Hello) -> int | None:
        return None if hello.token is None else self._tokens.player(hello.token, self._session.room)

    def _welcome(self, connection: Connection) -> None:
        room, player, token = self._session.room, connection.player, None
        if player is not None:
            token = self._tokens.sign(room.code, room.sitting(player), room.salt)
        self._outbox.queue_welcome(connection.handle, wire.Welcome(wire.VERSION, room.code, player, token))

    def _player_back(self, connection: Connection, player: int) -> None:
        """The player looks at a screen of their own again."""
        session = self._session
        self._connections.resend(connection)
        self._stop_waiting_for(player)
        if player == session.room.owner:
            session.change(replace(session.room, host=player))
        if session.room.host not in self._connections.here:
            self._timers.set(("host",), HOST_PASSES)
        session.player_returns(player, connection)
        session.wake_up()

    # ---- going ----

    def disconnect(self, connection: Connection) -> None:
        """Removes the connection. Its player keeps the seat."""
        self._connections.remove(connection)
        self._ping_schedule.end(connection)
        if connection.player is not None and connection.player not in self._connections.here:
            self._player_gone(connection.player)
        elif not self._connections.by_handle:
            self._timers.set(("empty",), AWAY)  # who looked on has left too: bots do not play for nobody

    def close(self, connection: Connection, why: wire.Why) -> None:
        self._effects.append(Log("connection closed", self.log_fields(connection, why)))
        self._outbox.close(connection.handle, why)
        self.disconnect(connection)

    def ban(self, player: int) -> None:
        """Bans the player's browsers and closes every connection from them."""
        session, browsers = self._session, self._browsers(player)
        if session.room.host is not None and browsers & self._browsers(session.room.host):
            raise Refusal("not-now")  # the host shares a browser with the player
        session.change(rooms.ban(session.room, browsers))
        for other in {member.id for member in session.room.people if browsers & self._browsers(member.id)}:
            self.unseat(other, "banned")
        if session.room.knows(player):  # the browser sent no id, so its other tabs cannot be found
            self.unseat(player, "banned")
        for connection in [connection for connection in self._connections if connection.browser in browsers]:
            self.close(connection, "banned")

    def _browsers(self, player: int) -> set[str]:
        """The browsers in which this player sat down or has the seat open now."""
        seen = (
            self._session.room.person(player).browser,
            *(connection.browser for connection in self._connections.of(player)),
        )
        return {browser for browser in seen if browser is not None}

    def unseat(self, player: int, why: Literal["kicked", "banned"] | None = None) -> None:
        """Frees the player's seat. With `why`, also closes their connections."""
        session = self._session
        seat, seated, device = (
            session.room.seat(player),
            session.room.members,
            session.room.member(player).device,
        )
        session.change(rooms.stand(session.shelf, session.room, player))
        self._stop_waiting_for(player)
        if seat is not None:
            session.seat_given_up(seat, device)
        for connection in self._connections.of(player):
            connection.unseat()
            if why:
                self.close(connection, why)
            else:
                self._connections.resend(connection)
                self._welcome(connection)
        for member in session.room.members:
            if member not in seated and member.bot is None:
                self._seat_from_bench(member.id)
        if (here := self._connections.here) and session.room.host not in here:
            self._timers.set(("host",), 0)

    def _seat_from_bench(self, player: int) -> None:
        """A player from the bench has a seat in the game now."""
        connection = next(
            (connection for connection in self._connections.of(player) if connection.looking), None
        )
        if connection is not None:
            self._player_back(connection, player)
        else:
            self._player_gone(player)

    def _player_gone(self, player: int) -> None:
        """The player has no visible screen any more. They keep the seat."""
        match, seat = self._session.match, self._session.room.seat(player)
        if match and seat is not None:
            match.disconnect(seat)
            self._timers.set(("away", player), AWAY)
        if player == self._session.room.host:
            self._timers.set(("host",), HOST_PASSES)
        if not self._connections.here:
            self._timers.set(("empty",), AWAY)

    def _stop_waiting_for(self, player: int) -> None:
        self._timers.stop(("away", player))
        self._timers.stop(("bot", player))

    # ---- absence ----

    def mark_away(self, player: int) -> None:
        if self._session.match and player not in self._connections.here:
            self._session.mark_away(player)
            self._timers.set(("bot", player), BOT_TAKES_OVER)

    def bot_takes_over(self, player: int) -> None:
        if player not in self._connections.here:
            self._session.bot_takes_over(player)

    def pass_host(self) -> None:
        """Passes the role of host to the first member who is here, if the host is not."""
        room, here = self._session.room, self._connections.here
        if here and room.host not in here:
            present = [member.id for member in room.everyone if member.id in here]
            self._session.change(rooms.pass_host(room, present))

    def log_fields(self, connection: Connection, why: str) -> dict[str, Any]:
        seat = self._session.seat_of(connection)
        return {"table": self._session.room.code, "seat": seat, "player": connection.player, "why": why}
