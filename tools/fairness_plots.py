"""Draws the plots of docs/fairness.md from the figures of a benchmark.

taphouse bench fair families --races 6000 --seed juniper-4471 --json | python tools/fairness_plots.py
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).resolve().parents[1] / "docs"
PLAYERS = 4  # players in the cells that are drawn
DRAWN = ("local", "mixed", "global", "bufferbloat", "sleeping", "loss", "proxy", "handover")  # families

LEFT, TOP, WIDTH, HEIGHT = 56, 64, 960, 260  # the area with the bars
TOTAL_WIDTH, TOTAL_HEIGHT = LEFT + WIDTH + 24, TOP + HEIGHT + 80
INK, FAINT = "#2b2320", "#d9cfc4"
PAPER = "#fffaf3"  # a background, so that the plot is readable on a dark page too
A_ROW = 3  # names in a row of the legend
COLOURS = ("#b9aca0", "#8fa3b5", "#6d8f72", "#c98b3c", "#a23b2a")

WAYS = {
    "arrival": "order of arrival",
    "half_trip": "arrival − RTT/2",
    "stamps": "synchronised clocks",
    "equalised": "synchronised, shown at one moment",
    "right": "Taphouse",
}


class Series(NamedTuple):
    name: str
    values: tuple[float, ...]
    """One value for each group."""


def main() -> None:
    found = json.load(sys.stdin)
    cells = [cell for cell in found["cells"] if cell["players"] == PLAYERS and cell["family"] in DRAWN]
    source = f"{found['races']} simulated races each, {PLAYERS} players, seed {found['seed']}"
    groups = [cell["family"] for cell in cells]
    winners = [
        Series(name, tuple((cell | cell["fair"])[way] for cell in cells)) for way, name in WAYS.items()
    ]
    title = "Races in which the player with the shortest response won, in %"
    draw("fairness-winner.svg", title, source, groups, winners, 100, 20)
    times = {"hold": "tap arrived → verdict", "felt": "finger → verdict on own screen"}
    holds = [
        Series(f"{name}, {share}", tuple(cell["fair"][key][index] for cell in cells))
        for key, name in times.items()
        for index, share in enumerate(("median", "99 of 100"))
    ]
    title = "How long the winner waits for a verdict, in ms"
    draw("fairness-hold.svg", title, source, groups, holds, 500, 100)


def draw(
    file: str, title: str, source: str, groups: Sequence[str], series: Sequence[Series], most: int, step: int
) -> None:
    (DOCS / file).write_text("\n".join(_svg(title, source, groups, series, most, step)) + "\n")


def _svg(
    title: str, source: str, groups: Sequence[str], series: Sequence[Series], most: int, step: int
) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {TOTAL_WIDTH} {TOTAL_HEIGHT}" role="img"'
        f' font-family="system-ui, sans-serif" font-size="12" fill="{INK}">'
    )
    yield f"<title>{escape(title)}</title>"
    yield f'<rect width="{TOTAL_WIDTH}" height="{TOTAL_HEIGHT}" fill="{PAPER}"/>'
    yield _text(LEFT, 24, title, size=16)
    yield _text(LEFT, 44, source)
    for mark in range(0, most + 1, step):
        y = _height_of(mark, most)
        yield f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="{FAINT}"/>'
        yield _text(LEFT - 8, y + 4, str(mark), anchor="end")
    yield from _bars(groups, series, most)
    for number, one in enumerate(series):
        row, column = divmod(number, A_ROW)
        x, y = LEFT + column * WIDTH / A_ROW, TOP + HEIGHT + 44 + 20 * row
        yield f'<rect x="{x:.1f}" y="{y - 10}" width="12" height="12" fill="{COLOURS[number]}"/>'
        yield _text(x + 17, y, one.name)
    yield "</svg>"


def _bars(groups: Sequence[str], series: Sequence[Series], most: int) -> Iterator[str]:
    room = WIDTH / len(groups)
    bar = 0.8 * room / len(series)
    for group, name in enumerate(groups):
        yield _text(LEFT + (group + 0.5) * room, TOP + HEIGHT + 18, name, anchor="middle")
        for number, one in enumerate(series):
            value = one.values[group]
            x, y = LEFT + (group + 0.1) * room + number * bar, _height_of(min(value, most), most)
            shape = f'x="{x:.1f}" y="{y:.1f}" width="{bar - 2:.1f}" height="{TOP + HEIGHT - y:.1f}"'
            yield f'<rect {shape} fill="{COLOURS[number]}"/>'
            yield _text(x + bar / 2 - 1, y - 3, _figure(value), size=9, anchor="middle")


def _figure(value: float) -> str:
    return f"{value:.1f}" if 99 < value < 100 else f"{value:.0f}"


def _height_of(value: float, most: int) -> float:
    return TOP + HEIGHT * (1 - value / most)


def _text(x: float, y: float, text: str, **style: Any) -> str:
    size = f' font-size="{style["size"]}"' if "size" in style else ""
    anchor = f' text-anchor="{style["anchor"]}"' if "anchor" in style else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{size}{anchor}>{escape(text)}</text>'


if __name__ == "__main__":
    main()
