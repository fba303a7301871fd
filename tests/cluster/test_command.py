"""`taphouse cluster` as a person starts it."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.natsserver import free_ports

SOON = 60  # seconds: a longer wait means that it never happens


def command(data: Path) -> list[str]:
    first, *_ = free_ports(3)
    return [sys.executable, "-m", "taphouse.cli", "cluster", "--port", str(first), "--data", str(data)]


@pytest.fixture
def started(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(command(tmp_path), stdout=subprocess.PIPE, text=True)
    yield process
    process.send_signal(signal.SIGINT)  # nothing is left running, whatever the test found
    process.communicate(timeout=SOON)


def messages(process: subprocess.Popen[str], count: int) -> dict[str, tuple[str, int]]:
    """The address and process of each node, from the output of the command."""
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


def test_one_command_starts_three_nodes_restarts_a_dead_one_and_closes_all(
    started: subprocess.Popen[str],
) -> None:
    all_of_it = messages(started, 6)
    assert sorted(all_of_it) == ["nats1", "nats2", "nats3", "node1", "node2", "node3"]
    transport = httpx.HTTPTransport(retries=12)  # with growing pauses, until the node listens
    with httpx.Client(transport=transport, timeout=SOON) as http:
        (one, first), (two, _) = all_of_it["node1"], all_of_it["node2"]
        assert http.get(f"{one}/readyz").text == "ok"
        code = http.post(f"{one}/api/tables", json={"game": "tip-tap", "name": "Ada"}).json()["code"]
        assert http.get(f"{two}/api/tables/{code}").json()["players"] == 1
        os.kill(first, signal.SIGKILL)
        again = messages(started, 1)
        assert again["node1"][0] == one
        assert http.get(f"{two}/api/tables/{code}").json()["players"] == 1
    started.send_signal(signal.SIGINT)
    assert started.wait(SOON) == 0
    ended = [process for _, process in (*all_of_it.values(), *again.values())]
    assert [process for process in ended if is_alive(process)] == []


def test_a_second_cluster_on_the_same_data_is_refused_and_the_first_runs_on(
    started: subprocess.Popen[str], tmp_path: Path
) -> None:
    first = messages(started, 6)
    second = subprocess.run(command(tmp_path), capture_output=True, text=True, timeout=SOON, check=False)
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == f"taphouse: another cluster runs on {tmp_path}\n"
    assert [name for name, (_, process) in first.items() if not is_alive(process)] == []


def test_all_processes_end_when_the_command_is_killed_and_its_data_can_be_used_again(
    started: subprocess.Popen[str], tmp_path: Path
) -> None:
    orphans = [process for _, process in messages(started, 6).values()]
    ends = [os.pidfd_open(process) for process in orphans]
    try:
        started.kill()
        for end in ends:
            ended, _, _ = select.select([end], [], [], SOON)
            assert ended, "one of them is still there"
    finally:
        for end in ends:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(end, signal.SIGKILL)
            os.close(end)
    again = subprocess.Popen(command(tmp_path), stdout=subprocess.PIPE, text=True)
    try:
        assert len(messages(again, 6)) == 6
    finally:
        again.send_signal(signal.SIGINT)
        again.communicate(timeout=SOON)
