"""Injects faults while players tap: `python -m tests.chaos.faults --kills 200` (make chaos)."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from statistics import quantiles
from typing import TypeAlias

import msgspec
import uvloop

from taphouse.cluster.registry import Registry
from taphouse.journal.stream_client import StreamClient
from tests.chaos.audit import audit, fingerprint
from tests.chaos.machines import SOON, Machines, Node, fill_disk
from tests.chaos.players import Player, sit_down
from tests.chaos.tcp_proxy import TcpProxy
from tests.natsserver import NatsServer, frozen

FaultCycle: TypeAlias = Iterator[Callable[[], Awaitable[None]]]

TABLES = 6
HUNG = 6.0  # seconds a NATS server stays frozen: its clients give up on it after three
ASLEEP = 2.0  # seconds a node stays frozen after others own its tables: enough to have messages to send


class Counts(msgspec.Struct):
    kills: int = 0
    nats_kills: int = 0
    freezes: int = 0
    upgrades: int = 0
    cuts: int = 0
    cut_off: int = 0
    blackholed: int = 0
    jumps: int = 0
    full: int = 0
    nats_freezes: int = 0
    late: int = 0
    """Batches between nodes that came after a later one and were dropped."""
    failovers: list[float] = []
    """Seconds from a node's death until a player of its table, connected elsewhere, sees the game run."""
    outages: list[float] = []
    """Seconds from the death of the journal's leader until it can be written again."""
    pauses: int = 0
    """How often a player was shown that the journal could not be written."""
    stale: int = 0
    """Tables whose writes were refused because their node had been frozen or cut off."""
    acknowledged: int = 0
    lost: list[str] = []
    games: int = 0
    entries: int = 0
    owners: int = 0
    wrong: list[str] = []
    fingerprints: list[str] = []

    @property
    def good(self) -> bool:
        return not self.lost and not self.wrong and len(set(self.fingerprints)) == 1

    def so_far(self) -> str:
        return "\n".join(
            (
                f"{self.kills} nodes killed, {self.freezes} frozen and woken, {self.upgrades} drained and"
                f" upgraded, {self.cut_off} cut off from NATS and {self.blackholed} unheard by it,"
                f" {self.nats_kills} NATS servers killed, {self.nats_freezes} frozen and woken,"
                f" {self.full} with full disks,"
                f" {self.jumps} jumps of wall clocks, {self.cuts} players' connections cut",
                f"fail-over {spread(self.failovers)}",
                f"NATS leader lost {spread(self.outages)}",
                f"{self.stale} writes of nodes that had been frozen or cut off refused",
            )
        )

    def report(self) -> str:
        return "\n".join(
            (
                self.so_far(),
                f"players were shown {self.pauses} times that nothing could be saved",
                f"{self.late} messages between nodes dropped because they came late",
                f"{self.acknowledged} acknowledged taps, {len(self.lost)} lost",
                f"{self.games} games, {self.entries} entries, {self.owners} changes of owner,"
                f" {len(self.wrong)} entries that do not follow, are interleaved, too late or out of order",
                f"{len(self.fingerprints)} replicas, fingerprints: {sorted(set(self.fingerprints))}",
                *self.lost[:5],
                *self.wrong[:5],
            )
        )


def spread(seconds: list[float]) -> str:
    if len(seconds) < 2:
        return f"{len(seconds)}: {seconds}"
    cuts = quantiles(seconds, n=100, method="inclusive")
    return f"{len(seconds)}: p50 {cuts[49]:.2f} s, p95 {cuts[94]:.2f} s, most {max(seconds):.2f} s"


