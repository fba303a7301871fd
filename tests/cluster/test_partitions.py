"""A node that is partitioned: its writes are refused, and its players are shown a standstill."""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest

from taphouse.cluster import node as node_module
from taphouse.cluster import table_proxy as proxies
from taphouse.cluster.messages import Close, Connected, NodeMessage, Received, Reopen, Send
from taphouse.cluster.node import Node
from taphouse.core import SECOND, replace
from taphouse.house import backoff
from taphouse.house.endpoint import TableEndpoint
from taphouse.house.house import House
from taphouse.house.live_table import LiveTable
from taphouse.house.lobby import Lobby, Opened, OpenTable
from taphouse.house.observer import NoObserver
from taphouse.house.running_tables import RunningTables
from taphouse.journal.jetstream import JetStream
from taphouse.table import wire
from taphouse.table.room import Refusal
from taphouse.table.seat_updates import encode
from tests.chaos.tcp_proxy import TcpProxy
from tests.house.party import Transport
from tests.natsserver import NatsServer
from tests.toys import SHELF, TOY

pytestmark = pytest.mark.anyio

SOON = 60  # seconds: a longer wait means that it never happens


class Notes(NoObserver):
    def __init__(self) -> None:
        self.taken_over, self.stale = asyncio.Event(), asyncio.Event()

    def count(self, what: str) -> None:
        if what == "owner-changed":
            self.taken_over.set()
        elif what == "stale":
            self.stale.set()


def clock() -> int:
    return time.monotonic_ns() // 1_000


class Page(Transport):  # type: ignore[misc]
    """Answers pings: a connection that does not is closed."""

    def __init__(self, place: TableEndpoint) -> None:
        super().__init__()
        self._place, self.received, self.left = place, asyncio.Event(), asyncio.Event()
        place.connect(self)

    def send(self, message: bytes) -> None:
        super().send(message)
        if self.last("room"):
            self.received.set()

    def close(self, message: bytes) -> None:
        super().close(message)
        asyncio.get_running_loop().call_soon(self._place.disconnect, self)
        self.left.set()

    def ping(self, nonce: bytes) -> None:
        self._place.pong(self, nonce, clock())

    def say(self, message: wire.Up) -> None:
        self._place.receive(self, message, clock())

    def leave(self) -> None:
        self._place.disconnect(self)


def node_of(lobby: Lobby) -> Node:
    assert isinstance(lobby.owner, Node)
    return lobby.owner


@asynccontextmanager
async def running_node(server: str, house: str, notes: Notes, replicas: int = 1) -> AsyncIterator[Lobby]:
    journal = await JetStream.open(server, replicas, house)
    shared = House(SHELF, journal, b"secret", clock, lambda: 0, notes)
    node = Lobby(Node(shared, journal.connection, house, replicas))
    try:
        await node.restore()
        yield node
    finally:
        await node.close()
        await journal.close()


class TwoNodes(NamedTuple):
    owner: Lobby
    other: Lobby
    opened: Opened
    """The table of the first node."""
    notes: Notes
    """What the owner counted."""
    others: Notes
    """What the other node counted."""


@asynccontextmanager
async def two_nodes(server: NatsServer, through: str = "") -> AsyncIterator[TwoNodes]:
    """A house of two nodes, and a table of the first one. The other reaches NATS at `through`."""
    name, notes, others = server.new_name(), Notes(), Notes()
    async with (
        asyncio.timeout(SOON),
        running_node(server.url, name, notes) as owner,
        running_node(through or server.url, name, others) as other,
    ):
        yield TwoNodes(owner, other, await owner.open(OpenTable(TOY, name="Ada")), notes, others)


def entered(node: Lobby, opened: Opened) -> Page:
    """The player who opened the table connects to it through `node`."""
    place = node.find(opened.code)
    assert place is not None
    page = Page(place)
    page.say(wire.Hello(wire.VERSION, opened.token))
    return page


def end_of_the_only_way(node: Lobby) -> asyncio.Event:
    """Set when nobody uses it any more."""
    gone = asyncio.Event()
    (way,) = node_of(node)._local
    weakref.finalize(way, gone.set)
    return gone


