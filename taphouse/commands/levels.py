"""taphouse bench levels: how often each level of bots beats the one below it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from itertools import pairwise
from typing import get_args

from taphouse.commands.progress import progress_bar
from taphouse.core import Skill
from taphouse.lab.balance.intervals import Estimate, share
from taphouse.lab.batches import Batches, Setting, batches
from taphouse.lab.simulate import victories
from taphouse.shelf import whole_shelf

NEIGHBOURS = tuple(pairwise(get_args(Skill)))


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(whole_shelf())}")
    parser.add_argument("--games", dest="count", type=int, default=200, help="for each pair (%(default)s)")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, default=2, help="processes (%(default)s)")
    parser.set_defaults(bench=run)


def run(args: Namespace) -> int:
    shelf = whole_shelf()
    asked = args.games or list(shelf)
    if unknown := [slug for slug in asked if slug not in shelf]:
        print(f"no such game: {', '.join(unknown)}", file=sys.stderr)
        return 2
    if args.count < 2 or args.jobs < 1:
        print("at least two games and one process are needed", file=sys.stderr)
        return 2
    total = len(asked) * len(NEIGHBOURS) * (args.count // 2 * 2)
    print(f"{'':>14} " + " ".join(f"{f'{better} beats {worse}':>24}" for worse, better in NEIGHBOURS))
    with progress_bar(total, "games", sys.stderr) as bar, batches(args.jobs, bar) as dealer:
        for slug in asked:
            found = [wins(dealer, slug, pair, args.count // 2, args.seed) for pair in NEIGHBOURS]
            print(f"{slug:>14} " + " ".join(f"{shown(each):>24}" for each in found), flush=True)
    return 0


def wins(dealer: Batches, slug: str, pair: tuple[Skill, Skill], games: int, seed: str) -> Estimate:
    """The share of the better level, at tables of two or four; each deal is played from both sides."""
    game = whole_shelf()[slug]
    seats = 2 if 2 in game.SEATS else 4
    won = 0.0
    for side, skills in enumerate((pair, pair[::-1])):
        setting = Setting(slug, game.Options(), skills * (seats // 2))
        by_seat = victories(dealer.play(setting, games, seed))
        won += sum(share for seat, share in by_seat.items() if seat % 2 != side)
    return share(won, 2 * games)


def shown(found: Estimate) -> str:
    return f"{100 * found.value:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f})"
