"""A node as a process of its own, on a machine with clocks of its own: both are ahead of the others'."""

from __future__ import annotations

import sys
import time

from taphouse.cli import main


def shift_clocks(seconds: int) -> None:
    """Before anything has looked at them."""
    wall, monotonic = time.time, time.monotonic_ns
    time.time = lambda: wall() + seconds
    time.monotonic_ns = lambda: monotonic() + seconds * 1_000_000_000


if __name__ == "__main__":
    shift_clocks(int(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