def stop_receiving(node: Lobby) -> None:
    """Stops the node from renewing its lease and reading the registry."""
    for duty in list(node_of(node)._tasks):
        duty.cancel()


async def test_a_node_that_receives_nothing_is_refused_releases_its_table_and_sends_nothing_unsaved(
    nats_server: NatsServer,
) -> None:
    async with two_nodes(nats_server) as (zombie, next_owner, opened, notes, others):
        ada = entered(zombie, opened)
        stop_receiving(zombie)
        await others.taken_over.wait()
        ada.say(wire.Rename("Late", 2))
        await notes.stale.wait()

        assert opened.code not in zombie.tables
        room = await next_owner.room(opened.code)
        assert room is not None
        assert [member.name for member in room.members] == ["Ada"]
        assert {player["name"] for told in ada.all("room") for player in told["players"]} == {"Ada"}


async def test_a_node_that_lost_a_table_cannot_send_to_its_players(nats_server: NatsServer) -> None:
    async with two_nodes(nats_server) as (zombie, next_owner, opened, _, others):
        ada = entered(next_owner, opened)
        stop_receiving(zombie)
        await others.taken_over.wait()
        for late in (Send(1, b'{"type":"late"}'), Close(1, b'{"type":"late"}')):
            node_of(next_owner)._receive(node_of(zombie).node, late)
        assert ada.all("late") == []
        assert not ada.closed


async def test_late_messages_of_a_node_that_is_gone_take_no_seat(nats_server: NatsServer) -> None:
    async with asyncio.timeout(SOON), running_node(nats_server.url, nats_server.new_name(), Notes()) as owner:
        opened = await owner.open(OpenTable(TOY, name="Ada"))
        ada = entered(owner, opened)
        await ada.received.wait()
        hello = encode(wire.Hello(wire.VERSION, opened.token))
        for late in (Connected(1, opened.code), Received(1, hello, 0)):
            node_of(owner)._receive("gone", late)
        ada.say(wire.Rename("Bo", 2))
        while ada.last("room")["players"][0]["name"] != "Bo" and not ada.closed:
            ada.received.clear()
            await ada.received.wait()
        assert not ada.closed


