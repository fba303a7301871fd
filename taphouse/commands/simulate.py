"""taphouse simulate: many games among bots, in figures."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any, get_args

import msgspec

from taphouse.core import Skill, Windows
from taphouse.games import shelf
from taphouse.house.room import Refusal, checked_options
from taphouse.sim.simulate import Report, Spread, simulate


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(shelf()))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--options", nargs="*", default=[], metavar="KEY=VALUE")
    parser.add_argument(
        "--windows", type=int, default=100, choices=get_args(Windows), help="longer limits, in hundredths"
    )
    parser.add_argument(
        "--skills",
        nargs="*",
        default=["steady"],
        choices=get_args(Skill),
        help="one for each seat, dealt round",
    )
    parser.add_argument("--json", action="store_true")


def run(args: Namespace) -> int:
    game = shelf()[args.game]
    if args.players not in game.SEATS or args.games < 1:
        print(
            f"{args.game} seats {game.SEATS[0]} to {game.SEATS[-1]}, and takes one game or more",
            file=sys.stderr,
        )
        return 2
    try:
        options = checked_options(args.game, dict(map(option, args.options)), args.windows)
    except (Refusal, ValueError) as problem:
        print(f"options: {problem}", file=sys.stderr)
        return 2
    report = simulate(args.game, game, args.players, args.games, args.seed, options, args.skills)
    print(msgspec.json.format(msgspec.json.encode(report)).decode() if args.json else table(report))
    return 0


def option(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"{text!r} is not KEY=VALUE")
    try:
        return key, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return key, value


def table(report: Report) -> str:
    def row(name: str, figures: Spread) -> str:
        return f"{name:>12} {figures.mean:>9.2f} {figures.p10:>9.2f} {figures.p50:>9.2f} {figures.p90:>9.2f}"

    return "\n".join(
        [
            f"{report.game}, {report.players} players, {report.games} games, seed {report.seed}",
            f"{'':>12} {'mean':>9} {'p10':>9} {'p50':>9} {'p90':>9}",
            row("minutes", report.minutes),
            *(row(name, figures) for name, figures in report.tallies.items()),
            "",
            f"{'seat':>12} {'bot':>9} {'wins':>9} {'points':>9}",
            *(
                f"{seat:>12} {skill:>9} {wins:>9.1%} {points:>9.2f}"
                for seat, (skill, wins, points) in enumerate(
                    zip(report.skills, report.wins, report.points, strict=True)
                )
            ),
        ]
    )
