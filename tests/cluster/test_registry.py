"""What a node knows of leases and ownership records."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
from nats.errors import OutboundBufferLimitError

from taphouse.cluster import registry as registers_of_nodes
from taphouse.cluster.registry import OwnershipRecord, Registry
from taphouse.journal import Stale
from taphouse.journal.stream_client import Found, StreamClient
from tests.natsserver import NatsServer

pytestmark = pytest.mark.anyio

SOON = 60  # seconds: a longer wait means that it never happens


@pytest.fixture
async def registers(nats_server: NatsServer) -> AsyncIterator[tuple[Registry, Registry]]:
    """The registries of two nodes of one house."""
    house, connections = (
        nats_server.new_name(),
        [await StreamClient.connect(nats_server.url) for _ in range(2)],
    )
    one, two = [Registry(c, house, name, 1) for c, name in zip(connections, ("one", "two"), strict=True)]
    await one.open(1)
    await two.open(1)
    yield one, two
    for connection in connections:
        await connection.close()


async def read_on(registry: Registry) -> None:
    """Waits until it has read everything new."""
    read = asyncio.Event()

    async def changed() -> None:
        read.set()

    following = asyncio.create_task(registry.follow(changed))
    await read.wait()
    following.cancel()


async def test_looking_up_a_new_table_does_not_skip_earlier_records(
    registers: tuple[Registry, Registry],
) -> None:
    one, two = registers
    await one.write("AAAA", OwnershipRecord("one"))
    await one.write("BBBB", OwnershipRecord("one"))
    assert await two.look_up("BBBB") == one.owners["BBBB"]
    await read_on(two)
    assert two.owners == one.owners


async def test_a_node_next_to_a_stuck_replica_still_reads_every_record(
    registers: tuple[Registry, Registry], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stuck(subject: str, start: int) -> list[Found]:
        return []

    one, two = registers
    monkeypatch.setattr(two._connection, "_batch", stuck)
    await one.write("AAAA", OwnershipRecord("one"))
    await one.write("BBBB", OwnershipRecord("one"))
    await two.renew()
    await read_on(two)
    assert two.owners == one.owners


async def test_a_removed_table_is_forgotten_by_every_node(registers: tuple[Registry, Registry]) -> None:
    one, two = registers
    await one.write("AAAA", OwnershipRecord("one"))
    await two.look_up("AAAA")
    await one.remove("AAAA")
    await read_on(two)
    assert one.owners == two.owners == {}
    assert await two.look_up("AAAA") is None


async def test_the_code_of_a_removed_table_can_be_used_again_after_a_while(
    registers: tuple[Registry, Registry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registers_of_nodes, "PUT_AWAY", 1)
    one, two = registers
    await one.write("AAAA", OwnershipRecord("one"))
    await one.remove("AAAA")
    with pytest.raises(Stale):
        await two.write("AAAA", OwnershipRecord("two"))
    async with asyncio.timeout(SOON):
        while "AAAA" not in two.owners:
            with suppress(Stale):
                await two.write("AAAA", OwnershipRecord("two"))
    assert await one.look_up("AAAA") == two.owners["AAAA"]


async def test_a_node_that_was_silent_for_long_forgets_tables_that_were_removed_meanwhile(
    registers: tuple[Registry, Registry],
) -> None:
    one, two = registers
    for code in ("AAAA", "BBBB"):
        await one.write(code, OwnershipRecord("one"))
    await read_on(two)
    await two.write("CCCC", OwnershipRecord("two"))
    await one.remove("AAAA")
    for erased in ("deed.AAAA", "lease.two"):  # as NATS does after a while
        await one._connection.purge(f"{one._subject}.{erased}")
    await two.renew()
    await two.renew()
    await read_on(two)
    assert set(two.owners) == {"BBBB", "CCCC"}


async def test_a_node_that_is_gone_is_forgotten_by_every_node(registers: tuple[Registry, Registry]) -> None:
    one, two = registers
    await read_on(one)
    assert one.alive == {"one", "two"}
    for _ in range(registers_of_nodes.RUN_OUT):
        await one.renew()
        await read_on(one)
    assert one.alive == set(one._leases) == {"one"}
    await two.renew()
    await read_on(one)
    assert one.alive == {"one", "two"}


async def test_a_record_is_written_even_if_the_notification_fails(
    registers: tuple[Registry, Registry], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = registers
    client = one._connection.client
    publish = client.publish

    async def reaches_no_node(subject: str, *more: Any) -> None:
        if subject == one._notify:
            raise OutboundBufferLimitError
        await publish(subject, *more)

    monkeypatch.setattr(client, "publish", reaches_no_node)
    await one.write("AAAA", OwnershipRecord("one"))
    found = await two.look_up("AAAA")
    assert found is not None
    assert found.node == "one"
    await one.remove("AAAA")
    assert await two.look_up("AAAA") is None