class FaultInjector:
    """Makes one machine or connection fail at a time, and counts what became of it."""

    def __init__(self, machines: Machines, seed: int) -> None:
        self.machines, self.dice, self.counts = machines, random.Random(seed), Counts()
        self.players: list[Player] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._connection: StreamClient | None = None
        self._probes = dict.fromkeys(("lines", "values", "register"), 0)

    async def begin(self, tables: int) -> None:
        await self.machines.open()
        for number in range(tables):
            node = self.machines.nodes[number % len(self.machines.nodes)]
            self.players += await sit_down(node, self.machines.nodes, self.dice)
        self._tasks = [asyncio.create_task(player.play()) for player in self.players]
        self._connection = await StreamClient.connect(self.machines.servers)
        await self.everybody_plays()

    async def everybody_plays(self) -> None:
        try:
            async with asyncio.timeout(SOON):
                for player in self.players:
                    await player.plays.wait()
        except TimeoutError:
            raise AssertionError(
                [str(player) for player in self.players if not player.plays.is_set()]
            ) from None

    # ---- failures ----

    async def kill(self) -> None:
        victim = self.dice.choice(self.machines.nodes)
        concerned = await self._players_elsewhere(victim)
        at = time.monotonic()
        victim.kill()
        self.counts.kills += 1
        await self._play_on(concerned)
        self.counts.failovers += [player.plays_since - at for player in concerned]
        await victim.start()

    async def kill_nats(self) -> None:
        """Kills the journal's leader: nothing can be saved until the other servers have elected one."""
        victim = await self._leader()
        at = time.monotonic()
        victim.kill()
        self.counts.nats_kills += 1
        await self._journal_is_writable()
        self.counts.outages.append(time.monotonic() - at)
        await asyncio.to_thread(victim.start)

    async def freeze_nats(self, victim: NatsServer | None = None) -> None:
        """Freezes a server until all clients use the others; messages it held come late when it wakes up."""
        victim = victim or self.dice.choice(self.machines.nats)
        assert self._connection is not None
        with frozen(victim, self._connection.client):
            self.counts.nats_freezes += 1
            await asyncio.sleep(HUNG)
        await self._journal_is_writable()

    async def fill_disk(self) -> None:
        """Fills the disk of the journal's leader: another server leads, and this one is repaired later."""
        victim = await self._leader()
        fill_disk(victim.process)
        self.counts.full += 1
        await self._journal_is_writable()
        victim.stop()
        await asyncio.to_thread(victim.start)

    async def fill_all_disks(self) -> None:
        """Fills all disks: nothing can be saved, and all see it. With room the servers are restarted."""
        for server in self.machines.nats:
            fill_disk(server.process)
        self.counts.full += len(self.machines.nats)
        for player in self.players:
            player.waits.clear()
        async with asyncio.timeout(SOON):
            for player in self.players:
                await player.waits.wait()
        await asyncio.gather(*[node.not_ready() for node in self.machines.nodes])
        for server in self.machines.nats:
            server.stop()
            await asyncio.to_thread(server.start)
        await self._journal_is_writable()

    async def _leader(self) -> NatsServer:
        assert self._connection is not None
        journal = await self._connection.client.jsm().stream_info("taphouse-lines")
        assert journal.cluster is not None
        return next(server for server in self.machines.nats if server.folder.name == journal.cluster.leader)

    async def _journal_is_writable(self) -> None:
        assert self._connection is not None
        async with asyncio.timeout(SOON):
            for stream, last in self._probes.items():
                subject = f"taphouse.{stream}.probe"
                self._probes[stream] = await self._connection.publish(subject, b"", last)

    async def freeze(self) -> None:
        """Freezes a node until others own its tables, and longer: it wakes up with messages to send."""

        victim = self.dice.choice(self.machines.nodes)
        before = await victim.count("stale_writes")
        concerned = await self._players_elsewhere(victim)
        victim.freeze()
        self.counts.freezes += 1
        for player in self.players:
            if player.node is victim:
                player.leave()  # a page gives up a connection that does not answer
        await self._play_on(concerned)
        await asyncio.sleep(ASLEEP)
        victim.wake()
        await victim.healthy()
        self.counts.stale += await victim.count("stale_writes") - before

    async def cut_off(self) -> None:
        """A node cannot reach NATS, and sees its connections break at once."""
        await self._without_nats(TcpProxy.cut)
        self.counts.cut_off += 1

    async def blackhole(self) -> None:
        """A node cannot reach NATS, and only gets no answers."""
        await self._without_nats(TcpProxy.blackhole)
        self.counts.blackholed += 1

    async def _without_nats(self, happen: Callable[[TcpProxy], None]) -> None:
        """Other nodes own its tables; its unsent writes are refused when it is back."""
        number = self.dice.randrange(len(self.machines.nodes))
        victim, proxy = self.machines.nodes[number], self.machines.proxies[number]
        before = await victim.count("stale_writes")
        concerned = await self._players_elsewhere(victim)
        happen(proxy)
        await self._play_on(concerned)
        await victim.not_ready()
        proxy.mend()
        await victim.ready()
        self.counts.stale += await victim.count("stale_writes") - before

    async def upgrade(self) -> None:
        """Drains a node and restarts it in a version that sends more than the others understand."""
        victim = self.dice.choice(self.machines.nodes)
        await victim.close()
        victim.is_newer = not victim.is_newer
        self.counts.upgrades += 1
        await victim.start()

    async def jump_clocks(self) -> None:
        for node in self.machines.nodes:
            node.jump_clock()
            self.counts.jumps += 1

    async def cut(self) -> None:
        player = self.dice.choice(self.players)
        player.cut()
        self.counts.cuts += 1

    async def _play_on(self, concerned: list[Player]) -> None:
        for player in concerned:
            player.plays.clear()
        async with asyncio.timeout(SOON):
            for player in concerned:
                await player.plays.wait()

    async def _players_elsewhere(self, node: Node) -> list[Player]:
        """The players at this node's tables whose connections end at another node."""
        name = node.name
        assert self._connection is not None
        registry = Registry(self._connection, "taphouse", "observer", 0)
        records = {player.code: await registry.look_up(player.code) for player in self.players}
        owned = {code for code, record in records.items() if record and record.node == name}
        return [p for p in self.players if p.code in owned and p.node is not node and p.plays.is_set()]

    # ---- afterwards ----

    async def settle(self) -> Counts:
        counts = self.counts
        await self.everybody_plays()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for player in self.players:
            player.leave()
        await asyncio.gather(*[node.close() for node in self.machines.nodes])
        assert self._connection is not None
        found = await audit(self._connection)
        acknowledged = [verdict for player in self.players for verdict in sorted(set(player.acknowledged))]
        counts.acknowledged = len(acknowledged)
        counts.pauses = sum(player.pauses for player in self.players)
        counts.lost = [verdict for verdict in acknowledged if verdict not in found.sent]
        counts.games, counts.entries, counts.owners = found.games, found.entries, found.owners
        counts.wrong = found.wrong
        counts.late = sum(node.logged("late batch") for node in self.machines.nodes)
        await self._replicas_catch_up()
        await self._connection.close()
        for server in self.machines.nats:
            await asyncio.to_thread(server.stop)
        counts.fingerprints = [fingerprint(server.folder) for server in self.machines.nats]
        return counts

    async def _replicas_catch_up(self) -> None:
        """Waits until every restarted server has stored what the leader has."""
        assert self._connection is not None
        if last := await self._connection.last("taphouse.lines.>"):
            for server in self.machines.nats:
                await asyncio.to_thread(server.wait_for, "taphouse-lines", last.sequence)


