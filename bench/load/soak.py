"""taphouse bench soak: whether a house that is used for long keeps its memory, its files and its pace."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory

import msgspec
from uvicorn.loops.auto import auto_loop_factory

from taphouse.core import Value

from .house import Buckets, between, each_bucket, figures, quantile, samples, serving
from .process import CannotMeasure, Process
from .visits import Visits

MINUTE = 60.0  # seconds
WAKE_UP = 0.1  # seconds: the house measures its own loop as often
LEAVING = 10  # seconds, at most, until the house has noticed that everybody left
SPARE = 2  # descriptors: what a request may still hold when the last sample is taken
MOST_TABLES = 200


class Sample(Value):
    """What the house holds after some minutes, and how it did since the sample before."""

    minute: float
    memory: float
    """Resident MiB."""
    descriptors: int
    journal: float
    """MiB on disk, with its log."""
    log: float
    """KiB of log lines, at level info."""
    connections: int
    tables: int
    playing: int
    verdicts: int
    """Judged taps since the start."""
    busy: float
    """Per cent of one core."""
    stall: tuple[float, float]
    """How late the event loop woke up, ms: p99 and longest, at the resolution of the house's histogram."""
    machine: tuple[float, float]
    """The same of the process that measures, which has little to do: what the machine itself adds."""
    pause: float
    """The longest garbage collection, ms."""


class Soak(Value):
    minutes: float
    samples: tuple[Sample, ...]
    """The first before anybody came, the last after everybody left."""
    games: int
    connected: int
    asked: int
    refused: dict[str, int]
    broken: int
    """Tables that failed and were restored."""
    complaints: tuple[str, ...]
    """Warnings and errors in the log."""

    @property
    def problems(self) -> list[str]:
        first, last = self.samples[0], self.samples[-1]
        found = (
            [f"the log has {len(self.complaints)} warnings or errors: {self.complaints[0]}"]
            if self.complaints
            else []
        )
        if last.descriptors > first.descriptors + SPARE:
            found.append(f"{last.descriptors - first.descriptors} descriptors were not closed")
        if last.connections:
            found.append(f"{last.connections} connections are still counted")
        if self.broken:
            found.append(f"{self.broken} tables broke")
        return found


class Log(msgspec.Struct):
    level: str
    message: str


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    try:
        if not sys.platform.startswith("linux"):
            raise CannotMeasure("this needs Linux")
        if asked.minutes <= 0 or asked.every <= 0 or not 1 <= asked.tables <= MOST_TABLES:
            raise CannotMeasure(f"this needs some time, and 1 to {MOST_TABLES} tables")
        found = soak(asked)
    except CannotMeasure as why:
        print(f"taphouse: {why}", file=sys.stderr)
        return 2
    print(msgspec.json.format(msgspec.json.encode(found)).decode() if asked.json else soak_summary(found))
    return 1 if found.problems else 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="taphouse bench soak",
        description="Opens a house in its own process and uses it for long: games of bots and people, and"
        " connections that come, break and come back. Prints what the house holds. The exit code is 1 if"
        " something was not given back.",
    )
    parser.add_argument("--minutes", type=float, default=60, help="how long (%(default)s)")
    parser.add_argument("--every", type=float, default=5, help="minutes between two lines (%(default)s)")
    parser.add_argument("--tables", type=int, default=14, help="tables in use (%(default)s)")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    return parser


def soak(asked: Namespace) -> Soak:
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner, TemporaryDirectory() as data:
        return runner.run(_soak(asked, Path(data)))


async def _soak(asked: Namespace, data: Path) -> Soak:
    log = data / "log"
    with _open_house(data, log) as house:
        probe = await Probe.start(house, data, log)
        _tell(asked, HEAD)
        visits = Visits(house, Random(asked.seed))
        taken: list[Sample] = []

        async def look() -> None:
            taken.append(await probe.look())
            _tell(asked, _row(taken[-1]))

        await look()
        try:
            await visits.begin(asked.tables)
            left = asked.minutes
            while left > 0:
                await asyncio.sleep(min(asked.every, left) * MINUTE)
                left -= asked.every
                if (why := visits.problem()) is not None:
                    raise CannotMeasure(f"the house did not answer: {why!r}")
                await look()
        finally:
            await visits.end()
        await _until_empty(house)
        await look()
        broken = sum(
            each.value for each in await samples(house) if each.name == "taphouse_tables_broken_total"
        )
    lines = [msgspec.json.decode(line, type=Log) for line in log.read_bytes().splitlines()]
    complaints = tuple(line.message for line in lines if line.level in ("warning", "error", "critical"))
    return Soak(
        asked.minutes,
        tuple(taken),
        visits.games,
        visits.connected,
        visits.asked,
        visits.tally.sorry,
        round(broken),
        complaints,
    )


