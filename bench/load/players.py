"""Compiles and runs the players program, plans its connections and reads its counts."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from taphouse.core import MS, Value

from .process import OTHERS, CannotMeasure

TEXT, BINARY = b"\x81", b"\x82"  # the first byte of a frame

Kind: TypeAlias = Literal["party", "beats", "watches", "pings", "echoes"]
LETTERS: dict[Kind, str] = {"party": "p", "beats": "b", "watches": "w", "pings": "q", "echoes": "e"}

Waits: TypeAlias = tuple[tuple[int, int], ...]
"""Upper bound in microseconds, and the count in this bucket."""
Times: TypeAlias = tuple[float, float, float]
"""Milliseconds: p50, p99 and p99.9."""


class Step(Value):
    """One step on the way to a seat: waits for a message with `wait` in it, then sends `say`."""

    wait: bytes
    say: bytes


class ConnectionPlan(Value):
    """The plan of one connection."""

    kind: Kind
    table: int
    """Connections of one table join one after the other."""
    port: int
    path: str
    steps: tuple[Step, ...] = ()
    tap: bytes = b""
    other: bytes = b""
    taps: float = 0
    """Per second."""
    others: float = 0
    """Per second."""

    def __str__(self) -> str:
        steps = " ".join(f"{step.wait.hex()}:{step.say.hex()}" for step in self.steps)
        return (
            f"{LETTERS[self.kind]} {self.table} {self.port} {self.path} {self.tap.hex() or '-'}"
            f" {self.other.hex() or '-'} {self.taps} {self.others} {steps}".rstrip()
        )


class Counted(Value):
    """Counts for all players since they started."""

    open: int
    said: int
    taps: int
    heard: int
    bytes: int
    answered: int
    """Pings."""
    cpu: float
    """Processor seconds of the players program."""
    sorry: dict[str, int]
    beats: Waits
    pings: Waits
    echoes: Waits

    def since(self, before: Counted) -> Counted:
        return Counted(
            self.open,
            self.said - before.said,
            self.taps - before.taps,
            self.heard - before.heard,
            self.bytes - before.bytes,
            self.answered - before.answered,
            self.cpu - before.cpu,
            dict(Counter(self.sorry) - Counter(before.sorry)),
            _less(self.beats, before.beats),
            _less(self.pings, before.pings),
            _less(self.echoes, before.echoes),
        )


def _less(waits: Waits, before: Waits) -> Waits:
    counts = Counter(dict(waits))
    counts.subtract(dict(before))
    return tuple(sorted((bound, count) for bound, count in counts.items() if count))


def times(waits: Waits) -> Times:
    return _quantile(waits, 0.5), _quantile(waits, 0.99), _quantile(waits, 0.999)


def _quantile(waits: Waits, share: float) -> float:
    wanted, counted = share * sum(count for _, count in waits), 0
    for bound, count in waits:
        counted += count
        if counted >= wanted:
            return bound / MS
    return float("inf")  # no answer was counted


class Players:
    """The running players program, after all players joined."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def tally(self) -> Counted:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(b"\n")
        return msgspec.json.decode(await self._process.stdout.readline(), type=Counted)


@asynccontextmanager
async def players(program: Path, lines: Iterable[ConnectionPlan]) -> AsyncIterator[Players]:
    process = await asyncio.create_subprocess_exec(
        program,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        limit=1 << 20,
        preexec_fn=partial(os.sched_setaffinity, 0, OTHERS),
    )
    assert process.stdin
    assert process.stdout
    try:
        process.stdin.write(("\n".join(map(str, lines)) + "\n\n").encode())
        if await process.stdout.readline() != b"ready\n":
            raise CannotMeasure("not all players could join")
        yield Players(process)
    finally:
        process.stdin.close()
        with suppress(ProcessLookupError):  # it has already ended
            process.kill()
        await process.wait()


async def compiled(name: str, folder: Path) -> Path:
    """Compiles `name`.c of this package into `folder`. The caller has checked that there is a compiler."""
    program, compiler = folder / name, shutil.which("cc")
    assert compiler
    await asyncio.to_thread(
        subprocess.check_call,
        [compiler, "-O2", "-o", str(program), str(Path(__file__).with_name(f"{name}.c")), "-lm"],
    )
    return program
