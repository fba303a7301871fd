"""Reads a journal that is named on the command line."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from taphouse.core import Entry, Game
from taphouse.core.record import Header, is_unchanged, read_entry, read_header
from taphouse.games import shelf


class JournalFile(NamedTuple):
    game: Game[Any, Any]
    header: Header
    entries: list[Entry[Any]]
    changed: int | None
    """Number of the first line that does not fit its checksum; `None` if all fit."""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="journal: a header line, then one entry on each line")


def read(file: Path) -> JournalFile | None:
    """`None` if the file is no journal; prints the reason."""
    try:
        lines = file.read_bytes().splitlines() or [b""]
        header = read_header(lines[0], check=False)
        game = shelf()[header.game]
        entries = [read_entry(game, line, check=False) for line in lines[1:]]
        changed = next((number for number, line in enumerate(lines, 1) if not is_unchanged(line)), None)
        return JournalFile(game, header, entries, changed)
    except OSError as error:
        print(error, file=sys.stderr)
    except (ValueError, KeyError, msgspec.DecodeError) as error:
        print(f"{file} is no journal of this house: {error}", file=sys.stderr)
    return None
