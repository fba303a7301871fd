"""Who has which table: what a node knows of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
from nats.errors import OutboundBufferLimitError

from taphouse.cluster import register as registers_of_nodes
from taphouse.cluster.register import Deed, Register
from taphouse.journal import Stale
from taphouse.journal.fenced import Fenced, Found
from tests.natsserver import NatsServer

pytestmark = pytest.mark.anyio

SOON = 60  # seconds: whatever takes longer never comes


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


async def test_nobody_remembers_a_table_that_was_put_away(registers: tuple[Register, Register]) -> None:
    one, two = registers
    await one.write("AAAA", Deed("one"))
    await two.look_up("AAAA")
    await one.put_away("AAAA")
    await read_on(two)
    assert one.deeds == two.deeds == {}
    assert await two.look_up("AAAA") is None


async def test_the_code_of_a_table_that_was_put_away_is_as_new_after_a_while(
    registers: tuple[Register, Register], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registers_of_nodes, "PUT_AWAY", 1)
    one, two = registers
    await one.write("AAAA", Deed("one"))
    await one.put_away("AAAA")
    with pytest.raises(Stale):
        await two.write("AAAA", Deed("two"))
    async with asyncio.timeout(SOON):
        while "AAAA" not in two.deeds:
            with suppress(Stale):
                await two.write("AAAA", Deed("two"))
    assert await one.look_up("AAAA") == two.deeds["AAAA"]


async def test_a_node_that_was_unheard_until_nobody_spoke_of_a_table_any_more_forgets_it_too(
    registers: tuple[Register, Register],
) -> None:
    one, two = registers
    for code in ("AAAA", "BBBB"):
        await one.write(code, Deed("one"))
    await read_on(two)
    await two.write("CCCC", Deed("two"))
    await one.put_away("AAAA")
    for erased in ("deed.AAAA", "lease.two"):  # as it is after a while
        await one._connection.purge(f"{one._subject}.{erased}")
    await two.renew()
    await two.renew()
    await read_on(two)
    assert set(two.deeds) == {"BBBB", "CCCC"}


async def test_nobody_remembers_a_node_that_went(registers: tuple[Register, Register]) -> None:
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


async def test_what_is_written_is_written_though_nobody_could_be_nudged(
    registers: tuple[Register, Register], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = registers
    client = one._connection.client
    publish = client.publish

    async def reaches_no_node(subject: str, *more: Any) -> None:
        if subject == one._nudge:
            raise OutboundBufferLimitError
        await publish(subject, *more)

    monkeypatch.setattr(client, "publish", reaches_no_node)
    await one.write("AAAA", Deed("one"))
    found = await two.look_up("AAAA")
    assert found is not None
    assert found.node == "one"
    await one.put_away("AAAA")
    assert await two.look_up("AAAA") is None
