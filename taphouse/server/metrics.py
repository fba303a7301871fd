"""The metrics of the house: counted here, served at /metrics, and summarized on the page /house."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from taphouse import __version__
from taphouse.core import SECOND, Time
from taphouse.fair.evidence import Reason
from taphouse.house.live_table import LiveTable
from taphouse.table import wire

HOLDS = (0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.055, 0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.5, 1)  # seconds
QUICK = (0.00025, 0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1, 2, 4)
SINGLE = ("_created", "_build")  # ends of the names of metrics that do not add up
BELIEVED = ("stall", "credit")  # corrections in the player's favour


class MessageCounts(Collector):
    """Plain numbers, because every message is counted; Prometheus reads them when it collects."""

    def __init__(self) -> None:
        self.by_type: dict[type, int] = dict.fromkeys(get_args(wire.Up), 0)

    def collect(self) -> Iterator[CounterMetricFamily]:
        messages = CounterMetricFamily("taphouse_messages", "Messages received.", labels=["kind"])
        for kind, number in self.by_type.items():
            messages.add_metric([kind.__struct_config__.tag], number)  # type: ignore[attr-defined]
        yield messages


class Metrics:
    """An `Observer` of the house that also counts what happens at the edge."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()

        def gauge(name: str, what: str) -> Gauge:
            return Gauge(f"taphouse_{name}", what, registry=registry)

        def counter(name: str, what: str, *labels: str) -> Counter:
            return Counter(f"taphouse_{name}", what, labels, registry=registry)

        def seconds(name: str, what: str, buckets: tuple[float, ...] = QUICK) -> Histogram:
            return Histogram(f"taphouse_{name}_seconds", what, buckets=buckets, registry=registry)

        self._tables = gauge("tables", "Tables that are open.")
        self._playing = gauge("tables_playing", "Tables with a running game.")
        self._players = gauge("players", "People who sit at a table now.")
        self._watchers = gauge("watchers", "Connections that only watch.")
        self.connections = gauge("connections", "Open connections.")
        self.max_connections = gauge("connections_max", "Connections that may be open at once.")
        self._over_limit = counter(
            "over_limit",
            "Connections and requests that were closed or refused because too many were open.",
            "what",
        )
        self.hold = seconds("verdict_hold", "From a tap's arrival to its verdict.", HOLDS)
        self.processing = seconds(
            "verdict_processing", "From the last input that a verdict waited for until the verdict was sent."
        )
        self.journal = seconds("journal", "From the request to store something until it was stored.")
        self.journal_waiting = gauge("journal_waiting", "Writes that are not stored yet.")
        self.stalls = seconds("stall", "How late the event loop woke up, measured ten times a second.")
        self.collections = seconds("gc_pause", "How long a garbage collection stopped the house.")
        self._messages = MessageCounts()
        registry.register(self._messages)
        self._refused = counter("refused", "Messages refused.", "why")
        self._claims = counter("claims_refused", "Taps whose claimed time was not believed.", "why")
        self._doubts = {why: self._claims.labels(why) for why in get_args(Reason) if why not in BELIEVED}
        self._owners = counter("owner_changes", "Tables taken over from another node.")
        self._stale = counter(
            "stale_writes", "Tables whose write was refused because another node owns them now."
        )
        self._broken = counter("tables_broken", "Tables that failed and were restored from the journal.")
        self._forgotten = counter(
            "games_forgotten", "Old games that no table referred to, dropped by --keep."
        )
        build = Gauge("taphouse_build", "The version of this house.", ["version"], registry=registry)
        build.labels(__version__).set(1)

    def watch(self, tables: Mapping[str, LiveTable]) -> None:
        """Reads the gauges of the tables whenever the metrics are collected."""

        def of_each(count: Callable[[LiveTable], int]) -> Callable[[], float]:
            return lambda: sum(map(count, tables.values()))

        self._tables.set_function(lambda: len(tables))
        self._playing.set_function(of_each(lambda table: table.room.stage == "playing"))
        self._players.set_function(of_each(lambda table: len(table.table.here)))
        self._watchers.set_function(
            of_each(lambda table: sum(connection.player is None for connection in table.connections.values()))
        )

    def received(self, message: wire.Up) -> None:
        self._messages.by_type[type(message)] += 1

    def refused(self, why: wire.Why) -> None:
        self._refused.labels(why).inc()

    def over_limit(self, what: str) -> None:
        """`what` is `connection` or `request`."""
        self._over_limit.labels(what).inc()

    def count(self, what: str) -> None:
        match what.partition(":"):
            case ("refused", _, why):
                self._refused.labels(why).inc()
            case ("owner-changed", _, _):
                self._owners.inc()
            case ("stale", _, _):
                self._stale.inc()
            case ("broken", _, _):
                self._broken.inc()
            case ("forgotten", _, _):
                self._forgotten.inc()

    def record_verdict(self, hold: Time, doubts: Collection[str]) -> None:
        self.hold.observe(hold / SECOND)
        for why in doubts:
            if why in self._doubts:
                self._doubts[why].inc()

    def record_processing(self, own: Time) -> None:
        self.processing.observe(own / SECOND)

    def families(self) -> list[Metric]:
        return list(self._registry.collect())

    def page(self) -> bytes:
        return page(self.families())

    def value(self, name: str) -> float:
        return values(self.families())[name]


class _Families(Collector):
    """What `generate_latest` takes for a registry."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families


def page(families: Iterable[Metric]) -> bytes:
    return generate_latest(_Families(families))


def together(pages: Iterable[bytes]) -> list[Metric]:
    """The metrics of several workers as those of one process."""
    families = dict[str, Metric]()
    summed = dict[str, dict[tuple[str, tuple[tuple[str, str], ...]], float]]()
    for text in pages:
        for family in text_string_to_metric_families(text.decode()):
            families.setdefault(family.name, family)
            found = summed.setdefault(family.name, {})
            for sample in family.samples:
                key = sample.name, tuple(sample.labels.items())
                adds_up = not family.name.endswith(SINGLE)
                found[key] = found.get(key, 0.0) + sample.value if adds_up else sample.value
    for name, family in families.items():
        family.samples = []
        for (sample_name, labels), value in summed[name].items():
            family.add_sample(sample_name, dict(labels), value)
    return list(families.values())


def values(families: Iterable[Metric]) -> Mapping[str, float]:
    """Every metric by name, summed over its labels."""
    summed = defaultdict[str, float](float)
    for family in families:
        for sample in family.samples:
            summed[sample.name.removeprefix("taphouse_")] += sample.value
    return summed


def quantile(families: Iterable[Metric], histogram: str, share: float) -> float | None:
    """The upper bound of the quantile's bucket in seconds; `None` if nothing was counted."""
    samples = [sample for family in families for sample in family.samples]
    bucket = f"taphouse_{histogram}_seconds_bucket"
    bounds = [(float(s.labels["le"]), s.value) for s in samples if s.name == bucket]
    wanted = share * bounds[-1][1]
    if not wanted:
        return None
    finite = bounds[-2][0]
    return min(finite, next(bound for bound, count in bounds if count >= wanted))
