"""One node of a house: the tables it runs, and the proxies of tables on other nodes."""

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
from taphouse.house.backoff import Backoff
from taphouse.house.codes import LENGTH, LETTERS, new_code
from taphouse.house.endpoint import TableEndpoint
from taphouse.house.house import House
from taphouse.house.live_table import LiveTable
from taphouse.house.running_tables import RunningTables
from taphouse.journal import Stale
from taphouse.journal.stream_client import StreamClient
from taphouse.table import wire
from taphouse.table.room import Room
from taphouse.table.seat_updates import encode

from .clocks import Clocks
from .local_connections import LocalConnections
from .messages import VERSION, ClockQuestion, Close, Connected, Known, OwnershipLost, Ping, Reopen, Send, Time
from .node_bus import NodeBus
from .registry import OwnershipRecord, Registry
from .remote_connections import RemoteConnections
from .table_proxy import RemoteOwner, TableProxy

log = logging.getLogger(__name__)

AT_ONCE = 50  # tables taken over at the same time
COMPARE = 1.0  # seconds between two readings of another node's clock
FIRST_LOOKS = 0.05  # the same, until there are enough readings
IN_TOUCH = 0.5  # seconds between heartbeats: a lost message is detected in this time
CUT_OFF = 5.0  # seconds without NATS until players are sent to another node
AGAIN = 0.2  # seconds until a failed background task is restarted
HANDED_OVER = 3.0  # seconds that the other nodes have to take over a leaving node's tables


