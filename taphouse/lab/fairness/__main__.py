"""One row of figures for each family of networks: python -m taphouse.lab.fairness."""

from __future__ import annotations

from argparse import ArgumentParser
from time import perf_counter
from typing import get_args

from taphouse.core import MS

from .accuracy import Accuracy, accuracy
from .families import FAMILIES
from .people import Task
from .races import Setting


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=1_000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--family", action="append", choices=sorted(FAMILIES))
    parser.add_argument("--task", choices=get_args(Task), default="simple")
    parser.add_argument("--wind-up", type=int, default=0, help="ms for which a race is known to be near")
    parser.add_argument("--lines", action="store_true", help="each kind of line too")
    args = parser.parse_args()
    setting = Setting(wind_up=args.wind_up * MS)
    print(
        f"{'family':>12} {'right':>6} {'>=5ms':>6} {'p50/p99':>8} {'cap%':>5} {'gone%':>5} {'charge':>6}"
        "  worst line"
    )
    for family in args.family or FAMILIES:
        began = perf_counter()
        found = accuracy(family, args.players, args.races, args.seed, args.task, setting)
        print(row(found), f"  ({args.races / (perf_counter() - began):.0f}/s)", flush=True)
        if args.lines:
            for name, line in found.lines.items():
                print(
                    f"{name:>28}: wins {line.wins:.3f} ±{line.error:.3f},"
                    f" charged {line.charged:.2f} ms, counts {line.bias:+.2f} ms late"
                )


def row(found: Accuracy) -> str:
    hold = f"{found.hold[0]:.0f}/{found.hold[1]:.0f}"
    name, wins = found.worst_line
    return (
        f"{found.family:>12} {found.right:>6.2f} {found.right_apart:>6.2f} {hold:>8} {found.capped:>5.1f}"
        f" {found.gone:>5.2f} {found.most_charged:>6.2f}  {name} {wins:.3f}"
    )


if __name__ == "__main__":
    main()
