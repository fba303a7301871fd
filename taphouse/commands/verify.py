"""taphouse verify: check a journal independently: its rules, its order, and the time of every tap."""

from __future__ import annotations

import sys
from argparse import Namespace

from taphouse.sim.verify import problems

from .journal import arguments, read

__all__ = ["arguments", "run"]


def run(args: Namespace) -> int:
    journal = read(args.file)
    if journal is None:
        return 2
    game, header, entries = journal
    for line, problem in enumerate(problems(game, header, entries), 1):
        if problem is not None:
            print(f"line {line}: {problem}", file=sys.stderr)
            return 1
    taps = sum(entry.evidence is not None for entry in entries)
    print(f"{header.game}: {len(entries)} entries and {taps} taps, all as the rules and the evidence have it")
    return 0
