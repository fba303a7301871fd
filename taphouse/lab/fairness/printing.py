"""The benchmark's figures as text for a terminal, and as tables for the documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .accuracy import Accuracy
from .careers import Worth
from .report import Cell, Devices, Report
from .search import Found, describe
from .table_races import EndFigures, LastHand, TableFigures


def text(found: Report) -> str:
    return "\n".join(_text(found))


def _text(found: Report) -> Iterator[str]:
    yield f"fair taps: {found.races} races a row, task {found.task}, seed {found.seed}"
    if found.cells:
        yield from ("", "races won by the player who tapped first, in %; ideal devices")
        yield (
            f"{'family':>12} {'players':>7} {'arrival':>7} {'-RTT/2':>6} {'stamps':>6} {'equal':>6}"
            f" {'fair':>6} {'>=5ms':>6} {'in time':>7} {'late':>5} {'hold p50/p99':>12} {'felt':>8}"
            f" {'at cap':>6} {'charged':>7}"
            "  worst line"
        )
        yield from map(_cell, found.cells)
        yield f"best: {_named(found.best)}; worst that can be in time: {_named(found.worst)}"
        yield from ("", "each kind of line: wins as a share of what it deserves; ms added to honest taps")
        yield from (_lines(cell.fair) for cell in found.main_cells)
        yield from ("", "why the player who was first lost, in races")
        yield from (_lost(cell.fair) for cell in found.main_cells)
    if found.devices:
        yield from ("", "real devices, 4 players, in %")
        yield f"{'family':>12} {'device':>14} {'decided':>8} {'wrong of decided':>17}"
        yield from map(_device, found.devices)
    if found.tables:
        yield from ("", "whole games at real tables, 4 players, in %")
        yield (
            f"{'game':>14} {'family':>11} {'decides':>11} {'races':>6} {'decided':>8} {'right':>7}"
            f" {'95 % interval':>15}"
        )
        yield from (line for table in found.tables for line in _table(table))
        yield from ("", "each kind of line at these tables: wins or pays as a share of what it deserves")
        yield from map(_table_shares, found.tables)
    if found.last_hands:
        yield from ("", "a liar where the last hand pays: of the races in which theirs was last, in %")
        yield f"{'game':>14} {'strategy':>16} {'table':>7} {'races':>6} {'pays':>6} {'too close':>10}"
        for one in found.last_hands:
            yield (
                f"{one.game:>14} {one.strategy:>16} {_at(one):>7} {one.races:>6} {one.pays:>6.1f}"
                f" {one.close:>10.1f}"
            )
    if found.liars:
        yield from ("", "lying: ms gained a race, wins in % where 25 is fair, races in which it was charged")
        yield (
            f"{'strategy':>32} {'level':>8} {'table':>7} {'lie':>6} {'gain':>6} {'wins':>6} {'charged':>8}"
            "  best line"
        )
        yield from map(_liar, found.liars)


def _named(cell: Cell) -> str:
    return f"{cell.family} {cell.fair.right:.2f} %"


def _cell(cell: Cell) -> str:
    fair = cell.fair
    line, wins = fair.worst_line
    return (
        f"{cell.family:>12} {cell.players:>7} {cell.arrival:>7.1f} {cell.half_trip:>6.1f} {cell.stamps:>6.1f}"
        f" {cell.equalised:>6.1f} {fair.right:>6.2f} {fair.right_apart:>6.2f}"
        f" {fair.right_in_time:>7.2f} {fair.late:>5.2f} {_pair(fair.hold):>12} {_pair(fair.felt):>8}"
        f" {fair.capped:>6.1f} {fair.most_charged[1]:>7.2f}  {line} {wins:.3f}"
    )


def _lines(fair: Accuracy) -> str:
    lines = (
        f"{name} {line.wins:.3f} ±{line.error:.3f} {line.charged:.2f} ms" for name, line in fair.lines.items()
    )
    return f"{fair.family:>12}  " + "; ".join(lines)


def _lost(fair: Accuracy) -> str:
    return f"{fair.family:>12}  " + (
        "; ".join(f"{why} {races}" for why, races in fair.lost.items()) or "none"
    )


def _device(line: Devices) -> str:
    return f"{line.family:>12} {line.calibration:>14} {line.decided:>8.1f} {line.wrong:>17.2f}"


def _table(found: TableFigures) -> Iterator[str]:
    for end, figures in found.ends.items():
        yield (
            f"{found.game:>14} {found.family:>11} {end:>11} {figures.races:>6} {figures.decided:>8.1f}"
            f" {figures.right:>7.2f} {_interval(figures):>15}"
        )


def _table_shares(found: TableFigures) -> str:
    shares = ", ".join(f"{name} {share:.2f}" for name, share in found.shares.items())
    return f"{found.game:>14} {found.family:>11}  {shares}"


def _interval(figures: EndFigures) -> str:
    return f"{figures.low:.2f}–{figures.high:.2f}"


def _liar(found: Worth) -> str:
    strategy = found.strategy
    return (
        f"{strategy.name:>32} {strategy.level:>8} {_at(found):>7} {strategy.claims.lie:>6.1f}"
        f" {found.gain:>6.1f} {found.wins:>6.1f} {found.charged:>7.0f}%"
        f"  {found.best_line} {found.best_gain:.1f}"
    )


def _at(found: Worth | LastHand) -> str:
    return "ranked" if found.ranked else "casual"


def markdown(found: Report) -> str:
    """The tables of the documents, the worst family named as well as the best."""
    return "\n".join(_markdown(found))


def _markdown(found: Report) -> Iterator[str]:
    if found.cells:
        yield from _row(
            "family",
            "order of arrival",
            "Taphouse ± standard error",
            "gap ≥ 5 ms",
            "right tap in time",
            "right tap too late",
            "hold p50/p99",
            "worst line",
            "most added to honest taps",
        )
        yield from _rule(9)
        for cell in found.main_cells:
            line, wins = cell.fair.worst_line
            yield from _row(
                _marked(cell, found),
                f"{cell.arrival:.1f} %",
                f"{cell.fair.right:.2f} ± {cell.fair.right_error:.2f} %",
                f"{cell.fair.right_apart:.2f} %",
                f"{cell.fair.right_in_time:.2f} %",
                f"{cell.fair.late:.2f} %",
                f"{_pair(cell.fair.hold)} ms",
                f"{line} {wins:.2f}",
                "{} {:.2f} ms".format(*cell.fair.most_charged),
            )
    if found.tables:
        yield ""
        yield from _row("game", "family", "decides", "races", "decided", "right of decided", "95 % interval")
        yield from _rule(7)
        for table in found.tables:
            for end, figures in table.ends.items():
                yield from _row(
                    table.game,
                    table.family,
                    end,
                    str(figures.races),
                    f"{figures.decided:.1f} %",
                    f"{figures.right:.2f} %",
                    f"{_interval(figures)} %",
                )
    if found.devices:
        yield ""
        yield from _row("family", "devices", "decided", "wrong of decided")
        yield from _rule(4)
        for one in found.devices:
            yield from _row(one.family, one.calibration, f"{one.decided:.1f} %", f"{one.wrong:.2f} %")
    if found.liars:
        yield ""
        yield from _row("lie", "level", "table", "gain", "wins (25 is fair)", "charged")
        yield from _rule(6)
        for liar in found.liars:
            yield from _row(
                liar.strategy.name,
                liar.strategy.level,
                _at(liar),
                f"{liar.gain:.1f} ms",
                f"{liar.wins:.1f} %",
                f"{liar.charged:.0f} %",
            )


def _marked(cell: Cell, found: Report) -> str:
    if cell is found.best:
        return f"**{cell.family}** (best)"
    return f"**{cell.family}** (worst)" if cell is found.worst else cell.family


def _row(*cells: str) -> Iterator[str]:
    yield f"| {' | '.join(cells)} |"


def _rule(columns: int) -> Iterator[str]:
    yield "|" + "---|" * columns


def hunt(found: Found) -> str:
    """What a search found."""
    return "\n".join(
        [
            f"{found.tried} strategies tried in {found.seconds:.0f} s of one core;"
            " the best, measured again on other seeds",
            f"{'gain ms':>8} {'wins %':>7} {'charged':>8} {'table':>7}  strategy",
            *_found("by gain", found.by_gain),
            *_found("by wins", found.by_wins),
        ]
    )


def _found(title: str, worths: Sequence[Worth]) -> Iterator[str]:
    yield title
    for one in worths:
        yield (
            f"{one.gain:>8.1f} {one.wins:>7.1f} {one.charged:>7.0f}% {_at(one):>7}"
            f"  {one.strategy.name}: {describe(one.strategy)}"
        )


def _pair(times: tuple[float, float]) -> str:
    return f"{times[0]:.0f}/{times[1]:.0f}"
