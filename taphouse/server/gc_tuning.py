"""Garbage is looked for in small portions; what stays is not looked at again while anybody is here."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EVERY = 0.1  # seconds: what is made in so short a time is looked through in a millisecond or less
SELDOM = 600.0  # seconds between two looks through everything


@contextmanager
def tune_gc(
    nobody_is_here: Callable[[], bool], every: float = EVERY, seldom: float = SELDOM
) -> Iterator[None]:
    """Hardly anything here goes in circles, and all else goes by itself: a full collection can wait."""
    gc.disable()
    gc.collect()
    gc.freeze()
    looking = asyncio.create_task(_look(nobody_is_here, every, seldom))
    try:
        yield
    finally:
        looking.cancel()
        gc.unfreeze()
        gc.enable()


async def _look(nobody_is_here: Callable[[], bool], every: float, seldom: float) -> None:
    loop = asyncio.get_running_loop()
    looked_through = loop.time()
    while True:
        await asyncio.sleep(every)
        if loop.time() - looked_through > seldom and nobody_is_here():
            gc.unfreeze()
            gc.collect()
            looked_through = loop.time()
        gc.collect(1)
        gc.freeze()
