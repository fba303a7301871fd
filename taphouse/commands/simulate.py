"""taphouse simulate: play many games of bots and print statistics."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any, get_args

import msgspec

from taphouse.core import Skill, TimeScale
from taphouse.lab.simulate import Report, Spread, simulate
from taphouse.languages import SOURCE, Languages
from taphouse.shelf import Shelf, whole_shelf
from taphouse.table.room import Refusal, checked_options


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(whole_shelf()))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--options", nargs="*", default=[], metavar="KEY=VALUE")
    parser.add_argument(
        "--time-scale",
        type=int,
        default=100,
        choices=get_args(TimeScale),
        help="time limits in per cent of the rules (%(default)s)",
    )
    parser.add_argument(
        "--skills",
        nargs="*",
        default=["steady"],
        choices=get_args(Skill),
        help="skill of the bot in each seat, repeated in turn",
    )
    parser.add_argument("--json", action="store_true")


def run(args: Namespace) -> int:
    shelf = whole_shelf()
    game = shelf[args.game]
    if args.players not in game.SEATS or args.games < 1:
        print(
            f"{args.game} seats {game.SEATS[0]} to {game.SEATS[-1]} players, and needs at least one game",
            file=sys.stderr,
        )
        return 2
    try:
        options = checked_options(game, dict(map(option, args.options)), args.time_scale)
    except (Refusal, ValueError) as problem:
        print(f"options: {problem}", file=sys.stderr)
        return 2
    report = simulate(args.game, game, args.players, args.games, args.seed, options, args.skills)
    print(msgspec.json.format(msgspec.json.encode(report)).decode() if args.json else table(shelf, report))
    return 0


def option(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"{text!r} is not KEY=VALUE")
    try:
        return key, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return key, value


def table(shelf: Shelf, report: Report) -> str:
    labels = {"minutes": "minutes", **figure_labels(shelf, report.game)}
    rows = {labels[name]: figures for name, figures in {"minutes": report.minutes, **report.tallies}.items()}
    width = max(map(len, rows))

    def row(label: str, figures: Spread) -> str:
        spread = (figures.mean, figures.p10, figures.p50, figures.p90)
        return " ".join([f"{label:>{width}}", *(f"{figure:>9.2f}" for figure in spread)])

    return "\n".join(
        [
            f"{report.game}, {report.players} players, {report.games} games, seed {report.seed}",
            f"{'in one game':>{width}} {'mean':>9} {'p10':>9} {'p50':>9} {'p90':>9}",
            *(row(label, figures) for label, figures in rows.items()),
            "",
            f"{'seat':>{width}} {'bot':>9} {'wins':>9} {'points':>9}",
            *(
                f"{seat:>{width}} {skill:>9} {wins:>9.1%} {points:>9.2f}"
                for seat, (skill, wins, points) in enumerate(
                    zip(report.skills, report.wins, report.points, strict=True)
                )
            ),
        ]
    )


def figure_labels(shelf: Shelf, game: str) -> dict[str, str]:
    """Labels of the figures in a game's `tally`, with units, from its words."""
    words = Languages(shelf).packaged(SOURCE, game).items()
    return {key.removeprefix("tally."): text for key, text in words if key.startswith("tally.")}
