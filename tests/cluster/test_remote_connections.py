"""Connections whose sockets end at another node, to a table of this one."""

from __future__ import annotations

from typing import Any

from taphouse.cluster.clocks import Clocks
from taphouse.cluster.messages import (
    Close,
    Connected,
    Disconnected,
    NodeMessage,
    OwnershipLost,
    Ping,
    Ponged,
    Received,
    Send,
)
from taphouse.cluster.remote_connections import RemoteConnections
from taphouse.core import MS, SECOND
from taphouse.fair import Kernel
from taphouse.table import wire
from taphouse.table.room import Room
from taphouse.table.seat_updates import encode
from tests.toys import TOY

AHEAD = 86_400 * SECOND  # how far the other node's clock is ahead
HOP = 200  # microseconds
TAP = b'{"type":"do","n":1,"at":1,"act":{}}'


class Table:
    """Records what it received, and the time of arrival."""

    room = Room("QUAY", "salt", TOY)

    def __init__(self) -> None:
        self.screens: list[Any] = []
        self.received: list[tuple[str, int]] = []
        self.opened_again: list[bool] = []

    def connect(self, screen: Any, again: bool) -> None:
        self.screens.append(screen)
        self.opened_again.append(again)

    def disconnect(self, screen: Any) -> None:
        self.screens.remove(screen)

    def receive(self, screen: Any, message: wire.Up, arrived: int) -> None:
        self.received.append((type(message).__name__, arrived))

    def pong(self, screen: Any, nonce: bytes, arrived: int) -> None:
        self.received.append((nonce.decode(), arrived))


class Scene:
    def __init__(self) -> None:
        self.now, self.table, self.sent = 50 * SECOND, Table(), list[tuple[str, NodeMessage]]()
        clocks = Clocks()
        clocks.learn("b", self.now, self.now + HOP + AHEAD, self.now + 2 * HOP)
        self.remote = RemoteConnections(
            lambda node, message: self.sent.append((node, message)),
            lambda code: self.table if code == "QUAY" else None,  # type: ignore[arg-type, return-value]
            lambda: self.now,
            clocks,
        )
        self.remote.receive("b", Connected(7, "QUAY"))


def test_a_tap_counts_from_its_arrival_at_its_own_node_even_if_nats_was_slow() -> None:
    scene = Scene()
    arrived = scene.now + SECOND
    scene.now = arrived + 300 * MS
    scene.remote.receive("b", Received(7, TAP, arrived + AHEAD))
    scene.remote.receive("b", Ponged(7, b"pong", arrived + AHEAD + 40))
    assert scene.table.received == [("Do", arrived), ("pong", arrived + 40)]


def test_a_delay_of_a_tap_between_nodes_is_compensated_no_further_than_on_a_direct_connection() -> None:
    scene = Scene()
    reach = Table.room.fairness.reach
    pressed = scene.now + SECOND
    scene.now = pressed + 5 * SECOND
    scene.remote.receive("b", Received(7, TAP, pressed + AHEAD))
    scene.remote.receive("b", Ponged(7, b"pong", pressed + AHEAD))
    assert scene.table.received == [("Do", scene.now - reach), ("pong", scene.now - reach)]


def test_the_kernel_rtt_comes_from_the_node_of_the_socket_and_the_hop_is_added() -> None:
    scene = Scene()
    (screen,) = scene.table.screens
    assert screen.kernel() is None
    scene.remote.receive("b", Received(7, TAP, scene.now + AHEAD, Kernel(30_000, 2_000, 3, 4, 25_000)))
    assert screen.kernel() == Kernel(30_000 + HOP, 2_000, retransmits=3, out_of_order=4, least=25_000 + HOP)


def test_messages_of_the_table_go_to_the_node_of_the_connection() -> None:
    scene = Scene()
    (screen,) = scene.table.screens
    screen.send(b"one")
    screen.send_welcome(b"two", "token")
    screen.send_room(b"three")
    screen.ping(b"n")
    screen.close(b"bye")
    assert scene.sent == [
        ("b", Send(7, b"one")),
        ("b", Send(7, b"two", "welcome", "token")),
        ("b", Send(7, b"three", "room")),
        ("b", Ping(7, b"n")),
        ("b", Close(7, b"bye")),
    ]


def test_a_reopened_connection_is_one_connection() -> None:
    scene = Scene()
    scene.remote.receive("b", Connected(7, "QUAY", opening=2))
    assert len(scene.table.screens) == 1
    assert scene.table.opened_again == [False, True]
    scene.remote.receive("b", Disconnected(7))
    assert scene.table.screens == []


def test_the_connections_of_a_node_that_is_gone_are_disconnected() -> None:
    scene = Scene()
    scene.remote.receive("c", Connected(7, "QUAY"))
    scene.remote.forget("b")
    assert len(scene.table.screens) == 1
    assert scene.remote.nodes == {"c"}


def test_a_connection_to_a_table_released_a_moment_ago_is_answered_with_ownership_lost() -> None:
    scene = Scene()
    scene.remote.receive("b", Connected(8, "KELP"))
    assert scene.sent == [("b", OwnershipLost("KELP"))]


def test_unknown_messages_and_messages_for_other_tables_change_nothing() -> None:
    scene = Scene()
    scene.remote.receive("b", Connected(8, "ELSE"))
    scene.remote.receive("b", Received(8, TAP, AHEAD))
    scene.remote.receive("b", Received(7, b'{"type":"sing"}', AHEAD))
    scene.remote.receive("b", Received(9, encode(wire.Stand()), AHEAD))
    assert scene.table.received == []


def test_a_connection_whose_first_message_nats_held_for_long_counts_as_opened_again() -> None:
    """Its page may have gone to another node meanwhile, and would lose the seat there."""
    scene = Scene()
    hello = encode(wire.Hello(wire.VERSION, "a token"))
    scene.now += 2 * SECOND
    scene.remote.receive("b", Received(7, hello, scene.now - 300 * MS + AHEAD))
    assert scene.table.opened_again == [False]
    scene.remote.receive("b", Received(7, hello, scene.now - SECOND + AHEAD))
    assert scene.table.opened_again == [False, True]
