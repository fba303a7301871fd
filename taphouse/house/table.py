"""One table: the only place where time, players and rules meet.

A single task owns it, so nothing here locks. Its loop is the whole story:
hear, let time pass, keep, tell. Nothing is told before it is kept.
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
from .inbox import WITNESS, Connected, Disconnected, Inbox, Pong
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

SLOW_TO_KEEP = 0.5  # seconds: then everyone sees why nothing happens


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
        self._alarm: int | None = None  # what was waited for last, but for pings
        self._timer: asyncio.TimerHandle | None = None  # rings the bell, or pings
        self._heard_since: int | None = None  # when the first word came in that the next step is made for
        self._closing_message: bytes | None = None  # what all are told if nobody is heard here any more
        self._stuck = False  # the journal cannot be written just now
        self._advisor_queue = AdvisorQueue(house.advisor, house.clock, self._wakeup.set)

    # ---- what the edge calls ----

    def connect(self, transport: Transport) -> None:
        if self._closing_message is None:
            self._inbox.put(transport, Connected(), self.house.clock())
        else:
            transport.close(self._closing_message)

    def receive(self, transport: Transport, message: wire.Up, arrived: int) -> None:
        """What only bears witness is heard at once if nothing waits before it: most messages do no more."""
        connection, match = self._connections.by_transport.get(transport), self.session.match
        if self._stuck and isinstance(message, WITNESS):
            return None  # worth nothing when it is heard, and nobody knows how much there will be of it
        if (
            not isinstance(message, WITNESS)
            or self._inbox.waiting
            or connection is None
            or not connection.said_hello
            or match is None
            or match.paused
        ):
            return self._inbox.put(transport, message, arrived)
        record_report(self.session, connection, message, arrived)
        if match.can_go_on(self.house.clock()):
            self._heard_since = arrived if self._heard_since is None else self._heard_since
            self._wakeup.set()
        return None

    def pong(self, transport: Transport, nonce: bytes, arrived: int) -> None:
        """Heard at once if nothing waits before it: lines say little else, and no verdict waits for it."""
        connection = self._connections.by_transport.get(transport)
        if connection is None or self._inbox.waiting:
            return self._inbox.put(transport, Pong(nonce), arrived)
        quality = connection.quality
        connection.pong(nonce, arrived, self.session.moment(arrived))
        if connection.quality != quality:
            self._wakeup.set()  # all are told
        return None

    def disconnect(self, transport: Transport) -> None:
        self._inbox.put(transport, Disconnected(), self.house.clock())

    def close_all(self, why: wire.Why) -> None:
        """It is run no more: all lines are closed now, also of those who have just come, or still come."""
        self._closing_message = encode(wire.Goodbye(why))
        for transport in (
            *self._outbox.closing_transports,
            *self._connections.by_transport,
            *self._inbox.needs_full_update,
        ):
            transport.close(self._closing_message)

    # ---- what all may look at ----

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
        """Somebody with a seat, or on the bench, is behind it; else it only watches."""
        connection = self._connections.by_transport.get(transport)
        return connection is not None and connection.player is not None

    # ---- the loop ----

    async def run(self) -> None:
        while True:
            await self._wait()
            await self.step()

    async def step(self) -> None:
        since = self._ready_since()
        self._hear_all()
        self.session.host_idle.follow(self.session.room)
        self.session.count_fists()
        for timer in self._timers.rung():
            self._ring(timer)
        entries = self.session.pass_time()
        self._store.note(entries)
        await self._keep_visibly()
        self._outbox.tell(entries)
        self._ping()
        self._observe(entries, since)
        self._advisor_queue.follow(self.session.match)

    async def _wait(self) -> None:
        clock = self.house.clock()
        self._alarm = _first(self._timers.due, self.match.due(clock) if self.match else None)
        self._set_timer(clock)
        await self._wakeup.wait()
        if self._timer is not None:
            self._timer.cancel()
        self._wakeup.clear()

    def _set_timer(self, clock: int) -> None:
        due, loop = _first(self._alarm, self._ping_schedule.due), asyncio.get_running_loop()
        self._timer = None if due is None else loop.call_later(max(0, due - clock) / SECOND, self._on_timer)

    def _on_timer(self) -> None:
        """Most of the time lines are to be pinged and nothing else: no step is made for that."""
        clock = self.house.clock()
        if self._alarm is not None and self._alarm <= clock:
            self._wakeup.set()
        else:
            self._ping()
            self._set_timer(clock)

    def due(self, clock: int) -> int | None:
        """When something happens here by itself. `None`: never."""
        return _first(
            self._timers.due, self._ping_schedule.due, self.match.due(clock) if self.match else None
        )

    def _ready_since(self) -> int:
        """When the first thing that is done in this step could have been done."""
        clock, heard, self._heard_since = self.house.clock(), self._heard_since, None
        moments = [moment for moment in (self._alarm, heard) if moment is not None]
        return min([clock, *moments, *(arrived for _, _, arrived in self._inbox.waiting)])

    def _observe(self, entries: Sequence[Entry[Any]], since: int) -> None:
        own = self.house.clock() - since
        for entry in entries:
            if entry.evidence is not None:
                self.house.observer.verdict_sent(own)

    # ---- hear ----

    def _hear_all(self) -> None:
        for transport, heard, arrived in self._inbox.take():
            connection = self._connections.by_transport.get(transport)
            match heard:
                case Connected():
                    self._presence.connect(transport)
                case _ if connection is None:
                    pass  # its line was closed meanwhile
                case Disconnected():
                    self._presence.disconnect(connection)
                case Pong(nonce):
                    connection.pong(nonce, arrived, self.session.moment(arrived))
                case _:
                    self._answer(connection, heard, arrived)

    def _answer(self, connection: Connection, message: wire.Up, arrived: int) -> None:
        try:
            answer(self.session, self._presence, self._outbox, connection, message, arrived)
        except Refusal as refusal:
            self.house.observer.counted(f"refused:{refusal.why}")
            log.info("refused", extra=self._presence.named(connection, refusal.why))
            self._outbox.write(connection.transport, wire.Sorry(refusal.why, refusal.detail))

    def _ping(self) -> None:
        """Nobody is deaf because the table was: what waits to be heard may be an answer."""
        deaf = self._ping_schedule.ping(self.house.clock())
        for connection in deaf if not self._inbox.waiting else ():
            self._presence.close(connection, "too-slow")
            self._wakeup.set()

    # ---- let time pass ----

    def _ring(self, timer: Timer) -> None:
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
            case ("elected",) if session.elected is not None:
                with suppress(Refusal):  # what could be played a moment ago may lack a player now
                    session.start(session.elected)

    # ---- keep ----

    async def keep(self) -> None:
        self.session.room = await self._store.keep(self.session.room)

    async def _keep_visibly(self) -> None:
        """Time stands still while the journal cannot be written, and nobody is left to wonder."""
        if self._store.holds(self.session.room):
            return
        alarm = asyncio.get_running_loop().call_later(SLOW_TO_KEEP, self._stand_still)
        try:
            await self.keep()
        finally:
            alarm.cancel()
        if self._stuck:
            self._go_on()

    def _stand_still(self) -> None:
        self._stuck = True
        self.session.freeze()
        if self._store.room is not None:
            self._outbox.send_standstill(self._store.room)

    def _go_on(self) -> None:
        """Whoever tapped at a table that stood still is told that it did not count."""
        self._stuck = False
        self.session.thaw()
        for transport in self._inbox.drop_outdated_taps():
            self._outbox.write(transport, wire.Sorry("not-now"))


def _first(*moments: int | None) -> int | None:
    """`None`: never."""
    return min((moment for moment in moments if moment is not None), default=None)
