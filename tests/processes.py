"""Runs a real server in its own process."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple


class Running(NamedTuple):
    address: str
    """In the form `127.0.0.1:8000`."""

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])


def started(*module: str) -> AbstractContextManager[Running]:
    """Runs a Python module that prints its address when it is ready."""
    return running(sys.executable, "-m", *module)


@contextmanager
def running(*command: str) -> Iterator[Running]:
    """Runs any program that prints its address when it is ready."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            found = next((m for line in server.stdout or () if (m := re.search(r"http://(\S+)", line))), None)
            assert found is not None, f"{' '.join(command)} did not start"
            yield Running(found[1])
        finally:
            server.terminate()
