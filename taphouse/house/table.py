"""One live table: it brings the clock, the connections and the rules together.

A single task owns the table, so nothing here needs a lock. Each step of its loop processes the
inbox, lets time pass, saves and sends. Nothing is sent before it is saved.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from taphouse.core import SECOND, Entry

from . import lesson, wire
from .advisor import AdvisorQueue
from .connection import Connection
from .connections import Connections
from .house import House
from .inbox import REPORTS, Connected, Disconnected, Inbox, Pong
from .match import Match
from .outbox import Outbox
from .pings import PingSchedule
from .presence import Presence
from .requests import answer, record_report
from .room import Refusal, Room
from .seat_updates import encode
from .session import Session
from .table_store import TableStore
from .timers import Timer, Timers
from .transport import Transport

log = logging.getLogger(__name__)

SLOW_SAVE = 0.5  # seconds: after that, all connections are shown that the table waits for the journal


class Table:
    def __init__(self, house: House, room: Room, revision: int = 0) -> None:
        self.house = house
        self.task: asyncio.Task[None] | None = None
        self._connections, self._timers = Connections(), Timers(house.clock)
        self._store = TableStore(house, room, revision)
        self.session = Session(house, room, self._connections, self._timers, self._store)
        self._ping_schedule = PingSchedule(self.session)
        self._outbox = Outbox(house.clock, self.session, self._connections, self._ping_schedule)
        self._presence = Presence(
            house, self.session, self._connections, self._timers, self._ping_schedule, self._outbox
        )
        self._wakeup = asyncio.Event()
        self._inbox = Inbox(self._wakeup.set)
        self._step_due: int | None = None  # when the next step is due by itself; pings need no step
        self._timer: asyncio.TimerHandle | None = None  # starts a step, or pings
        self._report_since: int | None = None  # arrival of the first report that the next step is made for
        self._closing_message: bytes | None = None  # set when the table is closed: sent to every connection
        self._stuck = False  # a write to the journal is taking longer than SLOW_SAVE
        self._advisor_queue = AdvisorQueue(house.advisor, house.clock, self._wakeup.set)

    # ---- called by the server ----

    def connect(self, transport: Transport) -> None:
        if self._closing_message is None:
            self._inbox.put(transport, Connected(), self.house.clock())
        else:
            transport.close(self._closing_message)

    def receive(self, transport: Transport, message: wire.Up, arrived: int) -> None:
        """Records a report (paint or beat) at once if the inbox is empty: most messages are reports."""
        connection, match = self._connections.by_transport.get(transport), self.session.match
        if self._stuck and isinstance(message, REPORTS):
            return None  # outdated once the journal is written, and their number is not bounded
        if (
            not isinstance(message, REPORTS)
            or self._inbox.waiting
            or connection is None
            or not connection.said_hello
            or match is None
            or match.paused
        ):
            return self._inbox.put(transport, message, arrived)
        record_report(self.session, connection, message, arrived)
        if match.can_decide(self.house.clock()) or self._outbox.may_send_more():
            self._report_since = arrived if self._report_since is None else self._report_since
            self._wakeup.set()
        return None

    def pong(self, transport: Transport, nonce: bytes, arrived: int) -> None:
        """Records the pong at once if the inbox is empty: pongs are frequent and decide no verdict."""
        connection = self._connections.by_transport.get(transport)
        if connection is None or self._inbox.waiting:
            return self._inbox.put(transport, Pong(nonce), arrived)
        quality = connection.quality
        connection.pong(nonce, arrived, self.session.moment(arrived))
        if connection.quality != quality:
            self._wakeup.set()  # the step sends the new quality to all
        return None

    def disconnect(self, transport: Transport) -> None:
        self._inbox.put(transport, Disconnected(), self.house.clock())

    def close_all(self, why: wire.Why) -> None:
        """Closes all connections, also those still in the inbox; later ones are closed when they connect."""
        self._closing_message = encode(wire.Goodbye(why))
        for transport in (
            *self._outbox.closing_transports,
            *self._connections.by_transport,
            *self._inbox.connecting,
        ):
            transport.close(self._closing_message)

    # ---- read by other modules ----

    @property
    def code(self) -> str:
        return self.session.room.code

    @property
    def room(self) -> Room:
        return self.session.room

    @property
    def match(self) -> Match | None:
        return self.session.match

    @property
    def paused(self) -> wire.Standstill | None:
        return self.session.paused

    @property
    def connections(self) -> Mapping[Transport, Connection]:
        return self._connections.by_transport

    @property
    def here(self) -> set[int]:
        return self._connections.here

    def is_players(self, transport: Transport) -> bool:
        """Whether the transport belongs to a member (seat or bench), not to a watcher."""
        connection = self._connections.by_transport.get(transport)
        return connection is not None and connection.player is not None

    # ---- the loop ----

    async def run(self) -> None:
        while True:
            await self._wait()
            await self.step()

    async def step(self) -> None:
        since = self._ready_since()
        self._process_inbox()
        self.session.host_idle.follow(self.session.room)
        self.session.count_votes()
        self.session.count_readers()
        for timer in self._timers.expired():
            self._on_expired(timer)
        entries = self.session.pass_time()
        self._store.add(entries, self.session.room)
        await self._save_or_freeze()
        self._outbox.flush(entries, self._store.receipt)
        self._ping()
        self._observe(entries, since)
        self._advisor_queue.follow(self.session.match)

    async def _wait(self) -> None:
        clock = self.house.clock()
        self._step_due = self._next_step(clock)
        self._set_timer(clock)
        await self._wakeup.wait()
        if self._timer is not None:
            self._timer.cancel()
        self._wakeup.clear()

    def _set_timer(self, clock: int) -> None:
        due, loop = _first(self._step_due, self._ping_schedule.due), asyncio.get_running_loop()
        self._timer = None if due is None else loop.call_later(max(0, due - clock) / SECOND, self._on_timer)

    def _on_timer(self) -> None:
        """Starts a step if one is due. Most of the time only pings are due, and they need no step."""
        clock = self.house.clock()
        if self._step_due is not None and self._step_due <= clock:
            self._wakeup.set()
        else:
            self._ping()
            self._set_timer(clock)

    def due(self, clock: int) -> int | None:
        """When the table acts next by itself. `None`: never."""
        return _first(self._ping_schedule.due, self._next_step(clock))

    def _next_step(self, clock: int) -> int | None:
        match_due = self.match.due(clock) if self.match else None
        return _first(self._timers.due, self._outbox.due, match_due)

    def _ready_since(self) -> int:
        """The earliest moment at which this step had something to do."""
        clock, reported, self._report_since = self.house.clock(), self._report_since, None
        moments = [moment for moment in (self._step_due, reported) if moment is not None]
        return min([clock, *moments, *(arrived for _, _, arrived in self._inbox.waiting)])

    def _observe(self, entries: Sequence[Entry[Any]], since: int) -> None:
        own = self.house.clock() - since
        for entry in entries:
            if entry.evidence is not None:
                self.house.observer.record_processing(own)

    # ---- receive ----

    def _process_inbox(self) -> None:
        for transport, item, arrived in self._inbox.take():
            connection = self._connections.by_transport.get(transport)
            match item:
                case Connected():
                    self._presence.connect(transport)
                case _ if connection is None:
                    pass  # it was closed meanwhile
                case Disconnected():
                    self._presence.disconnect(connection)
                case Pong(nonce):
                    connection.pong(nonce, arrived, self.session.moment(arrived))
                case _:
                    self._answer(connection, item, arrived)

    def _answer(self, connection: Connection, message: wire.Up, arrived: int) -> None:
        try:
            answer(self.session, self._presence, self._outbox, connection, message, arrived)
        except Refusal as refusal:
            self.house.observer.count(f"refused:{refusal.why}")
            log.info("refused", extra=self._presence.log_fields(connection, refusal.why))
            self._outbox.queue(connection.transport, wire.Sorry(refusal.why, refusal.detail))

    def _ping(self) -> None:
        """Closes unresponsive connections, but only with an empty inbox: a pong may still wait in it."""
        unresponsive = self._ping_schedule.ping(self.house.clock())
        for connection in unresponsive if not self._inbox.waiting else ():
            self._presence.close(connection, "too-slow")
            self._wakeup.set()

    # ---- let time pass ----

    def _on_expired(self, timer: Timer) -> None:
        session, presence = self.session, self._presence
        match timer:
            case ("away", player):
                presence.mark_away(player)
            case ("bot", player):
                presence.bot_takes_over(player)
            case ("host",):
                presence.pass_host()
            case ("idle",):
                session.host_idle.end(session.room)
            case ("empty",) if session.is_running and not self._connections.here:
                session.pause("empty")
            case ("lesson",) if session.is_running and lesson.stands_still(session.room):
                session.pause("lesson")
            case ("wake",) if session.waits_for_players:
                session.resume()
            case ("long",) if session.paused == "host":
                session.paused = "long"
            case ("ending",):
                session.ending = False
            case ("introduction",) if session.paused in ("introduction", "countdown"):
                session.end_introduction()
            case ("elected",) if session.elected is not None:
                with suppress(Refusal):  # a player may have left since the vote
                    session.start(session.elected)

    # ---- save ----

    async def save(self) -> None:
        self.session.room = await self._store.save(self.session.room)

    async def _save_or_freeze(self) -> None:
        """Saves. If that takes longer than SLOW_SAVE, freezes the game and shows it to all meanwhile."""
        if self._store.is_saved(self.session.room):
            return
        slow = asyncio.get_running_loop().call_later(SLOW_SAVE, self._freeze)
        try:
            await self.save()
        finally:
            slow.cancel()
        if self._stuck:
            self._thaw()

    def _freeze(self) -> None:
        self._stuck = True
        self.session.freeze()
        if self._store.room is not None:
            self._outbox.send_standstill(self._store.room)

    def _thaw(self) -> None:
        """Lets the game run again, and refuses every tap that arrived while it was frozen."""
        self._stuck = False
        self.session.thaw()
        for transport in self._inbox.drop_outdated():
            self._outbox.queue(transport, wire.Sorry("not-now"))


def _first(*moments: int | None) -> int | None:
    """The earliest moment. `None`: never."""
    return min((moment for moment in moments if moment is not None), default=None)