async def _until_empty(house: Process) -> None:
    for _ in range(LEAVING):
        await asyncio.sleep(1)
        if not any(each.value for each in await samples(house) if each.name == "taphouse_connections"):
            return


@contextmanager
def _open_house(data: Path, log: Path) -> Iterator[Process]:
    with log.open("wb") as file, serving(str(data), log=file.fileno(), log_level="info") as house:
        yield house


class Probe:
    """Looks at the house and remembers what it saw last."""

    def __init__(self, house: Process, data: Path, log: Path, histograms: dict[str, Buckets]) -> None:
        self._house, self._data, self._log = house, data, log
        self._clock = asyncio.get_running_loop().time
        self._began = self._last = self._clock()
        self._cpu, self._histograms = house.cpu, histograms
        self._late: list[float] = []
        self._watch = asyncio.create_task(self._wake_up())

    async def _wake_up(self) -> None:
        while True:
            due = self._clock() + WAKE_UP
            await asyncio.sleep(WAKE_UP)
            self._late.append(1_000 * (self._clock() - due))

    @classmethod
    async def start(cls, house: Process, data: Path, log: Path) -> Probe:
        return cls(house, data, log, await figures(house))

    async def look(self) -> Sample:
        now, cpu = self._clock(), self._house.cpu
        counts = {each.name.removeprefix("taphouse_"): each.value for each in await samples(self._house)}
        histograms = await figures(self._house)
        stalls = between(self._histograms, histograms, "stall_seconds")
        pauses = between(self._histograms, histograms, "gc_pause_seconds")
        seen = Sample(
            minute=(now - self._began) / MINUTE,
            memory=self._house.memory / 1024,
            descriptors=self._house.descriptors,
            journal=sum(file.stat().st_size for file in self._data.glob("house.db*")) / 2**20,
            log=self._log.stat().st_size / 2**10,
            connections=round(counts["connections"]),
            tables=round(counts["tables"]),
            playing=round(counts["tables_playing"]),
            verdicts=round(counts["verdict_processing_seconds_count"]),
            busy=100 * (cpu - self._cpu) / max(1e-9, now - self._last),
            stall=(quantile(stalls, 0.99) if stalls[-1][1] else 0.0, _longest(stalls)),
            machine=_p99_and_most(self._late),
            pause=_longest(pauses),
        )
        self._last, self._cpu, self._histograms, self._late = now, cpu, histograms, []
        return seen


def _p99_and_most(late: list[float]) -> tuple[float, float]:
    return (quantiles(late, n=100, method="inclusive")[98], max(late)) if len(late) > 1 else (0.0, 0.0)


def _longest(buckets: Buckets) -> float:
    return max((bound for bound, count in each_bucket(buckets) if count), default=0.0)


HEAD = (
    f"{'minute':>7} {'MiB':>7} {'files':>6} {'journal MiB':>12} {'log KiB':>8} {'lines':>6} {'tables':>7}"
    f" {'playing':>8} {'verdicts':>9} {'busy':>7} {'stall p99/max ms':>17} {'machine':>9} {'gc max ms':>10}"
)


def _row(sample: Sample) -> str:
    return (
        f"{sample.minute:>7.1f} {sample.memory:>7.1f} {sample.descriptors:>6} {sample.journal:>12.1f}"
        f" {sample.log:>8.1f} {sample.connections:>6} {sample.tables:>7} {sample.playing:>8}"
        f" {sample.verdicts:>9} {sample.busy:>5.0f} % {_pair(sample.stall):>17} {_pair(sample.machine):>9}"
        f" {sample.pause:>10g}"
    )


def _pair(times: tuple[float, float]) -> str:
    return f"{times[0]:.0f}/{times[1]:.0f}"


def soak_summary(found: Soak) -> str:
    used = found.samples[1:-1]
    half = used[len(used) // 2 :]
    hours = (half[-1].minute - half[0].minute) / 60
    growth = (
        f"{(half[-1].memory - half[0].memory) / hours:+.1f} MiB an hour" if hours else "too short to tell"
    )
    return "\n".join(
        [
            f"{found.minutes:g} minutes, {found.games} games, {found.connected} connections,"
            f" {found.asked} requests; memory in the second half: {growth}",
            *(f"refused: {why} {count}" for why, count in found.refused.items()),
            *(found.problems or ["everything was given back"]),
        ]
    )


def _tell(asked: Namespace, line: str) -> None:
    """Lines appear while the house runs; with --json only on stderr."""
    print(line, file=sys.stderr if asked.json else sys.stdout, flush=True)


if __name__ == "__main__":
    sys.exit(main())
