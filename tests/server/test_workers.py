"""A house on several cores: `taphouse serve --workers 2` as real processes."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from taphouse.house.share import Share
from taphouse.journal.backup import save, stage
from taphouse.server.handover import Box, Handover
from taphouse.server.slow_requests import Connections, SlowRequestGuard
from taphouse.table import wire
from tests.server.conftest import SOON, Connect, connect
from tests.server.served import Process, data, opened, seen, started

__all__ = ["connect", "data", "started"]

TWO = ("serve", "--host", "127.0.0.1", "--port", "0", "--workers", "2")


def workers_of(house: Process) -> list[int]:
    """The processes of the workers, the first worker first."""
    pid = house.process.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def codes_by_worker(address: str) -> tuple[str, str]:
    """A table of the first worker, and one of the second."""
    codes = [opened(address) for _ in range(2)]
    first, second = sorted(codes, key=Share(0, 2).owner)
    return first, second


class AtTable:
    """A browser at a table of a house in another process."""

    def __init__(self, connect: Connect, address: str) -> None:
        self._connect, self._port = connect, httpx.URL(address).port

    async def __call__(self, code: str) -> object:
        browser = await self._connect(self._port, f"/ws/{code}")
        browser.write(wire.Hello(wire.VERSION))
        room = await browser.until("room")
        assert room["code"] == code
        return browser


@pytest.fixture
def house(started: list[Process], data: Path) -> tuple[Process, str]:
    started.append(house := Process(data, *TWO))
    return house, house.address()


@pytest.mark.anyio
async def test_any_worker_takes_any_player(house: tuple[Process, str], connect: Connect) -> None:
    _, address = house
    at_table = AtTable(connect, address)
    codes = codes_by_worker(address)
    assert [Share(0, 2).owner(code) for code in codes] == [0, 1], "new tables are dealt out in turn"
    for code in codes * 6:  # the kernel divides twelve connections: that none changes its worker is unlikely
        await at_table(code)
        assert seen(f"{address}/api/tables/{code}").json()["code"] == code
        assert seen(f"{address}/t/{code}/qr.svg").status_code == 200
    figures = seen(f"{address}/api/house/figures").json()
    assert (figures["tables"], figures["watchers"]) == (2, 12), "figures are those of the whole house"
    assert "\ntaphouse_tables 2.0\n" in seen(f"{address}/metrics").text


@pytest.mark.anyio
async def test_a_worker_that_dies_is_started_again_and_its_tables_are_back(
    house: tuple[Process, str], connect: Connect
) -> None:
    process, address = house
    at_table = AtTable(connect, address)
    stays, returns = codes_by_worker(address)
    staying, leaving = await at_table(stays), await at_table(returns)
    before = workers_of(process)
    os.kill(before[1], signal.SIGKILL)
    async with asyncio.timeout(SOON):
        await leaving.closed()  # type: ignore[attr-defined]
        await at_table(returns)  # its connection waits until the worker is there
        await asyncio.to_thread(at_rest, process, before)
    assert seen(f"{address}/api/tables/{returns}").json()["players"] == 1
    assert not staying.transport.is_disconnected, "players of the other worker notice nothing"  # type: ignore[attr-defined]
    assert "worker 2 ended" in process.stop(signal.SIGTERM)[1]


def at_rest(process: Process, before: list[int]) -> None:
    now = workers_of(process)
    assert now[0] == before[0]
    assert len(now) == 2
    assert now[1] != before[1]


def test_a_house_opens_its_tables_with_any_number_of_workers(started: list[Process], data: Path) -> None:
    started.append(one := Process(data, *TWO[:-1], "1"))
    codes = [opened(address := one.address()), *(opened(address) for _ in range(3))]
    assert one.stop(signal.SIGTERM) == (0, "")
    for count in ("3", "2", "1"):
        started.append(house := Process(data, *TWO[:-1], count))
        address = house.address()
        assert [seen(f"{address}/api/tables/{code}").json().get("players") for code in codes] == [1] * 4
        assert house.stop(signal.SIGINT) == (0, "")


def test_a_backup_is_saved_and_restored_while_workers_run(
    house: tuple[Process, str], data: Path, tmp_path: Path
) -> None:
    process, address = house
    first, second = codes_by_worker(address)
    file = tmp_path / "backup.db"
    assert save(data, file).tables == 2
    later = opened(address)
    stage(file, data)
    status = 200
    while status != 404:
        with suppress(
            httpx.ReadError, httpx.RemoteProtocolError
        ):  # a connection that a worker had when it ended
            status = seen(f"{address}/api/tables/{later}").status_code
    assert [seen(f"{address}/api/tables/{code}").status_code for code in (first, second)] == [200, 200]
    assert "a backup was restored" in process.stop(signal.SIGTERM)[1]


def test_the_data_of_a_house_with_workers_is_locked(house: tuple[Process, str], data: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("taphouse.server.data_lock.TIMEOUT", 0.0)
        from taphouse.server.data_lock import InUse, blocking_data_lock

        with pytest.raises(InUse), blocking_data_lock(data):
            pass


@pytest.mark.parametrize("other", [["--https"], ["--cluster", "nats://127.0.0.1"], ["--hotspot"]])
def test_workers_are_refused_where_they_cannot_share(
    started: list[Process], data: Path, other: list[str]
) -> None:
    started.append(house := Process(data, *TWO, *other))
    _, errors = house.process.communicate(timeout=SOON)
    assert house.process.returncode == 2
    assert "--workers is for plain http" in errors


class Transport:
    """A connection that a worker took."""

    def __init__(self, end: socket.socket) -> None:
        self.end, self.is_closed = end, False

    def get_extra_info(self, name: str) -> socket.socket:
        return self.end

    def abort(self) -> None:
        self.end.close()
        self.is_closed = True


class Taken(asyncio.Protocol):
    """What the other worker makes of a connection."""

    def __init__(self, begun: bytes, answered: asyncio.Event) -> None:
        self.begun, self.answered = begun, answered

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(b"read " + self.begun)  # type: ignore[attr-defined]
        self.answered.set()


@pytest.fixture
async def pair() -> AsyncIterator[tuple[Handover, Handover]]:
    boxes = [Box.make(), Box.make()]
    yield Handover(Share(0, 2), boxes), Handover(Share(1, 2), boxes)
    for end in [end for box in boxes for end in box]:
        end.close()


CODES = ("AAAA", "AAAB", "AAAC", "AAAD", "AAAE", "AAAF")
OWN, OTHERS = (next(code for code in CODES if Share(0, 2).owner(code) == number) for number in (0, 1))


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("line", "goes"),
    [
        (f"GET /ws/{OTHERS}", True),
        (f"GET /home/games/ws/{OTHERS.lower()}?x=1", True),
        (f"GET /api/tables/{OTHERS}/replay", True),
        (f"GET /t/{OTHERS}/game.jsonl", True),
        (f"GET /ws/{OWN}", False),
        (f"GET /t/{OTHERS}/qr.svg", False),
        ("GET /metrics", False),
        ("GET /assets/app.js", False),
        ("POST /api/tables", True),
    ],
)
async def test_a_connection_goes_to_the_worker_that_its_first_line_names(
    pair: tuple[Handover, Handover], line: str, goes: bool
) -> None:
    first, second = pair
    answered = asyncio.Event()
    second.open(lambda begun: Taken(begun, answered))
    page, end = socket.socketpair()
    request = f"{line} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    transport = Transport(end)
    assert first.takes(transport, request) is goes  # type: ignore[arg-type]
    assert transport.is_closed is goes
    if goes:
        async with asyncio.timeout(SOON):
            await answered.wait()
        page.settimeout(SOON)
        assert page.recv(1_000) == b"read " + request, "the other worker has the connection and what was read"
    page.close()
    end.close()


@pytest.mark.anyio
async def test_a_line_that_is_not_complete_stays(pair: tuple[Handover, Handover]) -> None:
    assert not pair[0].takes(None, f"GET /ws/{OTHERS} HT".encode())  # type: ignore[arg-type]


@pytest.mark.anyio
async def test_a_worker_that_does_not_answer_does_not_block_its_connections(
    pair: tuple[Handover, Handover],
) -> None:
    first, _ = pair
    for _ in range(5_000):  # nobody empties the box
        here, there = socket.socketpair()
        transport = Transport(there)
        assert first.takes(transport, f"GET /ws/{OTHERS} HTTP/1.1\r\n\r\n".encode())  # type: ignore[arg-type]
        assert transport.is_closed
        here.close()
        if _fills(first):
            break
    else:
        raise AssertionError("the box never filled")


class Recorded:
    """Stands for the other workers: takes no connection, and notes what began a request."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []

    def takes(self, transport: asyncio.Transport, request: bytes) -> bool:
        self.asked.append(request)
        return False


