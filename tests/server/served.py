"""`taphouse` commands as processes. A test module imports the fixtures that it uses."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

WAIT = 60  # seconds: a test that waits longer has failed


class Process:
    def __init__(self, data: Path, *arguments: str, **environment: str) -> None:
        command = [sys.executable, "-m", "taphouse.cli", *arguments, "--data", str(data)]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8", **environment},
        )

    def address(self) -> str:
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r"http://\S+", line):
                return found[0]
        raise AssertionError(self.process.communicate()[1])

    def stop(self, number: signal.Signals) -> tuple[int, str]:
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=WAIT)
        return self.process.returncode, errors


@pytest.fixture
def started() -> Iterator[list[Process]]:
    processes: list[Process] = []
    yield processes
    for found in processes:
        found.process.kill()
        found.process.communicate()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def opened(address: str) -> str:
    settings = {"game": "tip-tap", "name": "Ada"}
    code: str = httpx.post(f"{address}/api/tables", json=settings, timeout=WAIT).json()["code"]
    return code


def seen(address: str) -> httpx.Response:
    return httpx.get(address, timeout=WAIT)
