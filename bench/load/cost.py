"""taphouse bench cost: what armed players cost a real house in another process."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from . import command
from .armed import BOUND, Armed, Costs, Echoed, costs


def main(arguments: Sequence[str] | None = None) -> int:
    parser = command.parser(
        "taphouse bench cost", "What armed players cost a real house in another process.", [40, 160, 320]
    )
    asked = parser.parse_args(arguments)
    return command.run(asked, lambda: costs(asked.players, asked.seconds, command.progress), cost_table)


def cost_table(found: Costs) -> str:
    idle, echo = found.idle, found.echo
    return "\n".join(
        [
            f"idle, {idle.lines} connections: {idle.kib:.0f} KiB each, {idle.messages:.1f} messages and"
            f" {idle.pings:.1f} pings a minute, {idle.cpu:.1f} ms of processor a second for a thousand",
            f"bare echo, {echo.lines} connections: {echo.per_message:.0f} µs a message, wait p50/p99"
            f" {_pair(echo.wait)} ms",
            "",
            "for each armed player and second; times in ms",
            f"{'game':>14} {'seated':>7} {'armed':>6} {'up':>5} {'down':>5} {'cpu':>5} {'busy':>6}"
            f" {'to echo':>8} {'verdicts':>9} {'hold p50/p99':>13} {'seen p50/p99':>13}"
            f" {'echo p99':>9}",
            *(_armed(row, echo) for row in found.armed),
            "",
            *(
                f"{game}: at least {armed:.0f} armed players at once, verdicts held at most {BOUND:.0f} ms"
                " longer than a bare echo takes"
                for game, armed in found.capacity.items()
            ),
        ]
    )


def _armed(row: Armed, echo: Echoed) -> str:
    return (
        f"{row.game:>14} {row.seated:>7} {row.armed:>6.0f} {_if_any(row.up, '.0f'):>5}"
        f" {_if_any(row.down, '.0f'):>5} {_if_any(row.cpu, '.1f'):>5}"
        f" {row.busy:>4.0f} % {row.per_message / echo.per_message:>6.1f} x {row.verdicts:>9}"
        f" {_pair(row.hold):>13} {_pair(row.wait) if row.wait else '-':>13} {row.machine:>9.0f}"
        + "".join(f"  {why} {count}" for why, count in row.refused.items())
    )


def _if_any(figure: float | None, form: str) -> str:
    return "-" if figure is None else format(figure, form)


def _pair(times: tuple[float, float]) -> str:
    return f"{times[0]:.0f}/{times[1]:.0f}"


if __name__ == "__main__":
    sys.exit(main())
