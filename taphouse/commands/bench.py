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

from taphouse.commands import head_starts, levels
from taphouse.lab.fairness.families import FAMILIES
from taphouse.lab.fairness.people import Task
from taphouse.lab.fairness.printing import hunt, markdown, text
from taphouse.lab.fairness.report import PARTS, report
from taphouse.lab.fairness.search import Scope, search
from taphouse.lab.speed import Speed, speed
from taphouse.shelf import whole_shelf

SOURCE = Path(__file__).parents[2]
"""The source tree, when the package is not installed from a wheel."""
PROGRESS = 100  # evenings from one interim result to the next
NO_PREFIX = "\0"  # as prefix of options: argparse passes every word on, `--help` too

T = TypeVar("T")


def arguments(parser: ArgumentParser) -> None:
    benches = parser.add_subparsers(metavar="WHAT", required=True)
    fair = benches.add_parser("fair", help="races over bad networks: who wins, and what a lying client gains")
    fair.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}: all of them if none")
    fair.add_argument("--races", type=int, default=1_000, help="for each family of networks (%(default)s)")
    fair.add_argument(
        "--careers", type=int, default=60, help="races of each lying client on each line (%(default)s)"
    )
    fair.add_argument(
        "--games", type=int, default=4, help="games of each kind at tables of each family (%(default)s)"
    )
    fair.add_argument("--family", action="append", choices=sorted(FAMILIES), help="only this one; repeatable")
    games = sorted(whole_shelf())
    fair.add_argument("--game", action="append", choices=games, help="the same for games at tables")
    fair.add_argument("--seed", default="0")
    fair.add_argument(
        "--task", choices=get_args(Task), default="simple", help="task of the players (%(default)s)"
    )
    fair.add_argument("--json", action="store_true")
    fair.add_argument("--markdown", action="store_true", help="print the tables of the documents")
    fair.set_defaults(bench=run_fair)

    red = benches.add_parser("red-team", help="search for the best lie of a page or of a program")
    red.add_argument(
        "--seconds", type=float, default=3_600, help="seconds of one core to search for (%(default)s)"
    )
    red.add_argument("--jobs", type=int, default=1, help="processes that share the search (%(default)s)")
    red.add_argument("--programs", action="store_true", help="also what no page can do: answer pings late")
    red.add_argument("--one-browser", action="store_true", help="the liar never takes another browser id")
    red.add_argument("--own-frames", action="store_true", help="the screen draws as often as it says")
    red.add_argument("--seed", default="0")
    red.add_argument("--json", action="store_true")
    red.set_defaults(bench=run_red_team)

    house = benches.add_parser("house", help="evenings of a whole house in virtual time, with faults")
    house.add_argument("--evenings", type=int, default=100, help="how many (%(default)s)")
    house.add_argument("--first", type=int, default=0, metavar="SEED", help="of the first one (%(default)s)")
    house.add_argument("--nodes", type=int, help="0: a house on one machine (default: any number)")
    house.add_argument("--evening", metavar="SEED", help="only this evening")
    house.add_argument(
        "--faults", metavar="NUMBERS", help="of --evening: only these faults happen, as in 3,7"
    )
    house.add_argument("--jobs", type=int, default=1, help="processes that share the evenings (%(default)s)")
    house.add_argument("--seconds", type=float, help="stop when the evenings have taken so many of one core")
    house.set_defaults(bench=run_house)

    rules = benches.add_parser("rules", help="speed of each game's rules, in games of bots")
    rules.add_argument("game", nargs="?", choices=games)
    rules.add_argument("--games", type=int, default=20, help="games of each kind (%(default)s)")
    rules.add_argument("--seed", default="0")
    rules.add_argument("--json", action="store_true")
    rules.set_defaults(bench=run_rules)

    levels.arguments(benches.add_parser("levels", help="how often each level of bots beats the one below"))
    head_starts.arguments(
        benches.add_parser("head-starts", help="how equally often unequal families win with suggested ones")
    )

    for name, module, words in (
        ("cost", "bench.load.cost", "cost of armed players to a real house in another process"),
        ("load", "bench.load", "how many players one core holds at the pace of a party"),
        ("workers", "bench.load.workers", "how many times one core's players the workers of a house carry"),
        ("instructions", "bench.load.instructions", "machine instructions of a real table, by valgrind"),
        ("soak", "bench.load.soak", "memory, files, journal and stalls of a house that is used for long"),
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
    if min(args.races, args.careers) < 2:
        print("a benchmark needs at least two races", file=sys.stderr)
        return 2
    if unknown := set(args.parts) - set(PARTS):
        print(f"no such part: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    found = report(
        whole_shelf(),
        args.seed,
        args.races,
        args.careers,
        args.games,
        args.task,
        _progress,
        args.parts or PARTS,
        args.family or tuple(FAMILIES),
        args.game or (),
    )
    print("\r", end="", file=sys.stderr)
    return _print(found, markdown if args.markdown else text, args.json)


def run_red_team(args: Namespace) -> int:
    scope = Scope(args.programs, args.one_browser, args.own_frames)
    found = search(args.seed, args.seconds, scope, args.jobs, _progress)
    print("\r", end="", file=sys.stderr)
    return _print(found, hunt, args.json)


def run_rules(args: Namespace) -> int:
    if args.games < 1:
        print("a benchmark needs at least one game", file=sys.stderr)
        return 2
    shelf = whole_shelf()
    chosen = {args.game: shelf[args.game]} if args.game else shelf
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


def run_house(args: Namespace) -> int:
    from taphouse.lab.house_simulation.search import Adding, evenings, run, shrunk  # needs nats

    if args.evening is not None:
        numbers = None if args.faults is None else [int(n) for n in args.faults.split(",") if n.isdigit()]
        result = run(args.evening, args.nodes, numbers)
        for number, fault in enumerate(result.plan.faults):
            print(
                f"{number:>3} {fault}"
                + (" (left out)" if numbers is not None and number not in numbers else "")
            )
        print(*result.failures, f"digest {result.digest}", sep="\n")
        return bool(result.failures)
    adding = Adding()
    for result in evenings(args.first, args.evenings, args.nodes, args.jobs, args.seconds):
        adding.add(result)
        if result.failures:
            print(shrunk(result, args.nodes), flush=True)
        if adding.total.evenings % PROGRESS == 0:
            print(adding.total, file=sys.stderr, flush=True)
    print(adding.total)
    return bool(adding.total.failed)


def run_from_source(args: Namespace) -> int:
    """Runs a module of `bench.load` in its own process, with the options as typed."""
    if not (SOURCE / "bench" / "load").is_dir():
        print(
            "the load generator is not installed: run this from a clone of the source tree", file=sys.stderr
        )
        return 2
    return subprocess.run([sys.executable, "-m", args.module, *args.options], cwd=SOURCE).returncode


def _progress(what: str) -> None:
    print(f"\r{what:<40}", end="", file=sys.stderr, flush=True)
