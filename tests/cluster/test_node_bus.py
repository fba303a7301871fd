"""Parcels between nodes: a gap is noticed, a late one is dropped, and a part that fails harms no other."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from nats.aio.msg import Msg

from taphouse.cluster.messages import Batch, Disconnected, Known, decode, encode
from taphouse.cluster.node_bus import NodeBus

pytestmark = pytest.mark.anyio


class Ear:
    """The receiving end."""

    def __init__(self) -> None:
        self.heard: list[int] = []
        self.missed: list[str] = []
        self.bus = NodeBus(None, "house", "b", self._hear, self.missed.append)  # type: ignore[arg-type]

    async def get(self, number: int, *lines: int) -> None:
        messages = tuple(msgspec.Raw(encode(Disconnected(line))) for line in lines)
        client: Any = None
        await self.bus._deliver(Msg(client, data=encode(Batch("a", number, messages))))

    def _hear(self, node: str, message: Known) -> None:
        assert isinstance(message, Disconnected)
        if message.number == 13:
            raise ValueError("nobody knows what to do with this")
        self.heard.append(message.number)


class Mouth:
    """The sending end: it is the client that its parcels are given to."""

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
async def test_a_gap_is_noticed_even_if_it_is_the_first_parcel(
    numbers: tuple[int, ...], missed: list[str]
) -> None:
    ear = Ear()
    for number in numbers:
        await ear.get(number)
    assert ear.missed == missed


@pytest.mark.parametrize(
    ("numbers", "heard", "missed"),
    [
        ((1, 2, 5, 6, 3, 4, 7), [1, 2, 5, 6, 7], ["a"]),
        ((1, 2, 5, 4, 3, 6, 5, 8), [1, 2, 5, 6, 8], ["a", "a"]),
        ((1, 2, 2, 3), [1, 2, 3], []),
    ],
)
async def test_a_parcel_that_comes_after_a_later_one_is_dropped_and_what_follows_is_heard(
    numbers: tuple[int, ...], heard: list[int], missed: list[str]
) -> None:
    ear = Ear()
    for number in numbers:
        await ear.get(number, number)
    assert ear.heard == heard
    assert ear.missed == missed


async def test_an_older_release_that_forgot_this_node_counts_from_1_again_and_is_heard() -> None:
    ear = Ear()
    for number in (1, 2, 3):
        await ear.get(number)
    await ear.get(1, 8)
    await ear.get(2, 9)
    assert ear.heard == [8, 9]
    assert ear.missed == ["a"]


async def test_to_a_node_that_was_forgotten_and_only_slept_no_number_is_given_twice() -> None:
    mouth = Mouth()
    for node in ("b", "b", "b", "c"):
        await mouth.send(node)
    mouth.bus.forget_all_but({"c"})
    for node in ("b", "c", "b"):
        await mouth.send(node)
    assert mouth.sent == [("b", 1), ("b", 2), ("b", 3), ("c", 1), ("b", 4), ("c", 2), ("b", 5)]


async def test_a_part_that_goes_wrong_takes_no_other_with_it() -> None:
    ear = Ear()
    await ear.get(1, 7, 13, 8)
    assert ear.heard == [7, 8]


async def test_of_a_node_that_went_nothing_is_kept_and_if_it_only_slept_a_gap_is_noticed() -> None:
    ear = Ear()
    await ear.get(1)
    ear.bus.forget_all_but({"a"})
    await ear.get(2)
    assert ear.missed == []
    ear.bus.forget_all_but({"b"})
    assert ear.bus._received == {}
    await ear.get(3)
    assert ear.missed == ["a"]
