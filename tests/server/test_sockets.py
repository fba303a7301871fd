"""picows behind uvicorn's hook: frames, bytes, and slow readers."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from picows import WSCloseCode, WSInvalidStatusError, WSMsgType, WSUpgradeRequest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from taphouse.server.sockets import BEHIND, LONGEST, Socket, upgrade

pytestmark = pytest.mark.anyio
SOON = 20  # seconds: a test that waits longer has failed


class Listener:
    """A handler that remembers what it received."""

    def __init__(self) -> None:
        self.socket: Socket | None = None
        self.texts: asyncio.Queue[bytes] = asyncio.Queue()
        self.pongs: asyncio.Queue[bytes] = asyncio.Queue()
        self.gone = asyncio.Event()
        self.slow = False
        self.open = True

    def opened(self, socket: Socket) -> None:
        self.socket = socket

    def admits(self, socket: Socket, arrived: int) -> bool:
        return self.open

    def received(self, socket: Socket, text: bytes, arrived: int) -> None:
        self.texts.put_nowait(text)

    def pong(self, socket: Socket, nonce: bytes, arrived: int) -> None:
        self.pongs.put_nowait(nonce)

    def fell_behind(self) -> None:
        self.slow = True

    def closed(self, socket: Socket) -> None:
        self.gone.set()


class Edge:
    def __init__(self) -> None:
        self.port = 0
        self.server: uvicorn.Server | None = None
        self.handlers: list[Listener] = []
        self.requests: list[WSUpgradeRequest] = []
        self.proxies: set[str] = set()

    def admission(self, request: WSUpgradeRequest, peer: str) -> Listener | HTTPStatus:
        self.requests.append(request)
        if request.path == b"/refused":
            return HTTPStatus.FORBIDDEN
        self.handlers.append(Listener())
        return self.handlers[-1]


@pytest.fixture
async def edge(serve: Any) -> AsyncIterator[Edge]:
    found = Edge()

    async def hello(request: object) -> PlainTextResponse:
        return PlainTextResponse("hello over HTTP")

    config = uvicorn.Config(
        Starlette(routes=[Route("/", hello)]),
        ws=upgrade(found.admission, found.proxies.__contains__),  # type: ignore[arg-type]
        http="httptools",
        lifespan="off",
        log_config=None,
        timeout_graceful_shutdown=3,
    )
    found.server = uvicorn.Server(config)
    async with serve(found.server, socket.create_server(("127.0.0.1", 0))) as found.port:
        yield found


Dial = Callable[..., Awaitable[tuple[Any, Listener]]]


@pytest.fixture
def dial(edge: Edge, connect: Any) -> Dial:
    async def both_ends(path: str = "/x", **headers: str) -> tuple[Any, Listener]:
        browser = await connect(edge.port, path, **headers)
        return browser, edge.handlers[-1]

    return both_ends


async def test_texts_arrive_as_they_were_sent(dial: Dial) -> None:
    browser, handler = await dial()
    browser.write(b"one")
    browser.write("zwölf ↗".encode())
    async with asyncio.timeout(SOON):
        assert await handler.texts.get() == b"one"
        assert await handler.texts.get() == "zwölf ↗".encode()


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
async def test_texts_of_every_length_can_be_sent(dial: Dial, length: int) -> None:
    browser, handler = await dial()
    assert handler.socket
    handler.socket.send(b"x" * length)
    handler.socket.send(b"end")
    async with asyncio.timeout(SOON):
        assert await browser.frames.get() == b"x" * length
        assert await browser.frames.get() == b"end"


def writes() -> int:
    """The number of write system calls of this process."""
    return int(Path("/proc/self/io").read_text().split("syscw: ")[1].split()[0])


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="only Linux counts them")
async def test_all_messages_of_one_turn_of_the_loop_are_written_together(dial: Dial) -> None:
    browser, handler = await dial()
    assert handler.socket
    before = writes()
    for n in range(50):
        handler.socket.send(b"message %d" % n)
    async with asyncio.timeout(SOON):
        assert [await browser.frames.get() for _ in range(50)] == [b"message %d" % n for n in range(50)]
    assert writes() - before < 10


async def test_a_ping_is_answered_with_its_own_nonce(dial: Dial) -> None:
    _, handler = await dial()
    assert handler.socket
    handler.socket.ping(b"12345678")
    async with asyncio.timeout(SOON):
        assert await handler.pongs.get() == b"12345678"


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="only Linux counts them")
async def test_a_ping_follows_the_unsent_messages_in_the_same_write(dial: Dial) -> None:
    browser, handler = await dial()
    assert handler.socket
    browser.order = []
    before = writes()
    for n in range(50):
        handler.socket.send(b"update %d" % n)
        handler.socket.ping(b"%08d" % n)
    async with asyncio.timeout(SOON):
        for n in range(50):
            assert await browser.frames.get() == b"update %d" % n
            assert await browser.pings.get() == b"%08d" % n
            assert await handler.pongs.get() == b"%08d" % n
    assert browser.order == [kind for _ in range(50) for kind in (WSMsgType.TEXT, WSMsgType.PING)]
    assert writes() - before < 75, "fifty of them are pongs"


async def test_the_last_message_arrives_before_the_socket_is_closed(dial: Dial) -> None:
    browser, handler = await dial()
    assert handler.socket
    for _ in range(100):
        browser.write(b"x" * 1_000)  # still on the way when the socket is closed
    handler.socket.close(b"goodbye")
    handler.socket.send(b"too late")
    assert await browser.closed() == WSCloseCode.OK
    assert browser.frames.get_nowait() == b"goodbye"
    assert browser.frames.empty()
    async with asyncio.timeout(SOON):
        await handler.gone.wait()


async def test_a_closed_socket_receives_nothing_more(dial: Dial) -> None:
    browser, handler = await dial()
    assert handler.socket
    handler.socket.close(b"goodbye")
    browser.write(b"wait")
    await browser.closed()
    assert handler.texts.empty()


async def test_the_longest_frame_is_read_and_a_longer_one_closes_the_socket(dial: Dial) -> None:
    browser, handler = await dial()
    browser.write(b"x" * LONGEST)
    async with asyncio.timeout(SOON):
        assert await handler.texts.get() == b"x" * LONGEST
    browser.write(b"x" * (LONGEST + 1))
    assert await browser.closed() == WSCloseCode.MESSAGE_TOO_BIG
    async with asyncio.timeout(SOON):
        await handler.gone.wait()
    assert handler.texts.empty()


async def test_a_reader_that_falls_behind_is_dropped(edge: Edge) -> None:
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(slow, ("127.0.0.1", edge.port))
        await loop.sock_sendall(slow, handshake("/x"))
        await loop.sock_recv(slow, 12)  # the socket is open; from now on nothing is read
        handler = edge.handlers[-1]
        assert handler.socket
        sent = 0
        while not handler.slow and sent < 1_000:  # more than any kernel buffers
            handler.socket.send(b"x" * 60_000)
            sent += 1
            await asyncio.sleep(0)
        assert handler.slow
        async with asyncio.timeout(SOON):
            await handler.gone.wait()
        assert sent * 60_000 > BEHIND


@pytest.mark.parametrize("kind", [WSMsgType.BINARY, WSMsgType.CONTINUATION])
async def test_binary_and_continuation_frames_close_the_socket(dial: Dial, kind: WSMsgType) -> None:
    browser, handler = await dial()
    browser.transport.send(kind, b"x")
    assert await browser.closed() == WSCloseCode.UNSUPPORTED_DATA
    assert handler.texts.empty()


async def test_a_fragmented_text_closes_the_socket(dial: Dial) -> None:
    browser, handler = await dial()
    browser.transport.send(WSMsgType.TEXT, b"x", fin=False)
    assert await browser.closed() == WSCloseCode.UNSUPPORTED_DATA
    assert handler.texts.empty()


async def test_a_frame_that_is_not_admitted_is_not_read(dial: Dial) -> None:
    browser, handler = await dial()
    handler.open = False
    browser.write(b"x")
    browser.transport.send(WSMsgType.BINARY, b"x")
    browser.transport.send_close(WSCloseCode.OK)
    async with asyncio.timeout(SOON):
        await handler.gone.wait()
    assert handler.texts.empty()


async def test_a_refused_upgrade_is_answered_over_http(edge: Edge, connect: Any) -> None:
    with pytest.raises(WSInvalidStatusError) as refused:
        await connect(edge.port, "/refused")
    assert refused.value.response
    assert refused.value.response.status == HTTPStatus.FORBIDDEN


async def test_a_long_upgrade_request_is_read_completely(edge: Edge, dial: Dial) -> None:
    browser, handler = await dial("/x?" + "y" * 3_000, cookie="z" * 3_000)
    browser.write(b"one")
    async with asyncio.timeout(SOON):
        assert await handler.texts.get() == b"one"
    assert edge.requests[-1].headers["cookie"] == "z" * 3_000


async def test_compression_is_never_negotiated(dial: Dial) -> None:
    browser, _ = await dial(**{"Sec-WebSocket-Extensions": "permessage-deflate"})
    assert "Sec-WebSocket-Extensions" not in browser.transport.response.headers


async def test_a_stop_closes_every_socket_with_the_code_of_a_restart(edge: Edge, dial: Dial) -> None:
    browsers = [(await dial())[0] for _ in range(3)]
    assert edge.server
    edge.server.should_exit = True
    assert [await browser.closed() for browser in browsers] == [WSCloseCode.SERVICE_RESTART] * 3


async def test_a_socket_whose_browser_vanishes_is_closed(dial: Dial) -> None:
    browser, handler = await dial()
    browser.transport.disconnect(False)
    async with asyncio.timeout(SOON):
        await handler.gone.wait()
    assert handler.socket
    handler.socket.send(b"to nobody")
    handler.socket.ping(b"to nobody")
    handler.socket.close(b"to nobody")


def handshake(path: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="only Linux has it")
async def test_the_kernel_measures_a_connection_that_ends_here_and_not_a_proxys(
    edge: Edge, dial: Dial
) -> None:
    _, direct = await dial()
    edge.proxies.add("127.0.0.1")
    _, forwarded = await dial()
    assert direct.socket.kernel() is not None
    assert forwarded.socket.kernel() is None


@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="only Linux has it")
@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
async def test_no_header_of_a_program_silences_the_kernel(dial: Dial, header: str) -> None:
    _, handler = await dial(**{header: "for=192.0.2.1"})
    assert handler.socket
    assert handler.socket.kernel() is not None
