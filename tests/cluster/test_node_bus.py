"""Batches between nodes: a gap is detected, a late batch is dropped, a message that fails harms no other."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from nats.aio.msg import Msg

from taphouse.cluster.messages import Batch, Disconnected, Known, decode, encode
from taphouse.cluster.node_bus import NodeBus

pytestmark = pytest.mark.anyio


class Receiver:
    """The receiving end."""

    def __init__(self) -> None:
        self.received: list[int] = []
        self.missed: list[str] = []
        self.bus = NodeBus(None, "house", "b", self._receive, self.missed.append)  # type: ignore[arg-type]

    async def get(self, number: int, *connections: int) -> None:
        messages = tuple(msgspec.Raw(encode(Disconnected(connection))) for connection in connections)
        client: Any = None
        await self.bus._deliver(Msg(client, data=encode(Batch("a", number, messages))))

    def _receive(self, node: str, message: Known) -> None:
        assert isinstance(message, Disconnected)
        if message.number == 13:
            raise ValueError("nobody knows what to do with this")
        self.received.append(message.number)


class Sender:
    """The sending end. It is also the NATS client that gets the batches."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, int]] = []
        self.bus = NodeBus(self, "house", "a", lambda *_: None, lambda _: None)  # type: ignore[arg-type]

    async def send(self, node: str) -> None:
        await self.bus._send(node, [])

    async def publish(self, subject: str, payload: bytes) -> None:
        self.sent.append((subject.removeprefix("house.node."), decode(payload, Batch).number))


@pytest.mark.parametrize(
    ("numbers", "missed"), [((1, 2, 3), []), ((1, 3, 4), ["a"]), ((2, 3), ["a"]), ((1, 2, 4, 6), ["a", "a"])]
)
async def test_a_gap_is_detected_even_before_the_first_batch(
    numbers: tuple[int, ...], missed: list[str]
) -> None:
    receiver = Receiver()
    for number in numbers:
        await receiver.get(number)
    assert receiver.missed == missed


@pytest.mark.parametrize(
    ("numbers", "received", "missed"),
    [
        ((1, 2, 5, 6, 3, 4, 7), [1, 2, 5, 6, 7], ["a"]),
        ((1, 2, 5, 4, 3, 6, 5, 8), [1, 2, 5, 6, 8], ["a", "a"]),
        ((1, 2, 2, 3), [1, 2, 3], []),
    ],
)
async def test_a_batch_that_comes_after_a_later_one_is_dropped_and_the_next_is_received(
    numbers: tuple[int, ...], received: list[int], missed: list[str]
) -> None:
    receiver = Receiver()
    for number in numbers:
        await receiver.get(number, number)
    assert receiver.received == received
    assert receiver.missed == missed


async def test_a_batch_of_an_older_release_that_counts_from_1_again_is_received() -> None:
    receiver = Receiver()
    for number in (1, 2, 3):
        await receiver.get(number)
    await receiver.get(1, 8)
    await receiver.get(2, 9)
    assert receiver.received == [8, 9]
    assert receiver.missed == ["a"]


async def test_a_node_that_was_forgotten_while_frozen_gets_no_batch_number_twice() -> None:
    sender = Sender()
    for node in ("b", "b", "b", "c"):
        await sender.send(node)
    sender.bus.forget_all_but({"c"})
    for node in ("b", "c", "b"):
        await sender.send(node)
    assert sender.sent == [("b", 1), ("b", 2), ("b", 3), ("c", 1), ("b", 4), ("c", 2), ("b", 5)]


async def test_a_message_that_fails_does_not_affect_the_rest_of_the_batch() -> None:
    receiver = Receiver()
    await receiver.get(1, 7, 13, 8)
    assert receiver.received == [7, 8]


async def test_a_node_that_is_gone_is_forgotten_and_its_return_is_detected_as_a_gap() -> None:
    receiver = Receiver()
    await receiver.get(1)
    receiver.bus.forget_all_but({"a"})
    await receiver.get(2)
    assert receiver.missed == []
    receiver.bus.forget_all_but({"b"})
    assert receiver.bus._received == {}
    await receiver.get(3)
    assert receiver.missed == ["a"]


async def test_what_a_node_says_while_nats_is_out_of_reach_is_never_sent_and_the_others_see_the_gap() -> None:
    sender = Sender()
    await sender.send("b")
    sender.bus.is_cut = True
    await sender.send("b")
    sender.bus.is_cut = False
    await sender.send("b")
    assert sender.sent == [("b", 1), ("b", 3)]
