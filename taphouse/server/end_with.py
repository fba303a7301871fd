"""A process that must not outlive another one. Linux only."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1  # of prctl(2): the signal that a process receives when its parent ends

_prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None  # loaded before a process is forked


def end_with(parent: int) -> None:
    """Called in a new process: has the kernel kill it when its parent ends."""
    if _prctl is not None:
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # the parent ended before the call
            os._exit(1)
