"""Houses on computers with networks of their own: namespaces of Linux, joined by a cable (veth)."""

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

RESOLVE = """
import asyncio, sys
from zeroconf import AddressResolverIPv4
from zeroconf.asyncio import AsyncZeroconf

async def resolve(name, own):
    network = AsyncZeroconf(interfaces=[own])
    found = AddressResolverIPv4(name)
    await found.async_request(network.zeroconf, 10_000)
    print(*found.parsed_addresses())
    await network.async_close()

asyncio.run(resolve(*sys.argv[1:]))
"""


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


pytestmark = pytest.mark.skipif(not can_have_networks(), reason="needs root and network namespaces of Linux")


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

    def open_house(self, data: Path) -> Terminal:
        controller, terminal = pty.openpty()
        command = [sys.executable, "-m", "taphouse.cli", "serve", "--data", str(data)]
        self._running.append(
            subprocess.Popen(
                ["ip", "netns", "exec", self.name, *command],
                stdin=terminal,
                stdout=terminal,
                env={**os.environ, "LC_ALL": "C.UTF-8"},
            )
        )
        os.close(terminal)
        return Terminal(controller)

    def close(self) -> None:
        for process in self._running:
            process.terminate()
            process.wait(WAIT)
        ip("netns", "del", self.name)


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


def test_a_house_with_several_networks_chooses_says_why_and_lets_the_host_switch(
    computer: Callable[[str], Computer], tmp_path: Path
) -> None:
    # given a laptop at home whose VPN is its way to the internet, and a phone in the same network
    laptop, phone = computer("laptop"), computer("phone")
    laptop.connect("wlan0", "192.168.7.5/24", phone, "wlan0", "192.168.7.9/24")
    laptop.connect("wg0", "10.9.0.2/24", laptop, "far", "")
    laptop.ip("route", "add", "default", "dev", "wg0")

    # when the house opens
    terminal = laptop.open_house(tmp_path / "laptop")

    # then it gives friends the address that the phone can open, and says why
    terminal.until(r"open at http://192\.168\.7\.5:8000")
    terminal.until(r"→ 1  192\.168\.7\.5  wlan0: A local network.*\s+2  10\.9\.0\.2 .*A VPN")
    about = phone.asks("http://192.168.7.5:8000/api/house")
    assert (about["address"], about["opened_at"]) == ("http://192.168.7.5:8000", None)

    # and the network knows it by name
    terminal.until(r"open http://taphouse\.local:8000")
    assert phone.run(sys.executable, "-c", RESOLVE, "taphouse.local.", "192.168.7.9").split() == [
        "192.168.7.5"
    ]

    # and a second house in this network takes another name
    phone.open_house(tmp_path / "phone").until(r"open http://taphouse-2\.local:8000")

    # when the host types the other number
    terminal.type("2")

    # then friends are given that address, and the phone is told
    terminal.until(r"open at http://10\.9\.0\.2:8000")
    about = phone.asks("http://192.168.7.5:8000/api/house")
    assert (about["address"], about["opened_at"]) == ("http://10.9.0.2:8000", "192.168.7.5:8000")


def test_a_house_opens_on_a_computer_without_a_network(
    computer: Callable[[str], Computer], tmp_path: Path
) -> None:
    alone = computer("alone")
    alone.open_house(tmp_path).until(r"open at http://127\.0\.0\.1:8000")
    assert alone.run("curl", "-s", "http://127.0.0.1:8000/healthz") == "ok"
