"""Machines fail one after the other while people play on. `make chaos` is the long version."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chaos.faults import Counts, FaultInjector
from tests.chaos.machines import Machines

pytestmark = pytest.mark.anyio


@pytest.fixture
async def faults(tmp_path: Path) -> AsyncIterator[FaultInjector]:
    faults = FaultInjector(Machines(tmp_path), seed=7)
    try:
        await faults.begin(tables=3)
        yield faults
    finally:
        await faults.machines.close()


def assert_nothing_is_lost(counts: Counts) -> None:
    assert counts.lost == []
    assert counts.wrong == []
    assert len(counts.fingerprints) == 3
    assert len(set(counts.fingerprints)) == 1
    assert counts.acknowledged > 0


async def test_nothing_that_was_sent_is_lost_when_nodes_fail(faults: FaultInjector) -> None:
    await faults.kill()
    await faults.everybody_plays()
    await faults.cut()
    await faults.freeze()
    await faults.everybody_plays()
    await faults.upgrade()
    await faults.everybody_plays()
    await faults.kill_nats()
    counts = await faults.settle()

    assert_nothing_is_lost(counts)
    assert counts.owners > 0
    assert counts.failovers  # `make chaos` prints how long they took


async def test_nothing_is_lost_when_a_nats_server_hangs_and_delivers_messages_late(
    faults: FaultInjector,
) -> None:
    for server in faults.machines.nats:  # each of them, because every server may be used by some node
        await faults.freeze_nats(server)
        await faults.everybody_plays()
    counts = await faults.settle()

    assert_nothing_is_lost(counts)
    assert counts.late > 0


async def test_nothing_is_lost_when_connections_to_nats_and_its_disks_fail_and_clocks_jump(
    faults: FaultInjector,
) -> None:
    await faults.jump_clocks()
    await faults.cut_off()
    await faults.everybody_plays()
    await faults.jump_clocks()
    await faults.blackhole()
    await faults.everybody_plays()
    await faults.fill_disk()
    await faults.everybody_plays()
    await faults.fill_all_disks()
    counts = await faults.settle()

    assert_nothing_is_lost(counts)
    assert counts.owners > 0
    assert counts.pauses >= len(faults.players)
