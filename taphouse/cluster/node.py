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
from taphouse.house.codes import LENGTH, LETTERS, new_code, normalized
from taphouse.house.endpoint import TableEndpoint
from taphouse.house.house import House
from taphouse.house.lobby import Lobby, Opened, OpenTable
from taphouse.house.room import Refusal, Room
from taphouse.house.seat_updates import encode
from taphouse.house.table import Table
from taphouse.journal import Stale
from taphouse.journal.stream_client import StreamClient

from . import messages
from .clocks import Clocks
from .local_connections import LocalConnections
from .messages import VERSION, ClockQuestion, Close, Known, OwnershipLost, Ping, Reopen, Tell, Time
from .node_bus import NodeBus
from .registry import OwnershipRecord, Registry
from .remote_connections import RemoteConnections
from .table_proxy import RemoteOwner, TableProxy

log = logging.getLogger(__name__)

AT_ONCE = 50  # tables taken over at the same time
COMPARE = 1.0  # seconds between two looks at another node's clock
FIRST_LOOKS = 0.05  # until enough is known
IN_TOUCH = 0.5  # seconds in which a loss between two nodes is noticed
CUT_OFF = 5.0  # seconds without NATS until players are sent to another node
AGAIN = 0.2  # seconds until a duty that failed is taken up again
HANDED_OVER = 3.0  # seconds that others have to take a leaving node's tables


