"""A table that runs: one task brings it its inputs and the time, and performs its effects."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from typing import Any

from taphouse.core import SECOND, Seat, Skill
from taphouse.table import wire
from taphouse.table.connection import Connection
from taphouse.table.effects import (
    AskAdvice,
    Close,
    Count,
    Effect,
    GameOver,
    Judged,
    Keep,
    Log,
    Ping,
    Processed,
    Recall,
    Send,
    SendRoom,
    SendWelcome,
    WakeAt,
)
from taphouse.table.inputs import (
    REPORTS,
    Advised,
    Assigned,
    Connected,
    Disconnected,
    Input,
    Kept,
    Queued,
    Recalled,
    Received,
)
from taphouse.table.room import Room
from taphouse.table.seat_updates import encode
from taphouse.table.table import Table

from .house import House
from .transport import Transport

log = logging.getLogger(__name__)


class LiveTable:
    """A `TableEndpoint`. The transports of its connections are the table's handles."""

    def __init__(self, house: House, table: Table) -> None:
        self.table = table
        self.task: asyncio.Task[None] | None = None
        self._house, self._clock = house, house.clock
        self._wakeup = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_at: int | None = None  # when the timer is due
        self._keep: Keep | None = None  # to be written, or being written
        self._questions: set[asyncio.Task[None]] = set()
        self._closing_message: bytes | None = None  # set when the table is closed: sent to every connection

    # ---- called by the server ----

    def connect(self, transport: Transport, again: bool = False) -> None:
        if self._closing_message is None:
            self._put(Connected(transport, self._clock(), again))
        else:
            transport.close(self._closing_message)

    def receive(self, transport: Transport, message: wire.Up, arrived: int) -> None:
        if isinstance(message, REPORTS):
            if self.table.report(transport, message, arrived, self._clock()):
                self._wakeup.set()
        else:
            kernel = transport.kernel() if isinstance(message, wire.Do) else None
            self._put(Received(transport, message, arrived, kernel))

    def pong(self, transport: Transport, nonce: bytes, arrived: int) -> None:
        if self.table.pong(transport, nonce, arrived, transport.kernel()):
            self._wakeup.set()

    def disconnect(self, transport: Transport) -> None:
        self._put(Disconnected(transport, self._clock()))

    def close_all(self, why: wire.Why) -> None:
        """Closes all connections, also those still in the inbox; later ones are closed when they connect."""
        self._closing_message = encode(wire.Goodbye(why))
        for transport in self.table.handles:
            transport.close(self._closing_message)

    def is_players(self, transport: Transport) -> bool:
        """Whether the transport belongs to a member (seat or bench), not to a watcher."""
        connection = self.table.connections.get(transport)
        return connection is not None and connection.player is not None

    def assign(self, seat: Seat, bot: Skill | None) -> None:
        """A bot plays the seat from now on; `None`: its player does."""
        self._put(Assigned(seat, bot, self._clock()))

    # ---- read by other modules ----

    @property
    def code(self) -> str:
        return self.table.room.code

    @property
    def room(self) -> Room:
        return self.table.room

    @property
    def connections(self) -> Mapping[Transport, Connection]:
        return self.table.connections

    # ---- the task ----

    async def run(self) -> None:
        try:
            while True:
                await self._wakeup.wait()
                self._wakeup.clear()
                await self.step()
        finally:
            self._wake_at(None)

    async def step(self) -> None:
        """Does all that is to be done by now, and keeps it."""
        self._handle(self._clock())
        while self._keep is not None:
            kept = await self._written(self._keep)
            self._keep = None
            self._handle(self._clock(), kept)

    def _put(self, item: Queued) -> None:
        if self.table.put(item, self._clock()):
            self._wakeup.set()

    def _handle(self, now: int, *inputs: Input) -> None:
        for effect in self.table.handle(inputs, now, self._house.wall()):
            if isinstance(effect, Send):  # the frequent ones first
                effect.to.send(effect.message)
            elif isinstance(effect, WakeAt):
                self._wake_at(effect.moment)
            elif isinstance(effect, Ping):
                effect.to.ping(effect.nonce)
            else:
                self._perform(effect)

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Keep():
                self._keep = effect
            case SendRoom(transport, message):
                transport.send_room(message)
            case SendWelcome(transport, message, token):
                transport.send_welcome(message, token)
            case Close(transport, message):
                transport.close(message)
            case GameOver(room, finishes):
                self._house.remember(room, finishes)
            case Judged(hold, doubts):
                self._house.observer.record_verdict(hold, doubts)
            case Processed(verdicts, since):
                for _ in range(verdicts):
                    self._house.observer.record_processing(self._clock() - since)
            case Count(what):
                self._house.observer.count(what)
            case Log(what, fields):
                log.info(what, extra=fields)
            case AskAdvice():
                self._ask_aside(self._ask(effect))
            case Recall(room):
                self._ask_aside(self._recall(room))

    def _ask_aside(self, question: Coroutine[Any, Any, None]) -> None:
        """The table does not wait for the answer."""
        task = asyncio.create_task(question)
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    def _wake_at(self, moment: int | None) -> None:
        if moment == self._wakes_at:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._wakes_at = None, moment
        if moment is not None:
            delay = max(0, moment - self._clock()) / SECOND
            self._timer = asyncio.get_running_loop().call_later(delay, self._on_timer)

    def _on_timer(self) -> None:
        """Starts a step if one is due. Most of the time only pings are due, and they need no journal."""
        self._wakes_at, now = None, self._clock()
        if self._keep is None and self.table.is_step_due(now):
            self._wakeup.set()
        else:
            self._handle(now)

    async def _written(self, keep: Keep) -> Kept:
        journal, revision = self._house.journal, None
        if keep.lines:
            await journal.append(keep.stream, keep.after, keep.lines)
        if keep.room is not None:
            revision = await journal.put(keep.key, keep.room, keep.revision)
        for stream in keep.dropped:
            await journal.drop(stream)
        return Kept(revision)

    async def _ask(self, asked: AskAdvice) -> None:
        misfit = await self._house.advisor.misfit(asked.question)
        if misfit is not None:
            self._put(Advised(asked.match, asked.question, misfit, self._clock()))

    async def _recall(self, room: Room) -> None:
        self._put(Recalled(room, await self._house.recall(room), self._clock()))
