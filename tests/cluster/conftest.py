"""A house of several nodes in this process, on a real NATS server."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from taphouse.server.address import Address
from taphouse.server.app import Cluster, Settings, opened
from tests.natsserver import NatsServer, nats_server
from tests.server.conftest import SOON, Connect, Open, connect, serving
from tests.toys import SHELF

__all__ = ["connect", "nats_server"]

Node = Callable[[], Any]


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, bool]]:
    return "asyncio", {"use_uvloop": True}


@pytest.fixture
def node(nats_server: NatsServer, tmp_path: Path, connect: Connect) -> Node:
    """Opens one more node of the test's house. A context, so that a test can close it."""
    cluster = Cluster(nats_server.url, 1, nats_server.new_name())

    @asynccontextmanager
    async def open_node() -> AsyncIterator[Open]:
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        async with (
            opened(Settings(SHELF, tmp_path, cluster=cluster), Address("127.0.0.1", port)) as server,
            serving(server, listening),
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=SOON) as http,
        ):
            yield Open(port, http, connect)

    return open_node


@pytest.fixture
async def house(node: Node) -> AsyncIterator[tuple[Open, Open]]:
    """Two nodes."""
    async with AsyncExitStack() as stack:
        yield await stack.enter_async_context(node()), await stack.enter_async_context(node())
