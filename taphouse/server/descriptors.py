"""How many descriptors the process may have, and how they are divided between connections and requests."""

from __future__ import annotations

import resource
from contextlib import suppress

from taphouse.core import Value

ENOUGH = 65_536  # more connections than one core can serve
OF_MACOS = 10_240  # the most that macOS grants a process without a limit
OWN = 24  # files of the house itself: its journal, its log, its listening sockets


class Shares(Value):
    """How the descriptors are divided."""

    connections: int
    """Connections to tables that may be open."""
    closing: int
    """Additional connections that are being closed, or whose players come back to a full house."""
    all: int
    """Both of the above and HTTP connections: pages, `/healthz`, and requests that open a WebSocket."""


def shares(descriptors: int) -> Shares:
    """Most are for connections; a quarter, but at most a thousand, for everything else."""
    rest = max(8, min(descriptors // 4, 1_024) - OWN)
    return Shares(max(8, descriptors - OWN - rest), rest // 2, descriptors - OWN)


def descriptors() -> int:
    """How many descriptors this process may have open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return ENOUGH if soft == resource.RLIM_INFINITY else min(soft, ENOUGH)


def raise_limit() -> None:
    """Raises the limit as far as the process may, up to `ENOUGH`."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for enough in (ENOUGH, OF_MACOS):
        wanted = enough if hard == resource.RLIM_INFINITY else min(enough, hard)
        if descriptors() < wanted:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
