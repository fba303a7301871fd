"""taphouse bench instructions: what a real table computes, in machine instructions. Needs valgrind.

A game with simulated lines and people is played once, and every call of its table is noted. Then the same
calls are made again under valgrind, which counts the same on a busy machine as on a quiet one.
"""

from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from taphouse import __version__
from taphouse.core import SECOND, Time, Value
from taphouse.lab.fairness.families import FAMILIES
from taphouse.lab.fairness.tables import SEATS, SeededChance, TableRun
from taphouse.replay.seal import HouseKey
from taphouse.shelf import own_shelf
from taphouse.table import wire
from taphouse.table.context import TableContext
from taphouse.table.effects import Effect, Ping, Send, WakeAt
from taphouse.table.inputs import REPORTS, Input, Ponged, Queued, Received
from taphouse.table.room import Room
from taphouse.table.table import Table
from taphouse.table.tokens import Tokens

COUNTED = re.compile(r"I\s+refs:\s+([\d,]+)")
LASTS = 120 * SECOND  # of each game


class Call(NamedTuple):
    """One call of a table: `put` if there is an item, else `handle`."""

    now: Time
    item: Queued | None
    inputs: tuple[Input, ...]


class Played(NamedTuple):
    """All calls of one table."""

    seed: str
    room: Room
    began: Time
    calls: list[Call]


class Counts(Value):
    """Of all games together."""

    game: str
    family: str
    instructions: int
    seconds: float
    """Of play, of all players together."""
    kinds: dict[str, int]
    """How many messages, pings, updates and steps there were."""


class NotedTable:
    """Notes how a table is called. Its handles are numbers, so that the calls can be stored."""

    def __init__(self, context: TableContext, room: Room, now: Time) -> None:
        self._table = Table(context, room, now)  # a compiled one cannot be inherited from
        self.opened = room, now
        self.calls: list[Call] = []
        self.effects = Counter[type[Effect]]()
        self._numbers: dict[Any, int] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def put(self, item: Queued, now: Time) -> bool:
        number = self._numbers.setdefault(item.handle, len(self._numbers)) if hasattr(item, "handle") else 0
        self.calls.append(Call(now, _with_handle(item, number), ()))
        return self._table.put(item, now)

    def handle(self, inputs: Sequence[Input], now: Time, wall: int) -> list[Effect]:
        self.calls.append(Call(now, None, tuple(inputs)))
        effects = self._table.handle(inputs, now, wall)
        self.effects.update(map(type, effects))
        return effects


def play(
    game: str, family: str, games: int, seed: str, lasts: Time = LASTS
) -> tuple[list[Played], Counter[str]]:
    """Plays the games once. Returns every call, and what was counted."""
    found, kinds = list[Played](), Counter[str]()
    for number in range(games):
        random = Random(f"{seed}/{game}/{family}/{number}")
        lines = FAMILIES[family].draw(random, SEATS)
        run = TableRun(own_shelf(), game, lines, random, FAMILIES[family].fairness(), open_table=NotedTable)
        run.play(lasts)
        table: Any = run.table
        room, began = table.opened
        found.append(Played(run.seed, room, began, table.calls))
        kinds.update(_kinds(table))
    return found, kinds


def _kinds(table: NotedTable) -> Counter[str]:
    kinds = Counter[str]()
    for call in table.calls:
        if isinstance(call.item, Ponged):
            kinds["pongs"] += 1
        elif isinstance(call.item, Received) and isinstance(call.item.message, REPORTS):
            kinds["reports"] += 1
        elif isinstance(call.item, Received) and isinstance(call.item.message, wire.Do):
            kinds["taps"] += 1
        elif call.item is None:
            kinds["steps"] += 1
    kinds.update(pings=table.effects[Ping], messages=table.effects[Send], timers=table.effects[WakeAt])
    return kinds


def context(seed: str) -> TableContext:
    """As `TableRun` gives it to its table."""
    return TableContext(own_shelf(), Tokens(b"lab"), HouseKey(b"lab"), SeededChance(seed), __version__)


def repeat(calls: Sequence[Call], table: Table | NotedTable) -> None:
    """Makes all calls again."""
    for now, item, inputs in calls:
        if isinstance(item, Ponged):
            table.pong(item.handle, item.nonce, item.arrived, item.kernel)
        elif isinstance(item, Received) and isinstance(item.message, REPORTS):
            table.report(item.handle, item.message, item.arrived, now)
        elif item is not None:
            table.put(item, now)
        else:
            table.handle(inputs, now, now // SECOND)


def count(game: str, family: str, games: int, seed: str) -> Counts:
    played, kinds = play(game, family, games, seed)
    seconds = sum(one.calls[-1].now - one.began for one in played) / SECOND * SEATS
    with TemporaryDirectory() as folder:
        calls = Path(folder) / "calls"
        calls.write_bytes(pickle.dumps(played))
        instructions = _instructions(calls, repeats=1) - _instructions(calls, repeats=0)
    return Counts(game, family, instructions, seconds, dict(kinds))


def _instructions(calls: Path, repeats: int) -> int:
    """Of a process that reads the calls and makes them so many times."""
    valgrind = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
    found = subprocess.run(
        [*valgrind, sys.executable, "-m", "bench.load.instructions", "--calls", str(calls), str(repeats)],
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    counted = COUNTED.search(found.stderr)
    if counted is None:
        raise RuntimeError(found.stderr)
    return int(counted[1].replace(",", ""))


def _with_handle(item: Queued, number: int) -> Queued:
    fields = {name: getattr(item, name) for name in item.__struct_fields__}
    return type(item)(**{**fields, "handle": number}) if "handle" in fields else item


def page(found: Sequence[Counts]) -> str:
    lines = ["for each player and second: thousands of instructions of the table, and what it did"]
    for row in found:
        kinds = ", ".join(f"{kind} {many / row.seconds:.2f}" for kind, many in sorted(row.kinds.items()))
        lines.append(f"{row.game:>14} {row.family:>8} {row.instructions / row.seconds / 1e3:>9.1f}   {kinds}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(
        prog="taphouse bench instructions",
        description="What a real table computes, in machine instructions.",
    )
    parser.add_argument(
        "--game", action="append", choices=sorted(own_shelf()), help="repeatable (default: all)"
    )
    parser.add_argument("--family", default="local", choices=sorted(FAMILIES), help="of lines (%(default)s)")
    parser.add_argument("--games", type=int, default=1, help="of each kind (%(default)s)")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--calls", nargs=2, metavar=("FILE", "TIMES"), help="make noted calls so many times")
    asked = parser.parse_args(arguments)
    if asked.calls:
        played: list[Played] = pickle.loads(Path(asked.calls[0]).read_bytes())
        for one in played * int(asked.calls[1]):
            repeat(one.calls, Table(context(one.seed), one.room, one.began))
        return 0
    if shutil.which("valgrind") is None:
        print("taphouse: instructions are counted by valgrind, which is not installed", file=sys.stderr)
        return 2
    games = asked.game or sorted(own_shelf())
    print(page([count(game, asked.family, asked.games, asked.seed) for game in games]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
