"""A progress bar. It is shown only in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Protocol, TextIO

WIDTH = 30
EVERY = 0.1  # seconds between two drawings


class Bar(Protocol):
    def __call__(self, more: int) -> None: ...


@contextmanager
def progress_bar(total: int, what: str, to: TextIO) -> Iterator[Bar]:
    """Calls of the bar add to what is done."""
    if not to.isatty():
        yield lambda more: None
        return
    began, drawn, done = monotonic(), 0.0, 0

    def add(more: int) -> None:
        nonlocal done, drawn
        done += more
        if (now := monotonic()) - drawn >= EVERY:
            drawn = now
            left = (now - began) / done * (total - done)
            full = WIDTH * done // total
            to.write(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {done} of {total} {what}, {left:.0f} s left ")
            to.flush()

    yield add
    to.write("\r\033[K")
    to.flush()
