"""How many seated players a house holds on one core, at the pace of a party."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from uvicorn.loops.auto import auto_loop_factory

from taphouse.core import SECOND, Value, replace

from .broadcast import Pace, Taken, broadcast, echo
from .cost import A_FEW, A_TABLE
from .crowd import HELLO, Opened, open_table
from .house import Buckets, between, figures, quantile, serving
from .peers import SEATINGS, install, peer
from .players import TEXT, Line, Step, Times, compiled, players, times
from .process import OTHERS, OWN, Hindrance, Process, started

GAME = "tip-tap"
SETTLE = 10.0  # seconds until every table has begun and some have seen the next card
WATCHERS = 100  # at most so many look on at a table
TABLES = 200  # of which the memory is counted
SATURATED = 95.0  # per cent of the core
TIMES = 3.0  # as long as a bare echo: what a house may take
A_FRAME = 16.7  # milliseconds, of most screens


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
    idle_echo: Times
    """Of a bare echo that has nothing else to do, in the same seconds."""
    pauses: int
    """To collect garbage."""
    longest_pause: float
    """Milliseconds, as fine as the house counts."""
    players: float
    """Per cent of another core that all players together took."""
    refused: dict[str, int]
    pace: Pace
    echo: Taken | None = None
    """A bare echo with as many lines and messages, on the same core afterwards."""
    bare: Taken | None = None
    """A bare broadcast in C of the same messages."""
    peers: dict[str, Taken] = {}
    """The same messages through other people's rooms."""

    @property
    def to_echo(self) -> float:
        """How many times as long as the echo's, all but one in a hundred: of verdicts and lines the worse."""
        return max(self.own[1], self.line[1]) / (self.echo.wait[1] if self.echo else self.idle_echo[1])


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
        return self._most(lambda row: row.to_echo <= TIMES)

    @property
    def holds_in_a_frame(self) -> int:
        """A verdict is seen at most one frame later than if the house took no time at all."""
        return self._most(lambda row: max(row.own[1], row.line[1]) <= A_FRAME)

    def _most(self, is_held: Callable[[Load], bool]) -> int:
        """Up to the first step that was too much."""
        return max((row.seated for row in takewhile(is_held, self.rows)), default=0)


Progress = Callable[[str], None]


def loads(
    lines: int, steps: Sequence[int], seconds: float, peers: Collection[int], progress: Progress
) -> Loads:
    """Each step has a house of its own; none follows one that had no time left. At some, `peers` play."""
    if peers:
        install()
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(_loads(lines, steps, seconds, peers, progress))


async def _loads(
    lines: int, steps: Sequence[int], seconds: float, peers: Collection[int], progress: Progress
) -> Loads:
    rows: list[Load] = []
    with TemporaryDirectory() as name, started("taphouse.sim.load.echo", cores=OTHERS) as bare:
        folder = Path(name)
        program, server = await compiled("players", folder), await compiled("broadcast", folder)
        progress(f"{lines} lines")
        with TemporaryDirectory() as data, serving(data, OWN) as house:
            looked_on = await _lines(program, house, bare, lines, seconds)
        for seated in steps:
            progress(f"{seated} players")
            with TemporaryDirectory() as data, serving(data, OWN) as house:
                row = await _load(program, house, bare, seated, seconds)
            progress(f"{seated} echoed")
            row = replace(row, echo=await echo(program, row.seated, row.pace, seconds))
            progress(f"{seated} in C")
            row = replace(row, bare=await broadcast(program, server, row.seated, row.pace, seconds))
            for other in SEATINGS if seated in peers else ():
                progress(f"{seated} on {other}")
                with suppress(TimeoutError, Hindrance):  # it did not even let them all in
                    found = await peer(other, program, row.seated, row.pace, seconds)
                    row = replace(row, peers={**row.peers, other: found})
            rows.append(row)
            if row.busy > SATURATED:
                break
    return Loads(looked_on, tuple(rows))


async def _load(program: Path, house: Process, bare: Process, seated: int, seconds: float) -> Load:
    quiet, empty = await open_table(house, {"game": GAME}), house.memory
    tables = [await open_table(house, {"game": GAME, "name": "P0"}) for _ in range(seated // A_TABLE)]
    party = [line for n, table in enumerate(tables) for line in _party(house, n, table)]
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
        longest_pause=max((bound for bound, count in _each(pauses) if count), default=0.0),
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
        Line("watches", n, house.port, f"/ws/{tables[n // WATCHERS].code}", (Step(b"", TEXT + HELLO),))
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


def _party(house: Process, number: int, table: Opened) -> list[Line]:
    """Four who play Tip Tap; the first opened the table."""
    back = msgspec.json.encode({"type": "hello", "v": 1, "token": table.token})
    seated = Step(b'"token":"', b"")

    def steps(seat: int) -> tuple[Step, ...]:
        if not seat:
            return Step(b"", TEXT + back), seated
        sit = b'{"type":"sit","name":"P%d"}' % seat
        return Step(b"", TEXT + HELLO), Step(b'"player":null', TEXT + sit), seated

    return [Line("party", number, house.port, f"/ws/{table.code}", steps(seat)) for seat in range(A_TABLE)]


def _probes(house: Process, bare: Process, quiet: Opened) -> list[Line]:
    """A few who look on and ping the house as no browser can, so that a pong waits where a tap would wait;
    and a few on a bare echo."""
    asking = [
        Line("pings", n, house.port, f"/ws/{quiet.code}", (Step(b"", TEXT + HELLO),)) for n in range(A_FEW)
    ]
    return asking + [Line("echoes", A_FEW + n, bare.port, "/") for n in range(A_FEW)]


def _each(buckets: Buckets) -> Buckets:
    """How many fell into each, instead of up to each."""
    counts = [count for _, count in buckets]
    return [(bound, count - was) for (bound, count), was in zip(buckets, [0.0, *counts], strict=False)]
