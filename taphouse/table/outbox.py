"""Sends each connection what is new to it, and nothing its player may not know."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from taphouse.core import MS, Entry, Seat

from . import wire
from .connection import Connection
from .connections import Connections
from .context import Clock
from .effects import Close, Effect, Send, SendRoom, SendWelcome
from .inputs import Handle
from .match import Match
from .onlookers import Onlookers, second_windows, share_a_browser
from .pings import PingSchedule
from .public_room import public_room
from .room import Refusal, Room
from .seat_updates import SeatUpdates, encode, evening
from .session import Session

BETWEEN_REACTIONS = wire.REACTION_GAP * MS


class Outbox:
    """Remembers what was sent last, so that nothing is sent twice."""

    def __init__(
        self,
        clock: Clock,
        session: Session,
        connections: Connections,
        ping_schedule: PingSchedule,
        effects: list[Effect],
    ) -> None:
        self._clock, self._session, self._connections = clock, session, connections
        self._ping_schedule, self._effects = ping_schedule, effects
        self._queued: list[Send | SendWelcome] = []
        self._closing: list[Close] = []
        self._last_room = b""  # the room as last sent to all
        self._facts: tuple[Any, ...] = ()  # what `_encoded` was made from
        self._encoded = b""
        self._evening, self._last_evening = session.room.evening, evening(session.room)
        self._reacted: dict[int, int] = {}  # time of each player's last reaction
        self._reactions: list[bytes] = []
        self._onlookers: Onlookers | None = None
        self._has_onlookers = False  # otherwise no step is made to show them more

    def queue(self, to: Handle, message: wire.Down) -> None:
        """Queues a message until the outbox is flushed."""
        self._queued.append(Send(to, encode(message)))

    def queue_welcome(self, to: Handle, welcome: wire.Welcome) -> None:
        self._queued.append(SendWelcome(to, encode(welcome), welcome.token))

    def close(self, handle: Handle, why: wire.Why) -> None:
        """Closes the connection with a goodbye when the outbox is flushed, so after the step is kept."""
        self._closing.append(Close(handle, encode(wire.Goodbye(why))))

    @property
    def closing(self) -> list[Handle]:
        """Connections whose goodbye is not sent yet."""
        return [close.to for close in self._closing]

    def react(self, player: int, emote: wire.Emote) -> None:
        clock, match = self._clock.now, self._session.match
        if match and self._session.is_running and match.race(clock):
            raise Refusal("not-now")  # no reaction may move over a target during a race
        if clock - self._reacted.get(player, -BETWEEN_REACTIONS) < BETWEEN_REACTIONS:
            raise Refusal("flood")
        self._reacted[player] = clock
        self._reactions.append(encode(wire.Reaction(player, emote)))

    def flush(self, entries: Sequence[Entry[Any]], receipt: str) -> None:
        """Sends queued messages, then the room, then the game: in this order a page can always draw.

        `receipt` is the running hash of the record with these entries, which is kept.
        """
        self._effects += self._queued
        self._effects += self._closing
        self._queued, self._closing = [], []
        self._send_room()
        self._send_reactions()
        if self._session.match:
            self._send_game(self._session.match, entries, receipt, self._clock.now)
        self._connections.all_sent()

    def send_standstill(self, kept: Room) -> None:
        """Shows all connections that the table waits for the journal, with the room as last kept."""
        self._last_room = self._public(kept, "keeping")
        for connection in self._connections:
            if connection.said_hello:
                self._effects.append(SendRoom(connection.handle, self._last_room))

    def _send_room(self) -> None:
        room = self._session.room
        shown = self._public(room, self._session.paused)
        played = self._last_evening if room.evening is self._evening else evening(room)
        self._evening = room.evening
        for connection in self._connections:
            needs_all = connection in self._connections.needs_full_update
            if connection.said_hello and (shown != self._last_room or needs_all):
                self._effects.append(SendRoom(connection.handle, shown))
            if connection.said_hello and (played != self._last_evening or needs_all):
                self._effects.append(Send(connection.handle, played))
        self._last_room, self._last_evening = shown, played

    def _public(self, room: Room, paused: wire.Standstill | None) -> bytes:
        """The encoded room. Encodes only when a fact changed: most steps change none."""
        connections, session = self._connections, self._session
        facts = (
            room,
            paused,
            connections.here,
            {*session.played_by_bot},
            connections.qualities,
            connections.watchers,
            connections.has_big_screen,
            session.elected,
            session.may_go_on_without_host,
            session.ending,
            session.head_starts.suggested(room),
        )
        if self._facts != facts:
            self._facts, self._encoded = facts, encode(public_room(*facts))
        return self._encoded

    def _send_reactions(self) -> None:
        reactions, self._reactions = self._reactions, []
        for connection in self._connections if reactions else ():
            for reaction in reactions if connection.said_hello else ():
                self._effects.append(Send(connection.handle, reaction))

    def _send_game(self, match: Match, entries: Sequence[Entry[Any]], receipt: str, clock: int) -> None:
        if self._onlookers is None or self._onlookers.match is not match:
            self._onlookers = Onlookers(match)
        screens = [connection for connection in self._connections if connection.may_be_sent_the_game]
        players = self._players(screens)
        shared = share_a_browser([*players.values()])
        self._has_onlookers = len(screens) > len(players) or bool(shared)
        second = second_windows(shared)
        if entries or self._connections.needs_full_update or match.preview(clock) is not None:
            updates = SeatUpdates(match, clock, entries, shared, receipt)
            self._send_to_players(match, players, second, updates, entries, clock)
        self._send_to_onlookers(match, self._onlookers, screens, second, clock)
        asked = match.ask(clock)
        for connection in self._connections if asked else ():
            if (seat := self._session.seat_of(connection)) in asked:
                self._effects.append(Send(connection.handle, encode(wire.Ask(asked[seat]))))

    def _send_to_players(
        self,
        match: Match,
        players: Mapping[Seat, Connection],
        second: Collection[Connection],
        updates: SeatUpdates,
        entries: Sequence[Entry[Any]],
        clock: int,
    ) -> None:
        sent = dict[Seat, int]()
        for seat, connection in players.items():
            if connection in second:
                continue
            needs_all = connection in self._connections.needs_full_update
            concerned = (
                entries or needs_all or (updates.is_early_for(seat, connection) and not connection.sent_ahead)
            )
            if concerned and (updates.is_new_to(seat, connection) or needs_all):
                self._send_update(match, updates, connection, seat, clock)
            sent[seat] = connection.updates
        if entries and self._onlookers:
            self._onlookers.add(entries, sent, match.now(clock))

    def _send_to_onlookers(
        self,
        match: Match,
        onlookers: Onlookers,
        screens: Sequence[Connection],
        second: Collection[Connection],
        clock: int,
    ) -> None:
        """Sends what the slowest player has seen to those who have no part in the race."""
        events, needs_full_update = onlookers.see(match.now(clock)), self._connections.needs_full_update
        if not self._has_onlookers or (events is None and not needs_full_update):
            return
        updates = SeatUpdates.for_onlookers(match, clock, onlookers, events or ())
        for connection in screens:
            seat = self._session.seat_of(connection)
            if seat is not None and connection not in second:
                continue
            needs_all = connection in needs_full_update
            if needs_all or (events is not None and updates.is_new_to(seat, connection)):
                self._send_update(match, updates, connection, seat, clock)

    def _players(self, screens: Iterable[Connection]) -> dict[Seat, Connection]:
        """The screens of players with a seat."""
        found = ((self._session.seat_of(connection), connection) for connection in screens)
        return {seat: connection for seat, connection in found if seat is not None}

    @property
    def due(self) -> int | None:
        """When onlookers are sent more by time alone. `None`: never."""
        match, onlookers = self._session.match, self._onlookers
        if match is None or onlookers is None or onlookers.match is not match or match.paused:
            return None
        if not self._has_onlookers:
            return None
        return None if onlookers.due is None else match.clock(onlookers.due)

    def may_send_more(self, now: int) -> bool:
        """A paint report has just let onlookers see more."""
        match, onlookers = self._session.match, self._onlookers
        if match is None or onlookers is None or not self._has_onlookers:
            return False
        return onlookers.may_see_more(match.now(now))

    def _send_update(
        self, match: Match, updates: SeatUpdates, connection: Connection, seat: Seat | None, clock: int
    ) -> None:
        """Sends one update. In a race a ping goes with it: its pong shows when the update arrived."""

        beat, scene = None, updates.scene(seat, connection)
        n = connection.next_update()
        if seat is not None:
            beat = match.show(seat, n, scene.at, clock, scene.race)
        self._effects.append(Send(connection.handle, updates.encoded_for(seat, connection, beat)))
        if seat is not None and scene.race is not None:
            self._ping_schedule.ping_in_race(connection, scene.race, clock)
