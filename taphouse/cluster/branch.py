"""One node of a house: the tables it runs, and the ways to all others."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from taphouse.core import Dice
from taphouse.house import wire
from taphouse.house.codes import LENGTH, LETTERS, new_code, tidied
from taphouse.house.house import House
from taphouse.house.lobby import Lobby, Opened, OpenTable
from taphouse.house.place import Place
from taphouse.house.room import Refusal, Room
from taphouse.house.table import Table
from taphouse.house.telling import encode
from taphouse.journal import Stale
from taphouse.journal.fenced import Fenced

from . import messages
from .clocks import Clocks
from .edge import Edge
from .messages import VERSION, Adrift, Anew, Close, Known, Ping, Tell, Time, WhatTime
from .passage import Elsewhere, Passage
from .post import Post
from .register import Deed, Register
from .visitors import Visitors

log = logging.getLogger(__name__)

AT_ONCE = 50  # tables taken over at the same time
COMPARE = 1.0  # seconds between two looks at another node's clock
FIRST_LOOKS = 0.05  # until enough is known
IN_TOUCH = 0.5  # seconds in which a loss between two nodes is noticed
CUT_OFF = 5.0  # seconds without NATS until players are sent to another node
AGAIN = 0.2  # seconds until a duty that failed is taken up again
HANDED_OVER = 3.0  # seconds that others have to take a leaving node's tables


class Branch(Lobby):
    def __init__(
        self, house: House, connection: Fenced, name: str, replicas: int, node: str | None = None
    ) -> None:
        super().__init__(house)
        self.node = node or secrets.token_hex(4)
        self._replicas = replicas
        self.register = Register(connection, name, self.node, VERSION)
        self._post = Post(connection.client, name, self.node, self._heard, self._lost)
        self._clocks = Clocks()
        self._visitors = Visitors(self._post.put, self.tables.get, house.clock, self._clocks)
        self._edge = Edge(self._post.put, house.clock)
        self._taking: set[str] = set()
        self._asked_for: set[str] = set()
        self._met: set[str] = set()  # nodes that were there at the last look
        self._handed_over = asyncio.Event()
        self._room_to_take = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._connection = connection
        self._alarm: asyncio.TimerHandle | None = None

    async def restore(self) -> None:
        """This node is one of the house; the tables it should have come to it by themselves."""
        await self._post.open()
        await self.register.open(self._replicas)
        self._connection.lost, self._connection.found = self._cut_off, self._connected_again
        for duty in (
            self._post.carry,
            self.register.keep_renewing,
            partial(self.register.follow, self._look_around),
            self._compare_clocks,
            self._keep_in_touch,
            self._sweep,
        ):
            self._do(self._for_ever(duty))
        log.info("node %s", self.node)

    async def close(self) -> None:
        """Every table is handed over first, so that its players wait only for its replay."""
        with suppress(TimeoutError):  # without NATS the others find out by themselves
            async with asyncio.timeout(HANDED_OVER):
                await self._leave()
        if self._alarm is not None:
            self._alarm.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await super().close()

    async def _leave(self) -> None:
        self.register.leaving = True
        await self.register.renew()
        await asyncio.gather(*[self._hand_over(table) for table in list(self.tables.values())])
        self._handed_over.clear()
        await self._handed_over.wait()

    # ---- what the edge asks for ----

    async def open(self, request: OpenTable, address: str | None = None) -> Opened:
        """If this node was unheard meanwhile, another has the table, or found nothing to take over."""
        try:
            return await super().open(request, address)
        except Stale:
            raise Refusal("restarting") from None

    def has(self, code: str) -> bool:
        return tidied(code) in self.register.deeds

    def find(self, code: str) -> Place | None:
        """Any code may be that of a table which is a moment old: who comes for none is told so later."""
        code = tidied(code)
        if not _may_be_a_code(code):
            return None
        passage = self._edge.passage(code)
        if passage is None:
            passage = self._edge.new_passage(code)
            self._direct(passage)
        if not self.has(code):
            self._do(self._find_out(passage))
        return passage

    async def room(self, code: str) -> Room | None:
        code = tidied(code)
        if table := self.tables.get(code):
            return table.room
        kept = await self.house.journal.get(f"room/{code}") if _may_be_a_code(code) else None
        return msgspec.json.decode(kept[0], type=Room) if kept else None

    def _direct(self, passage: Passage) -> None:
        """To where the table is run now."""
        deed = self.register.deeds.get(passage.code)
        if deed is None or not deed.ready:
            passage.lead_to(None)
        elif deed.node == self.node:
            passage.lead_to(self.tables.get(passage.code))
        else:
            passage.lead_to(Elsewhere(deed.node, deed.term))

    async def _find_out(self, passage: Passage) -> None:
        """Whether there is such a table at all."""
        if passage.code in self._asked_for:
            return
        self._asked_for.add(passage.code)
        try:
            if await self.register.look_up(passage.code) is None:
                self._edge.close(passage, encode(wire.Goodbye("no-such-table")))
            else:
                self._direct(passage)
        finally:
            self._asked_for.discard(passage.code)

    # ---- what other nodes say ----

    def _heard(self, node: str, part: Known) -> None:
        match part:
            case Tell() | Ping() | Close() | Adrift() | Anew():
                self._edge.hear(node, part)
            case WhatTime(asked):
                self._post.put(node, Time(asked, self.house.clock()))
            case Time(asked, theirs):
                self._clocks.learn(node, asked, theirs, self.house.clock())
            case messages.Opened() if node not in self.register.alive:
                pass  # it is gone, and this comes late; or it is asked again as soon as it is known
            case _:
                self._visitors.hear(node, part)

    def _lost(self, node: str) -> None:
        """Something from this node is missing, in either direction of play: begin its lines anew."""
        self._post.put(node, Anew())
        self._edge.open_anew(node)

    def _cut_off(self) -> None:
        """NATS is out of reach. If it stays so, whoever comes again may find a node that is better off."""
        self._edge.stand_still()
        if self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(CUT_OFF, self._edge.send_away)

    def _connected_again(self) -> None:
        """Nobody knows what went missing meanwhile."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        for node in (self.register.alive | self._edge.nodes | self._visitors.nodes) - {self.node}:
            self._lost(node)

    async def _compare_clocks(self) -> None:
        while True:
            nodes = self._visitors.nodes
            for node in nodes:
                self._post.put(node, WhatTime(self.house.clock()))
            is_enough = all(self._clocks.knows(node) for node in nodes)
            await asyncio.sleep(COMPARE if is_enough else FIRST_LOOKS)

    async def _keep_in_touch(self) -> None:
        """Who waits for another's word says nothing more: yet it must show if that, or his own, was lost."""
        while True:
            for node in (self.register.alive | self._edge.nodes) - {self.node}:
                self._post.write_to(node)
            await asyncio.sleep(IN_TOUCH)

    # ---- whose table it is ----

    async def _look_around(self) -> None:
        """After all that is new was read."""
        alive = self.register.alive
        for node in self._visitors.nodes - alive:
            self._visitors.forget(node)
            self._clocks.forget(node)
        for node in alive - self._met - {self.node}:
            self._post.put(node, Anew())  # new, or it only slept: no line of it is open here
        self._met = alive
        deeds = self.register.deeds
        for table in list(self.tables.values()):
            if (mine := deeds.get(table.code)) is None or mine.node != self.node:
                self._let_go(table)
        for code, deed in deeds.items():
            if self._should_take(code, deed, alive):
                self._taking.add(code)
                self._do(self._take(code))
        for passage in self._edge:
            self._direct(passage)
            if passage.code not in deeds:
                self._do(self._find_out(passage))  # it may have been put away while somebody came to it
        self._post.forget_all_but(alive | self._edge.nodes | self._visitors.nodes)
        others = alive - {self.node}
        if all(deed.ready or deed.node not in others for deed in deeds.values()):
            self._handed_over.set()

    def _should_take(self, code: str, deed: Deed, alive: set[str]) -> bool:
        if code in self._taking or code in self.tables or self.register.leaving:
            return False
        return deed.node == self.node or (deed.node not in alive and self.register.heir(code) == self.node)

    async def _take(self, code: str) -> None:
        """Whoever had it can write no more; then it is replayed, and open."""
        try:
            async with self._room_to_take:
                await self.register.write(code, Deed(self.node))
                if (table := await self._claimed(code)) is None:
                    await self.register.put_away(code)
                else:
                    await self._make_ready(table)
                    self.house.observer.noted("owner-changed")
                    log.info("taken over", extra={"table": code})
        except Stale:
            pass  # another node was quicker
        except Exception:
            log.exception("table not taken over", extra={"table": code})
            await self._rest(code)
        finally:
            self._taking.discard(code)

    async def _rest(self, code: str) -> None:
        """A table that is not taken up again before is nobody else's either."""
        await asyncio.sleep(self.relapses.rest(code, self.house.clock()))
        self._taking.discard(code)

    async def _claimed(self, code: str) -> Table | None:
        journal, key = self.house.journal, f"room/{code}"
        while kept := await journal.get(key):
            try:
                revision = await journal.put(key, *kept)
            except Stale:
                continue  # whoever had it wrote once more
            return await self._restored(kept[0], revision)
        return None

    async def _new_code(self) -> str:
        while True:
            code = new_code(Dice(secrets.token_hex(8)))
            if not self.has(code):
                self._taking.add(code)
                with suppress(Stale):
                    await self.register.write(code, Deed(self.node))
                    return code
                self._taking.discard(code)

    async def _begin(self, table: Table) -> None:
        """If nothing could be kept there is nothing to take up, and the code is given back."""
        try:
            await table.keep()
            await self._make_ready(table)
        finally:
            self._taking.discard(table.code)

    async def _make_ready(self, table: Table) -> None:
        self._run(table)
        try:
            await self.register.write(table.code, Deed(self.node, ready=True))
        except Stale:
            self._let_go(table)
            if await self.register.look_up(table.code) is None:
                await self.house.journal.delete(f"room/{table.code}")  # nobody would ever put it away
            raise
        if passage := self._edge.passage(table.code):
            self._direct(passage)

    def _ended(self, table: Table, task: asyncio.Task[None]) -> None:
        """It is somebody else's, or it broke and is taken up again as it was kept."""
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, Stale):
            log.warning("table lost to another node", extra={"table": table.code})
            self.house.observer.noted("stale")
        else:
            log.error("table broke", exc_info=error, extra={"table": table.code})
            self.house.observer.noted("broken")
            self._taking.add(table.code)
            self._do(self._rest(table.code))
        self._let_go(table)

    def _let_go(self, table: Table) -> None:
        if self.tables.get(table.code) is table:
            del self.tables[table.code]
        self._visitors.leave(table)
        if table.task:
            table.task.cancel()
        if passage := self._edge.passage(table.code):
            passage.lead_to(None)

    async def _hand_over(self, table: Table) -> None:
        self._let_go(table)
        if table.task:
            await asyncio.gather(table.task, return_exceptions=True)
        heir = self.register.heir(table.code, but=self.node)
        if heir is not None:
            with suppress(Stale):
                await self.register.write(table.code, Deed(heir))

    async def _put_away(self, table: Table) -> None:
        self._taking.add(table.code)  # this node must not take it up again meanwhile
        self._let_go(table)
        try:
            await self._delete(table)
            with suppress(Stale):
                await self.register.put_away(table.code)
        finally:
            self._taking.discard(table.code)

    async def _for_ever(self, duty: Callable[[], Awaitable[None]]) -> None:
        """One that fails is taken up again: without it this would only look like a node of the house."""
        while True:
            try:
                await duty()
            except Exception:
                log.exception("a duty of this node failed")
            await asyncio.sleep(AGAIN)

    def _do(self, duty: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(duty)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a duty of this node ended", exc_info=error)


def _may_be_a_code(typed: str) -> bool:
    """Nothing else is ever part of a subject."""
    return len(typed) == LENGTH and set(typed) <= set(LETTERS)
