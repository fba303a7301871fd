"""`taphouse cluster` as a person starts it."""

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

from tests.natsserver import free_ports

SOON = 60  # seconds: whatever takes longer never comes


@pytest.fixture
def started(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    first, *_ = free_ports(3)
    command = [sys.executable, "-m", "taphouse.cli", "cluster", "--port", str(first), "--data", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    yield process
    process.send_signal(signal.SIGINT)  # whatever the test found, nothing is left running
    process.communicate(timeout=SOON)


def parts(process: subprocess.Popen[str], count: int) -> dict[str, tuple[str, int]]:
    """Where each of them is, and its process, as it was told."""
    assert process.stdout is not None
    found: dict[str, tuple[str, int]] = {}
    while len(found) < count:
        line = process.stdout.readline()
        assert line, "it ended"
        if told := re.match(r"(\w+)  (\S+)  process (\d+)", line):
            found[told[1]] = f"http://127.0.0.1:{told[2].rpartition(':')[2]}", int(told[3])
    return found


def is_alive(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def test_one_command_starts_a_house_of_three_starts_again_what_dies_and_closes_all(
    started: subprocess.Popen[str],
) -> None:
    all_of_it = parts(started, 6)
    assert sorted(all_of_it) == ["nats1", "nats2", "nats3", "node1", "node2", "node3"]
    transport = httpx.HTTPTransport(retries=12)  # with longer and longer pauses, until it listens
    with httpx.Client(transport=transport, timeout=SOON) as http:
        (one, first), (two, _) = all_of_it["node1"], all_of_it["node2"]
        assert http.get(f"{one}/readyz").text == "ok"
        code = http.post(f"{one}/api/tables", json={"game": "tip-tap", "name": "Ada"}).json()["code"]
        assert http.get(f"{two}/api/tables/{code}").json()["players"] == 1
        os.kill(first, signal.SIGKILL)
        again = parts(started, 1)
        assert again["node1"][0] == one
        assert http.get(f"{two}/api/tables/{code}").json()["players"] == 1
    started.send_signal(signal.SIGINT)
    assert started.wait(SOON) == 0
    ended = [process for _, process in (*all_of_it.values(), *again.values())]
    assert [process for process in ended if is_alive(process)] == []
