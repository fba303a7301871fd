"""Measures how many seated players a house holds on one core at the pace of a party."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from uvicorn.loops.auto import auto_loop_factory

from taphouse.core import SECOND, Value, replace
from taphouse.table.wire import VERSION

from .armed import A_FEW, A_TABLE
from .broadcast import Pace, Taken, broadcast, echo
from .builds import python_build
from .crowd import HELLO, Opened, open_table
from .house import between, each_bucket, figures, quantile, serving
from .peers import SEATINGS, install, peer
from .players import TEXT, ConnectionPlan, Step, Times, compiled, players, times
from .process import OTHERS, OWN, CannotMeasure, Process, started

GAME = "tip-tap"
SETTLE = 10.0  # seconds until every table has started and some show the second card
WATCHERS = 100  # watching connections at one table, at most
TABLES = 200  # tables in the measurement of memory
SATURATED = 95.0  # per cent of the core
TIMES = 3.0  # the p99 of the house may be this many times that of a bare echo
A_FRAME = 16.7  # milliseconds: one frame of most screens


class Load(Value):
    """One step: `seated` players for some seconds."""

    seated: int
    verdicts: int
    up: float
    """Messages from each player in a second, with pongs."""
    down: float
    """Messages to each player in a second, with pings."""
    busy: float
    """Per cent of one core that the house took."""
    per_tap: float
    """Microseconds of processor for each judged tap, all other work included."""
    kib: float
    """Memory for each player, with their part of the table and its game."""
    own: Times
    """From the last evidence that a verdict waited for until it is sent, as the house counts."""
    line: Times
    """Round trip of a ping through the house, with the wait in its sockets."""
    idle_echo: Times
    """Round trip of an otherwise idle bare echo in the same seconds."""
    pauses: int
    """Garbage collections."""
    longest_pause: float
    """Milliseconds, at the resolution of the house's histogram."""
    players: float
    """Per cent of another core that all players together took."""
    refused: dict[str, int]
    pace: Pace
    echo: Taken | None = None
    """A bare echo with as many connections and messages, afterwards on the same core."""
    bare: Taken | None = None
    """A bare broadcast in C of the same messages, afterwards on the same core."""
    peers: dict[str, Taken] = {}
    """The same messages through rooms of Colyseus and boardgame.io."""

    @property
    def to_echo(self) -> float:
        """The worse p99 of `own` and `line`, as a multiple of the p99 of the echo."""
        return max(self.own[1], self.line[1]) / (self.echo.wait[1] if self.echo else self.idle_echo[1])


class Lines(Value):
    """Watching connections at tables where nothing happens."""

    open: int
    kib: float
    """Memory of one connection."""
    table_kib: float
    """Memory of one table without players."""
    busy: float
    line: Times
    echo: Times