class Written(asyncio.Transport):
    """A connection that only notes what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.text = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.text += bytes(data)

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


async def refuse_early(scope: object, receive: object, send: Callable[..., Awaitable[None]]) -> None:
    """An application that does not wait for the body."""
    await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


@pytest.mark.anyio
async def test_a_body_that_looks_like_a_request_brings_its_connection_nowhere() -> None:
    config = uvicorn.Config(refuse_early, lifespan="off", log_config=None)  # type: ignore[arg-type]
    config.load()
    handover, transport = Recorded(), Written()
    connections = Connections(9, lambda: 0, lambda: None)
    guard = SlowRequestGuard(
        9.0,
        connections,
        handover,  # type: ignore[arg-type]
        config=config,
        server_state=ServerState(),
        app_state={},
    )
    guard.connection_made(transport)
    head, body = b"POST /api/replay HTTP/1.1\r\nContent-Length: 20\r\n\r\n", b"GET /ws/ABCD HTTP/1.\n"
    guard.data_received(head)
    await asyncio.gather(*guard.tasks)
    assert b"413" in transport.text
    guard.data_received(body[:20])
    guard.data_received(head)
    assert handover.asked == [head, head]
    guard.connection_lost(OSError())


def _fills(handover: Handover) -> bool:
    try:
        handover._boxes[1].outgoing.send(b"full?")
    except BlockingIOError:
        return True
    return False
