"""How much later than the slowest player a big screen in the room shows what opens a race.

    python -m bench.onlookers

Simulated time: real tables and rules, pages on lines of a given delay, screens that draw 60 times a second.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from taphouse.core import MS
from tests.house.party import party
from tests.house.test_onlookers import GAMES, Table, waits

LINES = {
    "all in the room (8 ms)": [(4, 4)] * 3,
    "WiFi and 5G (20 to 35 ms)": [(9, 11), (12, 16), (15, 20)],
    "one across an ocean (110 ms)": [(4, 4), (9, 11), (50, 60)],
    "one on far 4G (210 ms)": [(4, 4), (9, 11), (95, 115)],
}
TV = 3, 3  # milliseconds there and back


async def behind(game: str, lines: list[tuple[int, int]]) -> tuple[float, float]:
    """Milliseconds by which the big screen is behind the slowest player and behind the first one."""
    with TemporaryDirectory() as folder:
        async with party(Path(folder)) as here:
            seats = [(line, GAMES[game] if place == 0 else waits, {}) for place, line in enumerate(lines)]
            there = await Table.of(here, game, *seats)
            tv = await there.watcher(TV, screen="table")
            await there.until(lambda: tv.raced and all(page.raced for page in there.players))
            seen = [page.raced for page in there.players]
            return (tv.raced - max(seen)) / MS, (tv.raced - min(seen)) / MS


def main() -> None:
    for name, lines in LINES.items():
        delays = [asyncio.run(behind(game, lines)) for game in GAMES]
        slowest, first = ([*each] for each in zip(*delays, strict=True))
        print(
            f"{name}: behind the slowest player by {median(slowest):.0f} ms (at most {max(slowest):.0f}),"
            f" behind the first by {median(first):.0f} ms (at most {max(first):.0f})"
        )


if __name__ == "__main__":
    main()