async def inject(folder: Path, kills: int, seed: int, report: Callable[[str], None]) -> Counts:
    """Mostly kills nodes; between the kills it causes every other failure."""
    faults = FaultInjector(Machines(folder), seed)
    often: FaultCycle = itertools.cycle(
        (
            faults.freeze,
            faults.freeze_nats,
            faults.cut,
            faults.upgrade,
            faults.cut_off,
            faults.jump_clocks,
            faults.blackhole,
        )
    )
    seldom: FaultCycle = itertools.cycle(
        (faults.kill_nats, faults.fill_disk, faults.kill_nats, faults.fill_all_disks)
    )
    try:
        await faults.begin(TABLES)
        while faults.counts.kills < kills:
            await faults.kill()
            if faults.counts.kills % 3 == 0:
                await next(often)()
            if faults.counts.kills % 20 == 0:
                await faults.everybody_plays()
                await next(seldom)()
                report(faults.counts.so_far())
            await faults.everybody_plays()
        return await faults.settle()
    finally:
        await faults.machines.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    folder, good = Path(tempfile.mkdtemp(prefix="taphouse-chaos-")), False
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            counts = runner.run(inject(folder, asked.kills, asked.seed, lambda text: print(text, "\n")))
        print(counts.report())
        good = counts.good
    finally:
        if good:
            shutil.rmtree(folder)
        else:
            print(f"what every process logged is in {folder}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
