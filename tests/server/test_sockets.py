"""picows behind uvicorn's hook: frames, bytes, and readers that cannot keep up."""

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

from taphouse.server.sockets import BEHIND, Socket, upgrade

pytestmark = pytest.mark.anyio
SOON = 20


class Listener:
    """A visitor that remembers."""

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

    def heard(self, socket: Socket, text: bytes, arrived: int) -> None:
        self.texts.put_nowait(text)

    def pong(self, socket: Socket, nonce: bytes, arrived: int) -> None:
        self.pongs.put_nowait(nonce)

    def fell_behind(self) -> None:
        self.slow = True

    def left(self, socket: Socket) -> None:
        self.gone.set()


class Edge:
    def __init__(self) -> None:
        self.port = 0
        self.server: uvicorn.Server | None = None
        self.visitors: list[Listener] = []
        self.requests: list[WSUpgradeRequest] = []

    def admission(self, request: WSUpgradeRequest, peer: str) -> Listener | HTTPStatus:
        self.requests.append(request)
        if request.path == b"/refused":
            return HTTPStatus.FORBIDDEN
        self.visitors.append(Listener())
        return self.visitors[-1]


@pytest.fixture
async def edge(serve: Any) -> AsyncIterator[Edge]:
    found = Edge()

    async def hello(request: object) -> PlainTextResponse:
        return PlainTextResponse("hello over HTTP")

    config = uvicorn.Config(
        Starlette(routes=[Route("/", hello)]),
        ws=upgrade(found.admission),  # type: ignore[arg-type]
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
        return browser, edge.visitors[-1]

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
    """How often this process has asked the kernel to write."""
    return int(Path("/proc/self/io").read_text().split("syscw: ")[1].split()[0])


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="counts are Linux's")
async def test_all_that_is_sent_in_one_turn_is_written_once(dial: Dial) -> None:
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


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="counts are Linux's")
async def test_a_ping_goes_out_behind_what_it_is_sent_with_and_in_the_same_write(dial: Dial) -> None:
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


async def test_a_last_message_arrives_before_the_line_is_closed(dial: Dial) -> None:
    browser, handler = await dial()
    assert handler.socket
    for _ in range(100):
        browser.write(b"x" * 1_000)  # still under way when the line is closed
    handler.socket.close(b"goodbye")
    handler.socket.send(b"too late")
    assert await browser.closed() == WSCloseCode.OK
    assert browser.frames.get_nowait() == b"goodbye"
    assert browser.frames.empty()
    async with asyncio.timeout(SOON):
        await handler.gone.wait()


async def test_a_closed_line_hears_nothing_more(dial: Dial) -> None:
    browser, handler = await dial()
    assert handler.socket
    handler.socket.close(b"goodbye")
    browser.write(b"wait")
    await browser.closed()
    assert handler.texts.empty()


async def test_a_frame_of_eight_kilobytes_is_taken_and_a_longer_one_closes_the_line(dial: Dial) -> None:
    browser, handler = await dial()
    browser.write(b"x" * 8_192)
    async with asyncio.timeout(SOON):
        assert await handler.texts.get() == b"x" * 8_192
    browser.write(b"x" * 8_193)
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
        await loop.sock_recv(slow, 12)  # the line is up; from now on nothing is read
        handler = edge.visitors[-1]
        assert handler.socket
        sent = 0
        while not handler.slow and sent < 1_000:  # more than any kernel holds for him
            handler.socket.send(b"x" * 60_000)
            sent += 1
            await asyncio.sleep(0)
        assert handler.slow
        async with asyncio.timeout(SOON):
            await handler.gone.wait()
        assert sent * 60_000 > BEHIND


@pytest.mark.parametrize("kind", [WSMsgType.BINARY, WSMsgType.CONTINUATION])
async def test_only_whole_texts_are_taken(dial: Dial, kind: WSMsgType) -> None:
    browser, handler = await dial()
    browser.transport.send(kind, b"x")
    assert await browser.closed() == WSCloseCode.UNSUPPORTED_DATA
    assert handler.texts.empty()


async def test_a_part_of_a_text_is_not_taken(dial: Dial) -> None:
    browser, handler = await dial()
    browser.transport.send(WSMsgType.TEXT, b"x", fin=False)
    assert await browser.closed() == WSCloseCode.UNSUPPORTED_DATA
    assert handler.texts.empty()


async def test_what_is_not_admitted_is_not_looked_at(dial: Dial) -> None:
    browser, handler = await dial()
    handler.open = False
    browser.write(b"x")
    browser.transport.send(WSMsgType.BINARY, b"x")
    browser.transport.send_close(WSCloseCode.OK)
    async with asyncio.timeout(SOON):
        await handler.gone.wait()
    assert handler.texts.empty()


async def test_whoever_is_refused_at_the_door_gets_its_answer_over_http(edge: Edge, connect: Any) -> None:
    with pytest.raises(WSInvalidStatusError) as refused:
        await connect(edge.port, "/refused")
    assert refused.value.response
    assert refused.value.response.status == HTTPStatus.FORBIDDEN


async def test_a_long_request_is_handed_over_whole(edge: Edge, dial: Dial) -> None:
    browser, handler = await dial("/x?" + "y" * 3_000, cookie="z" * 3_000)
    browser.write(b"one")
    async with asyncio.timeout(SOON):
        assert await handler.texts.get() == b"one"
    assert edge.requests[-1].headers["cookie"] == "z" * 3_000


async def test_no_compression_is_agreed_on(dial: Dial) -> None:
    browser, _ = await dial(**{"Sec-WebSocket-Extensions": "permessage-deflate"})
    assert "Sec-WebSocket-Extensions" not in browser.transport.response.headers


async def test_a_stop_closes_every_line_with_the_code_of_a_restart(edge: Edge, dial: Dial) -> None:
    lines = [(await dial())[0] for _ in range(3)]
    assert edge.server
    edge.server.should_exit = True
    assert [await line.closed() for line in lines] == [WSCloseCode.SERVICE_RESTART] * 3


async def test_a_browser_that_vanishes_has_left(dial: Dial) -> None:
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
