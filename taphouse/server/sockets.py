"""WebSockets: picows' protocol behind uvicorn's upgrade hook. Handles frames and bytes, nothing of games.

Both libraries are pinned, because this file depends on their internals; its tests fail when those change.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Protocol, TypeAlias

from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]

from taphouse.core import Time
from taphouse.fair import Kernel

from .kernel import round_trip

LONGEST = 24 * 1024  # bytes in a frame from a browser: a deck as JSON
BEHIND = 256 * 1024  # unread bytes after which a socket is dropped: its page would only ever show the past
CLOSE_TIMEOUT = 2  # seconds a browser has to answer a close frame
VERSION = "13"  # of the WebSocket protocol
TEXT, PING = 0x81, 0x89  # whole frames


def clock() -> Time:
    """Monotonic time in microseconds."""
    return time.monotonic_ns() // 1_000


class SocketHandler(Protocol):
    """Receives what happens on a socket."""

    def opened(self, socket: Socket) -> None: ...

    def admits(self, socket: Socket, arrived: Time) -> bool:
        """Called for every frame before it is read."""
        ...

    def received(self, socket: Socket, text: bytes, arrived: Time) -> None: ...

    def pong(self, socket: Socket, nonce: bytes, arrived: Time) -> None: ...

    def fell_behind(self) -> None:
        """The socket is about to be dropped because its reader is too slow."""
        ...

    def closed(self, socket: Socket) -> None: ...


Admit: TypeAlias = Callable[[WSUpgradeRequest, str], SocketHandler | HTTPStatus]
"""Takes a request and the peer's address; returns the handler, or the status of a rejection."""


class WriteBatch:
    """Writes all sockets that have unsent messages in one callback per turn of the event loop."""

    def __init__(self) -> None:
        self._waiting: list[Socket] = []

    def take(self, socket: Socket) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._deliver)
        self._waiting.append(socket)

    def _deliver(self) -> None:
        sockets, self._waiting = self._waiting, []
        for socket in sockets:
            socket.write()


