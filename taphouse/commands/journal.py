"""A journal that was named on the command line."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from taphouse.core import Entry, Game
from taphouse.core.record import Header, read_entry, read_header
from taphouse.games import shelf


class Journal(NamedTuple):
    game: Game[Any, Any]
    header: Header
    entries: list[Entry[Any]]


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a journal: a header, then one entry a line")


def read(file: Path) -> Journal | None:
    """`None` if it is none; why was said."""
    try:
        head, *rest = file.read_bytes().splitlines()
        header = read_header(head)
        game = shelf()[header.game]
        return Journal(game, header, [read_entry(game, line) for line in rest])
    except OSError as error:
        print(error, file=sys.stderr)
    except (ValueError, KeyError, msgspec.DecodeError) as error:
        print(f"{file} is no journal of this house: {error}", file=sys.stderr)
    return None
