"""A house under load, and its own metrics."""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import Collection
from contextlib import AbstractContextManager

from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from .process import CORES, Process, started

Buckets = list[tuple[float, float]]
"""Upper bound in milliseconds, and the count up to it."""


def serving(
    data: str,
    cores: Collection[int] = CORES,
    log: int | None = None,
    log_level: str = "warning",
    workers: int = 1,
) -> AbstractContextManager[Process]:
    serve = (
        "taphouse.cli",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--data",
        data,
        "--introductions",
        "none",
        "--log-level",
        log_level,
        "--workers",
        str(workers),
    )
    return started(*serve, cores=cores, log=log)


async def figures(house: Process) -> dict[str, Buckets]:
    """Reads every histogram of the house."""
    found: dict[str, Buckets] = {}
    for sample in await samples(house):
        if sample.name.endswith("_bucket"):
            found.setdefault(sample.name, []).append((float(sample.labels["le"]) * 1_000, sample.value))
    return found


async def samples(house: Process) -> list[Sample]:
    """Reads every metric of the house."""
    answer = await asyncio.to_thread(urllib.request.urlopen, f"http://{house.address}/metrics")
    families = text_string_to_metric_families(answer.read().decode())
    return [sample for family in families for sample in family.samples]


def between(before: dict[str, Buckets], after: dict[str, Buckets], name: str) -> Buckets:
    """The growth of one histogram."""
    pairs = zip(after[f"taphouse_{name}_bucket"], before[f"taphouse_{name}_bucket"], strict=True)
    return [(bound, count - was) for (bound, count), (_, was) in pairs]


def quantile(buckets: Buckets, share: float) -> float:
    """Milliseconds. Assumes an even spread within a bucket."""
    wanted, below, counted = share * buckets[-1][1], 0.0, 0.0
    for bound, count in buckets:
        if count >= wanted and count > counted:
            return (
                below
                if bound == float("inf")
                else below + (bound - below) * (wanted - counted) / (count - counted)
            )
        below, counted = bound, count
    return float("inf")  # no verdict was counted


def each_bucket(buckets: Buckets) -> Buckets:
    """The count of each bucket alone, from cumulative counts."""
    counts = [count for _, count in buckets]
    return [(bound, count - was) for (bound, count), was in zip(buckets, [0.0, *counts], strict=False)]
