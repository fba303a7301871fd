"""taphouse simulate: play many games of bots, print statistics, and write a page about the balance."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from os import cpu_count
from pathlib import Path
from typing import Any, get_args

import msgspec

from taphouse.commands.progress import progress_bar
from taphouse.core import Game, Skill, TimeScale, replace
from taphouse.lab.balance.intervals import Estimate
from taphouse.lab.balance.page import Findings, page
from taphouse.lab.balance.study import MEASURES, Comparison, Measure, Planned, compared, planned
from taphouse.lab.batches import CHUNK, Outcome, Setting, batches
from taphouse.lab.simulate import Report, Spread, report
from taphouse.languages import SOURCE, Languages, Phrases
from taphouse.shelf import whole_shelf
from taphouse.table.room import Refusal, checked_options


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", choices=sorted(whole_shelf()))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--options", nargs="*", default=[], metavar="KEY=VALUE")
    parser.add_argument(
        "--compare", nargs="+", metavar="KEY=VALUE", help="other options: how they change the game"
    )
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
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="write a page: balance, what each option changes, what each card is worth",
    )
    parser.add_argument("--jobs", type=int, default=0, help="processes (0: one for each core)")
    parser.add_argument("--json", action="store_true")


def run(args: Namespace) -> int:
    shelf = whole_shelf()
    game, words = shelf[args.game], Languages(shelf).packaged(SOURCE, args.game)
    try:
        setting, other = asked(game, args)
    except (Refusal, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 2
    plans = planned(game, setting) if args.report else []
    if other is not None:
        plans.append(Planned("compared", " ".join(args.compare), other))
    base, comparisons = play(args, setting, plans)
    found = report(setting, args.seed, base)
    if args.report:
        findings = Findings(setting, args.seed, command(args), words, base, tuple(comparisons))
        args.report.write_text(page(findings), encoding="utf-8")
    rivals = [each for each in comparisons if each.planned.kind == "compared"]
    if args.json:
        gains = {m.label: c.found for each in rivals for m, c in zip(MEASURES, each.changes, strict=True)}
        found = replace(found, compared=gains)
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print(table(found, words))
        for rival in rivals:
            print(comparison_table(rival))
    return 0


def asked(game: Game[Any, Any], args: Namespace) -> tuple[Setting, Setting | None]:
    """What is played, and what it is compared with."""
    if args.players not in game.SEATS or args.games < 1 or args.jobs < 0:
        raise ValueError(
            f"{args.game} seats {game.SEATS[0]} to {game.SEATS[-1]} players, and needs at least one game"
        )
    skills = tuple(args.skills[seat % len(args.skills)] for seat in range(args.players))

    def setting(words: Sequence[str]) -> Setting:
        try:
            options = checked_options(game, dict(map(option, words)), args.time_scale)
        except (Refusal, ValueError) as problem:
            raise ValueError(f"options: {problem}") from problem
        return Setting(args.game, options, skills)

    return setting(args.options), None if args.compare is None else setting(args.compare)


def play(
    args: Namespace, setting: Setting, plans: Sequence[Planned]
) -> tuple[list[Outcome], list[Comparison]]:
    jobs = min(args.jobs or cpu_count() or 1, -(-args.games // CHUNK))
    with (
        progress_bar(args.games * (1 + len(plans)), "games", sys.stderr) as bar,
        batches(jobs, bar) as dealer,
    ):
        base = dealer.play(setting, args.games, args.seed)
        return base, compared(plans, base, dealer, args.seed)


def command(args: Namespace) -> str:
    """The command that writes the same page again."""
    words = [
        f"taphouse simulate {args.game} --players {args.players} --games {args.games} --seed {args.seed}"
    ]
    words += ["--options", *args.options] if args.options else []
    words += ["--compare", *args.compare] if args.compare else []
    words += [f"--time-scale {args.time_scale}"] if args.time_scale != 100 else []
    words += ["--skills", *args.skills] if args.skills != ["steady"] else []
    return " ".join([*words, f"--report {args.report}"])


def comparison_table(rival: Comparison) -> str:
    """How the other options change the game, with 95 % intervals."""
    lines = [
        f"{gain(measure, change.found)}" for measure, change in zip(MEASURES, rival.changes, strict=True)
    ]
    labels = [f"{measure.label}, {measure.unit}" for measure in MEASURES]
    width = max(map(len, labels))
    return "\n".join(
        [
            "",
            f"with {rival.planned.name}, the difference and its 95 % interval:",
            *(f"{label:>{width}} {line}" for label, line in zip(labels, lines, strict=True)),
        ]
    )


def gain(measure: Measure, found: Estimate) -> str:
    scale = 100 if measure.is_share else 1
    value, low, high = (scale * figure for figure in (found.value, found.low, found.high))
    return f"{value:+9.2f} ({low:+.2f} to {high:+.2f})"


def option(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"{text!r} is not KEY=VALUE")
    try:
        return key, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return key, value


def table(report: Report, words: Phrases) -> str:
    labels = {"minutes": "minutes", **figure_labels(words)}
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


def figure_labels(words: Phrases) -> dict[str, str]:
    """Labels of the figures in a game's `tally`, with units, from its words."""
    return {key.removeprefix("tally."): text for key, text in words.items() if key.startswith("tally.")}
