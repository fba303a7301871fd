"""The report of `taphouse bench load` as text."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from .broadcast import Taken
from .steps import A_FRAME, TIMES, Load, Loads


def load_table(found: Loads) -> str:
    lines, rows = found.lines, found.rows
    return "\n".join(
        [
            f"the house on {found.build}",
            f"{lines.open} watching connections: {lines.kib:.1f} KiB each, {lines.busy:.0f} % of a core;"
            f" a table takes {lines.table_kib:.1f} KiB",
            f"a ping through the house meanwhile {_triple(lines.line)} ms, a bare echo {_triple(lines.echo)}",
            "",
            "Tip Tap, tables of four; rates for each player and second, times in ms (p50/p99/p99.9)",
            f"{'seated':>7} {'verdicts':>9} {'up':>6} {'down':>6} {'busy':>6} {'µs a player':>12}"
            f" {'KiB a player':>13} {'own':>17} {'line':>17} {'echo':>15} {'idle echo':>15} {'to echo':>8}"
            f" {'gc':>9} {'client':>7}",
            *map(_load, rows),
            "",
            f"one core held {found.capacity} seated players: p99 at most {TIMES:g} times that of a bare echo"
            " with as many connections and messages",
            f"and {found.capacity_in_a_frame} with a p99 of at most {A_FRAME} ms: one frame of a screen",
            "",
            "a judged tap and all that belongs to it, µs of processor",
            *(
                f"{row.seated // 4:>7} tables {row.per_tap:>7.0f}"
                f" {row.per_tap / rows[0].per_tap:>6.2f} x that of {rows[0].seated // 4} tables"
                for row in rows
            ),
            "",
            "the same messages on other servers, medians (least to most) of all rounds: only colyseus-judging"
            " judges taps and stores them",
            f"{'seated':>7} {'server':>16} {'rounds':>6} {'busy':>22} {'house to it':>20}"
            f" {'tap to update':>20} {'bytes':>6} {'sent':>6}",
            *(
                _elsewhere(where, rounds)
                for rounds in found.steps
                for where in dict.fromkeys(name for row in rounds for name in _others(row))
            ),
        ]
    )


def _load(row: Load) -> str:
    return (
        f"{row.seated:>7} {row.verdicts:>9} {row.up:>6.2f} {row.down:>6.2f} {row.busy:>4.0f} %"
        f" {row.busy * 10_000 / row.seated:>12.0f} {row.kib:>13.1f}"
        f" {_triple(row.own):>17} {_triple(row.line):>17}"
        f" {_triple(row.echo.wait) if row.echo else '-':>15} {_triple(row.idle_echo):>15}"
        f" {row.to_echo:>6.1f} x"
        f" {row.pauses:>3} <{row.longest_pause:<4.1f} {row.players:>5.0f} %"
        + "".join(f"  {why} {count}" for why, count in row.refused.items())
    )


def _others(row: Load) -> dict[str, Taken]:
    known = {"bare echo": row.echo, "bare C": row.bare, **row.peers}
    return {where: taken for where, taken in known.items() if taken is not None}


def _elsewhere(where: str, rounds: Sequence[Load]) -> str:
    """Compares within each round: what disturbs the machine for longer disturbs both."""
    pairs = [(row, taken) for row in rounds if (taken := _others(row).get(where))]
    middle = sorted((taken for _, taken in pairs), key=lambda taken: taken.busy)[len(pairs) // 2]
    busy = [taken.busy for _, taken in pairs]
    ratios = [row.busy / max(taken.busy, 0.1) for row, taken in pairs]
    wait = "-" if middle.wait[0] == float("inf") else _triple(middle.wait)
    return (
        f"{pairs[0][0].seated:>7} {where:>16} {len(pairs):>6} {_spread(busy, '.1f', ' %'):>22}"
        f" {_spread(ratios, '.2f', ' x'):>20} {wait:>20} {middle.size:>6} {100 * middle.kept_up:>4.0f} %"
    )


def _spread(figures: Sequence[float], form: str, unit: str) -> str:
    least_to_most = f" ({min(figures):{form}} to {max(figures):{form}})" if len(figures) > 1 else ""
    return f"{median(figures):{form}}{unit}{least_to_most}"


def _triple(times: tuple[float, ...]) -> str:
    return "/".join(f"{time:.1f}" for time in times)