class Node(Lobby):
    def __init__(
        self, house: House, connection: StreamClient, name: str, replicas: int, node: str | None = None
    ) -> None:
        super().__init__(house)
        self.node = node or secrets.token_hex(4)
        self._replicas = replicas
        self.registry = Registry(connection, name, self.node, VERSION)
        self._bus = NodeBus(connection.client, name, self.node, self._heard, self._lost)
        self._clocks = Clocks()
        self._remote = RemoteConnections(self._bus.put, self.tables.get, house.clock, self._clocks)
        self._local = LocalConnections(self._bus.put, house.clock)
        self._claiming: set[str] = set()
        self._asked_for: set[str] = set()
        self._met: set[str] = set()  # nodes that were there at the last look
        self._handed_over = asyncio.Event()
        self._takeover_slots = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._connection = connection
        self._alarm: asyncio.TimerHandle | None = None

    async def restore(self) -> None:
        """This node is one of the house; the tables it should have come to it by themselves."""
        await self._bus.open()
        await self.registry.open(self._replicas)
        self._connection.lost, self._connection.found = self._cut_off, self._connected_again
        for duty in (
            self._bus.run,
            self.registry.keep_renewing,
            partial(self.registry.follow, self._review_owners),
            self._compare_clocks,
            self._keep_in_touch,
            self._sweep,
        ):
            self._do(self._keep_running(duty))
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
        self.registry.leaving = True
        await self.registry.renew()
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
        return normalized(code) in self.registry.owners

    def find(self, code: str) -> TableEndpoint | None:
        """Any code may be that of a table which is a moment old: who comes for none is told so later."""
        code = normalized(code)
        if not _may_be_a_code(code):
            return None
        proxy = self._local.proxy(code)
        if proxy is None:
            proxy = self._local.new_proxy(code)
            self._route(proxy)
        if not self.has(code):
            self._do(self._look_up(proxy))
        return proxy

    async def room(self, code: str) -> Room | None:
        code = normalized(code)
        if table := self.tables.get(code):
            return table.room
        kept = await self.house.journal.get(f"room/{code}") if _may_be_a_code(code) else None
        return msgspec.json.decode(kept[0], type=Room) if kept else None

    def _route(self, proxy: TableProxy) -> None:
        """To where the table is run now."""
        record = self.registry.owners.get(proxy.code)
        if record is None or not record.ready:
            proxy.route_to(None)
        elif record.node == self.node:
            proxy.route_to(self.tables.get(proxy.code))
        else:
            proxy.route_to(RemoteOwner(record.node, record.epoch))

    async def _look_up(self, proxy: TableProxy) -> None:
        """Whether there is such a table at all."""
        if proxy.code in self._asked_for:
            return
        self._asked_for.add(proxy.code)
        try:
            if await self.registry.look_up(proxy.code) is None:
                self._local.close(proxy, encode(wire.Goodbye("no-such-table")))
            else:
                self._route(proxy)
        finally:
            self._asked_for.discard(proxy.code)

    # ---- what other nodes say ----

    def _heard(self, node: str, message: Known) -> None:
        match message:
            case Tell() | Ping() | Close() | OwnershipLost() | Reopen():
                self._local.receive(node, message)
            case ClockQuestion(asked):
                self._bus.put(node, Time(asked, self.house.clock()))
            case Time(asked, theirs):
                self._clocks.learn(node, asked, theirs, self.house.clock())
            case messages.Opened() if node not in self.registry.alive:
                pass  # it is gone, and this comes late; or it is asked again as soon as it is known
            case _:
                self._remote.receive(node, message)

    def _lost(self, node: str) -> None:
        """Something from this node is missing, in either direction of play: begin its lines anew."""
        self._bus.put(node, Reopen())
        self._local.reopen(node)

    def _cut_off(self) -> None:
        """NATS is out of reach. If it stays so, whoever comes again may find a node that is better off."""
        self._local.stand_still()
        if self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(CUT_OFF, self._local.send_away)

    def _connected_again(self) -> None:
        """Nobody knows what went missing meanwhile."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        for node in (self.registry.alive | self._local.nodes | self._remote.nodes) - {self.node}:
            self._lost(node)

    async def _compare_clocks(self) -> None:
        while True:
            nodes = self._remote.nodes
            for node in nodes:
                self._bus.put(node, ClockQuestion(self.house.clock()))
            is_enough = all(self._clocks.knows(node) for node in nodes)
            await asyncio.sleep(COMPARE if is_enough else FIRST_LOOKS)

    async def _keep_in_touch(self) -> None:
        """Who waits for another's word says nothing more: yet it must show if that, or his own, was lost."""
        while True:
            for node in (self.registry.alive | self._local.nodes) - {self.node}:
                self._bus.send_heartbeat(node)
            await asyncio.sleep(IN_TOUCH)

    # ---- whose table it is ----

    async def _review_owners(self) -> None:
        """After all that is new was read."""
        alive = self.registry.alive
        for node in self._remote.nodes - alive:
            self._remote.forget(node)
            self._clocks.forget(node)
        for node in alive - self._met - {self.node}:
            self._bus.put(node, Reopen())  # new, or it only slept: no line of it is open here
        self._met = alive
        owners = self.registry.owners
        for table in list(self.tables.values()):
            if (mine := owners.get(table.code)) is None or mine.node != self.node:
                self._release(table)
        for code, record in owners.items():
            if self._should_take_over(code, record, alive):
                self._claiming.add(code)
                self._do(self._take_over(code))
        for proxy in self._local:
            self._route(proxy)
            if proxy.code not in owners:
                self._do(self._look_up(proxy))  # it may have been put away while somebody came to it
        self._bus.forget_all_but(alive | self._local.nodes | self._remote.nodes)
        others = alive - {self.node}
        if all(record.ready or record.node not in others for record in owners.values()):
            self._handed_over.set()

    def _should_take_over(self, code: str, record: OwnershipRecord, alive: set[str]) -> bool:
        if code in self._claiming or code in self.tables or self.registry.leaving:
            return False
        return record.node == self.node or (
            record.node not in alive and self.registry.next_owner(code) == self.node
        )

    async def _take_over(self, code: str) -> None:
        """Whoever had it can write no more; then it is replayed, and open."""
        try:
            async with self._takeover_slots:
                await self.registry.write(code, OwnershipRecord(self.node))
                if (table := await self._claimed(code)) is None:
                    await self.registry.remove(code)
                else:
                    await self._make_ready(table)
                    self.house.observer.counted("owner-changed")
                    log.info("taken over", extra={"table": code})
        except Stale:
            pass  # another node was quicker
        except Exception:
            log.exception("table not taken over", extra={"table": code})
            await self._back_off(code)
        finally:
            self._claiming.discard(code)

    async def _back_off(self, code: str) -> None:
        """A table that is not taken up again before is nobody else's either."""
        await asyncio.sleep(self.backoff.delay(code, self.house.clock()))

        self._claiming.discard(code)

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
                self._claiming.add(code)
                with suppress(Stale):
                    await self.registry.write(code, OwnershipRecord(self.node))
                    return code
                self._claiming.discard(code)

    async def _begin(self, table: Table) -> None:
        """If nothing could be kept there is nothing to take up, and the code is given back."""
        try:
            await table.save()
            await self._make_ready(table)
        finally:
            self._claiming.discard(table.code)

    async def _make_ready(self, table: Table) -> None:
        self._run(table)
        try:
            await self.registry.write(table.code, OwnershipRecord(self.node, ready=True))
        except Stale:
            self._release(table)
            if await self.registry.look_up(table.code) is None:
                await self.house.journal.delete(f"room/{table.code}")  # nobody would ever put it away
            raise
        if proxy := self._local.proxy(table.code):
            self._route(proxy)

    def _ended(self, table: Table, task: asyncio.Task[None]) -> None:
        """It is somebody else's, or it broke and is taken up again as it was kept."""
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, Stale):
            log.warning("table lost to another node", extra={"table": table.code})
            self.house.observer.counted("stale")
        else:
            log.error("table broke", exc_info=error, extra={"table": table.code})
            self.house.observer.counted("broken")
            self._claiming.add(table.code)
            self._do(self._back_off(table.code))
        self._release(table)

    def _release(self, table: Table) -> None:
        if self.tables.get(table.code) is table:
            del self.tables[table.code]
        self._remote.leave(table)
        if table.task:
            table.task.cancel()
        if proxy := self._local.proxy(table.code):
            proxy.route_to(None)

    async def _hand_over(self, table: Table) -> None:
        self._release(table)
        if table.task:
            await asyncio.gather(table.task, return_exceptions=True)
        next_owner = self.registry.next_owner(table.code, but=self.node)
        if next_owner is not None:
            with suppress(Stale):
                await self.registry.write(table.code, OwnershipRecord(next_owner))

    async def _remove(self, table: Table) -> None:
        self._claiming.add(table.code)  # this node must not take it up again meanwhile
        self._release(table)
        try:
            await self._delete(table)
            with suppress(Stale):
                await self.registry.remove(table.code)
        finally:
            self._claiming.discard(table.code)

    async def _keep_running(self, duty: Callable[[], Awaitable[None]]) -> None:
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
