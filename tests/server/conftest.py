"""A real house on a loopback port, and connections to it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import uvicorn
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from taphouse.server.address import Address
from taphouse.server.app import Settings, opened
from taphouse.table import wire
from tests.toys import SHELF, TOY

SOON = 20  # seconds: a test that waits longer has failed


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, bool]]:
    return "asyncio", {"use_uvloop": True}


class Browser(WSListener):
    """The browser's end of a WebSocket."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[bytes] = asyncio.Queue()
        self.pings: asyncio.Queue[bytes] = asyncio.Queue()
        self.order: list[WSMsgType] = []
        self.transport: WSTransport = None  # type: ignore[assignment]

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.order.append(frame.msg_type)
        match frame.msg_type:
            case WSMsgType.TEXT:
                self.frames.put_nowait(frame.get_payload_as_bytes())
            case WSMsgType.PING:
                self.pings.put_nowait(frame.get_payload_as_bytes())
                transport.send_pong(frame.get_payload_as_bytes())
            case WSMsgType.CLOSE:
                transport.send_close(frame.get_close_code())
                transport.disconnect()

    def write(self, message: Any) -> None:
        self.transport.send(
            WSMsgType.TEXT, message if isinstance(message, bytes) else msgspec.json.encode(message)
        )

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(SOON):
            found: dict[str, Any] = msgspec.json.decode(await self.frames.get())
            return found

    async def until(self, kind: str) -> dict[str, Any]:
        while (message := await self.next())["type"] != kind:
            pass
        return message

    async def closed(self) -> int | None:
        """The house's close code; `None` if it disconnected without one."""
        async with asyncio.timeout(SOON):
            await self.transport.wait_disconnected()
        handshake = self.transport.close_handshake
        return handshake.recv.code if handshake and handshake.recv else None


Connect = Callable[..., Awaitable[Browser]]


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Opens a WebSocket with the `headers` of a browser."""
    browsers: list[Browser] = []

    async def to(port: int, path: str, **headers: str) -> Browser:
        _, browser = await ws_connect(
            Browser, f"ws://127.0.0.1:{port}{path}", extra_headers=headers, enable_auto_pong=False
        )
        assert isinstance(browser, Browser)
        browsers.append(browser)
        return browser

    yield to
    for browser in browsers:
        browser.transport.disconnect(False)


class Open:
    """A running house and its HTTP client."""

    def __init__(self, port: int, http: httpx.AsyncClient, connect: Connect) -> None:
        self.port, self.http, self._connect = port, http, connect

    async def table(self, **settings: Any) -> dict[str, Any]:
        answer = await self.http.post("/api/tables", json={"game": TOY, **settings})
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def line(self, code: str, **headers: str) -> Browser:
        return await self._connect(self.port, f"/ws/{code}", **headers)

    async def connection(self, code: str, token: str | None = None) -> Browser:
        """A WebSocket after hello and the first room."""
        browser = await self.line(code)
        browser.write(wire.Hello(wire.VERSION, token))
        await browser.until("room")
        return browser


@asynccontextmanager
async def serving(server: uvicorn.Server, listening: socket.socket) -> AsyncIterator[int]:
    task = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        async with asyncio.timeout(SOON):
            await task


Opener = Callable[..., Any]


@pytest.fixture
def open_house(tmp_path: Path, connect: Connect) -> Opener:
    """Opens the house on this test's data; can be called again for a restart."""

    @asynccontextmanager
    async def house(
        kernel_holds: int | None = None,
        address: Callable[[int], Address] = lambda port: Address("127.0.0.1", port),
        **settings: Any,
    ) -> AsyncIterator[Open]:
        """`kernel_holds`: bytes of the kernel's send buffer for one browser; by default the kernel's own."""
        listening = socket.create_server(("127.0.0.1", 0))
        if kernel_holds is not None:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, kernel_holds)
        port = listening.getsockname()[1]
        async with (
            opened(Settings(**{"shelf": SHELF, "data": tmp_path, **settings}), address(port)) as server,
            serving(server, listening),
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=SOON) as http,
        ):
            yield Open(port, http, connect)

    return house


@pytest.fixture
async def house(open_house: Opener) -> AsyncIterator[Open]:
    async with open_house() as found:
        yield found


@pytest.fixture
def serve() -> Callable[[uvicorn.Server, socket.socket], Any]:
    return serving
