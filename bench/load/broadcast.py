"""Sends the same messages through a bare broadcast in C: the cost of sockets without any judging."""

from __future__ import annotations

import asyncio
from pathlib import Path

from taphouse.core import Value, replace

from .players import TEXT, ConnectionPlan, Players, Times, players, times
from .process import OWN, Process, running, started

STAMP = b"~0000000000000000"  # the players program writes the time of sending here
SAID = 60  # bytes: about the length of a message from a page
TAP, OTHER = TEXT + b"t" + b"x" * (SAID - 1), TEXT + b"p" + b"x" * (SAID - 1)
ECHOED = TEXT + STAMP + b"x" * (SAID - len(STAMP))
SETTLE = 2.0  # seconds


class Pace(Value):
    """Messages of one player in a second."""

    said: float
    """Sent to the server."""
    heard: float
    """Received from the server."""
    pings: float
    size: int
    """Average bytes of a received message."""
    seats: int

    @property
    def taps(self) -> float:
        """Taps in a second. Each goes to the whole table, so this many produce `heard`."""
        return self.heard / self.seats

    @property
    def others(self) -> float:
        return max(0.0, self.said - self.taps)

    @property
    def ping_ms(self) -> int:
        return round(1_000 / self.pings) if self.pings else 0


class Taken(Value):
    """The cost of the same messages on another server."""

    busy: float
    """Per cent of one core."""
    wait: Times
    """From a tap until its broadcast arrives, in milliseconds."""
    size: int
    """Average bytes of a received message."""
    kept_up: float
    """Share of the expected messages that arrived."""


async def broadcast(program: Path, server: Path, seated: int, pace: Pace, seconds: float) -> Taken:
    with running(str(server), str(pace.seats), str(pace.size), str(pace.ping_ms), cores=OWN) as bare:
        lines = [
            ConnectionPlan("beats", n // pace.seats, bare.port, "/", (), TAP, OTHER, pace.taps, pace.others)
            for n in range(seated)
        ]
        async with players(program, lines) as beating:
            return await taken(bare, beating, seconds, pace)


async def echo(program: Path, seated: int, pace: Pace, seconds: float) -> Taken:
    """As many connections and messages on a server that only echoes: the least work of any asyncio server."""
    said = pace.said + pace.pings
    alone = replace(pace, said=said, heard=said, pings=0, seats=1)
    with started("bench.load.echo", cores=OWN) as bare:
        lines = [ConnectionPlan("beats", n, bare.port, "/", (), ECHOED, b"", said) for n in range(seated)]
        async with players(program, lines) as beating:
            return await taken(bare, beating, seconds, alone)


async def taken(server: Process, beating: Players, seconds: float, pace: Pace) -> Taken:
    await asyncio.sleep(SETTLE)
    before, cpu = await beating.tally(), server.cpu
    await asyncio.sleep(seconds)
    after, cpu = await beating.tally(), server.cpu - cpu
    counted = after.since(before)
    return Taken(
        100 * cpu / seconds,
        times(counted.beats),
        counted.bytes // max(1, counted.heard),
        counted.heard / max(1, counted.taps * pace.seats),
    )
