"""Machines fail one after the other while people play on. `make chaos` is the long version."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chaos.story import Counts, Storm
from tests.chaos.yard import Yard

pytestmark = pytest.mark.anyio


@pytest.fixture
async def storm(tmp_path: Path) -> AsyncIterator[Storm]:
    storm = Storm(Yard(tmp_path), seed=7)
    try:
        await storm.begin(tables=3)
        yield storm
    finally:
        await storm.yard.close()


def assert_nothing_is_lost(counts: Counts) -> None:
    assert counts.lost == []
    assert counts.wrong == []
    assert len(counts.fingerprints) == 3
    assert len(set(counts.fingerprints)) == 1
    assert counts.acknowledged > 0


async def test_nothing_that_was_sent_is_lost_when_nodes_fail(storm: Storm) -> None:
    await storm.kill()
    await storm.everybody_plays()
    await storm.cut()
    await storm.freeze()
    await storm.everybody_plays()
    await storm.upgrade()
    await storm.everybody_plays()
    await storm.kill_nats()
    counts = await storm.settle()

    assert_nothing_is_lost(counts)
    assert counts.owners > 0
    assert counts.failovers  # `make chaos` prints how long they took


async def test_nothing_is_lost_when_a_nats_server_hangs_and_delivers_messages_late(storm: Storm) -> None:
    for server in storm.yard.nats:  # each of them, because every server may be used by some node
        await storm.freeze_nats(server)
        await storm.everybody_plays()
    counts = await storm.settle()

    assert_nothing_is_lost(counts)
    assert counts.late > 0


async def test_nothing_is_lost_when_connections_to_nats_and_its_disks_fail_and_clocks_jump(
    storm: Storm,
) -> None:
    await storm.jump()
    await storm.cut_off()
    await storm.everybody_plays()
    await storm.jump()
    await storm.swallow()
    await storm.everybody_plays()
    await storm.fill_disk()
    await storm.everybody_plays()
    await storm.fill_all_disks()
    counts = await storm.settle()

    assert_nothing_is_lost(counts)
    assert counts.owners > 0
    assert counts.pauses >= len(storm.players)
