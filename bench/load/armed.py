"""Measures the cost of armed players, beside the cost of as many messages on a server that only echoes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from uvicorn.loops.auto import auto_loop_factory

from taphouse.core import MS, SECOND, Time, Value

from .client import clock
from .crowd import Crowd
from .house import between, figures, quantile, serving
from .process import Process, started
from .strategies import FreePlay, Reflexes

A_TABLE = 4  # players
A_FEW = 8  # probe connections beside a measurement
BOUND = 55.0  # milliseconds: the longest p99 hold of a verdict on short connections
ECHOES = 0.02  # seconds between two messages of a connection, as in a race of reflexes
SETTLE = 4.0  # seconds until the first pings are answered and the first cards are up
LOOK_AT_IDLE = 20.0  # seconds: the house pings an idle connection this rarely


class Idle(Value):
    """Connections to tables where nothing happens."""

    lines: int
    kib: float
    """Memory of one connection."""
    messages: float
    """Sent to one connection in a minute."""
    pings: float
    """Sent to one connection in a minute."""
    cpu: float
    """Milliseconds of processor in a second, for a thousand connections."""


class Echoed(Value):
    """As many connections to a server that only echoes."""

    lines: int
    per_message: float
    """Microseconds of processor."""
    wait: tuple[float, float]
    """Milliseconds: p50 and p99."""
    waits: tuple[Time, ...] = ()
    """Every wait, in microseconds."""


class Armed(Value):
    """Racing players. `up`, `down` and `cpu` are per player and armed second; `None` if there is none."""

    game: str
    seated: int
    armed: float
    """Players armed at once, on average."""
    up: float | None
    """Messages to the house, with pongs."""
    down: float | None
    cpu: float | None
    """Milliseconds."""
    busy: float
    """Per cent of one core that the house took in all."""
    per_message: float
    """Microseconds of processor."""
    verdicts: int
    hold: tuple[float, float]
    """As the house counts it, in milliseconds: p50 and p99."""
    wait: tuple[float, float] | None
    """From tap to verdict at the player, ms: p50 and p99. `None` if the game delays its verdicts."""
    machine: float
    """p99 of a few bare echoes in the same seconds, in milliseconds."""
    refused: dict[str, int]

    @property
    def is_in_time(self) -> bool:
        """Allows for the wait that the machine itself causes."""
        return self.hold[1] <= BOUND + self.machine


class Costs(Value):
    idle: Idle
    echo: Echoed
    armed: tuple[Armed, ...]

    @property
    def capacity(self) -> dict[str, float]:
        """The most players of each game that were armed at once and judged in time."""
        games = dict.fromkeys(row.game for row in self.armed)
        in_time = [row for row in self.armed if row.is_in_time]
        return {game: max((row.armed for row in in_time if row.game == game), default=0.0) for game in games}


Progress = Callable[[str], None]


def costs(steps: Sequence[int], seconds: float, progress: Progress) -> Costs:
    """Measures each number of players for `seconds`. A game stops after the first step with late verdicts."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(_costs(steps, seconds, progress))


async def _costs(steps: Sequence[int], seconds: float, progress: Progress) -> Costs:
    with TemporaryDirectory() as data, started("bench.load.echo") as bare, serving(data) as house:
        progress("echo")
        echo = await _echo(bare, max(steps), seconds)
        progress("idle")
        idle = await _idle(house, max(steps), LOOK_AT_IDLE)
        rows: list[Armed] = []
        for strategy in (Reflexes, FreePlay):
            for players in steps:
                progress(f"{strategy.game} {players}")
                rows.append(await _armed(house, bare, strategy, players, seconds))
                if not rows[-1].is_in_time:
                    break
    return Costs(idle, echo, tuple(rows))


async def _idle(house: Process, lines: int, seconds: float) -> Idle:
    crowd, empty = Crowd(house), house.memory
    for _ in range(lines // A_TABLE):
        await crowd.watch_a_table("tip-tap", A_TABLE)
    await asyncio.sleep(SETTLE)
    cpu, full = await crowd.count(seconds), house.memory
    await crowd.leave()
    count, tally = len(crowd.players), crowd.tally
    return Idle(
        count,
        kib=(full - empty) / count,
        messages=tally.heard * 60 / seconds / count,
        pings=tally.pings * 60 / seconds / count,
        cpu=cpu * 1_000 / seconds * 1_000 / count,
    )


async def _armed(
    house: Process, bare: Process, strategy: type[Reflexes | FreePlay], players: int, seconds: float
) -> Armed:
    crowd, random = Crowd(house), Random(players)
    for _ in range(players // A_TABLE):
        await crowd.sit_down(strategy.game, A_TABLE, strategy(random))
    await crowd.start()
    await asyncio.sleep(SETTLE)
    before = await figures(house)
    cpu, echo = await asyncio.gather(crowd.count(seconds), _echo(bare, A_FEW, seconds))
    held = between(before, await figures(house), "verdict_hold_seconds")
    await crowd.leave()
    tally = crowd.tally
    armed, up, down = tally.armed / SECOND, tally.sent + tally.pings, tally.heard + tally.pings
    return Armed(
        strategy.game,
        seated=len(crowd.players),
        armed=armed / seconds,
        up=up / armed if armed else None,
        down=down / armed if armed else None,
        cpu=cpu * 1_000 / armed if armed else None,
        busy=100 * cpu / seconds,
        per_message=cpu * SECOND / max(1, up + down),
        verdicts=round(held[-1][1]),
        hold=(quantile(held, 0.5), quantile(held, 0.99)),
        wait=_percentiles(tally.waits) if tally.waits else None,
        machine=echo.wait[1],
        refused=dict(tally.sorry),
    )


class Caller(WSListener):
    """Sends its clock time and measures its age when the echo arrives."""

    def __init__(self) -> None:
        self.waits: list[Time] = []
        self._line: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._line = transport
        self._call()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._line = None

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.waits.append(clock() - int(frame.get_payload_as_bytes()))

    def _call(self) -> None:
        if self._line is not None:
            self._line.send(WSMsgType.TEXT, b"%060d" % clock())  # as long as a beat
            asyncio.get_running_loop().call_later(ECHOES, self._call)

    def hang_up(self) -> None:
        if self._line is not None:
            self._line.disconnect(False)


async def _echo(server: Process, lines: int, seconds: float) -> Echoed:
    callers = [Caller() for _ in range(lines)]
    for caller in callers:
        await ws_connect(lambda caller=caller: caller, f"ws://{server.address}/")
    cpu = server.cpu
    await asyncio.sleep(seconds)
    cpu, waits = server.cpu - cpu, [wait for caller in callers for wait in caller.waits]
    for caller in callers:
        caller.hang_up()
    per_message = cpu * SECOND / (2 * len(waits))
    return Echoed(lines, per_message, wait=_percentiles(waits), waits=tuple(waits))


def _percentiles(waits: Sequence[Time]) -> tuple[float, float]:
    if len(waits) == 1:
        return waits[0] / MS, waits[0] / MS
    cuts = quantiles([wait / MS for wait in waits], n=100, method="inclusive")
    return cuts[49], cuts[98]
