"""The network between one node and NATS: it can be cut, and it can swallow everything without a word."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Literal, TypeAlias

from tests.natsserver import free_ports

Weather: TypeAlias = Literal["fine", "cut", "hole"]


class Ways:
    """A port of its own for each server."""

    def __init__(self, servers: list[int]) -> None:
        self._ports = dict(zip(free_ports(len(servers)), servers, strict=True))
        self._weather: Weather = "fine"
        self._lines: set[asyncio.StreamWriter] = set()
        self._leading: set[asyncio.Task[Any]] = set()
        self._listening: list[asyncio.Server] = []

    @property
    def servers(self) -> str:
        return ",".join(f"nats://127.0.0.1:{port}" for port in self._ports)

    async def __aenter__(self) -> None:
        await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        for port, server in self._ports.items():
            self._listening.append(await asyncio.start_server(partial(self._lead, server), "127.0.0.1", port))

    def cut(self) -> None:
        """Every line breaks, and none can be made."""
        self._weather = "cut"
        self._break()

    def swallow(self) -> None:
        """Lines look open, and nothing that is said arrives."""
        self._weather = "hole"

    def mend(self) -> None:
        """What was swallowed never arrives: its lines break, and new ones can be made."""
        self._weather = "fine"
        self._break()

    async def close(self) -> None:
        """No line is left when this ends."""
        for found in self._listening:
            found.close()
        await asyncio.sleep(0)  # whoever was let in by now is known
        self.cut()
        await asyncio.gather(*self._leading, return_exceptions=True)

    def _break(self) -> None:
        for line in self._lines:
            line.transport.abort()

    async def _lead(self, server: int, heard: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        self._lines.add(answers)
        task = asyncio.current_task()
        assert task is not None
        self._leading.add(task)
        try:
            if self._weather != "cut":
                answered, asks = await asyncio.open_connection("127.0.0.1", server)
                await asyncio.gather(self._carry(heard, asks), self._carry(answered, answers))
        except OSError:
            pass  # the server is down
        finally:
            self._lines.discard(answers)
            self._leading.discard(task)
            answers.transport.abort()

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while words := await source.read(65_536):
                if self._weather == "fine" and not sink.is_closing():
                    sink.write(words)
        except OSError:
            pass  # it was broken
        finally:
            sink.transport.abort()
