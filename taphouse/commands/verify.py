"""taphouse verify: check a journal independently: its rules, its order, and the time of every tap."""

from __future__ import annotations

import sys
from argparse import Namespace

from taphouse.replay.verify import problems

from .journal import arguments, read

__all__ = ["arguments", "run"]


def run(args: Namespace) -> int:
    """0: as it should be. 1: not so. 2: no journal. 3: not so, but by another version of rules or judging."""
    journal = read(args.file)
    if journal is None:
        return 2
    game, header, entries, changed = journal
    if changed is not None:
        print(f"line {changed}: changed after it was written, its checksum does not fit", file=sys.stderr)
        return 1
    explained = list[str]()
    for line, problem in enumerate(problems(game, header, entries), 1):
        if problem is not None:
            print(f"line {line}: {problem.says}", file=sys.stderr)
            if not problem.other_version:
                return 1
            explained.append(problem.says)
    taps = sum(entry.evidence is not None for entry in entries)
    told = f"{header.game}: {len(entries)} entries and {taps} taps"
    if explained:
        print(f"{told}, by another version of rules or judging; what this house can still check is in order")
        return 3
    print(f"{told}, all as the rules and the evidence have it")
    return 0
