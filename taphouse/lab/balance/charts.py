"""Charts as inline SVG. Text stays outside of them, so that it keeps its size on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from taphouse.core import Value
from taphouse.lab.balance.intervals import Estimate

BARS = 20
WIDTH, HEIGHT = 1_000, 24


class Scale(Value):
    """What a chart shows from left to right."""

    low: float
    high: float

    def at(self, figure: float) -> float:
        return round(WIDTH * (figure - self.low) / (self.high - self.low), 1)


def scale_of(estimates: Sequence[Estimate], *also: float) -> Scale:
    """From the lowest end of an interval to the highest, with a margin."""
    ends = [*(end for each in estimates for end in (each.low, each.high)), *also]
    span = (max(ends) - min(ends)) or 1.0
    return Scale(min(ends) - 0.04 * span, max(ends) + 0.04 * span)


def interval(found: Estimate, scale: Scale, mark: float, label: str) -> str:
    """A line from one end to the other, a bar at the figure, and a dashed line at `mark`."""
    low, high, value, line = map(scale.at, (found.low, found.high, found.value, mark))
    middle = HEIGHT / 2
    return (
        f'<svg class="interval" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(label)}">'
        f'<line class="mark" x1="{line}" x2="{line}" y1="0" y2="{HEIGHT}"/>'
        f'<line class="reach" x1="{low}" x2="{high}" y1="{middle}" y2="{middle}"/>'
        f'<line class="end" x1="{low}" x2="{low}" y1="7" y2="17"/>'
        f'<line class="end" x1="{high}" x2="{high}" y1="7" y2="17"/>'
        f'<line class="value" x1="{value}" x2="{value}" y1="3" y2="21"/></svg>'
    )


def histogram(figures: Sequence[float], label: str) -> str:
    """How often each value was seen, with the ends of the axis below."""
    low, high = min(figures), max(figures)
    whole = all(figure == int(figure) for figure in figures)
    bars = min(BARS, int(high - low) + 1) if whole else BARS
    width = -(-(int(high - low) + 1) // bars) if whole else (high - low) / bars or 1.0
    counts = [0] * bars
    for figure in figures:
        counts[min(bars - 1, int((figure - low) / width))] += 1
    step, most = WIDTH / bars, max(counts)
    rects = "".join(
        f'<rect x="{n * step + step * 0.08:.1f}" y="{200 - 190 * count / most:.1f}" '
        f'width="{step * 0.84:.1f}" height="{190 * count / most:.1f}"/>'
        for n, count in enumerate(counts)
        if count
    )
    last = low + bars * width - (1 if whole else 0)
    ends = [f"{end:.0f}" if whole else f"{end:.1f}" for end in (low, last)]
    axis = "".join(f"<span>{end}</span>" for end in ends)
    return (
        f'<svg class="histogram" viewBox="0 0 {WIDTH} 200" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(label)}">{rects}</svg><div class="axis" aria-hidden="true">{axis}</div>'
    )
