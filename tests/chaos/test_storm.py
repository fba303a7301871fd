"""Machines fail, one after the other, under people who play on. `make chaos` is the long version."""

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


async def test_whatever_fails_nothing_that_was_told_is_lost(storm: Storm) -> None:
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
    assert counts.failovers  # how long they took is what `make chaos` prints


async def test_nor_when_a_server_of_nats_hangs_and_what_it_held_comes_late(storm: Storm) -> None:
    for server in storm.yard.nats:  # each, because some node speaks through one of them
        await storm.freeze_nats(server)
        await storm.everybody_plays()
    counts = await storm.settle()

    assert_nothing_is_lost(counts)
    assert counts.late > 0


async def test_nor_when_lines_to_nats_and_its_disks_fail_and_clocks_jump(storm: Storm) -> None:
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
