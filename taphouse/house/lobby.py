"""Opens, finds and removes tables."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from heapq import nsmallest
from typing import Annotated, Any, NamedTuple

import msgspec

from taphouse.core import Locale, Skill, Value, replace
from taphouse.fair import Fairness
from taphouse.journal import Stale
from taphouse.shelf import Shelf
from taphouse.table import room as rooms
from taphouse.table import wire
from taphouse.table.finished_game import FinishedGame
from taphouse.table.lesson import lesson_of
from taphouse.table.room import Refusal, Room
from taphouse.table.table import Table

from .codes import normalized
from .endpoint import TableEndpoint
from .live_table import LiveTable
from .owner import TableOwner

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
    deck: wire.DeckText | None = None
    """The text of an own deck of this game."""
    bots: Annotated[tuple[Skill, ...], msgspec.Meta(max_length=7)] = ()
    name: wire.Name | None = None
    sign: wire.Sign | None = None
    browser: wire.Browser | None = None
    start: bool = False
    lesson: bool = False
    """Learn the game. The lesson sets the number of bots."""
    daily: bool = False
    """Play the deal of the day. It sets game, options and bots, and the sender needs a name."""


class PlayAgainst(Value, forbid_unknown_fields=True):
    """A request for a table at which the players of a finished game are ghosts. It starts at once."""

    file: str
    """The record of the game."""
    seat: int
    """The sender's. Ghosts have the others."""
    name: wire.Name
    browser: wire.Browser
    sign: wire.Sign | None = None
    locale: Locale = "en"


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
    """Opens and finds tables, and removes those that nobody uses. Its owner runs them."""

    def __init__(self, owner: TableOwner) -> None:
        self.owner, self.house = owner, owner.house
        self._sweeper: asyncio.Task[None] | None = None

    @property
    def tables(self) -> dict[str, LiveTable]:
        """The tables that run in this process, by code."""
        return self.owner.running.by_code

    async def restore(self) -> None:
        """Opens the house, with the tables that are stored."""
        await self.owner.open()
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        await self.owner.close()

    async def open(self, request: OpenTable, address: str | None = None) -> Opened:
        """`address` is the sender's, if it is known.

        Refuses with `restarting` if this process lost the new table to another node before it was kept.
        """
        shelf = self.house.shelf
        await self._make_place()
        if request.daily:
            request, today = self._daily_table(request)
        if request.game not in shelf:
            raise Refusal("no-such-game", request.game)
        if request.lesson:
            request = lesson_table(shelf, request)
        room = self._new_room(request.game, request.locale, address)
        room, player = rooms.choose(shelf, room, request.game, request.options, request.fairness), None
        if request.deck is not None:
            rooms.check_decks_allowed(self.house.tables.takes_decks)
            room = rooms.use_deck(shelf, room, request.deck)
        if request.name is not None:
            room, player = rooms.sit(shelf, room, request.name, request.sign, request.browser)
        for skill in request.bots:
            room = rooms.add_bot(shelf, room, skill)
        if request.lesson:
            room = replace(room, lesson=0)
        if request.daily:
            room = rooms.with_deal_of_the_day(shelf, room, today)
        return await self._begin(room, player, request.start)

    async def open_against(
        self, finished: FinishedGame, request: PlayAgainst, address: str | None = None
    ) -> Opened:
        """A table on the deal of a finished game, with its ghosts."""
        await self._make_place()
        if "own_deck" in finished.options:
            rooms.check_decks_allowed(self.house.tables.takes_decks)
        room = self._new_room(finished.game, request.locale, address)
        room, player = rooms.against_ghosts(
            self.house.shelf, room, finished, request.seat, request.name, request.sign, request.browser
        )
        return await self._begin(room, player, start=True)

    @property
    def today(self) -> rooms.DealOfTheDay | None:
        return rooms.deal_of_the_day(self.house.shelf, self.house.wall())

    def _daily_table(self, request: OpenTable) -> tuple[OpenTable, rooms.DealOfTheDay]:
        if (today := self.today) is None:
            raise Refusal("no-such-game")
        if request.name is None:
            raise Refusal("no-name")
        return OpenTable(
            today.game,
            locale=request.locale,
            name=request.name,
            sign=request.sign,
            browser=request.browser,
            start=True,
            daily=True,
        ), today

    async def _make_place(self) -> None:
        if len(self.tables) >= MOST_TABLES:
            await self._evict()

    def _new_room(self, game: str, locale: Locale, address: str | None) -> Room:
        opener = "" if address is None else self.house.tokens.pseudonym(address)
        return Room("", self.house.chance.name(), game, locale=locale, opener=opener)

    async def _begin(self, room: Room, player: int | None, start: bool) -> Opened:
        table = Table(self.house.tables, room, self.house.clock())
        if start:
            table.start()
        try:
            table.set_code(code := await self.owner.claim_code())
            await self.owner.begin(LiveTable(self.house, table))
        except Stale:
            raise Refusal("restarting") from None
        if player is None:
            return Opened(code, None)
        return Opened(code, self.house.tokens.sign(code, room.sitting(player), room.salt))

    def has(self, code: str) -> bool:
        """Whether the table is known here, without asking the journal or other nodes."""
        return self.owner.has(normalized(code))

    def find(self, code: str) -> TableEndpoint | None:
        """Refuses with `restarting` while the table is restarted: the client tries again."""
        return self.owner.find(normalized(code))

    async def room(self, code: str) -> Room | None:
        """The table's current room."""
        return await self.owner.room(normalized(code))

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
            await self.owner.remove(table)
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
        await self.owner.remove(first)
        for table in others:
            is_still_empty = self.tables.get(table.code) is table and not table.connections
            if is_still_empty and ranks[table].is_expendable:
                await self.owner.remove(table)


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


def summary(shelf: Shelf, room: Room, is_yours: bool = False) -> Summary:
    return Summary(room.code, room.game, room.stage, len(room.members), shelf[room.game].SEATS[-1], is_yours)


def lesson_table(shelf: Shelf, request: OpenTable) -> OpenTable:
    """The request for a lesson's table: one pupil, the lesson's number of gentle bots, started at once."""
    plan = lesson_of(shelf, request.game)
    if plan is None:
        raise Refusal("no-such-game", request.game)
    gentle: Skill = "gentle"
    bots = (gentle,) * (plan.seats - 1)
    return replace(request, options=None, bots=bots, start=True)
