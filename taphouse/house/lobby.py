"""All tables by code: opens, restores, restarts and removes them."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from heapq import nsmallest
from typing import Annotated, Any, NamedTuple

import msgspec

from taphouse.core import Dice, Locale, Skill, Value, replace
from taphouse.fair import Fairness
from taphouse.games import shelf
from taphouse.table import room as rooms
from taphouse.table import wire
from taphouse.table.lesson import lesson_of
from taphouse.table.room import Refusal, Room
from taphouse.table.table import Table

from .backoff import Backoff
from .codes import new_code, normalized
from .endpoint import TableEndpoint
from .house import House
from .live_table import LiveTable

log = logging.getLogger(__name__)

MOST_TABLES = 5_000
FEW = 10  # tables an address may have open before its tables are evicted first
AT_ONCE = 20  # expendable tables removed per eviction: ranking all tables takes time
FORGOTTEN = 24 * 3_600  # seconds until an untouched table is removed
SWEEP = 600  # seconds between two sweeps for untouched tables
LOOKS = 7  # sweeps in a row, an hour in all: a wall clock that jumps must not make a table look old


class OpenTable(Value, forbid_unknown_fields=True):
    """A request for a new table. With a name, the sender sits down and is the host."""

    game: wire.Slug
    options: dict[str, Any] | None = None
    """`None`: the basic game."""
    locale: Locale = "en"
    """The table's language: a game that is played in a language starts in this one."""
    fairness: Fairness = Fairness()
    bots: Annotated[tuple[Skill, ...], msgspec.Meta(max_length=7)] = ()
    name: wire.Name | None = None
    sign: wire.Sign | None = None
    browser: wire.Browser | None = None
    start: bool = False
    lesson: bool = False
    """Learn the game. The lesson sets the number of bots."""


class Opened(Value):
    code: str
    token: str | None


class Summary(Value):
    code: str
    game: str
    stage: str
    players: int
    seats: int
    is_yours: bool
    """True if the seat token in the request's `Authorization` header still has its seat here."""


