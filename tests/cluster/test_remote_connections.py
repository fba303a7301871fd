"""Screens that end on another node, at a table of this one."""

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
from taphouse.house import wire
from taphouse.house.room import Room
from taphouse.house.seat_updates import encode

AHEAD = 86_400 * SECOND  # the other node's clock
HOP = 200  # microseconds
TAP = b'{"type":"do","n":1,"at":1,"act":{}}'


class Table:
    """Remembers what it heard, and when that arrived."""

    room = Room("QUAY", "salt", "tip-tap")

    def __init__(self) -> None:
        self.screens: list[Any] = []
        self.heard: list[tuple[str, int]] = []

    def connect(self, screen: Any) -> None:
        self.screens.append(screen)

    def disconnect(self, screen: Any) -> None:
        self.screens.remove(screen)

    def receive(self, screen: Any, message: wire.Up, arrived: int) -> None:
        self.heard.append((type(message).__name__, arrived))

    def pong(self, screen: Any, nonce: bytes, arrived: int) -> None:
        self.heard.append((nonce.decode(), arrived))


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


def test_a_tap_counts_from_when_its_own_node_heard_it_even_if_the_way_here_was_slow() -> None:
    scene = Scene()
    arrived = scene.now + SECOND
    scene.now = arrived + 300 * MS
    scene.remote.receive("b", Received(7, TAP, arrived + AHEAD))
    scene.remote.receive("b", Ponged(7, b"pong", arrived + AHEAD + 40))
    assert scene.table.heard == [("Do", arrived), ("pong", arrived + 40)]


def test_a_tap_that_was_held_up_between_nodes_for_seconds_is_made_good_no_more_than_a_players_line() -> None:
    scene = Scene()
    reach = Table.room.fairness.reach
    pressed = scene.now + SECOND
    scene.now = pressed + 5 * SECOND
    scene.remote.receive("b", Received(7, TAP, pressed + AHEAD))
    scene.remote.receive("b", Ponged(7, b"pong", pressed + AHEAD))
    assert scene.table.heard == [("Do", scene.now - reach), ("pong", scene.now - reach)]


def test_the_kernel_is_asked_where_the_socket_is_and_the_way_from_here_is_part_of_the_line() -> None:
    scene = Scene()
    (screen,) = scene.table.screens
    assert screen.kernel() is None
    scene.remote.receive("b", Received(7, TAP, scene.now + AHEAD, Kernel(30_000, 2_000)))
    assert screen.kernel() == Kernel(30_000 + HOP, 2_000)


def test_what_the_table_says_goes_to_the_node_that_has_the_line() -> None:
    scene = Scene()
    (screen,) = scene.table.screens
    screen.send(b"one")
    screen.ping(b"n")
    screen.close(b"bye")
    assert scene.sent == [("b", Send(7, b"one")), ("b", Ping(7, b"n")), ("b", Close(7, b"bye"))]


def test_a_line_that_is_opened_anew_is_one_line() -> None:
    scene = Scene()
    scene.remote.receive("b", Connected(7, "QUAY"))
    assert len(scene.table.screens) == 1
    scene.remote.receive("b", Disconnected(7))
    assert scene.table.screens == []


def test_a_node_that_is_gone_takes_its_lines_with_it() -> None:
    scene = Scene()
    scene.remote.receive("c", Connected(7, "QUAY"))
    scene.remote.forget("b")
    assert len(scene.table.screens) == 1
    assert scene.remote.nodes == {"c"}


def test_whoever_comes_to_a_table_that_was_let_go_a_moment_ago_is_told_that_it_is_adrift() -> None:
    scene = Scene()
    scene.remote.receive("b", Connected(8, "KELP"))
    assert scene.sent == [("b", OwnershipLost("KELP"))]


def test_what_is_not_understood_or_not_for_a_table_here_changes_nothing() -> None:
    scene = Scene()
    scene.remote.receive("b", Connected(8, "ELSE"))
    scene.remote.receive("b", Received(8, TAP, AHEAD))
    scene.remote.receive("b", Received(7, b'{"type":"sing"}', AHEAD))
    scene.remote.receive("b", Received(9, encode(wire.Stand()), AHEAD))
    assert scene.table.heard == []
