"""taphouse verify: check a journal independently: its hashes, its rules, the time of every tap, its seal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import msgspec

from taphouse.core.record import Seal
from taphouse.replay.verify import Receipts, examine

from . import journal


def arguments(parser: ArgumentParser) -> None:
    journal.arguments(parser)
    parser.add_argument(
        "--receipts",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="receipts that players saved: they show whether the game was changed later, by anybody",
    )
    parser.add_argument(
        "--key", help="--key=…: the public key of the house, as `taphouse key` or /api/house shows it"
    )


def run(args: Namespace) -> int:
    """0: correct. 1: wrong. 2: not readable. 3: wrong, but by another version of rules or judging."""
    read = journal.read(args.file)
    if read is None or (receipts := _receipts(args.receipts)) is None:
        return 2
    found = list(examine(read.game, read.header, read.lines, read.text, receipts, args.key))
    for problem in found:
        print(f"line {problem.line}: {problem.says}", file=sys.stderr)
    if any(not problem.other_version for problem in found):
        return 1
    entries = read.entries
    taps = sum(entry.evidence is not None for entry in entries)
    counts = f"{read.header.game}: {len(entries)} entries and {taps} taps"
    if found:
        print(f"{counts}, by another version of rules or judging; all that can still be checked is correct")
    else:
        print(f"{counts}, all as the rules and the evidence require")
    last = read.lines[-1] if read.lines else None
    print(f"signed by the house with the key {last.key}" if isinstance(last, Seal) else NO_SEAL)
    if receipts:
        print(f"all {sum(len(kept.receipts) for kept in receipts)} receipts fit")
    return 3 if found else 0


NO_SEAL = "no seal: written by an older version"


def _receipts(files: Sequence[Path]) -> list[Receipts] | None:
    """`None` if one of the files has no receipts; prints the reason."""
    found = list[Receipts]()
    for file in files:
        try:
            found.append(msgspec.json.decode(file.read_bytes(), type=Receipts))
        except (OSError, msgspec.DecodeError, RecursionError) as error:
            print(f"{file} has no receipts: {error}", file=sys.stderr)
            return None
    return found
