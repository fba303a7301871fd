"""A server in a process of its own, and what it takes from the machine. Linux only."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


class Process:
    """`address` is of the form `127.0.0.1:8000`."""

    def __init__(self, pid: int, address: str) -> None:
        self._pid, self.address = pid, address

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self._pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @property
    def memory(self) -> float:
        """Resident, in KiB."""
        return (
            int(Path(f"/proc/{self._pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024
        )


def started(*module: str) -> AbstractContextManager[Process]:
    """A Python module that prints its address when it is ready."""
    return running(sys.executable, "-m", *module)


@contextmanager
def running(*command: str) -> Iterator[Process]:
    """The same for any program."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            found = next((m for line in server.stdout or () if (m := re.search(r"http://(\S+)", line))), None)
            if found is None:
                raise RuntimeError(f"{command} did not start")
            yield Process(server.pid, found[1])
        finally:
            server.terminate()