class Socket(WSListener):
    """One browser's WebSocket: a `Transport` to the house."""

    __slots__ = ("_batch", "_ends_here", "_handler", "_transport", "_unsent")

    def __init__(self, handler: SocketHandler, batch: WriteBatch, ends_here: bool) -> None:
        """`ends_here` is false for a proxy, whose connection says nothing about the player's."""
        self._handler, self._batch, self._ends_here = handler, batch, ends_here
        self._unsent: list[bytes] = []
        self._transport: WSTransport | None = None

    # ---- what the house calls ----

    def send(self, message: bytes) -> None:
        """Queues a message; all messages of one turn of the event loop are written together at its end."""
        if self._open() is not None:
            if not self._unsent:
                self._batch.take(self)
            self._unsent += _header(len(message)), message

    def send_welcome(self, message: bytes, token: str | None) -> None:
        self.send(message)

    def send_room(self, message: bytes) -> None:
        self.send(message)

    def ping(self, nonce: bytes) -> None:
        """Sends a ping after unsent messages, so that the pong shows their arrival; without any, at once."""
        if (transport := self._open()) is None:
            return
        if self._unsent:
            self._unsent.append(bytes((PING, len(nonce))) + nonce)
        else:
            transport.send_ping(nonce)

    def kernel(self) -> Kernel | None:
        transport = self._open()
        if transport is None or not self._ends_here:
            return None
        return round_trip(transport.underlying_transport.get_extra_info("socket"))

    def close(self, message: bytes) -> None:
        self.send(message)
        self.disconnect(WSCloseCode.OK)

    def disconnect(self, code: WSCloseCode) -> None:
        """Sends a close frame and waits for the browser's: otherwise the last message could be lost."""
        self.write()
        if (transport := self._open()) is not None:
            transport.send_close(code)
            asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, transport.disconnect, False)

    def write(self) -> None:
        """Writes all unsent messages."""
        message = b"".join(self._unsent)
        self._unsent.clear()
        if message and (transport := self._open()) is not None:
            out = transport.underlying_transport
            out.write(message)
            if out.get_write_buffer_size() > BEHIND:
                self._handler.fell_behind()
                transport.disconnect(graceful=False)

    def _open(self) -> WSTransport | None:
        transport = self._transport
        if transport is None or transport.is_close_frame_sent or transport.underlying_transport.is_closing():
            return None
        return transport

    # ---- what picows calls ----

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._handler.opened(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        arrived, kind = clock(), frame.msg_type
        if kind is WSMsgType.CLOSE:
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()
        elif frame.rsv1 or frame.rsv2 or frame.rsv3:  # no extension was agreed on
            self.disconnect(WSCloseCode.PROTOCOL_ERROR)
        elif self._open() is not None and self._handler.admits(self, arrived):
            self._take(transport, kind, frame, arrived)

    def _take(self, transport: WSTransport, kind: WSMsgType, frame: WSFrame, arrived: Time) -> None:
        if kind is WSMsgType.PONG:
            self._handler.pong(self, frame.get_payload_as_bytes(), arrived)
        elif kind is WSMsgType.TEXT and frame.fin:
            # Copied: picows reuses the frame's memory, while a message may keep a part of it.
            self._handler.received(self, frame.get_payload_as_bytes(), arrived)
        elif kind is WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        else:
            self.disconnect(WSCloseCode.UNSUPPORTED_DATA)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._handler.closed(self)

    def pause_writing(self) -> None:
        pass  # `write` checks the buffer itself

    def resume_writing(self) -> None:
        pass


class Upgraded(WSProtocol):  # type: ignore[misc]
    """A connection that uvicorn passed to picows."""

    def __init__(
        self, admit: Admit, is_proxy: Callable[[str], bool], batch: WriteBatch, connections: set[Any]
    ) -> None:
        super().__init__(
            None,  # host and path: only for a client
            None,
            False,  # is a client
            lambda request: _response(admit(request, self._peer()), batch, self._ends_here()),
            _log,
            True,  # disconnect on exception
            5,  # seconds for the handshake
            False,  # no automatic pings: the house sends them
            20,
            20,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            False,  # no automatic pongs: pings count against the rate limit like every frame
            LONGEST,
            None,  # extra headers
            2048,  # bytes of the first read buffer
        )
        self._connections, self._is_proxy = connections, is_proxy

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._connections.discard(self)

    def _peer(self) -> str:
        peer = self.transport.underlying_transport.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    def _ends_here(self) -> bool:
        """No header counts: a player's own program could send one to silence the kernel's measure."""
        return self._peer() != "" and not self._is_proxy(self._peer())

    def data_received(self, data: bytes) -> None:
        """Takes the upgrade request from uvicorn. All later bytes are read into picows' own buffer."""
        rest = memoryview(data)
        while rest and not self.transport.underlying_transport.is_closing():
            buffer = self.get_buffer(len(rest))
            taken = min(len(buffer), len(rest))
            buffer[:taken] = rest[:taken]
            self.buffer_updated(taken)
            rest = rest[taken:]

    def shutdown(self) -> None:
        """uvicorn stops: a page that gets this close code reconnects by itself."""
        if isinstance(self.listener, Socket):
            self.listener.disconnect(WSCloseCode.SERVICE_RESTART)
        else:
            self.transport.disconnect(False)


def upgrade(admit: Admit, is_proxy: Callable[[str], bool]) -> Callable[..., Upgraded]:
    """Returns the hook that uvicorn calls for each WebSocket, its `ws`."""

    batch = WriteBatch()

    def hook(config: Any, server_state: Any, app_state: Any) -> Upgraded:
        return Upgraded(admit, is_proxy, batch, server_state.connections)

    return hook


def _response(
    answer: SocketHandler | HTTPStatus, batch: WriteBatch, ends_here: bool
) -> WSListener | WSUpgradeResponseWithListener:
    if isinstance(answer, HTTPStatus):
        headers = {"Sec-WebSocket-Version": VERSION} if answer is HTTPStatus.UPGRADE_REQUIRED else None
        refusal = WSUpgradeResponse.create_error_response(answer, extra_headers=headers)
        return WSUpgradeResponseWithListener(refusal, None)
    return Socket(answer, batch, ends_here)


def _header(length: int) -> bytes:
    """The header of a text frame from a server: not masked, not compressed."""
    if length < 126:
        return bytes((TEXT, length))
    if length < 65_536:
        return bytes((TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((TEXT, 127)) + length.to_bytes(8, "big")


class _Quieter(logging.LoggerAdapter[logging.Logger]):
    """Lowers the level of errors that a client causes. Also saves a logger of picows per connection."""

    def info(self, msg: object, *args: Any, **kwargs: Any) -> None:
        self.debug(msg, *args, **kwargs)

    def error(self, msg: object, *args: Any, **kwargs: Any) -> None:
        super().info(msg, *args, **kwargs)


_log = _Quieter(logging.getLogger(__name__))
