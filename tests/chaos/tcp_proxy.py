"""The network between one node and NATS: it can be cut, and it can drop everything silently."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Literal, Self, TypeAlias

from tests.natsserver import free_ports

NetworkState: TypeAlias = Literal["fine", "cut", "blackhole"]


class TcpProxy:
    """Forwards a port of its own to each server."""

    def __init__(self, servers: list[int]) -> None:
        self._ports = dict(zip(free_ports(len(servers)), servers, strict=True))
        self._state: NetworkState = "fine"
        self._connections: set[asyncio.StreamWriter] = set()
        self._forwarding: set[asyncio.Task[Any]] = set()
        self._listening: list[asyncio.Server] = []

    @property
    def servers(self) -> str:
        return ",".join(f"nats://127.0.0.1:{port}" for port in self._ports)

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        for port, server in self._ports.items():
            self._listening.append(
                await asyncio.start_server(partial(self._forward, server), "127.0.0.1", port)
            )

    def cut(self) -> None:
        """Breaks every connection, and allows no new one."""
        self._state = "cut"
        self._break()

    def blackhole(self) -> None:
        """Keeps connections open, and drops all data."""
        self._state = "blackhole"

    def mend(self) -> None:
        """Breaks the connections that lost data, and allows new ones."""
        self._state = "fine"
        self._break()

    async def close(self) -> None:
        """Returns when no connection is left."""
        for found in self._listening:
            found.close()
        await asyncio.sleep(0)  # connections accepted by now are registered
        self.cut()
        await asyncio.gather(*self._forwarding, return_exceptions=True)

    def _break(self) -> None:
        for connection in self._connections:
            connection.transport.abort()

    async def _forward(
        self, server: int, requests: asyncio.StreamReader, answers: asyncio.StreamWriter
    ) -> None:
        self._connections.add(answers)
        task = asyncio.current_task()
        assert task is not None
        self._forwarding.add(task)
        try:
            if self._state != "cut":
                answered, asks = await asyncio.open_connection("127.0.0.1", server)
                await asyncio.gather(self._copy(requests, asks), self._copy(answered, answers))
        except OSError:
            pass  # the server is down
        finally:
            self._connections.discard(answers)
            self._forwarding.discard(task)
            answers.transport.abort()

    async def _copy(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while words := await source.read(65_536):
                if self._state == "fine" and not sink.is_closing():
                    sink.write(words)
        except OSError:
            pass  # it was broken
        finally:
            sink.transport.abort()
