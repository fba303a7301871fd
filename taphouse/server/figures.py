"""How the house is doing, in the few figures that a page for its host puts into words."""

from __future__ import annotations

from taphouse.core import Value

from .metrics import Metrics, quantile


class Figures(Value):
    """Times are in milliseconds and as fine as the counts behind them; `None` while there was nothing yet."""

    writable: bool
    tables: int
    playing: int
    players: int
    watchers: int
    verdicts: int
    own: float | None
    """What a verdict takes the house, in all but one case of a hundred."""
    hold: float | None
    """What a tap waits for slower lines: half of all wait less."""
    kept: float | None
    """Until something is kept, in all but one case of a hundred."""
    stall: float | None
    """How late the house wakes up, in all but one case of a hundred."""
    refused: int
    """Messages: nonsense, floods, moves that nobody may make."""
    doubted: int
    """Taps whose claimed time was not believed."""
    broken: int


def figures(metrics: Metrics, writable: bool) -> Figures:
    values = metrics.values()

    def count(name: str) -> int:
        return round(values[name])

    def ms(seconds: float | None) -> float | None:
        return None if seconds is None else seconds * 1_000

    return Figures(
        writable,
        tables=count("tables"),
        playing=count("tables_playing"),
        players=count("players"),
        watchers=count("watchers"),
        verdicts=count("verdict_own_seconds_count"),
        own=ms(quantile(metrics.own, 0.99)),
        hold=ms(quantile(metrics.hold, 0.5)),
        kept=ms(quantile(metrics.kept, 0.99)),
        stall=ms(quantile(metrics.stalls, 0.99)),
        refused=count("refused_total"),
        doubted=count("claims_refused_total"),
        broken=count("tables_broken_total"),
    )
