"""How many files, requests and lines the process may have open, and who gets them when they are few."""

from __future__ import annotations

import resource
from contextlib import suppress

from taphouse.core import Value

ENOUGH = 65_536  # more lines than one core holds
OF_MACOS = 10_240  # what macOS grants a process that has no limit
OWN = 24  # files of the house itself: its journal, its log, what it listens on


class Shares(Value):
    """What the descriptors are kept for."""

    lines: int
    """That may be open."""
    closing: int
    """Lines besides that are being closed, or whose players come back to a house that is full."""
    all: int
    """These, and HTTP connections: pages, `/healthz`, and lines that are about to be opened."""


def shares(descriptors: int) -> Shares:
    """Most are for lines; a quarter, but no more than a thousand, for everything else."""
    rest = max(8, min(descriptors // 4, 1_024) - OWN)
    return Shares(max(8, descriptors - OWN - rest), rest // 2, descriptors - OWN)


def descriptors() -> int:
    """How many this process may have open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return ENOUGH if soft == resource.RLIM_INFINITY else min(soft, ENOUGH)


def raise_limit() -> None:
    """As far as the process may by itself, and the house has a use for it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for enough in (ENOUGH, OF_MACOS):
        wanted = enough if hard == resource.RLIM_INFINITY else min(enough, hard)
        if descriptors() < wanted:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
