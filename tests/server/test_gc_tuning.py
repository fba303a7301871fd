"""Garbage collection in small steps does not stall a full house."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from typing import Any
from weakref import finalize

import pytest

from taphouse.server.gc_tuning import tune_gc

pytestmark = pytest.mark.anyio
SOON = 20  # seconds: a test that waits longer has failed
OURS = ("taphouse", "uvicorn", "httptools")


@pytest.fixture
def garbage() -> Iterator[list[Any]]:
    """Saves all objects in cycles for inspection."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield gc.garbage
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


async def test_closed_connections_leave_no_garbage(house: Any, garbage: list[Any]) -> None:
    table = await house.table(name="Ada")

    for _ in range(3):
        connection = await house.connection(table["code"])
        connection.transport.disconnect(False)
        await connection.closed()
    async with asyncio.timeout(SOON):
        while "taphouse_connections 0.0" not in (await house.http.get("/metrics")).text:
            pass

    gc.collect()
    assert [found for found in garbage if type(found).__module__.startswith(OURS)] == []


class Cycle:
    def __init__(self) -> None:
        self.itself = self


def cycle() -> asyncio.Event:
    """Makes a reference cycle; the event is set when the cycle is collected."""
    found, itself = asyncio.Event(), Cycle()
    finalize(itself, found.set)
    return found


async def test_new_objects_are_collected_soon_and_surviving_ones_are_frozen() -> None:
    with tune_gc(lambda: False, every=0):
        frozen = gc.get_freeze_count()
        stays: list[list[int]] = [[] for _ in range(100)]
        async with asyncio.timeout(SOON):
            await cycle().wait()
        assert gc.get_freeze_count() >= frozen + len(stays)
    assert gc.get_freeze_count() == 0
    assert gc.isenabled()


async def test_a_full_collection_runs_when_nobody_is_connected() -> None:
    itself, found, here = Cycle(), asyncio.Event(), True
    finalize(itself, found.set)
    with tune_gc(lambda: not here, every=0, seldom=0):
        del itself  # it was frozen before
        async with asyncio.timeout(SOON):
            await cycle().wait()
            assert not found.is_set()
            here = False
            await found.wait()
