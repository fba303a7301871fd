"""Does the house stand still? Its own clock and its garbage collector tell."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from taphouse.core import SECOND, Time

from .metrics import Metrics

BEAT = 0.1  # seconds


@contextmanager
def monitor_loop(metrics: Metrics, clock: Callable[[], Time]) -> Iterator[None]:
    """While this is on, every beat that comes late and every collection is counted."""
    began = 0

    def collecting(phase: str, info: dict[str, int]) -> None:
        nonlocal began
        if phase == "start":
            began = clock()
        else:
            metrics.collections.observe((clock() - began) / SECOND)

    beating = asyncio.create_task(_check(metrics, clock))
    gc.callbacks.append(collecting)
    try:
        yield
    finally:
        gc.callbacks.remove(collecting)
        beating.cancel()


async def _check(metrics: Metrics, clock: Callable[[], Time]) -> None:
    while True:
        due = clock() + round(BEAT * SECOND)
        await asyncio.sleep(BEAT)
        metrics.stalls.observe(max(0, clock() - due) / SECOND)
