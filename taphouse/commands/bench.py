"""taphouse bench: how well the house does what it says, in figures."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TypeVar, get_args

import msgspec

from taphouse.games import shelf
from taphouse.lab.fairness.people import Task
from taphouse.lab.fairness.report import Cell, Devices, Gain, Report, report
from taphouse.lab.speed import Speed, speed
from taphouse.server.descriptors import raise_limit
from taphouse.sim.load.cost import A_TABLE, BOUND, Armed, Costs, Echoed, costs
from taphouse.sim.load.holds import loads
from taphouse.sim.load.peers import FOLDER
from taphouse.sim.load.players import SOURCES
from taphouse.sim.load.process import Hindrance

from .capacity import capacity

T = TypeVar("T")


def arguments(parser: ArgumentParser) -> None:
    benches = parser.add_subparsers(metavar="WHAT", required=True)
    fair = benches.add_parser("fair", help="races over bad networks: who wins, and what lying is worth")
    fair.add_argument("--races", type=int, default=2_000, help="for each mix and table size (%(default)s)")
    fair.add_argument("--careers", type=int, default=200, help="races of each liar (%(default)s)")
    fair.add_argument("--seed", default="0")
    fair.add_argument("--task", choices=get_args(Task), default="simple", help="what the players do")
    fair.add_argument("--json", action="store_true")
    fair.set_defaults(bench=run_fair)

    cost = benches.add_parser("cost", help="what armed players cost a real house in another process")
    cost.add_argument(
        "--players",
        type=int,
        nargs="+",
        default=[40, 160, 320],
        help="seated, step by step (%(default)s)",
    )
    cost.add_argument("--seconds", type=float, default=6, help="for each step (%(default)s)")
    cost.add_argument("--json", action="store_true")
    cost.set_defaults(bench=run_cost)

    rules = benches.add_parser("rules", help="how quick each game's rules are, among bots")
    rules.add_argument("game", nargs="?", choices=sorted(shelf()))
    rules.add_argument("--games", type=int, default=20, help="of each (%(default)s)")
    rules.add_argument("--seed", default="0")
    rules.add_argument("--json", action="store_true")
    rules.set_defaults(bench=run_rules)

    load = benches.add_parser("load", help="how many players one core holds, at the pace of a party")
    load.add_argument(
        "--players", type=int, nargs="+", default=[40, 400, 1_600, 2_500, 4_000], help="seated, step by step"
    )
    load.add_argument(
        "--peers",
        type=int,
        nargs="+",
        default=[],
        metavar="PLAYERS",
        help="at which steps Colyseus and boardgame.io get the same (takes npm and the source tree)",
    )
    load.add_argument("--lines", type=int, default=10_000, help="that only look on (%(default)s)")
    load.add_argument("--seconds", type=float, default=6, help="for each step (%(default)s)")
    load.add_argument("--json", action="store_true")
    load.set_defaults(bench=run_load)


def run(args: Namespace) -> int:
    try:
        code: int = args.bench(args)
    except Hindrance as why:
        print(f"\rtaphouse: {why}", file=sys.stderr)
        return 2
    return code


def _tell(found: T, page: Callable[[T], str], as_json: bool) -> int:
    print(msgspec.json.format(msgspec.json.encode(found)).decode() if as_json else page(found))
    return 0


def run_fair(args: Namespace) -> int:
    if args.races < 2 or args.careers < 2:
        print("a benchmark takes two races or more", file=sys.stderr)
        return 2
    found = report(args.seed, args.races, args.careers, args.task, _progress)
    print("\r", end="", file=sys.stderr)
    return _tell(found, page, args.json)


def page(found: Report) -> str:
    return "\n".join(
        [
            f"fair taps: {found.races} races a line, task {found.task}, seed {found.seed}",
            "",
            "races in which the truly first one won, in %; ideal devices",
            f"{'network':>8} {'players':>7} {'arrival':>8} {'-RTT/2':>7} {'stamps':>7} {'equal':>7}"
            f" {'fair':>7} {'>=5ms':>7}  {'hold p50/p99':>13} {'tap to verdict':>15} {'msg/s':>6}"
            f"  {'a liar believed':>15}",
            *map(_cell, found.cells),
            "",
            "wins of each kind of line against what it deserves, and the standard error",
            *(
                f"{cell.mix:>8} {cell.players:>7}  "
                + "  ".join(
                    f"{kind} {share:.3f} ±{error:.3f}" for kind, (share, error) in cell.shares.items()
                )
                for cell in found.cells
            ),
            "",
            "devices as they are, 4 players, in %",
            f"{'network':>8} {'device':>13} {'decided':>8} {'photo finish':>13} {'wrong of decided':>17}",
            *map(_devices, found.devices),
            "",
            "what lying is worth, in ms a race",
            f"{'':>41} {'best lie':>9} {'lasting':>8} {'overall':>8} {'flagged':>8}  worst line",
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


def run_cost(args: Namespace) -> int:
    if not sys.platform.startswith("linux") or min(args.players) < A_TABLE or args.seconds < 1:
        print(f"this takes Linux, tables of {A_TABLE}, and a second or more", file=sys.stderr)
        return 2
    found = costs(args.players, args.seconds, _progress)
    print("\r", end="", file=sys.stderr)
    return _tell(found, bill, args.json)


def bill(found: Costs) -> str:
    idle, echo = found.idle, found.echo
    return "\n".join(
        [
            f"idle, {idle.lines} lines: {idle.kib:.0f} KiB each, {idle.messages:.1f} messages and"
            f" {idle.pings:.1f} pings a minute, {idle.cpu:.1f} ms of processor a second for a thousand",
            f"bare echo, {echo.lines} lines: {echo.per_message:.0f} µs a message, wait p50/p99"
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
                for game, armed in found.holds.items()
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


def run_rules(args: Namespace) -> int:
    if args.games < 1:
        print("a benchmark takes a game or more", file=sys.stderr)
        return 2
    chosen = {args.game: shelf()[args.game]} if args.game else shelf()
    found = [speed(slug, g, g.SEATS[-1], args.games, args.seed, perf_counter) for slug, g in chosen.items()]
    return _tell(found, quickness, args.json)


def quickness(found: Sequence[Speed]) -> str:
    quickest = min(row.decide for row in found)
    return "\n".join(
        [
            "µs to decide a move, retell an entry, show a view; bytes of a kept line and of the largest view",
            f"{'game':>14} {'players':>7} {'moves':>6} {'decide':>7} {'':>7} {'retell':>7} {'show':>6}"
            f" {'line':>6} {'view':>6}",
            *(
                f"{row.game:>14} {row.players:>7} {row.moves:>6.0f} {row.decide:>7.1f}"
                f" {row.decide / quickest:>5.1f} x {row.retell:>7.1f} {row.show:>6.1f}"
                f" {row.line:>6.0f} {row.view:>6}"
                for row in found
            ),
        ]
    )


def run_load(args: Namespace) -> int:
    if not sys.platform.startswith("linux") or min(args.players) < A_TABLE or args.seconds < 1:
        print(f"this takes Linux, tables of {A_TABLE}, and a second or more", file=sys.stderr)
        return 2
    if not all(source.exists() for source in SOURCES.values()):
        print(
            "the load generator is not installed: run this from a clone of the source tree", file=sys.stderr
        )
        return 2
    if shutil.which("cc") is None or (args.peers and not FOLDER.exists()):
        print("the players are compiled with cc, and the peers are in the source tree", file=sys.stderr)
        return 2
    if not all(source.exists() for source in SOURCES.values()):
        print(
            "the load generator is not installed: run this from a clone of the source tree", file=sys.stderr
        )
        return 2
    if args.lines < 1:
        print("the house is looked at through one line or more: --lines 1", file=sys.stderr)
        return 2
    raise_limit()  # for the players too, each of whom has a line
    found = loads(args.lines, args.players, args.seconds, args.peers, _progress)
    print("\r", end="", file=sys.stderr)
    return _tell(found, capacity, args.json)


def _if_any(figure: float | None, form: str) -> str:
    return "-" if figure is None else format(figure, form)


def _pair(times: tuple[float, float]) -> str:
    return f"{times[0]:.0f}/{times[1]:.0f}"


def _progress(what: str) -> None:
    print(f"\r{what:<20}", end="", file=sys.stderr, flush=True)
