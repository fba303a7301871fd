"""taphouse bench: measure fairness, speed and capacity."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TypeVar, get_args

import msgspec

from taphouse.games import shelf
from taphouse.lab.fairness.people import Task
from taphouse.lab.fairness.report import Cell, Devices, Gain, Report, report
from taphouse.lab.speed import Speed, speed

SOURCE = Path(__file__).parents[2]
"""The source tree, when the package is not installed from a wheel."""
NO_PREFIX = "\0"  # as prefix of options: argparse passes every word on, `--help` too

T = TypeVar("T")


def arguments(parser: ArgumentParser) -> None:
    benches = parser.add_subparsers(metavar="WHAT", required=True)
    fair = benches.add_parser("fair", help="races over bad networks: who wins, and what a lying client gains")
    fair.add_argument(
        "--races", type=int, default=2_000, help="races for each network mix and table size (%(default)s)"
    )
    fair.add_argument("--careers", type=int, default=200, help="races of each lying client (%(default)s)")
    fair.add_argument("--seed", default="0")
    fair.add_argument(
        "--task", choices=get_args(Task), default="simple", help="task of the players (%(default)s)"
    )
    fair.add_argument("--json", action="store_true")
    fair.set_defaults(bench=run_fair)

    rules = benches.add_parser("rules", help="speed of each game's rules, in games of bots")
    rules.add_argument("game", nargs="?", choices=sorted(shelf()))
    rules.add_argument("--games", type=int, default=20, help="games of each kind (%(default)s)")
    rules.add_argument("--seed", default="0")
    rules.add_argument("--json", action="store_true")
    rules.set_defaults(bench=run_rules)

    for name, module, words in (
        ("cost", "bench.load.cost", "cost of armed players to a real house in another process"),
        ("load", "bench.load", "how many players one core holds at the pace of a party"),
    ):
        load = benches.add_parser(
            name, help=f"{words} (from the source tree)", prefix_chars=NO_PREFIX, add_help=False
        )
        load.add_argument("options", nargs="*")
        load.set_defaults(bench=run_from_source, module=module)


def run(args: Namespace) -> int:
    code: int = args.bench(args)
    return code


def _print(found: T, page: Callable[[T], str], as_json: bool) -> int:
    print(msgspec.json.format(msgspec.json.encode(found)).decode() if as_json else page(found))
    return 0


def run_fair(args: Namespace) -> int:
    if args.races < 2 or args.careers < 2:
        print("a benchmark needs at least two races", file=sys.stderr)
        return 2
    found = report(args.seed, args.races, args.careers, args.task, _progress)
    print("\r", end="", file=sys.stderr)
    return _print(found, page, args.json)


def page(found: Report) -> str:
    return "\n".join(
        [
            f"fair taps: {found.races} races a row, task {found.task}, seed {found.seed}",
            "",
            "races won by the player who tapped first, in %; ideal devices",
            f"{'network':>8} {'players':>7} {'arrival':>8} {'-RTT/2':>7} {'stamps':>7} {'equal':>7}"
            f" {'fair':>7} {'>=5ms':>7}  {'hold p50/p99':>13} {'tap to verdict':>15} {'msg/s':>6}"
            f"  {'a liar believed':>15}",
            *map(_cell, found.cells),
            "",
            "wins of each kind of connection as a share of its fair wins, and the standard error",
            *(
                f"{cell.mix:>8} {cell.players:>7}  "
                + "  ".join(
                    f"{kind} {share:.3f} ±{error:.3f}" for kind, (share, error) in cell.shares.items()
                )
                for cell in found.cells
            ),
            "",
            "real devices, 4 players, in %",
            f"{'network':>8} {'device':>13} {'decided':>8} {'photo finish':>13} {'wrong of decided':>17}",
            *map(_devices, found.devices),
            "",
            "gain from lying, in ms a race",
            f"{'':>41} {'best lie':>9} {'lasting':>8} {'overall':>8} {'flagged':>8}  worst connection",
            *map(_gain, found.gains),
        ]
    )


def _cell(cell: Cell) -> str:
    return (
        f"{cell.mix:>8} {cell.players:>7} {cell.arrival:>8.2f} {cell.half_trip:>7.2f} {cell.stamps:>7.2f}"
        f" {cell.equalised:>7.2f} {cell.right:>7.2f} {cell.right_apart:>7.2f}"
        f"  {_pair(cell.hold):>13} {_pair(cell.felt):>15} {cell.messages:>6.0f}  wins {cell.liar:>8.1f} %"
    )


def _devices(line: Devices) -> str:
    glass = "calibrated" if line.calibrated else "uncalibrated"
    return f"{line.mix:>8} {glass:>13} {line.decided:>8.1f} {line.photo:>13.1f} {line.wrong:>17.2f}"


def _gain(gain: Gain) -> str:
    table, witness = "ranked" if gain.ranked else "casual", "kernel" if gain.kernel else "no kernel"
    flagged = "never" if gain.flagged is None else str(gain.flagged)
    return (
        f"{gain.cheat:>22} {table:>7} {witness:>10} {gain.lie:>9g} {gain.lasting:>8.1f} {gain.overall:>8.1f}"
        f" {flagged:>8}  {gain.worst_line} {gain.worst:.1f}"
    )


def run_rules(args: Namespace) -> int:
    if args.games < 1:
        print("a benchmark needs at least one game", file=sys.stderr)
        return 2
    chosen = {args.game: shelf()[args.game]} if args.game else shelf()
    found = [speed(slug, g, g.SEATS[-1], args.games, args.seed, perf_counter) for slug, g in chosen.items()]
    return _print(found, quickness, args.json)


def quickness(found: Sequence[Speed]) -> str:
    quickest = min(row.decide for row in found)
    return "\n".join(
        [
            "µs to decide a move, replay an entry, show a view; bytes of a journal line and the largest view",
            f"{'game':>14} {'players':>7} {'moves':>6} {'decide':>7} {'':>7} {'replay':>7} {'show':>6}"
            f" {'line':>6} {'view':>6}",
            *(
                f"{row.game:>14} {row.players:>7} {row.moves:>6.0f} {row.decide:>7.1f}"
                f" {row.decide / quickest:>5.1f} x {row.replay:>7.1f} {row.show:>6.1f}"
                f" {row.line:>6.0f} {row.view:>6}"
                for row in found
            ),
        ]
    )


def run_from_source(args: Namespace) -> int:
    """Runs a module of `bench.load` in its own process, with the options as typed."""
    if not (SOURCE / "bench" / "load").is_dir():
        print(
            "the load generator is not installed: run this from a clone of the source tree", file=sys.stderr
        )
        return 2
    return subprocess.run([sys.executable, "-m", args.module, *args.options], cwd=SOURCE).returncode


def _pair(times: tuple[float, float]) -> str:
    return f"{times[0]:.0f}/{times[1]:.0f}"


def _progress(what: str) -> None:
    print(f"\r{what:<20}", end="", file=sys.stderr, flush=True)
