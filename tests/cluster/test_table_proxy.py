"""The proxy through which this node's connections reach a table on another node."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from taphouse.cluster import table_proxy as proxies
from taphouse.cluster.local_connections import LocalConnections
from taphouse.cluster.messages import Close, Connected, NodeMessage, Received, Send
from taphouse.cluster.table_proxy import ProxiedConnection, RemoteOwner, TableProxy
from taphouse.table import wire
from taphouse.table.public_room import public_room
from taphouse.table.room import Room
from taphouse.table.seat_updates import encode
from tests.house.party import Transport as Remembering
from tests.toys import TOY

ROOM = encode(public_room(Room("QUAY", "salt", TOY, stage="playing")))


class Node:
    """Sends nothing, and records its connections."""

    def __init__(self) -> None:
        self.connections: list[ProxiedConnection] = []

    def clock(self) -> int:
        return 0

    def put(self, node: str, message: NodeMessage) -> None: ...

    def new_connection(self, screen: Any, proxy: TableProxy) -> ProxiedConnection:
        self.connections.append(ProxiedConnection(len(self.connections), screen, proxy))
        return self.connections[-1]

    def end_connection(self, connection: ProxiedConnection) -> None:
        self.connections.remove(connection)


class Transport:
    def send_welcome(self, message: bytes, token: str | None) -> None: ...


class Leaving(Remembering):  # type: ignore[misc]
    """Disconnects when it is closed."""

    def __init__(self, proxy: TableProxy) -> None:
        super().__init__()
        self._passage = proxy

    def close(self, message: bytes) -> None:
        super().close(message)
        self._passage.disconnect(self)


def test_a_connection_is_a_players_according_to_the_last_welcome_of_the_table() -> None:
    node, screen = Node(), Transport()
    proxy = TableProxy("QUAY", node)
    proxy.route_to(RemoteOwner("far", 1))
    seen = [proxy.is_players(screen)]  # type: ignore[arg-type]

    def welcome(player: int | None, token: str | None) -> None:
        sent = encode(wire.Welcome(wire.VERSION, "QUAY", player, token))
        node.connections[0].send_welcome(sent, token)
        seen.append(proxy.is_players(screen))  # type: ignore[arg-type]

    proxy.connect(screen)  # type: ignore[arg-type]
    proxy.receive(screen, wire.Hello(wire.VERSION, "a token of one's own making"), 0)  # type: ignore[arg-type]
    welcome(None, None)
    welcome(1, "a seat's token")
    proxy.route_to(RemoteOwner("farther", 2))
    seen.append(proxy.is_players(screen))  # type: ignore[arg-type]
    welcome(None, None)

    assert seen == [False, False, True, True, False]


@pytest.mark.anyio
async def test_players_of_a_table_without_an_owner_are_shown_a_standstill(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proxies, "UNSEEN", 0)
    node, screen = Node(), Remembering()
    proxy = TableProxy("QUAY", node)
    proxy.route_to(RemoteOwner("far", 1))
    proxy.connect(screen)  # type: ignore[arg-type]
    node.connections[0].send_room(ROOM)
    assert screen.last("room")["paused"] is None
    proxy.route_to(None)
    assert screen.last("room")["paused"] is None
    await asyncio.sleep(0)  # the timer is due at once

    await asyncio.sleep(0)
    assert screen.last("room") == screen.all("room")[0] | {"paused": "keeping"}


def test_a_connection_is_reopened_with_its_first_hello_whatever_it_sent_later() -> None:
    node, screen = Node(), Transport()
    proxy = TableProxy("QUAY", node)
    proxy.route_to(RemoteOwner("far", 1))
    proxy.connect(screen)  # type: ignore[arg-type]
    for token in ("own", "another's"):
        proxy.receive(screen, wire.Hello(wire.VERSION, token), 0)  # type: ignore[arg-type]
    assert node.connections[0].replayed_messages == [wire.Hello(wire.VERSION, "own")]


@pytest.mark.anyio
@pytest.mark.parametrize("was_there", [True, False])
async def test_a_new_connection_to_a_table_without_an_owner_is_told_to_try_again(
    monkeypatch: pytest.MonkeyPatch, was_there: bool
) -> None:
    monkeypatch.setattr(proxies, "UNANSWERED", 0)
    node, waiting = Node(), Remembering()
    proxy = TableProxy("QUAY", node)
    newcomer = Leaving(proxy)
    proxy.route_to(RemoteOwner("far", 1))
    proxy.connect(waiting)  # type: ignore[arg-type]
    node.connections[0].send_room(ROOM)
    if was_there:
        proxy.connect(newcomer)
    proxy.route_to(None)
    if not was_there:
        proxy.connect(newcomer)
    for _ in range(2):
        await asyncio.sleep(0)
    assert newcomer.last("goodbye")["why"] == "restarting"
    assert not waiting.closed


@pytest.mark.anyio
async def test_a_connection_that_two_timers_give_up_is_closed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proxies, "UNANSWERED", 0)
    proxy, pages = TableProxy("QUAY", Node()), [Remembering(), Remembering()]
    for page in pages:  # each connection starts a timer, and their sockets take a while to end
        proxy.connect(page)
    for _ in range(2):
        await asyncio.sleep(0)
    assert [len(page.all("goodbye")) for page in pages] == [1, 1]


@pytest.mark.anyio
async def test_a_connection_whose_table_gets_an_owner_in_time_stays_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proxies, "UNANSWERED", 0)
    node, screen = Node(), Remembering()
    proxy = TableProxy("QUAY", node)
    proxy.connect(screen)  # type: ignore[arg-type]
    proxy.route_to(RemoteOwner("far", 1))
    for _ in range(2):
        await asyncio.sleep(0)
    assert not screen.closed


def test_a_player_who_sat_down_while_the_connection_was_opened_again_keeps_the_seat() -> None:
    sent = list[NodeMessage]()
    local = LocalConnections(lambda node, message: sent.append(message), lambda: 0)
    proxy, page = local.new_proxy("QUAY"), Remembering()
    proxy.route_to(RemoteOwner("far", 1))
    proxy.connect(page)
    proxy.receive(page, wire.Hello(wire.VERSION), 0)
    proxy.receive(page, wire.Sit("Ada"), 0)
    local.reopen("far")  # before the answer to `Sit` has arrived

    seated, unknown = [
        encode(wire.Welcome(wire.VERSION, "QUAY", *who)) for who in ((1, "seat"), (None, None))
    ]
    local.receive("far", Send(1, seated, "welcome", "seat", opening=1))
    local.receive("far", Send(1, unknown, "welcome", None, opening=2))

    assert [message.opening for message in sent if isinstance(message, Connected)] == [1, 2, 3]
    last = sent[-1]
    assert isinstance(last, Received)
    assert msgspec.json.decode(last.text, type=wire.Up) == wire.Hello(wire.VERSION, "seat")
    assert page.got == []  # nothing of an earlier opening is shown
    local.receive("far", Send(1, seated, "welcome", "seat", opening=3))
    assert [welcome["player"] for welcome in page.got] == [1]


def test_a_connection_that_was_replaced_does_not_take_the_seat_back_when_connections_are_opened_again() -> (
    None
):
    sent = list[NodeMessage]()
    local = LocalConnections(lambda node, message: sent.append(message), lambda: 0)
    proxy, lost, live = local.new_proxy("QUAY"), Remembering(), Remembering()
    proxy.route_to(RemoteOwner("far", 1))
    for page in (lost, live):
        proxy.connect(page)
        proxy.receive(page, wire.Hello(wire.VERSION, "seat"), 0)
    local.receive(
        "far", Close(1, encode(wire.Goodbye("replaced")), opening=1)
    )  # its socket has not ended yet
    sent.clear()
    local.reopen("far")

    assert [message.number for message in sent if isinstance(message, Connected)] == [2]
