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
from .counsel import Curiosity
from .course import Course
from .crier import Crier
from .guest import Guest
from .guests import Guests
from .house import House
from .inbox import WITNESS, Connected, Disconnected, Inbox, Pong
from .keeping import Keeping
from .match import Match
from .presence import Presence
from .pulse import Pulse
from .requests import answer, testify
from .room import Refusal, Room
from .screen import Screen
from .telling import encode
from .timers import Timer, Timers

log = logging.getLogger(__name__)

SLOW_TO_KEEP = 0.5  # seconds: then everyone sees why nothing happens


class Table:
    def __init__(self, house: House, room: Room, revision: int = 0) -> None:
        self.house = house
        self.task: asyncio.Task[None] | None = None
        self._guests, self._timers = Guests(), Timers(house.clock)
        self._keeping = Keeping(house, room, revision)
        self.course = Course(house, room, self._guests, self._timers, self._keeping)
        self._pulse = Pulse(self.course)
        self._crier = Crier(house.clock, self.course, self._guests, self._pulse)
        self._presence = Presence(house, self.course, self._guests, self._timers, self._pulse, self._crier)
        self._bell = asyncio.Event()
        self._inbox = Inbox(self._bell.set)
        self._alarm: int | None = None  # what was waited for last, but for pings
        self._clapper: asyncio.TimerHandle | None = None  # rings the bell, or pings
        self._heard_since: int | None = None  # when the first word came in that the next step is made for
        self._farewell: bytes | None = None  # what all are told if nobody is heard here any more
        self._stuck = False  # the journal cannot be written just now
        self._curiosity = Curiosity(house.counsel, house.clock, self._bell.set)

    # ---- what the edge calls ----

    def connect(self, screen: Screen) -> None:
        if self._farewell is None:
            self._inbox.put(screen, Connected(), self.house.clock())
        else:
            screen.close(self._farewell)

    def hear(self, screen: Screen, message: wire.Up, arrived: int) -> None:
        """What only bears witness is heard at once if nothing waits before it: most messages do no more."""
        guest, match = self._guests.by_screen.get(screen), self.course.match
        if self._stuck and isinstance(message, WITNESS):
            return None  # worth nothing when it is heard, and nobody knows how much there will be of it
        if (
            not isinstance(message, WITNESS)
            or self._inbox.waiting
            or guest is None
            or not guest.greeted
            or match is None
            or match.paused
        ):
            return self._inbox.put(screen, message, arrived)
        testify(self.course, guest, message, arrived)
        if match.can_go_on(self.house.clock()):
            self._heard_since = arrived if self._heard_since is None else self._heard_since
            self._bell.set()
        return None

    def pong(self, screen: Screen, nonce: bytes, arrived: int) -> None:
        """Heard at once if nothing waits before it: lines say little else, and no verdict waits for it."""
        guest = self._guests.by_screen.get(screen)
        if guest is None or self._inbox.waiting:
            return self._inbox.put(screen, Pong(nonce), arrived)
        forecast = guest.forecast
        guest.pong(nonce, arrived, self.course.moment(arrived))
        if guest.forecast != forecast:
            self._bell.set()  # all are told
        return None

    def disconnect(self, screen: Screen) -> None:
        self._inbox.put(screen, Disconnected(), self.house.clock())

    def hang_up(self, why: wire.Why) -> None:
        """It is run no more: all lines are closed now, also of those who have just come, or still come."""
        self._farewell = encode(wire.Goodbye(why))
        for screen in (*self._crier.leaving, *self._guests.by_screen, *self._inbox.newcomers):
            screen.close(self._farewell)

    # ---- what all may look at ----

    @property
    def code(self) -> str:
        return self.course.room.code

    @property
    def room(self) -> Room:
        return self.course.room

    @property
    def match(self) -> Match | None:
        return self.course.match

    @property
    def paused(self) -> wire.Standstill | None:
        return self.course.paused

    @property
    def guests(self) -> Mapping[Screen, Guest]:
        return self._guests.by_screen

    @property
    def here(self) -> set[int]:
        return self._guests.here

    def is_players(self, screen: Screen) -> bool:
        """Somebody with a seat, or on the bench, is behind it; else it only watches."""
        guest = self._guests.by_screen.get(screen)
        return guest is not None and guest.player is not None

    # ---- the loop ----

    async def run(self) -> None:
        while True:
            await self._wait()
            await self.step()

    async def step(self) -> None:
        since = self._ready_since()
        self._hear_all()
        self.course.patience.follow(self.course.room)
        self.course.count_fists()
        for timer in self._timers.rung():
            self._ring(timer)
        entries = self.course.pass_time()
        self._keeping.note(entries)
        await self._keep_visibly()
        self._crier.tell(entries)
        self._ping()
        self._observe(entries, since)
        self._curiosity.follow(self.course.match)

    async def _wait(self) -> None:
        clock = self.house.clock()
        self._alarm = _first(self._timers.due, self.match.due(clock) if self.match else None)
        self._set_clapper(clock)
        await self._bell.wait()
        if self._clapper is not None:
            self._clapper.cancel()
        self._bell.clear()

    def _set_clapper(self, clock: int) -> None:
        due, loop = _first(self._alarm, self._pulse.due), asyncio.get_running_loop()
        self._clapper = None if due is None else loop.call_later(max(0, due - clock) / SECOND, self._clap)

    def _clap(self) -> None:
        """Most of the time lines are to be pinged and nothing else: no step is made for that."""
        clock = self.house.clock()
        if self._alarm is not None and self._alarm <= clock:
            self._bell.set()
        else:
            self._ping()
            self._set_clapper(clock)

    def due(self, clock: int) -> int | None:
        """When something happens here by itself. `None`: never."""
        return _first(self._timers.due, self._pulse.due, self.match.due(clock) if self.match else None)

    def _ready_since(self) -> int:
        """When the first thing that is done in this step could have been done."""
        clock, heard, self._heard_since = self.house.clock(), self._heard_since, None
        moments = [moment for moment in (self._alarm, heard) if moment is not None]
        return min([clock, *moments, *(arrived for _, _, arrived in self._inbox.waiting)])

    def _observe(self, entries: Sequence[Entry[Any]], since: int) -> None:
        own = self.house.clock() - since
        for entry in entries:
            if entry.evidence is not None:
                self.house.observer.told(own)

    # ---- hear ----

    def _hear_all(self) -> None:
        for screen, heard, arrived in self._inbox.take():
            guest = self._guests.by_screen.get(screen)
            match heard:
                case Connected():
                    self._presence.connect(screen)
                case _ if guest is None:
                    pass  # its line was closed meanwhile
                case Disconnected():
                    self._presence.disconnect(guest)
                case Pong(nonce):
                    guest.pong(nonce, arrived, self.course.moment(arrived))
                case _:
                    self._answer(guest, heard, arrived)

    def _answer(self, guest: Guest, message: wire.Up, arrived: int) -> None:
        try:
            answer(self.course, self._presence, self._crier, guest, message, arrived)
        except Refusal as refusal:
            self.house.observer.noted(f"refused:{refusal.why}")
            log.info("refused", extra=self._presence.named(guest, refusal.why))
            self._crier.write(guest.screen, wire.Sorry(refusal.why, refusal.detail))

    def _ping(self) -> None:
        """Nobody is deaf because the table was: what waits to be heard may be an answer."""
        deaf = self._pulse.ping(self.house.clock())
        for guest in deaf if not self._inbox.waiting else ():
            self._presence.show_out(guest, "too-slow")
            self._bell.set()

    # ---- let time pass ----

    def _ring(self, timer: Timer) -> None:
        course, presence = self.course, self._presence
        match timer:
            case ("away", player):
                presence.miss(player)
            case ("warm", player):
                presence.keep_warm(player)
            case ("host",):
                presence.pass_host()
            case ("idle",):
                course.patience.end(course.room)
            case ("empty",) if course.is_running and not self._guests.here:
                course.pause("empty")
            case ("lesson",) if course.is_running and lesson.stands_still(course.room):
                course.pause("lesson")
            case ("wake",) if course.waits_for_players:
                course.resume()
            case ("long",) if course.paused == "host":
                course.paused = "long"
            case ("elected",) if course.elected is not None:
                with suppress(Refusal):  # what could be played a moment ago may lack a player now
                    course.start(course.elected)

    # ---- keep ----

    async def keep(self) -> None:
        self.course.room = await self._keeping.keep(self.course.room)

    async def _keep_visibly(self) -> None:
        """Time stands still while the journal cannot be written, and nobody is left to wonder."""
        if self._keeping.holds(self.course.room):
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
        self.course.freeze()
        if self._keeping.room is not None:
            self._crier.tell_standstill(self._keeping.room)

    def _go_on(self) -> None:
        """Whoever tapped at a table that stood still is told that it did not count."""
        self._stuck = False
        self.course.thaw()
        for screen in self._inbox.drop_what_came_too_late():
            self._crier.write(screen, wire.Sorry("not-now"))


def _first(*moments: int | None) -> int | None:
    """`None`: never."""
    return min((moment for moment in moments if moment is not None), default=None)
