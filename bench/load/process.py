"""Runs a server in its own process and measures its processor time and memory. Linux only."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]
OWN = CORES[:1]
"""The core of a server under test."""
OTHERS = CORES[1:] or CORES
"""The cores of everything else."""


class CannotMeasure(Exception):
    """The reason why nothing can be measured."""


class Process:
    """`address` has the form `127.0.0.1:8000`."""

    def __init__(self, pid: int, address: str) -> None:
        self._pid, self.address = pid, address

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def cpu(self) -> float:
        """Processor seconds of the threads that are alive."""
        threads = Path(f"/proc/{self._pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    @property
    def workers(self) -> list[Process]:
        """The processes that it started; itself if there are none."""
        found = Path(f"/proc/{self._pid}/task/{self._pid}/children").read_text().split()
        return [Process(int(pid), self.address) for pid in found] or [self]

    @property
    def memory(self) -> float:
        """Resident memory in KiB."""
        return (
            int(Path(f"/proc/{self._pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024
        )

    @property
    def descriptors(self) -> int:
        """Open files and connections."""
        return len(os.listdir(f"/proc/{self._pid}/fd"))


def started(
    *module: str, cores: Collection[int] = CORES, log: int | None = None
) -> AbstractContextManager[Process]:
    """Runs a Python module that prints its address when it is ready. `log` is the file of its stderr."""
    return running(sys.executable, "-m", *module, cores=cores, log=log)


@contextmanager
def running(
    *command: str,
    cores: Collection[int] = CORES,
    settings: Mapping[str, str] | None = None,
    log: int | None = None,
) -> Iterator[Process]:
    """Runs any program that prints its address when it is ready."""
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        env={**os.environ, **(settings or {})},
        preexec_fn=partial(os.sched_setaffinity, 0, cores),
    ) as server:
        try:
            found = next((m for line in server.stdout or () if (m := re.search(r"http://(\S+)", line))), None)
            if found is None:
                raise CannotMeasure(f"{' '.join(command)} did not start")
            yield Process(server.pid, found[1])
        finally:
            server.terminate()
