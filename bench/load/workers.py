"""taphouse bench workers: what a player costs a house in one process, and one with several workers."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from uvicorn.loops.auto import auto_loop_factory

from taphouse.core import SECOND, Value

from . import command
from .armed import A_TABLE
from .crowd import open_table
from .house import figures, serving
from .players import compiled, players
from .process import CORES
from .steps import GAME, SETTLE, party

ROUNDS = 3


class Shared(Value):
    """A house with some workers under one load."""

    workers: int
    seated: int
    per_player: float
    """Microseconds of processor for each player and second, of all workers."""
    largest: float
    """The share of it that the busiest worker had."""
    verdicts: int


class Found(Value):
    rows: tuple[Shared, ...]
    """The runs with one worker and with several, in turn, and as many players for each worker."""

    @property
    def times(self) -> float:
        """How many times the players of one core the workers carry, if each has a core of its own."""
        one, many = ([row for row in self.rows if (row.workers == 1) is is_one] for is_one in (True, False))
        busiest = median(row.per_player * row.largest for row in many)
        return median(row.per_player for row in one) / busiest


def main(arguments: Sequence[str] | None = None) -> int:
    parser = command.parser(
        "taphouse bench workers", "How many times one core's players the workers of a house carry.", [300]
    )
    parser.add_argument("--workers", type=int, default=len(CORES), help="of the house (%(default)s)")
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help="with one worker and with more (%(default)s)"
    )
    asked = parser.parse_args(arguments)
    return command.run(
        asked, lambda: measured(asked.players, asked.seconds, asked.workers, asked.rounds), table
    )


def measured(seated: Sequence[int], seconds: float, workers: int, rounds: int) -> Found:
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(_measured(seated, seconds, workers, rounds))


async def _measured(seated: Sequence[int], seconds: float, workers: int, rounds: int) -> Found:
    with TemporaryDirectory() as name:
        program = await compiled("players", Path(name))
        return Found(
            tuple(
                [
                    await _shared(program, some * count, seconds, count)
                    for some in seated
                    for _ in range(rounds)
                    for count in (1, workers)
                ]
            )
        )


async def _shared(program: Path, seated: int, seconds: float, workers: int) -> Shared:
    command.progress(f"{seated} players, {workers} workers")
    with TemporaryDirectory() as data, serving(data, workers=workers) as house:
        tables = [await open_table(house, {"game": GAME, "name": "P0"}) for _ in range(seated // A_TABLE)]
        crowd = [plan for number, table in enumerate(tables) for plan in party(house, number, table)]
        async with players(program, crowd):
            await asyncio.sleep(SETTLE)
            before, cpu = await figures(house), [worker.cpu for worker in house.workers]
            await asyncio.sleep(seconds)
            taken = [worker.cpu - was for worker, was in zip(house.workers, cpu, strict=True)]
            after = await figures(house)
    verdicts = _verdicts(after) - _verdicts(before)
    spent = sum(taken)
    return Shared(workers, len(crowd), spent * SECOND / (len(crowd) * seconds), max(taken) / spent, verdicts)


def _verdicts(found: dict[str, list[tuple[float, float]]]) -> int:
    return round(found["taphouse_verdict_processing_seconds_bucket"][-1][1])


def table(found: Found) -> str:
    def lines() -> Iterator[str]:
        yield f"{'workers':>8} {'seated':>7} {'µs a player':>12} {'busiest':>8} {'verdicts':>9}"
        for row in found.rows:
            yield (
                f"{row.workers:>8} {row.seated:>7} {row.per_player:>12.0f} {100 * row.largest:>6.1f} %"
                f" {row.verdicts:>9}"
            )
        yield ""
        yield f"Several workers carry {found.times:.2f} times the players of one, if each has a core."

    return "\n".join(lines())


if __name__ == "__main__":
    sys.exit(main())
