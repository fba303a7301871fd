"""Measures how long the event loop stalls and how long garbage collections take."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from taphouse.core import SECOND, Time

from .metrics import Metrics

INTERVAL = 0.1  # seconds


@contextmanager
def monitor_loop(metrics: Metrics, clock: Callable[[], Time]) -> Iterator[None]:
    """Observes every late wake-up and every collection in this context."""
    began = 0

    def collecting(phase: str, info: dict[str, int]) -> None:
        nonlocal began
        if phase == "start":
            began = clock()
        else:
            metrics.collections.observe((clock() - began) / SECOND)

    checking = asyncio.create_task(_check(metrics, clock))
    gc.callbacks.append(collecting)
    try:
        yield
    finally:
        gc.callbacks.remove(collecting)
        checking.cancel()


async def _check(metrics: Metrics, clock: Callable[[], Time]) -> None:
    while True:
        due = clock() + round(INTERVAL * SECOND)
        await asyncio.sleep(INTERVAL)
        metrics.stalls.observe(max(0, clock() - due) / SECOND)