class Node:
    """A `TableOwner` that shares the tables of a house with other nodes.

    It goes through other nodes in the order of their names, so that a simulation can be repeated.
    """

    def __init__(
        self, house: House, connection: StreamClient, name: str, replicas: int, node: str | None = None
    ) -> None:
        self.house, self.running = house, RunningTables(house, self._failed)
        self._backoff = Backoff()
        self.node = node or secrets.token_hex(4)
        self._replicas = replicas
        self.registry = Registry(connection, name, self.node, VERSION)
        self._bus = NodeBus(connection.client, name, self.node, self._receive, self._messages_lost)
        self._clocks = Clocks()
        self._remote = RemoteConnections(self._bus.put, self.running.by_code.get, house.clock, self._clocks)
        self._local = LocalConnections(self._bus.put, house.clock)
        self._claiming: set[str] = set()
        self._looked_up: set[str] = set()
        self._known_nodes: set[str] = set()  # alive at the last review
        self._handed_over = asyncio.Event()
        self._takeover_slots = asyncio.Semaphore(AT_ONCE)
        self._tasks: dict[asyncio.Task[None], None] = {}  # in the order of their start
        self._connection = connection
        self._send_away_timer: asyncio.TimerHandle | None = None

    async def open(self) -> None:
        """Joins the house. The review of owners then takes over the tables this node should have."""
        await self._bus.open()
        await self.registry.open(self._replicas)
        self._connection.lost, self._connection.found = self._cut_off, self._connected_again
        for work in (
            self._bus.run,
            self.registry.keep_renewing,
            partial(self.registry.follow, self._review_owners),
            self._compare_clocks,
            self._keep_in_touch,
        ):
            self._start_task(self._keep_running(work))
        log.info("node %s", self.node)

    async def close(self) -> None:
        """Hands over every table first, so that its players wait only for the replay."""
        with suppress(TimeoutError):  # without NATS the other nodes see the lease run out
            async with asyncio.timeout(HANDED_OVER):
                await self._leave()
        if self._send_away_timer is not None:
            self._send_away_timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.running.close()

    async def _leave(self) -> None:
        self.registry.leaving = True
        await self.registry.renew()
        await asyncio.gather(*[self._hand_over(table) for table in list(self.running.by_code.values())])
        self._handed_over.clear()
        await self._handed_over.wait()

    # ---- called by the server ----

    def has(self, code: str) -> bool:
        return code in self.registry.owners

    def find(self, code: str) -> TableEndpoint | None:
        """Returns a proxy for any possible code: the table may be new. Closes it later if there is none."""
        if not _may_be_a_code(code):
            return None
        proxy = self._local.proxy(code)
        if proxy is None:
            proxy = self._local.new_proxy(code)
            self._route(proxy)
        if not self.has(code):
            self._start_task(self._look_up(proxy))
        return proxy

    async def room(self, code: str) -> Room | None:
        if table := self.running.by_code.get(code):
            return table.room
        stored = await self.house.journal.get(f"room/{code}") if _may_be_a_code(code) else None
        return msgspec.json.decode(stored[0], type=Room) if stored else None

    def _route(self, proxy: TableProxy) -> None:
        """Routes the proxy to the node that runs the table now."""
        record = self.registry.owners.get(proxy.code)
        if record is None or not record.ready:
            proxy.route_to(None)
        elif record.node == self.node:
            proxy.route_to(self.running.by_code.get(proxy.code))
        else:
            proxy.route_to(RemoteOwner(record.node, record.epoch))

    async def _look_up(self, proxy: TableProxy) -> None:
        """Reads the table's record from the registry, and closes the proxy if there is no such table."""
        if proxy.code in self._looked_up:
            return
        self._looked_up.add(proxy.code)
        try:
            if await self.registry.look_up(proxy.code) is None:
                self._local.close(proxy, encode(wire.Goodbye("no-such-table")))
            else:
                self._route(proxy)
        finally:
            self._looked_up.discard(proxy.code)

    # ---- messages from other nodes ----

    def _receive(self, node: str, message: Known) -> None:
        match message:
            case Send() | Ping() | Close() | OwnershipLost() | Reopen():
                self._local.receive(node, message)
            case ClockQuestion(asked):
                self._bus.put(node, Time(asked, self.house.clock()))
            case Time(asked, theirs):
                self._clocks.learn(node, asked, theirs, self.house.clock())
            case Connected() if node not in self.registry.alive:
                pass  # late, from a node that is gone; a new node is sent `Reopen` once it is known
            case _:
                self._remote.receive(node, message)

    def _messages_lost(self, node: str) -> None:
        """Messages between the two nodes are lost: reopens the connections in both directions.

        A connection whose end was among the lost messages is not opened again.
        """
        self._remote.forget(node)
        self._bus.put(node, Reopen())
        self._local.reopen(node)

    def _cut_off(self) -> None:
        """NATS is out of reach. After `CUT_OFF` players are sent away: another node may still reach it."""
        self._bus.is_cut = True
        self._local.show_standstill()
        if self._send_away_timer is None:
            loop = asyncio.get_running_loop()
            self._send_away_timer = loop.call_later(CUT_OFF, self._local.send_away)

    def _connected_again(self) -> None:
        """Treats messages to and from every node as lost."""
        self._bus.is_cut = False
        if self._send_away_timer is not None:
            self._send_away_timer.cancel()
            self._send_away_timer = None
        for node in sorted((self.registry.alive | self._local.nodes | self._remote.nodes) - {self.node}):
            self._messages_lost(node)

    async def _compare_clocks(self) -> None:
        while True:
            nodes = self._remote.nodes
            for node in sorted(nodes):
                self._bus.put(node, ClockQuestion(self.house.clock()))
            is_enough = all(self._clocks.knows(node) for node in nodes)
            await asyncio.sleep(COMPARE if is_enough else FIRST_LOOKS)

    async def _keep_in_touch(self) -> None:
        """Sends heartbeats, so that a lost message is detected even while both nodes only wait."""
        while True:
            for node in sorted((self.registry.alive | self._local.nodes) - {self.node}):
                self._bus.send_heartbeat(node)
            await asyncio.sleep(IN_TOUCH)

    # ---- ownership of tables ----

    async def _review_owners(self) -> None:
        """Acts on changes of the registry: releases tables, takes tables over, routes proxies."""
        alive = self.registry.alive
        for node in sorted(self._remote.nodes - alive):
            self._remote.forget(node)
            self._clocks.forget(node)
        for node in sorted(alive - self._known_nodes - {self.node}):
            self._bus.put(node, Reopen())  # new, or frozen until now: none of its connections is open here
        self._known_nodes = alive
        owners = self.registry.owners
        for table in list(self.running.by_code.values()):
            if (mine := owners.get(table.code)) is None or mine.node != self.node:
                self._release(table)
        for code, record in owners.items():
            if self._should_take_over(code, record, alive):
                self._claiming.add(code)
                self._start_task(self._take_over(code))
        for proxy in self._local:
            self._route(proxy)
            if proxy.code not in owners:
                self._start_task(self._look_up(proxy))  # the table may be removed while a player connects
        self._bus.forget_all_but(alive | self._local.nodes | self._remote.nodes)
        others = alive - {self.node}
        if all(record.ready or record.node not in others for record in owners.values()):
            self._handed_over.set()

    def _should_take_over(self, code: str, record: OwnershipRecord, alive: set[str]) -> bool:
        if code in self._claiming or code in self.running.by_code or self.registry.leaving:
            return False
        return record.node == self.node or (
            record.node not in alive and self.registry.next_owner(code) == self.node
        )

    async def _take_over(self, code: str) -> None:
        """Claims the table, so that its last owner can write no more, then replays and runs it."""
        try:
            async with self._takeover_slots:
                await self.registry.write(code, OwnershipRecord(self.node))
                if (table := await self._claimed(code)) is None:
                    await self.registry.remove(code)
                else:
                    await self._make_ready(table)
                    self.house.observer.count("owner-changed")
                    log.info("taken over", extra={"table": code})
        except Stale:
            pass  # another node was faster
        except Exception:
            log.exception("table not taken over", extra={"table": code})
            await self._back_off(code)
        finally:
            self._claiming.discard(code)

    async def _back_off(self, code: str) -> None:
        """Waits before the next attempt. The record stays this node's, so no other node tries meanwhile."""
        await asyncio.sleep(self._backoff.delay(code, self.house.clock()))
        self._claiming.discard(code)

    async def _claimed(self, code: str) -> LiveTable | None:
        journal, key = self.house.journal, f"room/{code}"
        while stored := await journal.get(key):
            try:
                revision = await journal.put(key, *stored)
            except Stale:
                continue  # the last owner wrote once more
            return await self.running.restored(stored[0], revision)
        return None

    async def claim_code(self) -> str:
        while True:
            code = new_code(Dice(self.house.chance.name()))
            if not self.has(code):
                self._claiming.add(code)
                with suppress(Stale):
                    await self.registry.write(code, OwnershipRecord(self.node))
                    return code
                self._claiming.discard(code)

    async def begin(self, table: LiveTable) -> None:
        """If saving fails, the code becomes free again."""
        try:
            await table.step()
            await self._make_ready(table)
        finally:
            self._claiming.discard(table.code)

    async def _make_ready(self, table: LiveTable) -> None:
        self.running.run(table)
        try:
            await self.registry.write(table.code, OwnershipRecord(self.node, ready=True))
        except Stale:
            self._release(table)
            if await self.registry.look_up(table.code) is None:
                await self.house.journal.delete(f"room/{table.code}")  # else it would never be removed
            raise
        if proxy := self._local.proxy(table.code):
            self._route(proxy)

    def _failed(self, table: LiveTable, error: BaseException) -> None:
        """The table now belongs to another node, or it failed and is restored from the journal."""
        if isinstance(error, Stale):
            log.warning("table lost to another node", extra={"table": table.code})
            self.house.observer.count("stale")
        else:
            log.error("table failed", exc_info=error, extra={"table": table.code})
            self.house.observer.count("broken")
            self._claiming.add(table.code)
            self._start_task(self._back_off(table.code))
        self._release(table)

    def _release(self, table: LiveTable) -> None:
        self.running.stop(table)
        self._remote.leave(table)
        if proxy := self._local.proxy(table.code):
            proxy.route_to(None)

    async def _hand_over(self, table: LiveTable) -> None:
        self._release(table)
        if table.task:
            await asyncio.gather(table.task, return_exceptions=True)
        next_owner = self.registry.next_owner(table.code, but=self.node)
        if next_owner is not None:
            with suppress(Stale):
                await self.registry.write(table.code, OwnershipRecord(next_owner))

    async def remove(self, table: LiveTable) -> None:
        self._claiming.add(table.code)  # this node must not take it over again meanwhile
        self._release(table)
        try:
            await self.running.delete(table)
            with suppress(Stale):
                await self.registry.remove(table.code)
        finally:
            self._claiming.discard(table.code)

    async def _keep_running(self, work: Callable[[], Awaitable[None]]) -> None:
        """Restarts a background task that failed: a node does not work without all of them."""
        while True:
            try:
                await work()
            except Exception:
                log.exception("background task failed, restarting it")
            await asyncio.sleep(AGAIN)

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and (error := task.exception()):
            log.error("background task failed", exc_info=error)


def _may_be_a_code(typed: str) -> bool:
    """Only text that passes this check becomes part of a NATS subject."""
    return len(typed) == LENGTH and set(typed) <= set(LETTERS)