async def test_a_node_that_only_seemed_gone_is_asked_to_reopen_its_connections(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = list[tuple[str, NodeMessage]]()
    async with two_nodes(nats_server) as (owner, other, opened, *_):
        ada = entered(other, opened)
        await ada.received.wait()
        lease = node_of(owner).registry._leases.pop(node_of(other).node)
        await node_of(owner)._review_owners()
        assert node_of(owner)._remote.nodes == set()

        node_of(owner).registry._leases[node_of(other).node] = lease
        with monkeypatch.context() as patched:
            patched.setattr(node_of(owner)._bus, "put", lambda *what: said.append(what))
            await node_of(owner)._review_owners()
        assert said == [(node_of(other).node, Reopen())]


async def test_a_background_task_that_fails_is_restarted(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    went, renewed = list[str](), asyncio.Event()

    async def renew() -> None:
        if not went:
            went.append("wrong")
            raise ValueError("a server said what nobody understands")
        went.append("well")
        renewed.set()

    async with asyncio.timeout(SOON), running_node(nats_server.url, nats_server.new_name(), Notes()) as node:
        monkeypatch.setattr(node_of(node).registry, "renew", renew)
        await renewed.wait()
        assert went == ["wrong", "well"]


async def test_a_table_that_cannot_be_taken_over_is_retried_with_a_backoff(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed, tries, take = asyncio.Event(), list[str](), Node._take_over

    async def broken(*_: object) -> LiveTable:
        failed.set()
        raise ValueError("its journal makes no sense")

    def counted(node: Node, code: str) -> Coroutine[Any, Any, None]:
        tries.append(code)
        return take(node, code)

    async with asyncio.timeout(SOON), running_node(nats_server.url, nats_server.new_name(), Notes()) as node:
        code = (await node.open(OpenTable(TOY, name="Ada"))).code
        monkeypatch.setattr(RunningTables, "restored", broken)
        monkeypatch.setattr(Node, "_take_over", counted)
        node_of(node)._release(node.tables[code])
        await failed.wait()
        await node_of(node)._review_owners()
        assert tries == [code]


async def test_a_node_without_nats_shows_a_standstill_and_sends_its_players_to_another(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_module, "CUT_OFF", 0.1)
    async with (
        TcpProxy([nats_server.port]) as proxy,
        two_nodes(nats_server, proxy.servers) as (_, island, opened, *_),
    ):
        ada = entered(island, opened)
        await ada.received.wait()
        proxy.cut()
        await ada.left.wait()
        assert ada.last("room")["paused"] == "keeping"
        assert ada.last("goodbye")["why"] == "restarting"
        proxy.mend()
        again = entered(island, opened)
        await again.received.wait()
        assert again.last("welcome")["player"] == 1


async def test_a_player_who_saw_a_standstill_gets_a_full_update_even_from_a_node_that_seemed_gone(
    nats_server: NatsServer,
) -> None:
    async with two_nodes(nats_server) as (owner, island, opened, *_):
        ada = entered(island, opened)
        await ada.received.wait()
        node_of(island)._cut_off()
        assert ada.last("room")["paused"] == "keeping"
        lease = node_of(island).registry._leases.pop(node_of(owner).node)
        node_of(island)._connected_again()
        node_of(island).registry._leases[node_of(owner).node] = lease
        while len(ada.all("welcome")) < 2 or ada.last("room")["paused"] is not None:
            ada.received.clear()
            await ada.received.wait()


async def test_a_connection_whose_first_messages_were_lost_is_reopened(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_nodes(nats_server) as (owner, other, opened, *_):
        client, lost = node_of(other)._connection.client, list[bytes]()
        publish = client.publish

        async def lossy(subject: str, payload: bytes = b"", *more: Any) -> None:
            if subject.endswith(f".node.{node_of(owner).node}") and not lost:
                lost.append(payload)
            else:
                await publish(subject, payload, *more)

        monkeypatch.setattr(client, "publish", lossy)
        ada = entered(other, opened)
        await ada.received.wait()

        assert len(lost) == 1
        assert ada.last("welcome")["player"] == 1


async def test_a_table_that_writes_more_than_nats_allows_is_restored_as_last_saved(
    nats_server: NatsServer,
) -> None:
    notes = Notes()
    async with asyncio.timeout(SOON), running_node(nats_server.url, nats_server.new_name(), notes) as node:
        opened = await node.open(OpenTable(TOY, name="Ada"))
        broken = node.tables[opened.code]
        (ada,) = broken.room.members
        broken.table.session.change(replace(broken.room, members=(replace(ada, name="A" * 1_048_576),)))
        page = entered(node, opened)
        await notes.taken_over.wait()

        assert node.tables[opened.code] is not broken
        assert [member.name for member in node.tables[opened.code].room.members] == ["Ada"]
        while page.last("welcome") is None:
            page.received.clear()
            await page.received.wait()


async def test_a_node_forgets_removed_tables_and_unused_proxies(
    nats_server: NatsServer,
) -> None:
    async with two_nodes(nats_server) as (owner, other, opened, *_):
        nodes, watching = (owner, other), replace(opened, token=None)
        pages = [entered(node, watching) for node in nodes]
        for page in pages:
            await page.received.wait()
        gone = [end_of_the_only_way(node) for node in nodes]
        for page in pages:
            page.leave()
        del page, pages
        assert other.find(opened.code) is not None  # a look-up without a connection
        for end in gone:
            await end.wait()
        assert [list(node_of(node)._local) for node in nodes] == [[], []]

        await owner.owner.remove(owner.tables[opened.code])
        await node_of(other).registry._read_on()
        assert node_of(owner).registry.owners == node_of(other).registry.owners == {}


async def test_opening_a_table_at_a_node_that_loses_it_at_once_is_refused_with_restarting(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, save = nats_server.new_name(), LiveTable.step
    async with (
        asyncio.timeout(SOON),
        running_node(nats_server.url, name, Notes()) as slow,
        running_node(nats_server.url, name, Notes()) as next_owner,
    ):

        async def too_late(table: LiveTable) -> None:
            """The next owner finds nothing to take over, because nothing is saved yet."""
            assert await node_of(next_owner).registry.look_up(table.code)
            await node_of(next_owner).registry.remove(table.code)
            await save(table)

        monkeypatch.setattr(LiveTable, "step", too_late)
        with pytest.raises(Refusal, match="restarting"):
            await slow.open(OpenTable(TOY, name="Ada"))
        assert slow.tables == {}
        assert await slow.house.journal.values() == {}


async def test_the_code_of_a_table_that_could_not_be_saved_becomes_free(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(table: LiveTable) -> None:
        raise ValueError("more than anybody could keep")

    async with asyncio.timeout(SOON), running_node(nats_server.url, nats_server.new_name(), Notes()) as node:
        remove, given_back = node_of(node).registry.remove, asyncio.Event()

        async def counted(code: str) -> None:
            await remove(code)
            given_back.set()

        monkeypatch.setattr(node_of(node).registry, "remove", counted)
        monkeypatch.setattr(LiveTable, "step", fails)
        with pytest.raises(ValueError, match="more than anybody"):
            await node.open(OpenTable(TOY, name="Ada"))
        await given_back.wait()
        assert node_of(node).registry.owners == {}


async def test_a_player_who_connects_while_the_table_is_removed_is_told_that_there_is_none(
    nats_server: NatsServer,
) -> None:
    async with two_nodes(nats_server) as (owner, other, opened, *_):
        await until_ready_at(other, opened)
        pages = [Page(find(node, opened)) for node in (owner, other)]
        for page in pages:
            page.say(wire.Hello(wire.VERSION))
        await owner.owner.remove(owner.tables[opened.code])
        for page in pages:
            await page.left.wait()
            assert page.last("goodbye")["why"] == "no-such-table"


async def test_players_of_a_table_that_keeps_failing_are_told_to_try_again_while_it_waits(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backoff, "DELAYS", (0, 3_600 * SECOND))
    monkeypatch.setattr(proxies, "UNANSWERED", 0.1)
    broke = asyncio.Queue[LiveTable]()

    async def breaks(table: LiveTable) -> None:
        broke.put_nowait(table)
        raise ValueError("nobody thought of this")

    async with two_nodes(nats_server) as (owner, other, opened, *_):
        await until_ready_at(other, opened)
        there = entered(owner, opened)
        await there.received.wait()
        monkeypatch.setattr(LiveTable, "step", breaks)
        there.say(wire.Looking(True))
        await broke.get()
        await broke.get()  # restarted at once, and it failed again

        for node in (owner, other):
            newcomer = Page(find(node, opened))
            newcomer.say(wire.Hello(wire.VERSION))
            await newcomer.left.wait()
            assert newcomer.last("goodbye")["why"] == "restarting"
        assert not there.closed, "a page that has a room waits"
        assert broke.empty()


def find(node: Lobby, opened: Opened) -> TableEndpoint:
    place = node.find(opened.code)
    assert place is not None
    return place


async def until_ready_at(node: Lobby, opened: Opened) -> None:
    """Waits until the node knows that the table is ready."""
    while (record := await node_of(node).registry.look_up(opened.code)) is None or not record.ready:
        pass


async def test_a_connection_that_ended_among_lost_messages_is_not_left_at_the_table(
    nats_server: NatsServer,
) -> None:
    async with two_nodes(nats_server) as (owner, other, opened, _, _):
        node, table = node_of(owner), owner.tables[opened.code]
        while node_of(other).node not in node.registry.alive:
            await node.registry._read_on()
        node._receive(node_of(other).node, Connected(99, opened.code))
        await table.step()
        assert len(table.connections) == 1
        node._messages_lost(node_of(other).node)  # among them the end of this connection
        await table.step()
        assert len(table.connections) == 0
