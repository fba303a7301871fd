"""How many seated players a house holds on one core, at the pace of a party."""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from prometheus_client.parser import text_string_to_metric_families
from uvicorn.loops.auto import auto_loop_factory

from taphouse.core import MS, SECOND, Time, Value, replace

from .broadcast import Pace, broadcast
from .client import clock
from .cost import A_FEW, A_TABLE, Buckets, _echo, _house, _quantile
from .crowd import HELLO, Crowd
from .party import Party
from .process import Process, started

SETTLE = 6.0  # seconds until everybody has seen a card
WATCHERS = 100  # at most so many look on at a table
TABLES = 200  # of which the memory is counted
AT_ONCE = 20  # tables that sit down together
PROBES = 0.02  # seconds between two pings of a probe
SATURATED = 95.0  # per cent of the core
TIMES = 3.0  # as long as a bare echo: what a house may take
Times = tuple[float, float, float]
"""Milliseconds: the median, all but one in a hundred, all but one in a thousand."""


class Load(Value):
    """So many players for a while."""

    seated: int
    verdicts: int
    up: float
    """Messages of each player in a second, pongs among them."""
    down: float
    busy: float
    """Per cent of one core that the house took."""
    per_tap: float
    """Microseconds of processor for each judged tap, and all that belongs to it."""
    kib: float
    """Memory for each player, his part of the table and its game in it."""
    own: Times
    """From the last thing a verdict waited for until it was out, as the house counts."""
    line: Times
    """A ping's way through the house and back: what waits in its sockets is in it."""
    echo: Times
    """Of a bare echo in the same seconds."""
    pauses: int
    """To collect garbage."""
    longest_pause: float
    """Milliseconds, as fine as the house counts."""
    refused: dict[str, int]
    pace: Pace
    bare: float | None = None
    """Per cent of one core that a bare broadcast in C takes for the same messages."""

    @property
    def is_in_time(self) -> bool:
        return max(self.own[1], self.line[1]) <= TIMES * self.echo[1]


class Lines(Value):
    """Many lines that only look on, to tables where nothing happens."""

    open: int
    kib: float
    """Of memory, for each."""
    table_kib: float
    """For each table that nobody is at."""
    busy: float
    line: Times
    echo: Times


class Loads(Value):
    lines: Lines
    rows: tuple[Load, ...]

    @property
    def holds(self) -> int:
        return max((row.seated for row in self.rows if row.is_in_time), default=0)


