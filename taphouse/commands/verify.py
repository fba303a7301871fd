"""taphouse verify: check a journal independently: its rules, its order and the time of every tap."""

from __future__ import annotations

import sys
from argparse import Namespace

from taphouse.replay.verify import problems

from .journal import arguments, read

__all__ = ["arguments", "run"]


def run(args: Namespace) -> int:
    """0: correct. 1: wrong. 2: no journal. 3: wrong, but by another version of rules or judging."""
    journal = read(args.file)
    if journal is None:
        return 2
    game, header, entries, changed = journal
    if changed is not None:
        print(f"line {changed}: changed after it was written: its checksum does not fit", file=sys.stderr)
        return 1
    explained = list[str]()
    for line, problem in enumerate(problems(game, header, entries), 1):
        if problem is not None:
            print(f"line {line}: {problem.says}", file=sys.stderr)
            if not problem.other_version:
                return 1
            explained.append(problem.says)
    taps = sum(entry.evidence is not None for entry in entries)
    counts = f"{header.game}: {len(entries)} entries and {taps} taps"
    if explained:
        print(f"{counts}, by another version of rules or judging; all that can still be checked is correct")
        return 3
    print(f"{counts}, all as the rules and the evidence require")
    return 0
