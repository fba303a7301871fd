"""Who has which table: what a node knows of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from taphouse.cluster.register import Deed, Register
from taphouse.journal.fenced import Fenced, Found
from tests.natsserver import NatsServer

pytestmark = pytest.mark.anyio


@pytest.fixture
async def registers(nats_server: NatsServer) -> AsyncIterator[tuple[Register, Register]]:
    """Of two nodes of one house."""
    house, connections = nats_server.new_name(), [await Fenced.connect(nats_server.url) for _ in range(2)]
    one, two = [Register(c, house, name, 1) for c, name in zip(connections, ("one", "two"), strict=True)]
    await one.open(1)
    await two.open(1)
    yield one, two
    for connection in connections:
        await connection.close()


async def read_on(register: Register) -> None:
    """Until it knows all that is new."""
    read = asyncio.Event()

    async def changed() -> None:
        read.set()

    following = asyncio.create_task(register.follow(changed))
    await read.wait()
    following.cancel()


async def test_whoever_looks_up_a_new_table_still_reads_what_was_written_before_it(
    registers: tuple[Register, Register],
) -> None:
    one, two = registers
    await one.write("AAAA", Deed("one"))
    await one.write("BBBB", Deed("one"))
    assert await two.look_up("BBBB") == one.deeds["BBBB"]
    await read_on(two)
    assert two.deeds == one.deeds


async def test_a_node_beside_a_replica_that_is_stuck_hears_of_every_table_all_the_same(
    registers: tuple[Register, Register], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stuck(subject: str, start: int) -> list[Found]:
        return []

    one, two = registers
    monkeypatch.setattr(two._connection, "_batch", stuck)
    await one.write("AAAA", Deed("one"))
    await one.write("BBBB", Deed("one"))
    await two.renew()
    await read_on(two)
    assert two.deeds == one.deeds
