"""Three real NATS servers: each stream has a leader of its own, and can lose it alone."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from nats import errors as nats_errors
from nats.aio.msg import Msg

from taphouse.cluster.messages import Batch, decode
from taphouse.cluster.node_bus import NodeBus
from taphouse.house.lobby import OpenTable
from taphouse.journal.jetstream import JetStream
from taphouse.server import api
from taphouse.server.address import Address
from taphouse.server.app import Cluster, Settings, opened
from taphouse.table import wire
from tests.cluster.test_partitions import Notes, Page, entered, node_of, running_node
from tests.natsserver import NatsServer, cluster, frozen
from tests.server.conftest import serving
from tests.toys import SHELF, TOY

pytestmark = pytest.mark.anyio

SOON = 60  # seconds: for the start of the servers, an election, and a busy machine


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[NatsServer]]:
    found = cluster(tmp_path)
    for server in found:
        server.start()
    yield found
    for server in found:
        server.kill()


async def lead(journal: JetStream, stream: str, server: str) -> None:
    """Waits until this server leads the stream."""
    nats, question = journal.connection.client, json.dumps({"placement": {"preferred": server}}).encode()
    while True:
        about = await nats.jsm().stream_info(stream)
        leader = about.cluster.leader if about.cluster else None
        if leader == server:
            return
        with suppress(nats_errors.TimeoutError):  # nobody answers until there is a leader again
            await nats.request(f"$JS.API.STREAM.LEADER.STEPDOWN.{stream}", question, timeout=1)


async def test_a_node_is_not_ready_while_the_lines_stream_has_no_leader(
    servers: list[NatsServer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "WRITABLE", 1.0)  # an election takes four times as long
    near, _, far = servers
    listening = socket.create_server(("127.0.0.1", 0))
    address = Address("127.0.0.1", listening.getsockname()[1])
    async with (
        asyncio.timeout(SOON),
        opened(Settings(SHELF, tmp_path, cluster=Cluster(near.url, replicas=3)), address) as server,
        serving(server, listening),
        httpx.AsyncClient(base_url=f"http://{address.host}:{address.port}") as http,
    ):
        journal = await JetStream.visit(near.url)
        for stream in ("taphouse-values", "taphouse-register"):
            await lead(journal, stream, "n0")
        await lead(journal, "taphouse-lines", "n2")
        assert (await http.get("/readyz")).text == "ok"

        with frozen(far, journal.connection.client):
            ready, kept = await asyncio.gather(http.get("/readyz"), journal.put("house/probe", b"kept", 0))

            assert kept > 0
            assert (ready.status_code, ready.text) == (
                503,
                "the journal cannot be written: the journal does not answer",
            )
            while (await http.get("/readyz")).text != "ok":
                pass  # until the two other servers have elected a leader
            assert await journal.read("game/never") == []
        await journal.close()


def late_batch(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Set when a node received a batch after one that was sent later."""
    late, highest, deliver = asyncio.Event(), dict[tuple[str, str], int](), NodeBus._deliver

    async def counted(bus: NodeBus, message: Msg) -> None:
        await deliver(bus, message)
        batch = decode(message.data, Batch)
        way = batch.sender, bus._node
        if batch.number < highest.get(way, 0):
            late.set()
        highest[way] = max(highest.get(way, 0), batch.number)

    monkeypatch.setattr(NodeBus, "_deliver", counted)
    return late


def host(page: Page) -> dict[str, Any]:
    """Ada as in the last room that this page received."""
    return dict(page.last("room")["players"][0])


async def until_shown(page: Page, message: wire.Up, **what: object) -> None:
    """Sends the message again after each other update: the connection may just have been reopened."""
    while not what.items() <= host(page).items():
        page.received.clear()
        page.say(message)
        await page.received.wait()


async def test_messages_that_a_frozen_server_held_are_dropped_when_it_wakes_up(
    servers: list[NatsServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *others = servers
    name, again, late = first.new_name(), asyncio.Event(), late_batch(monkeypatch)
    async with (
        asyncio.timeout(SOON),
        running_node(first.url, name, Notes(), 3) as owner,
        running_node(",".join(server.url for server in others), name, Notes(), 3) as far,
    ):
        journal, connection = owner.house.journal, node_of(far)._connection
        assert isinstance(journal, JetStream)
        for stream in ("values", "lines", "register"):
            await lead(journal, f"{name}-{stream}", "n0")
        ada = entered(far, await owner.open(OpenTable(TOY, name="Ada")))
        await ada.received.wait()
        hung = next(server for server in others if server.port == connection.client.connected_url.port)
        monkeypatch.setattr(connection, "found", both(connection.found, again.set))

        with frozen(hung, connection.client):
            ada.say(wire.Rename("Stuck", 2))
            await again.wait()  # through the other server
            await until_shown(ada, wire.Rename("Newer", 2), name="Newer")
        await late.wait()
        await until_shown(ada, wire.LargeTargets(True), large_targets=True)

        assert host(ada)["name"] == "Newer"


def both(first: Callable[[], None] | None, second: Callable[[], None]) -> Callable[[], None]:
    assert first is not None

    def call() -> None:
        first()
        second()

    return call
