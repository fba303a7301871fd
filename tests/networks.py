"""Computers with networks of their own: namespaces of Linux, joined by cables (veth). Needs root."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

WAIT = 60  # seconds: a test that waits longer has failed


def ip(*words: str) -> int:
    return subprocess.run(["ip", *words], capture_output=True, check=False).returncode


def can_have_networks() -> bool:
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("ip") is None:
        return False
    probe = f"taphouse-{os.getpid()}"
    if ip("netns", "add", probe):
        return False
    has_cables = ip("-n", probe, "link", "add", "one", "type", "veth", "peer", "name", "two") == 0
    ip("netns", "del", probe)
    return has_cables


needs_networks = pytest.mark.skipif(
    not can_have_networks(), reason="needs root and network namespaces of Linux"
)


class Computer:
    """A computer with its own network, and what runs there."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._running: list[subprocess.Popen[bytes]] = []
        assert ip("netns", "add", name) == 0
        self.ip("link", "set", "lo", "up")

    def ip(self, *words: str) -> None:
        assert ip("-n", self.name, *words) == 0, words

    def connect(self, interface: str, address: str, other: Computer, its: str, its_address: str) -> None:
        """Lays a cable to another computer, or to nowhere on this one."""
        peer = ["netns", other.name] if other is not self else []
        self.ip("link", "add", interface, "type", "veth", "peer", "name", its, *peer)
        for computer, name, place in [(self, interface, address), (other, its, its_address)]:
            if place:
                computer.ip("address", "add", place, "dev", name)
            computer.ip("link", "set", name, "up")

    def run(self, *command: str) -> str:
        here = ["ip", "netns", "exec", self.name, *command]
        return subprocess.run(here, capture_output=True, text=True, timeout=WAIT, check=True).stdout

    def asks(self, url: str) -> Any:
        return json.loads(self.run("curl", "-s", url))

    def join(self, interface: str, folder: Path) -> str:
        """Gets address and name server from the network, like a phone that joins a WiFi."""
        (script := folder / "lease.sh").write_text(f"#!/bin/sh\nenv > {folder}/lease\n")
        script.chmod(0o755)
        self.run("udhcpc", "-i", interface, "-f", "-q", "-n", "-t", "20", "-s", str(script))
        lease = dict(line.split("=", 1) for line in (folder / "lease").read_text().splitlines())
        self.ip("address", "add", f"{lease['ip']}/{lease['mask']}", "dev", interface)
        (names := Path("/etc/netns") / self.name).mkdir(parents=True)  # `ip netns exec` puts it over /etc
        (names / "resolv.conf").write_text(f"nameserver {lease['dns']}\n")
        return lease["ip"]

    def start(self, *command: str, **settings: Any) -> None:
        here = ["ip", "netns", "exec", self.name, *command]
        self._running.append(subprocess.Popen(here, **settings))

    def open_house(self, data: Path, *options: str) -> Terminal:
        controller, terminal = pty.openpty()
        command = [sys.executable, "-m", "taphouse.cli", "serve", "--data", str(data), *options]
        self.start(*command, stdin=terminal, stdout=terminal, env={**os.environ, "LC_ALL": "C.UTF-8"})
        os.close(terminal)
        return Terminal(controller)

    def close(self) -> None:
        for process in self._running:
            process.terminate()
            process.wait(WAIT)
        ip("netns", "del", self.name)
        shutil.rmtree(Path("/etc/netns") / self.name, ignore_errors=True)


class Terminal:
    """What a host sees and types."""

    def __init__(self, file: int) -> None:
        self._file, self._seen = file, ""

    def until(self, pattern: str) -> str:
        """Reads on until the pattern is found, and returns what was read."""
        while (found := re.search(pattern, self._seen)) is None:
            self._seen += os.read(self._file, 4_096).decode(errors="replace")
        seen, self._seen = self._seen[: found.end()], self._seen[found.end() :]
        return seen

    def type(self, line: str) -> None:
        os.write(self._file, f"{line}\n".encode())


@pytest.fixture
def computer() -> Iterator[Callable[[str], Computer]]:
    computers: list[Computer] = []

    def make(name: str) -> Computer:
        computers.append(Computer(f"{name}-{os.getpid()}"))
        return computers[-1]

    yield make
    for each in computers:
        each.close()
