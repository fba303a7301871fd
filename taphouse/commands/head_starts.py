"""taphouse bench head-starts: families whose members are unequally quick, with and without suggestions."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from statistics import mean

from taphouse.commands.progress import progress_bar
from taphouse.core import head_start_scale, people
from taphouse.lab.families import FAMILY, FIRST, Evening, estimates, evening
from taphouse.shelf import whole_shelf


def arguments(parser: ArgumentParser) -> None:
    shelf = whole_shelf()
    able = [slug for slug, game in shelf.items() if people(game)]
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(able)}")
    parser.add_argument("--families", type=int, default=50, help="for each game (%(default)s)")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, default=2, help="processes (%(default)s)")
    parser.set_defaults(bench=run, able=able)


def run(args: Namespace) -> int:
    shelf = whole_shelf()
    asked = args.games or [slug for slug in args.able if head_start_scale(shelf[slug])]
    if unknown := [slug for slug in asked if slug not in args.able]:
        print(f"no such game: {', '.join(unknown)}", file=sys.stderr)
        return 2
    if args.families < 1 or args.jobs < 1:
        print("at least one family and one process are needed", file=sys.stderr)
        return 2
    works = [(slug, f"{args.seed}/{slug}/{number}") for slug in asked for number in range(args.families)]
    found = list[Evening]()
    with progress_bar(len(works), "families", sys.stderr) as bar, ProcessPoolExecutor(args.jobs) as pool:
        for each in pool.map(evening, works):
            found.append(each)
            bar(1)
    for number, slug in enumerate(asked):
        print(table(slug, found[number * args.families : (number + 1) * args.families]))
    return 0


def table(slug: str, evenings: Sequence[Evening]) -> str:
    """Shares in per cent, with 95 % intervals over families."""
    columns = [estimates([getattr(each, name) for each in evenings]) for name in ("alike", "before", "after")]
    given = [mean(column) for column in zip(*(each.head_starts for each in evenings), strict=True)]
    head = ("", "no head starts", f"games 1 to {FIRST}", "games after them", "then")
    rows = [
        f"{who:>12} "
        + " ".join(f"{f'{100 * e.value:.1f} ({100 * e.low:.1f} to {100 * e.high:.1f})':>22}" for e in shares)
        + f" {ms:>6.0f} ms"
        for who, *shares, ms in zip(FAMILY, *columns, given, strict=True)
    ]
    title = f"{slug}, {len(evenings)} families of {len(FAMILY)}: per cent of victories, 95 %"
    return "\n".join(
        [title, f"{head[0]:>12} " + " ".join(f"{h:>22}" for h in head[1:4]) + f" {head[4]:>9}", *rows]
    )
