"""A node that was out of the world, and does not know it yet: whatever it writes is refused."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from taphouse.cluster.branch import Branch
from taphouse.house import wire
from taphouse.house.lobby import OpenTable
from taphouse.house.observer import Nobody
from taphouse.house.place import Place
from taphouse.house.table import House
from taphouse.journal.jetstream import JetStream
from tests.house.party import Screen
from tests.natsserver import NatsServer

pytestmark = pytest.mark.anyio

SOON = 20  # seconds: whatever takes longer never comes


class Notes(Nobody):
    def __init__(self) -> None:
        self.taken_over, self.stale = asyncio.Event(), asyncio.Event()

    def noted(self, what: str) -> None:
        if what == "owner-changed":
            self.taken_over.set()
        elif what == "stale":
            self.stale.set()


def clock() -> int:
    return time.monotonic_ns() // 1_000


class Page(Screen):  # type: ignore[misc]
    """Answers pings: whoever does not is shown out."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self._place = place
        place.connect(self)

    def ping(self, nonce: bytes) -> None:
        self._place.pong(self, nonce, clock())

    def say(self, message: wire.Up) -> None:
        self._place.hear(self, message, clock())


@asynccontextmanager
async def branch(server: NatsServer, house: str, notes: Notes) -> AsyncIterator[Branch]:
    journal = await JetStream.open(server.url, house=house)
    shared = House(journal, b"secret", clock, lambda: 0, notes)
    node = Branch(shared, journal.connection, house, 1)
    try:
        await node.restore()
        yield node
    finally:
        await node.close()
        await journal.close()


async def test_a_node_that_hears_nothing_is_refused_lets_go_and_tells_nobody_what_was_not_kept(
    nats_server: NatsServer,
) -> None:
    name, notes, others = nats_server.new_name(), Notes(), Notes()
    async with (
        asyncio.timeout(SOON),
        branch(nats_server, name, notes) as zombie,
        branch(nats_server, name, others) as heir,
    ):
        opened = await zombie.open(OpenTable("tip-tap", name="Ada"))
        place = zombie.find(opened.code)
        assert place is not None
        ada = Page(place)
        ada.say(wire.Hello(wire.VERSION, opened.token))
        for duty in list(zombie._tasks):  # it renews nothing and looks at nothing any more
            duty.cancel()
        await others.taken_over.wait()
        ada.say(wire.Rename("Late", 2))
        await notes.stale.wait()

        assert opened.code not in zombie.tables
        room = await heir.room(opened.code)
        assert room is not None
        assert [member.name for member in room.members] == ["Ada"]
        assert {player["name"] for told in ada.all("room") for player in told["players"]} == {"Ada"}
