"""Garbage collection never makes a full house stand still."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from typing import Any
from weakref import finalize

import pytest

from taphouse.server.gc_tuning import tune_gc

pytestmark = pytest.mark.anyio
SOON = 20  # seconds: whatever takes longer never comes
OURS = ("taphouse", "uvicorn", "httptools")


@pytest.fixture
def kept_garbage() -> Iterator[list[Any]]:
    """What goes in circles is kept, to be looked at."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield gc.garbage
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


async def test_lines_that_come_and_go_leave_nothing_to_look_for(house: Any, kept_garbage: list[Any]) -> None:
    table = await house.table(name="Ada")

    for _ in range(3):
        connection = await house.connection(table["code"])
        connection.transport.disconnect(False)
        await connection.closed()
    async with asyncio.timeout(SOON):
        while "taphouse_screens 0.0" not in (await house.http.get("/metrics")).text:
            pass

    gc.collect()
    assert [found for found in kept_garbage if type(found).__module__.startswith(OURS)] == []


class Circle:
    def __init__(self) -> None:
        self.itself = self


def circle() -> asyncio.Event:
    """Set when it is found to be of no use any more."""
    found, itself = asyncio.Event(), Circle()
    finalize(itself, found.set)
    return found


async def test_what_is_new_is_looked_at_soon_and_what_stays_never_again() -> None:
    with tune_gc(lambda: False, every=0):
        frozen = gc.get_freeze_count()
        stays: list[list[int]] = [[] for _ in range(100)]
        async with asyncio.timeout(SOON):
            await circle().wait()
        assert gc.get_freeze_count() >= frozen + len(stays)
    assert gc.get_freeze_count() == 0
    assert gc.isenabled()


async def test_everything_is_looked_at_when_nobody_is_here() -> None:
    itself, found, here = Circle(), asyncio.Event(), True
    finalize(itself, found.set)
    with tune_gc(lambda: not here, every=0, seldom=0):
        del itself  # it was there before
        async with asyncio.timeout(SOON):
            await circle().wait()
            assert not found.is_set()
            here = False
            await found.wait()
