"""Collects garbage in small steps; surviving objects are not examined again while anybody is connected."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EVERY = 0.1  # seconds: objects made in so short a time are examined in a millisecond or less
SELDOM = 600.0  # seconds between two full collections


@contextmanager
def tune_gc(is_idle: Callable[[], bool], every: float = EVERY, seldom: float = SELDOM) -> Iterator[None]:
    """Replaces automatic collection: almost no object here is in a cycle, so a full collection can wait."""
    gc.disable()
    gc.collect()
    gc.freeze()
    collecting = asyncio.create_task(_collect(is_idle, every, seldom))
    try:
        yield
    finally:
        collecting.cancel()
        gc.unfreeze()
        gc.enable()


async def _collect(is_idle: Callable[[], bool], every: float, seldom: float) -> None:
    loop = asyncio.get_running_loop()
    last_full = loop.time()
    while True:
        await asyncio.sleep(every)
        if loop.time() - last_full > seldom and is_idle():
            gc.unfreeze()
            gc.collect()
            last_full = loop.time()
        gc.collect(1)
        gc.freeze()
