"""Who has which table: what a node knows of it."""

from __future__ import annotations

import asyncio

import pytest

from taphouse.cluster.register import Deed, Register
from taphouse.journal.fenced import Fenced
from tests.natsserver import NatsServer

pytestmark = pytest.mark.anyio


async def test_whoever_looks_up_a_new_table_still_reads_what_was_written_before_it(
    nats_server: NatsServer,
) -> None:
    name = nats_server.new_name()
    one, two = [await Fenced.connect(nats_server.url) for _ in range(2)]
    writer, reader = Register(one, name, "one", 1), Register(two, name, "two", 1)
    await writer.open(1)
    await reader.open(1)
    await writer.write("AAAA", Deed("one"))
    await writer.write("BBBB", Deed("one"))
    found, read = await reader.look_up("BBBB"), asyncio.Event()

    async def changed() -> None:
        read.set()

    following = asyncio.create_task(reader.follow(changed))
    await read.wait()

    assert found == reader.deeds["BBBB"] == writer.deeds["BBBB"]
    assert reader.deeds["AAAA"] == writer.deeds["AAAA"]
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    await one.close()
    await two.close()