class Lobby:
    def __init__(self, house: House) -> None:
        self.house = house
        self.tables: dict[str, LiveTable] = {}
        self.backoff = Backoff()
        self._sweeper: asyncio.Task[None] | None = None
        self.restarts: dict[str, asyncio.Task[None]] = {}
        """Tables being restarted, by code."""

    async def restore(self) -> None:
        """Restores every stored table. One that cannot be read is retried while the house opens."""
        for key in await self.house.journal.values():
            if key.startswith("room/") and not await self._try_restore(code := key.removeprefix("room/")):
                self._restart_later(code)
        self._sweeper = asyncio.create_task(self._sweep())

    def _restart_later(self, code: str) -> None:
        restart = self.restarts[code] = asyncio.create_task(self._restart(code))
        restart.add_done_callback(lambda _: self.restarts.pop(code))

    async def _restart(self, code: str) -> None:
        is_restored = False
        while not is_restored:
            await asyncio.sleep(self.backoff.delay(code, self.house.clock()))
            is_restored = await self._try_restore(code)

    async def _try_restore(self, code: str) -> bool:
        """Restores the table from the journal. True also if nothing is stored of it."""
        try:
            if stored := await self.house.journal.get(f"room/{code}"):
                self._run(await self._restored(*stored))
        except Exception:
            log.exception("table not restored", extra={"table": code})
            return False
        return True

    async def _restored(self, value: bytes, revision: int) -> LiveTable:
        room = msgspec.json.decode(value, type=Room)
        lines = None if room.match is None else await self.house.journal.claim(f"game/{room.match}")
        table = Table(self.house.tables, room, self.house.clock(), revision)
        if lines is not None:
            table.restore(lines)
        return LiveTable(self.house, table)

    async def open(self, request: OpenTable, address: str | None = None) -> Opened:
        """`address` is the sender's, if it is known."""
        if len(self.tables) >= MOST_TABLES:
            await self._evict()
        if request.game not in shelf():
            raise Refusal("no-such-game", request.game)
        if request.lesson:
            request = lesson_table(request)
        opener = "" if address is None else self.house.tokens.pseudonym(address)
        room = Room("", self.house.chance.name(), request.game, locale=request.locale, opener=opener)
        room, player = rooms.choose(room, request.game, request.options, request.fairness), None
        if request.name is not None:
            room, player = rooms.sit(room, request.name, request.sign, request.browser)
        for skill in request.bots:
            room = rooms.add_bot(room, skill)
        if request.lesson:
            room = replace(room, lesson=0)
        table = Table(self.house.tables, room, self.house.clock())
        if request.start:
            table.start()
        code = await self._new_code()
        table.set_code(code)
        await self._begin(LiveTable(self.house, table))
        if player is None:
            return Opened(code, None)
        return Opened(code, self.house.tokens.sign(code, room.sitting(player), room.salt))

    def has(self, code: str) -> bool:
        """Whether the table is known here, without asking the journal or other nodes."""
        return (code := normalized(code)) in self.tables or code in self.restarts

    def find(self, code: str) -> TableEndpoint | None:
        """Refuses with `restarting` while the table is restarted: the client tries again."""
        if (code := normalized(code)) in self.restarts:
            raise Refusal("restarting")
        return self.tables.get(code)

    async def room(self, code: str) -> Room | None:
        """The table's current room."""
        table = self.tables.get(normalized(code))
        return table.room if table else None

    async def close(self) -> None:
        """Stops all tasks. Nothing is left to save: everything sent is saved already."""
        tasks = [table.task for table in self.tables.values() if table.task]
        tasks += [*self.restarts.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.tables.clear()

    def _run(self, table: LiveTable) -> None:
        self.tables[table.room.code] = table
        table.task = asyncio.create_task(table.run())
        table.task.add_done_callback(lambda task: self._ended(table, task))

    def _ended(self, table: LiveTable, task: asyncio.Task[None]) -> None:
        """Restarts a table that failed from the journal. Other tables are not affected."""
        if task.cancelled() or (error := task.exception()) is None:
            return
        log.error("table failed", exc_info=error, extra={"table": table.room.code})
        self.house.observer.count("broken")
        table.close_all("restarting")
        del self.tables[table.room.code]
        self._restart_later(table.room.code)

    async def _new_code(self) -> str:
        """A code that no table has."""
        while self.has(code := new_code(Dice(self.house.chance.name()))):
            pass
        return code

    async def _begin(self, table: LiveTable) -> None:
        """Saves and runs a new table."""
        await table.step()
        self._run(table)

    async def _sweep(self) -> None:
        looks = Counter[LiveTable]()
        while True:
            before = self.house.wall() - FORGOTTEN
            forgotten = [t for t in self.tables.values() if not t.connections and t.room.touched < before]
            looks = Counter({table: looks[table] + 1 for table in forgotten})
            for table in [table for table in forgotten if looks[table] >= LOOKS]:
                if self.tables.get(table.code) is table and not table.connections:  # still unused
                    await self._try_remove(table)
            await asyncio.sleep(SWEEP)

    async def _try_remove(self, table: LiveTable) -> None:
        try:
            await self._remove(table)
        except Exception:  # must not stop the removal of the next tables
            log.exception("table not removed", extra={"table": table.code})

    async def _evict(self) -> None:
        """Removes the least valuable empty table and other expendable ones. Refuses if none is empty."""
        empty = [table for table in self.tables.values() if not table.connections]
        if not empty:
            raise Refusal("flood")
        opened = Counter(table.room.opener for table in self.tables.values())
        ranks = {table: _eviction_rank(table, opened[table.room.opener]) for table in empty}
        first, *others = nsmallest(AT_ONCE, ranks, key=ranks.__getitem__)
        await self._remove(first)
        for table in others:
            is_still_empty = self.tables.get(table.code) is table and not table.connections
            if is_still_empty and ranks[table].is_expendable:
                await self._remove(table)

    async def _remove(self, table: LiveTable) -> None:
        """Removes the table. Closes its connections: a browser may be connecting at this moment."""
        del self.tables[table.room.code]
        if table.task:
            table.task.cancel()
        table.close_all("gone")
        await self._delete(table)

    async def _delete(self, table: LiveTable) -> None:
        """Deletes the table from the journal, and its current game if nobody has played it."""
        await self.house.journal.delete(f"room/{table.room.code}")
        if (unplayed := table.table.session.unplayed) is not None:
            await self.house.journal.drop(f"game/{unplayed}")


class EvictionRank(NamedTuple):
    """Orders tables for eviction from a full house: the lowest goes first."""

    used: bool
    """A person sat down at it, or it was played at."""
    too_many: int
    """Minus the number of tables its opener has beyond `FEW`, else 0."""
    played: bool
    touched: int

    @property
    def is_expendable(self) -> bool:
        return not self.used or self.too_many < -AT_ONCE


def _eviction_rank(table: LiveTable, opened: int) -> EvictionRank:
    """`opened`: how many open tables its opener has."""
    room = table.room
    played = bool(room.ended or room.evening) or table.table.session.has_been_played
    used = played or any(member.bot is None for member in room.everyone)
    return EvictionRank(used, min(0, FEW - opened) if room.opener else 0, played, room.touched)


def summary(room: Room, is_yours: bool = False) -> Summary:
    return Summary(room.code, room.game, room.stage, len(room.members), room.most, is_yours)


def lesson_table(request: OpenTable) -> OpenTable:
    """The request for a lesson's table: one pupil, the lesson's number of gentle bots, started at once."""
    plan = lesson_of(request.game)
    if plan is None:
        raise Refusal("no-such-game", request.game)
    gentle: Skill = "gentle"
    bots = (gentle,) * (plan.seats - 1)
    return replace(request, options=None, bots=bots, start=True)
