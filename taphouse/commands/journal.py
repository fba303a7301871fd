"""Reads a journal that is named on the command line."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NamedTuple

from taphouse.core import Entry, Game
from taphouse.core.record import Header, Line, entries_of, read_header, read_lines
from taphouse.shelf import whole_shelf


class JournalFile(NamedTuple):
    game: Game[Any, Any]
    header: Header
    lines: list[Line]
    text: list[bytes]
    """The header and all lines as they are written."""

    @property
    def entries(self) -> list[Entry[Any]]:
        return entries_of(self.lines)


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="journal: a header line, then one entry on each line")


def read(file: Path) -> JournalFile | None:
    """`None` if the file is no journal; prints the reason."""
    try:
        text = file.read_bytes().splitlines() or [b""]
        header = read_header(text[0])
        game = whole_shelf()[header.game]
        if header.seats not in game.SEATS:
            raise ValueError(f"line 1: {header.seats} seats")
        return JournalFile(game, header, list(read_lines(game, text[1:])), text)
    except OSError as error:
        print(error, file=sys.stderr)
    except (ValueError, KeyError, RecursionError) as error:
        print(f"{file} is no journal of this house: {error}", file=sys.stderr)
    return None
