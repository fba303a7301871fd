"""Three real servers of NATS: what is kept where has a leader of its own, and each can be lost alone."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from nats import errors as nats_errors

from taphouse.journal.jetstream import JetStream
from taphouse.server import api
from taphouse.server.address import Address
from taphouse.server.app import Cluster, opened
from tests.natsserver import NatsServer, cluster
from tests.server.conftest import serving

pytestmark = pytest.mark.anyio

SOON = 60  # seconds: servers that have just been started, an election, and a machine with other things to do


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[NatsServer]]:
    found = cluster(tmp_path)
    for server in found:
        server.start()
    yield found
    for server in found:
        server.kill()


async def lead(journal: JetStream, stream: str, server: str) -> None:
    """Until it is this server that leads the stream."""
    nats, question = journal.connection.client, json.dumps({"placement": {"preferred": server}}).encode()
    while True:
        about = await nats.jsm().stream_info(stream)
        leader = about.cluster.leader if about.cluster else None
        if leader == server:
            return
        with suppress(nats_errors.TimeoutError):  # there is nobody to ask until there is a leader again
            await nats.request(f"$JS.API.STREAM.LEADER.STEPDOWN.{stream}", question, timeout=1)


@contextmanager
def frozen(server: NatsServer) -> Iterator[None]:
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.process.pid, signal.SIGCONT)


async def test_a_node_is_not_ready_while_lines_have_no_leader_though_values_have_one(
    servers: list[NatsServer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "WRITABLE", 1.0)  # an election takes four times as long
    near, _, far = servers
    listening = socket.create_server(("127.0.0.1", 0))
    address = Address("127.0.0.1", listening.getsockname()[1])
    async with (
        asyncio.timeout(SOON),
        opened(tmp_path, address, cluster=Cluster(near.url, replicas=3)) as server,
        serving(server, listening),
        httpx.AsyncClient(base_url=f"http://{address.host}:{address.port}") as http,
    ):
        journal = await JetStream.visit(near.url)
        for stream in ("taphouse-values", "taphouse-register"):
            await lead(journal, stream, "n0")
        await lead(journal, "taphouse-lines", "n2")
        assert (await http.get("/readyz")).text == "ok"

        with frozen(far):
            ready, kept = await asyncio.gather(http.get("/readyz"), journal.put("house/probe", b"kept", 0))

            assert kept > 0
            assert (ready.status_code, ready.text) == (503, "the journal cannot be written: TimeoutError()")
            while (await http.get("/readyz")).text != "ok":
                pass  # until the two others have elected one of them
            assert await journal.read("game/never") == []
        await journal.close()