class Loads(Value):
    lines: Lines
    steps: tuple[tuple[Load, ...], ...]
    """The rounds of each step. In each round the house and all others run one after the other."""
    build: str = ""
    """Of the Python that ran the house."""

    @property
    def rows(self) -> tuple[Load, ...]:
        """Of each step the round in which the house took the median of processor time."""
        return tuple(sorted(rounds, key=lambda row: row.busy)[len(rounds) // 2] for rounds in self.steps)

    @property
    def capacity(self) -> int:
        return self._most(lambda row: row.to_echo <= TIMES)

    @property
    def capacity_in_a_frame(self) -> int:
        """The house delays the sight of a verdict by at most one frame."""
        return self._most(lambda row: max(row.own[1], row.line[1]) <= A_FRAME)

    def _most(self, is_held: Callable[[Load], bool]) -> int:
        """The largest step before the first one that is not held."""
        return max((row.seated for row in takewhile(is_held, self.rows)), default=0)


Progress = Callable[[str], None]


def loads(
    lines: int,
    steps: Sequence[int],
    seconds: float,
    peers: Collection[int],
    progress: Progress,
    rounds: int = 1,
) -> Loads:
    """Measures each step on new houses, until one is saturated. The steps in `peers` include the peers."""
    if peers:
        install()
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(_loads(lines, steps, seconds, peers, progress, rounds))


async def _loads(
    lines: int,
    steps: Sequence[int],
    seconds: float,
    peers: Collection[int],
    progress: Progress,
    rounds: int,
) -> Loads:
    measured: list[tuple[Load, ...]] = []
    with TemporaryDirectory() as name, started("bench.load.echo", cores=OTHERS) as bare:
        folder = Path(name)
        program, server = await compiled("players", folder), await compiled("broadcast", folder)
        progress(f"{lines} connections")
        with TemporaryDirectory() as data, serving(data, OWN) as house:
            watched = await _lines(program, house, bare, lines, seconds)
        for seated in steps:
            others = SEATINGS if seated in peers else ()
            found = [
                await _round(program, server, bare, seated, seconds, others, progress) for _ in range(rounds)
            ]
            measured.append(tuple(found))
            if max(row.busy for row in found) > SATURATED:
                break
    return Loads(watched, tuple(measured), python_build())


async def _round(
    program: Path,
    server: Path,
    bare: Process,
    seated: int,
    seconds: float,
    others: Iterable[str],
    progress: Progress,
) -> Load:
    """The house, then all others with the messages that it received and sent."""
    progress(f"{seated} players")
    with TemporaryDirectory() as data, serving(data, OWN) as house:
        row = await _load(program, house, bare, seated, seconds)
    progress(f"{seated} echoed")
    row = replace(row, echo=await echo(program, row.seated, row.pace, seconds))
    progress(f"{seated} in C")
    row = replace(row, bare=await broadcast(program, server, row.seated, row.pace, seconds))
    for other in others:
        progress(f"{seated} on {other}")
        with suppress(TimeoutError, CannotMeasure):  # the peer did not admit all players
            found = await peer(other, program, row.seated, row.pace, seconds)
            row = replace(row, peers={**row.peers, other: found})
    return row


async def _load(program: Path, house: Process, bare: Process, seated: int, seconds: float) -> Load:
    quiet, empty = await open_table(house, {"game": GAME}), house.memory
    tables = [await open_table(house, {"game": GAME, "name": "P0"}) for _ in range(seated // A_TABLE)]
    party = [line for n, table in enumerate(tables) for line in party(house, n, table)]
    async with (
        players(program, party) as crowd,
        players(program, _probes(house, bare, quiet)) as probes,
    ):
        await asyncio.sleep(SETTLE)
        before, crowd_before, probes_before = await figures(house), await crowd.tally(), await probes.tally()
        cpu = house.cpu
        await asyncio.sleep(seconds)
        cpu = house.cpu - cpu
        said = (await crowd.tally()).since(crowd_before)
        waited = (await probes.tally()).since(probes_before)
        after, full = await figures(house), house.memory
    own = between(before, after, "verdict_processing_seconds")
    pauses = between(before, after, "gc_pause_seconds")
    verdicts, each = round(own[-1][1]), seconds * len(party)
    return Load(
        said.open,
        verdicts,
        up=(said.said + said.answered) / each,
        down=(said.heard + said.answered) / each,
        busy=100 * cpu / seconds,
        per_tap=cpu * SECOND / max(1, verdicts),
        kib=(full - empty) / len(party),
        own=(quantile(own, 0.5), quantile(own, 0.99), quantile(own, 0.999)),
        line=times(waited.pings),
        idle_echo=times(waited.echoes),
        pauses=round(pauses[-1][1]),
        longest_pause=max((bound for bound, count in each_bucket(pauses) if count), default=0.0),
        players=100 * said.cpu / seconds,
        refused=said.sorry,
        pace=Pace(
            said=said.said / each,
            heard=said.heard / each,
            pings=said.answered / each,
            size=max(126, said.bytes // max(1, said.heard)),
            seats=A_TABLE,
        ),
    )


async def _lines(program: Path, house: Process, bare: Process, lines: int, seconds: float) -> Lines:
    empty = house.memory
    tables = [await open_table(house, {"game": GAME}) for _ in range(TABLES)]
    with_tables = house.memory
    watching = [
        ConnectionPlan(
            "watches", n, house.port, f"/ws/{tables[n // WATCHERS].code}", (Step(b"", TEXT + HELLO),)
        )
        for n in range(min(lines, WATCHERS * (TABLES - 1)))
    ]
    async with (
        players(program, watching) as crowd,
        players(program, _probes(house, bare, tables[-1])) as probes,
    ):
        await asyncio.sleep(SETTLE)
        full, before, cpu = house.memory, await probes.tally(), house.cpu
        await asyncio.sleep(seconds)
        waited, cpu = (await probes.tally()).since(before), house.cpu - cpu
        still_open = (await crowd.tally()).open
    return Lines(
        still_open,
        kib=(full - with_tables) / max(1, still_open),
        table_kib=(with_tables - empty) / TABLES,
        busy=100 * cpu / seconds,
        line=times(waited.pings),
        echo=times(waited.echoes),
    )


def party(house: Process, number: int, table: Opened) -> list[ConnectionPlan]:
    """Four players of Tip Tap; the first opened the table."""
    back = msgspec.json.encode({"type": "hello", "v": VERSION, "token": table.token})
    seated = Step(b'"token":"', b"")

    def steps(seat: int) -> tuple[Step, ...]:
        if not seat:
            return Step(b"", TEXT + back), seated
        sit = b'{"type":"sit","name":"P%d"}' % seat
        return Step(b"", TEXT + HELLO), Step(b'"player":null', TEXT + sit), seated

    return [
        ConnectionPlan("party", number, house.port, f"/ws/{table.code}", steps(seat))
        for seat in range(A_TABLE)
    ]


def _probes(house: Process, bare: Process, quiet: Opened) -> list[ConnectionPlan]:
    """A few watching connections that ping the house, and a few connections to a bare echo.

    Browsers cannot send pings. The pong waits in the house where the answer to a tap would wait.
    """
    asking = [
        ConnectionPlan("pings", n, house.port, f"/ws/{quiet.code}", (Step(b"", TEXT + HELLO),))
        for n in range(A_FEW)
    ]
    return asking + [ConnectionPlan("echoes", A_FEW + n, bare.port, "/") for n in range(A_FEW)]
