"""What an operator sees of the house at /metrics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from taphouse.core import SECOND, Time
from taphouse.house import wire
from taphouse.house.table import Table

HOLDS = (0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.055, 0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.5, 1)  # seconds


class Metrics:
    """An `Observer` of the house, and the edge's own counts."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self._tables = Gauge("taphouse_tables", "Tables that are open.", registry=registry)
        self._players = Gauge("taphouse_players", "People who sit at a table now.", registry=registry)
        self.screens = Gauge("taphouse_screens", "Lines that are open.", registry=registry)
        self._judged = Histogram(
            "taphouse_verdict_hold_seconds",
            "From a tap's arrival to its verdict.",
            buckets=HOLDS,
            registry=registry,
        )
        self._messages = Counter("taphouse_messages", "Messages heard.", ["kind"], registry=registry)
        self._heard = {
            kind: self._messages.labels(kind.__struct_config__.tag)  # looked up once, not once a message
            for kind in get_args(wire.Up)
        }
        self._refused = Counter("taphouse_refused", "Messages refused.", ["why"], registry=registry)
        self._noted = Counter("taphouse_noted", "Other things that happened.", ["what"], registry=registry)

    def watch(self, tables: Mapping[str, Table]) -> None:
        """Counted whenever somebody looks."""
        self._tables.set_function(lambda: len(tables))
        self._players.set_function(lambda: sum(len(table.here) for table in tables.values()))

    def heard(self, message: wire.Up) -> None:
        self._heard[type(message)].inc()

    def refused(self, why: wire.Why) -> None:
        self._refused.labels(why).inc()

    def noted(self, what: str) -> None:
        kind, _, why = what.partition(":")
        if kind == "refused":
            self._refused.labels(why).inc()
        else:
            self._noted.labels(what).inc()

    def judged(self, hold: Time) -> None:
        self._judged.observe(hold / SECOND)

    def page(self) -> bytes:
        return generate_latest(self._registry)
