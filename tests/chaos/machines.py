"""Three NATS servers and a few nodes of one house, as processes that can be killed, frozen and woken."""

from __future__ import annotations

import asyncio
import resource
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import msgspec

from tests.chaos.tcp_proxy import TcpProxy
from tests.natsserver import NatsServer, cluster, free_ports

SOON = 40  # seconds: a longer wait means that it never happens
FASTER_CLOCK = 86_400  # seconds between one machine's clocks and the next one's


class Node:
    """A node as a process. `options` say which house it belongs to."""

    def __init__(self, folder: Path, number: int, *options: str) -> None:
        self.number, self.folder = number, folder
        self.port = free_ports(1)[0]
        self._options = options
        self.is_newer = False
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def open(self) -> bool:
        """A player can connect here now."""
        return self.process is not None and self.process.poll() is None and not self.frozen

    frozen = False

    async def start(self) -> None:
        self.launch()
        await self.healthy()

    def launch(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        machine = (str(self.number * FASTER_CLOCK), "newer" if self.is_newer else "same")
        here = ("--host", "127.0.0.1", "--port", str(self.port), "--log-level", "info")
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.chaos.node", *machine, "serve", *here, *self._options],
                stdout=subprocess.DEVNULL,
                stderr=log,
            )

    async def healthy(self) -> None:
        await self._answers("healthz", 200)

    async def ready(self) -> None:
        """The node's journal can be written."""
        await self._answers("readyz", 200)

    async def not_ready(self) -> None:
        await self._answers("readyz", 503)

    async def _answers(self, page: str, status: int) -> None:
        async with asyncio.timeout(SOON), httpx.AsyncClient() as http:
            while True:
                try:
                    if (await http.get(f"http://127.0.0.1:{self.port}/{page}")).status_code == status:
                        return
                except httpx.HTTPError:
                    pass
                await asyncio.sleep(0.05)

    @property
    def name(self) -> str:
        """The node's name, which it logs when it opens."""
        logged = (self.folder / "log").read_text().splitlines()
        names = [msgspec.json.decode(line)["message"] for line in logged if '"message":"node ' in line]
        return str(names[-1]).removeprefix("node ")

    def logged(self, words: str) -> int:
        """How many lines of its log contain these words."""
        return sum(words in line for line in (self.folder / "log").read_text().splitlines())

    async def count(self, name: str) -> int:
        """The value of one of the node's counters."""
        async with httpx.AsyncClient(timeout=SOON) as http:
            page = (await http.get(f"http://127.0.0.1:{self.port}/metrics")).text
        (found,) = [line for line in page.splitlines() if line.startswith(f"taphouse_{name}_total ")]
        return int(float(found.split()[1]))

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def freeze(self) -> None:
        self.frozen = True
        self._signal(signal.SIGSTOP)

    def wake(self) -> None:
        self._signal(signal.SIGCONT)
        self.frozen = False

    def jump_clock(self) -> None:
        self._signal(signal.SIGUSR1)

    async def close(self) -> None:
        """Stops the node as an operator would."""
        self._signal(signal.SIGTERM)
        assert self.process is not None
        await asyncio.to_thread(self.process.wait, SOON)

    def _signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)


def fill_disk(process: subprocess.Popen[bytes] | None) -> None:
    """Lets no file of this process grow any more: unlike a small disk, this needs no privileges."""
    _limit_files(process, 1)


def make_room(process: subprocess.Popen[bytes] | None) -> None:
    _limit_files(process, resource.RLIM_INFINITY)


def _limit_files(process: subprocess.Popen[bytes] | None, size: int) -> None:
    assert process is not None
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class Machines:
    """All servers and nodes of one house, and the network between them."""

    def __init__(self, folder: Path, nodes: int = 3) -> None:
        self.nats: list[NatsServer] = cluster(folder / "nats")
        self.servers = ",".join(server.url for server in self.nats)
        self.proxies = [TcpProxy([server.port for server in self.nats]) for _ in range(nodes)]
        """The network from each node to all servers."""

        self.nodes = [
            Node(folder / f"node{i}", i, "--cluster", proxy.servers, "--replicas", "3")
            for i, proxy in enumerate(self.proxies)
        ]

    async def open(self) -> None:
        for server in self.nats:
            server.start()
        for proxy in self.proxies:
            await proxy.open()
        await asyncio.gather(*[node.start() for node in self.nodes])

    async def close(self) -> None:
        for process in (*self.nodes, *self.nats):
            process.kill()
        for proxy in self.proxies:
            await proxy.close()
