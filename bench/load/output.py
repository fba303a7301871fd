"""What both commands print: progress on stderr, the report on stdout."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

import msgspec

T = TypeVar("T")


def progress(what: str) -> None:
    print(f"\r{what:<20}", end="", file=sys.stderr, flush=True)


def print_report(found: T, page: Callable[[T], str], as_json: bool) -> None:
    print("\r", end="", file=sys.stderr)
    print(msgspec.json.format(msgspec.json.encode(found)).decode() if as_json else page(found))