def loads(lines: int, steps: Sequence[int], seconds: float, progress: Callable[[str], None]) -> Loads:
    """Each step has a house of its own; none follows one that had no time left."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(_loads(lines, steps, seconds, progress))


async def _loads(lines: int, steps: Sequence[int], seconds: float, progress: Callable[[str], None]) -> Loads:
    rows: list[Load] = []
    with started("taphouse.sim.load.echo") as bare:
        progress(f"{lines} lines")
        with TemporaryDirectory() as data, _house(data) as house:
            crowd = await _lines(house, bare, lines, seconds)
        for players in steps:
            progress(f"{players} players")
            with TemporaryDirectory() as data, _house(data) as house:
                row = await _load(house, bare, players, seconds)
            with TemporaryDirectory() as folder:
                taken = await broadcast(row.seated, A_TABLE, row.pace, seconds, Path(folder))
            rows.append(replace(row, bare=taken))
            if row.busy > SATURATED:
                break
    return Loads(crowd, tuple(rows))


async def _load(house: Process, bare: Process, players: int, seconds: float) -> Load:
    crowd, random, empty = Crowd(house), Random(players), house.memory
    tables = players // A_TABLE
    for first in range(0, tables, AT_ONCE):
        some = range(first, min(first + AT_ONCE, tables))
        await asyncio.gather(*(crowd.sit_down(Party.game, A_TABLE, Party(random)) for _ in some))
    await crowd.start()
    await asyncio.sleep(SETTLE)
    before = await _figures(house)
    cpu, line, echo = await asyncio.gather(
        crowd.count(seconds), _probe(crowd, seconds), _echo(bare, A_FEW, seconds)
    )
    after, full = await _figures(house), house.memory
    await crowd.leave()
    tally, seated = crowd.tally, len(crowd.players)
    own = _between(before, after, "taphouse_verdict_own_seconds_bucket")
    pauses = _between(before, after, "taphouse_gc_pause_seconds_bucket")
    verdicts = round(own[-1][1])
    return Load(
        seated,
        verdicts,
        up=(tally.sent + tally.pings) / seconds / seated,
        down=(tally.heard + tally.pings) / seconds / seated,
        busy=100 * cpu / seconds,
        per_tap=cpu * SECOND / max(1, verdicts),
        kib=(full - empty) / seated,
        own=(_quantile(own, 0.5), _quantile(own, 0.99), _quantile(own, 0.999)),
        line=_times(line),
        echo=_times(echo.waits),
        pauses=round(pauses[-1][1]),
        longest_pause=max((bound for bound, count in _each(pauses) if count), default=0.0),
        refused=dict(tally.sorry),
        pace=Pace(
            said=tally.sent / seconds / seated,
            heard=tally.heard / seconds / seated,
            pings=tally.pings / seconds / seated,
            size=max(126, tally.bytes // max(1, tally.heard)),
        ),
    )


async def _lines(house: Process, bare: Process, lines: int, seconds: float) -> Lines:
    crowd, empty = Crowd(house), house.memory
    for _ in range(TABLES):
        await crowd.quiet_table()
    tables = house.memory
    for first in range(0, lines, WATCHERS):
        await crowd.watch_a_table(Party.game, min(WATCHERS, lines - first))
    await asyncio.sleep(SETTLE)
    full = house.memory
    cpu, line, echo = await asyncio.gather(
        crowd.count(seconds), _probe(crowd, seconds), _echo(bare, A_FEW, seconds)
    )
    still_open = sum(player.is_open for player in crowd.players)
    await crowd.leave()
    return Lines(
        still_open,
        kib=(full - tables) / max(1, still_open),
        table_kib=(tables - empty) / TABLES,
        busy=100 * cpu / seconds,
        line=_times(line),
        echo=_times(echo.waits),
    )


class Probe(WSListener):
    """Looks on, and pings the house as a browser cannot: its answer waits where a tap would wait."""

    def __init__(self) -> None:
        self.waits: list[Time] = []
        self._line: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._line = transport
        transport.send(WSMsgType.TEXT, HELLO)
        self._ping()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._line = None

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.PONG:
            self.waits.append(clock() - int(frame.get_payload_as_bytes()))
        elif frame.msg_type == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())

    def _ping(self) -> None:
        if self._line is not None:
            self._line.send_ping(b"%d" % clock())
            asyncio.get_running_loop().call_later(PROBES, self._ping)

    def hang_up(self) -> None:
        if self._line is not None:
            self._line.disconnect(False)


async def _probe(crowd: Crowd, seconds: float) -> list[Time]:
    probes = [Probe() for _ in range(A_FEW)]
    for probe in probes:
        address = await crowd.quiet_table()
        await ws_connect(lambda probe=probe: probe, address, enable_auto_pong=False)
    await asyncio.sleep(seconds)
    for probe in probes:
        probe.hang_up()
    return [wait for probe in probes for wait in probe.waits]


def _times(waits: Sequence[Time]) -> Times:
    cuts = quantiles([wait / MS for wait in waits], n=1_000, method="inclusive")
    return cuts[499], cuts[989], cuts[998]


async def _figures(house: Process) -> dict[str, Buckets]:
    """Every histogram of the house, its bounds in milliseconds."""
    answer = await asyncio.to_thread(urllib.request.urlopen, f"http://{house.address}/metrics")
    found: dict[str, Buckets] = {}
    for family in text_string_to_metric_families(answer.read().decode()):
        for sample in family.samples:
            if sample.name.endswith("_bucket"):
                found.setdefault(sample.name, []).append((float(sample.labels["le"]) * 1_000, sample.value))
    return found


def _between(before: dict[str, Buckets], after: dict[str, Buckets], name: str) -> Buckets:
    return [(bound, count - was) for (bound, count), (_, was) in zip(after[name], before[name], strict=True)]


def _each(buckets: Buckets) -> Buckets:
    """How many fell into each, instead of up to each."""
    counts = [count for _, count in buckets]
    return [(bound, count - was) for (bound, count), was in zip(buckets, [0.0, *counts], strict=False)]
