"""One live table: it brings time, connections and rules together. Inputs in, effects out.

Each step processes the inputs, lets time pass, keeps what changed, and then sends. Nothing is sent before it
is kept: what a step has to send waits inside the table for `Kept`, and so do all later inputs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from taphouse.core import MS, Entry, replace
from taphouse.fair import Kernel

from . import lesson, wire
from .advice import Question
from .connection import Connection
from .connections import Connections
from .context import Clock, TableContext
from .effects import AskAdvice, Count, Effect, Log, Processed, WakeAt
from .inputs import (
    REPORTS,
    Advised,
    Assigned,
    Connected,
    Disconnected,
    Handle,
    Input,
    Kept,
    Ponged,
    Queued,
    Recalled,
    Received,
    Report,
    without_outdated,
)
from .match import Match
from .outbox import Outbox
from .pings import PingSchedule
from .presence import Presence
from .requests import answer, record_report
from .room import Refusal, Room
from .session import Session
from .table_store import TableStore
from .timers import Timer, Timers

SLOW_KEEP = 500 * MS  # after that, all connections are shown that the table waits for the journal
STOOD_STILL = 50 * MS  # a step that comes so much too late is made before what arrived meanwhile


class Unsent(NamedTuple):
    """A step that is not kept yet: nothing of it is sent."""

    entries: Sequence[Entry[Any]]
    since: int
    """When the step could have begun."""
    slow: int
    """When the journal counts as slow."""


class Table:
    """All state of a table. Each part has one owner: others ask it, and change it by its methods only."""

    def __init__(self, context: TableContext, room: Room, now: int, revision: int = 0) -> None:
        """`revision`: of the stored room. 0: a new table, which keeps itself in its first step."""
        self._effects: list[Effect] = []
        self._clock = Clock(now)
        self._connections, self._timers = Connections(), Timers(self._clock)
        self._store = TableStore(context.shelf, self._clock, context.key, room, revision)
        self.session = Session(
            context, self._clock, room, self._connections, self._timers, self._store, self._effects
        )
        self._ping_schedule = PingSchedule(self.session, context.chance, self._effects)
        self._outbox = Outbox(
            self._clock, self.session, self._connections, self._ping_schedule, self._effects
        )
        self._presence = Presence(
            context.tokens,
            self._clock,
            self.session,
            self._connections,
            self._timers,
            self._ping_schedule,
            self._outbox,
            self._effects,
        )
        self._inbox: list[Queued] = []
        self._step_due: int | None = now  # when the next step is due by itself; pings need no step
        self._ready_since: int | None = None  # the first moment since which a step is wanted at once
        self._unsent: Unsent | None = None
        self._is_frozen = False  # a write to the journal takes longer than SLOW_KEEP
        self._asked: Question | None = None

    # ---- before the first input ----

    def start(self) -> None:
        self.session.start()

    def restore(self, lines: Sequence[bytes]) -> None:
        """Continues the game of a stored room."""
        self.session.restore(lines)

    def set_code(self, code: str) -> None:
        self.session.change(replace(self.session.room, code=code))

    # ---- inputs ----

    def put(self, item: Queued, now: int) -> bool:
        """Takes one input. Returns whether `handle` must be called soon.

        Most inputs are reports (paint or beat) and pongs. They are recorded at once, and most of them decide
        nothing: no step is made for them.
        """
        if isinstance(item, Received) and isinstance(item.message, REPORTS):
            return self.report(item.handle, item.message, item.arrived, now)
        if isinstance(item, Ponged):
            return self.pong(item.handle, item.nonce, item.arrived, item.kernel)
        self._inbox.append(item)
        return True

    def report(self, handle: Handle, report: Report, arrived: int, now: int) -> bool:
        """As `put` of a `Received`, for the most frequent input."""
        connection, match = self._connections.by_handle.get(handle), self.session.match
        if self._is_frozen:
            return False  # outdated once the journal is written, and their number is not bounded
        if self._inbox or connection is None or not connection.said_hello or match is None or match.paused:
            self._inbox.append(Received(handle, report, arrived))
            return True
        record_report(self.session, connection, report, arrived)
        return (match.can_decide(now) or self._outbox.may_send_more(now)) and self._want_step(arrived)

    def pong(self, handle: Handle, nonce: bytes, arrived: int, kernel: Kernel | None) -> bool:
        """As `put` of a `Ponged`."""
        connection = self._connections.by_handle.get(handle)
        if connection is None or self._inbox:
            self._inbox.append(Ponged(handle, nonce, arrived, kernel))
            return True
        quality = connection.quality
        connection.pong(nonce, arrived, self.session.moment(arrived), kernel)
        return connection.quality != quality and self._want_step(arrived)

    def handle(self, inputs: Sequence[Input], now: int, wall: int) -> list[Effect]:
        """Takes the inputs, and does all that is to be done by now. Returns its effects, in order.

        `now` is the house's monotonic clock, in microseconds; `wall` is the wall clock, in seconds.
        """
        self._clock.now, self._clock.wall = now, wall
        for item in inputs:
            if isinstance(item, Kept):
                self._kept(item)
            else:
                self.put(item, now)
        if self._unsent is not None:
            if not self._is_frozen and self._unsent.slow <= now:
                self._freeze()
        elif self._inbox or self.is_step_due(now):
            self._step()
        elif not inputs:
            self._ping()
        self._effects.append(WakeAt(self.due))
        effects = self._effects.copy()
        self._effects.clear()
        return effects

    def is_step_due(self, now: int) -> bool:
        """Whether there is more to do than pings."""
        return (
            bool(self._inbox)
            or self._ready_since is not None
            or (self._step_due is not None and self._step_due <= now)
        )

    @property
    def due(self) -> int | None:
        """When the table acts next by itself. `None`: never."""
        if self._unsent is not None:
            return None if self._is_frozen else self._unsent.slow
        if self._inbox or self._ready_since is not None:
            return self._clock.now
        ping, step = self._ping_schedule.due, self._step_due
        return step if ping is None or (step is not None and step < ping) else ping

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
    def connections(self) -> Mapping[Handle, Connection]:
        return self._connections.by_handle

    @property
    def here(self) -> set[int]:
        return self._connections.here

    @property
    def handles(self) -> list[Handle]:
        """Every open connection, also those that wait for their first step or for their goodbye."""
        connecting = (item.handle for item in self._inbox if isinstance(item, Connected))
        return [*self._outbox.closing, *self._connections.by_handle, *connecting]

    # ---- a step ----

    def _want_step(self, since: int) -> bool:
        self._ready_since = since if self._ready_since is None else self._ready_since
        return True

    def _step(self) -> None:
        since = self._begun()
        entries = self._process_inbox()
        if not self._inbox:
            self.session.count_votes()
            self.session.count_readers()
            for timer in self._timers.expired():
                self._on_expired(timer)
            entries = self.session.pass_time(self._clock.now)
        self.session.follow_stage()
        self.session.head_starts.ask(self.session.room)
        self._store.add(entries, self.session.room)
        self._keep(entries, since)

    def _begun(self) -> int:
        """The earliest moment at which this step had something to do."""
        moments = [moment for moment in (self._step_due, self._ready_since) if moment is not None]
        self._ready_since = None
        return min([self._clock.now, *moments, *(item.arrived for item in self._inbox)])

    def _process_inbox(self) -> list[Entry[Any]]:
        """Stops where something was to be decided before an input arrived, and returns that.

        A table that stood still makes a step for it first. The other inputs stay in the inbox."""
        inbox, self._inbox = self._inbox, []
        for number, item in enumerate(inbox):
            is_late = self._step_due is not None and self._step_due + STOOD_STILL < item.arrived
            if is_late and (entries := self.session.pass_time(item.arrived)):
                self._inbox = inbox[number:]
                return entries
            self._process(item)
        return []

    def _process(self, item: Queued) -> None:
        if isinstance(item, Advised):
            return self.session.advise(item.match, item.question, item.misfit)
        if isinstance(item, Assigned):
            return self.session.assign(item.seat, item.bot)
        if isinstance(item, Recalled):
            return self.session.head_starts.recalled(item)
        connection = self._connections.by_handle.get(item.handle)
        match item:
            case Connected(handle, _, again):
                self._presence.connect(handle, again)
            case _ if connection is None:
                pass  # it was closed meanwhile
            case Disconnected():
                self._presence.disconnect(connection)
            case Ponged(_, nonce, arrived, kernel):
                connection.pong(nonce, arrived, self.session.moment(arrived), kernel)
            case Received():
                self._answer(connection, item)
        return None

    def _answer(self, connection: Connection, item: Received) -> None:
        try:
            answer(self.session, self._presence, self._outbox, connection, item)
        except Refusal as refusal:
            self._effects.append(Count(f"refused:{refusal.why}"))
            self._effects.append(Log("refused", self._presence.log_fields(connection, refusal.why)))
            self._outbox.queue(connection.handle, wire.Sorry(refusal.why, refusal.detail))

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
            case ("lesson",) if session.is_running and lesson.stands_still(session.shelf, session.room):
                session.pause("lesson")
            case ("wake",) if session.waits_for_players:
                session.resume()
            case ("long",):
                session.pause_is_long()
            case ("ending",):
                session.show_result()
            case ("introduction",) if session.paused in ("introduction", "countdown"):
                session.end_introduction()
            case ("elected",) if session.elected is not None:
                with suppress(Refusal):  # a player may have left since the vote
                    session.start(session.elected)

    # ---- keep, then tell ----

    def _keep(self, entries: Sequence[Entry[Any]], since: int) -> None:
        if (kept := self._store.keep(self.session.room)) is None:
            return self._tell(entries, since)
        room, keep = kept
        self.session.change(room)
        self._unsent = Unsent(entries, since, self._clock.now + SLOW_KEEP)
        self._effects.append(keep)
        return None

    def _kept(self, kept: Kept) -> None:
        if self._unsent is None:
            raise ValueError("nothing was to be kept")
        (entries, since, _), self._unsent = self._unsent, None
        self._store.done(kept.revision)
        if self._is_frozen:
            self._thaw()
        self._tell(entries, since)

    def _tell(self, entries: Sequence[Entry[Any]], since: int) -> None:
        self._outbox.flush(entries, self._store.receipt)
        match = self.session.match
        self._step_due = _first(
            self._timers.due, self._outbox.due, match.due(self._clock.now) if match else None
        )
        self._ping()
        if entries and (verdicts := sum(entry.evidence is not None for entry in entries)):
            self._effects.append(Processed(verdicts, since))
        self._ask_advice()

    def _freeze(self) -> None:
        """Stops the game and shows all connections that the table waits for the journal."""
        self._is_frozen = True
        self.session.freeze()
        if self._store.kept is not None:
            self._outbox.send_standstill(self._store.kept)

    def _thaw(self) -> None:
        """Lets the game run again, and refuses every tap that arrived while it was frozen."""
        self._is_frozen = False
        self.session.thaw()
        self._inbox, tapped = without_outdated(self._inbox)
        for handle in tapped:
            self._outbox.queue(handle, wire.Sorry("not-now"))

    def _ping(self) -> None:
        """Closes unresponsive connections, but only with an empty inbox: a pong may still wait in it."""
        unresponsive = self._ping_schedule.ping(self._clock.now)
        for connection in unresponsive if not self._inbox else ():
            self._presence.close(connection, "too-slow")
            self._want_step(self._clock.now)

    def _ask_advice(self) -> None:
        """Asks each question of the bots once."""
        match = self.session.match
        question = match.question() if match else None
        if question is not None and question != self._asked:
            self._asked = question
            self._effects.append(AskAdvice(self.session.room.match, question))


def _first(*moments: int | None) -> int | None:
    """The earliest moment. `None`: never."""
    return min((moment for moment in moments if moment is not None), default=None)
