"""Limits how long a request may take to arrive and how large its head may be. uvicorn has no such limit."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .handover import Handover

REQUEST = 10.0  # seconds for a whole request with its body
HEAD = 32 * 1024  # bytes before the body


class Connections:
    """All HTTP connections that are not WebSockets (yet). Above the limit the longest idle one is closed."""

    def __init__(self, most: int, sockets: Callable[[], int], report: Callable[[], None]) -> None:
        self._most, self._sockets, self._report = most, sockets, report
        self._open: dict[SlowRequestGuard, None] = {}

    def take(self, connection: SlowRequestGuard) -> None:
        """Notes a new connection, or one that begins a request."""
        self._open.pop(connection, None)
        self._open[connection] = None
        if len(self._open) + self._sockets() > self._most:
            idle = next(iter(self._open))
            del self._open[idle]
            idle.transport.abort()
            self._report()

    def leave(self, connection: SlowRequestGuard) -> None:
        self._open.pop(connection, None)


class Server(uvicorn.Server):
    """Calls `when_open` when it serves. Limits a TLS handshake like a request (asyncio allows a minute)."""

    def __init__(self, config: uvicorn.Config, timeout: float, handover: Handover | None = None) -> None:
        super().__init__(config)
        self._timeout, self._handover = timeout, handover
        self.when_open: Callable[[], None] = lambda: None
        self.plain: list[socket.socket] = []
        """Sockets that have http beside the https of the others."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Serves on sockets that listen already, without a lifespan."""
        config, loop = self.config, asyncio.get_running_loop()
        protocol = partial(  # type: ignore[call-arg]
            config.http_protocol_class,
            config=config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        with_tls = [(sock, config.ssl) for sock in sockets or []]
        self.servers = [
            await loop.create_server(
                protocol,
                sock=sock,
                ssl=tls,
                backlog=config.backlog,
                ssl_handshake_timeout=self._timeout if tls else None,
            )
            for sock, tls in [*with_tls, *((sock, None) for sock in self.plain)]
        ]
        if self._handover is not None:
            self._handover.open(lambda begun: protocol(begun=begun))  # type: ignore[call-arg]
        self.started = True
        self.when_open()


class SlowRequestGuard(HttpToolsProtocol):
    """Closes a connection whose request takes too long or is too large.

    uvicorn is pinned, because this class depends on its internals."""

    def __init__(
        self,
        timeout: float,
        connections: Connections,
        handover: Handover | None = None,
        begun: bytes = b"",
        **settings: Any,
    ) -> None:
        """`handover`: to other workers. `begun`: what one of them read of a connection that it gave up."""
        super().__init__(**settings)
        self._timeout, self._connections = timeout, connections
        self._handover, self._begun = handover, begun
        self._is_between_requests = True
        self._deadline: asyncio.TimerHandle | None = None
        self._head: int | None = 0  # bytes of the head so far; `None` once it is complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._connections.take(self)
        self._wait()
        if self._begun:
            self._read(self._begun)

    def data_received(self, data: bytes) -> None:
        is_handed_over = (
            self._handover is not None
            and self._is_between_requests
            and (self.cycle is None or self.cycle.response_complete)
            and self._handover.takes(self.transport, data)
        )
        if not is_handed_over:
            self._read(data)

    def _read(self, data: bytes) -> None:
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > HEAD:
                self.transport.abort()

    def on_message_begin(self) -> None:
        self._connections.take(self)
        self._head, self._is_between_requests = 0, False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_waiting()
        self._is_between_requests = True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.timeout_keep_alive_task is not None:  # no other request has begun yet
            self._wait()

    def handle_websocket_upgrade(self) -> None:
        self._stop_waiting()
        self._connections.leave(self)
        self._head = None
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # breaks a reference cycle that would wait for garbage collection

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._connections.leave(self)
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(self._timeout, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
