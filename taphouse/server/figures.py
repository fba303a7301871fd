"""A summary of the metrics for the page /house."""

from __future__ import annotations

from collections.abc import Sequence

from prometheus_client.metrics_core import Metric

from taphouse.core import Value

from .metrics import quantile, values


class Figures(Value):
    """Times are in milliseconds, as precise as the histograms; `None` before the first measurement."""

    writable: bool
    tables: int
    playing: int
    players: int
    watchers: int
    verdicts: int
    own: float | None
    """How long the house itself takes for a verdict, 99th percentile."""
    hold: float | None
    """How long a tap waits for slower lines, median."""
    kept: float | None
    """How long a write to the journal takes, 99th percentile."""
    stall: float | None
    """How late the event loop wakes up, 99th percentile."""
    refused: int
    """Refused messages: malformed, too many, or not allowed."""
    doubted: int
    """Taps whose claimed time was not believed."""
    broken: int


def figures(families: Sequence[Metric], writable: bool) -> Figures:
    by_name = values(families)

    def count(name: str) -> int:
        return round(by_name[name])

    def ms(histogram: str, share: float) -> float | None:
        seconds = quantile(families, histogram, share)
        return None if seconds is None else seconds * 1_000

    return Figures(
        writable,
        tables=count("tables"),
        playing=count("tables_playing"),
        players=count("players"),
        watchers=count("watchers"),
        verdicts=count("verdict_processing_seconds_count"),
        own=ms("verdict_processing", 0.99),
        hold=ms("verdict_hold", 0.5),
        kept=ms("journal", 0.99),
        stall=ms("stall", 0.99),
        refused=count("refused_total"),
        doubted=count("claims_refused_total"),
        broken=count("tables_broken_total"),
    )
