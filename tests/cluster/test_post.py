"""Parcels between nodes: what is missing is noticed, and what goes wrong with one part harms no other."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from nats.aio.msg import Msg

from taphouse.cluster.messages import Known, Lost, Parcel, encode
from taphouse.cluster.post import Post

pytestmark = pytest.mark.anyio


class Ear:
    """The receiving end."""

    def __init__(self) -> None:
        self.heard: list[int] = []
        self.missed: list[str] = []
        self.post = Post(None, "house", "b", self._hear, self.missed.append)  # type: ignore[arg-type]

    async def get(self, number: int, *lines: int) -> None:
        parts = tuple(msgspec.Raw(encode(Lost(line))) for line in lines)
        client: Any = None
        await self.post._deliver(Msg(client, data=encode(Parcel("a", number, parts))))

    def _hear(self, node: str, part: Known) -> None:
        assert isinstance(part, Lost)
        if part.line == 13:
            raise ValueError("nobody knows what to do with this")
        self.heard.append(part.line)


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


async def test_a_part_that_goes_wrong_takes_no_other_with_it() -> None:
    ear = Ear()
    await ear.get(1, 7, 13, 8)
    assert ear.heard == [7, 8]


async def test_of_a_node_that_went_nothing_is_kept_and_if_it_only_slept_a_gap_is_noticed() -> None:
    ear = Ear()
    await ear.get(1)
    ear.post.forget_all_but({"a"})
    await ear.get(2)
    assert ear.missed == []
    ear.post.forget_all_but({"b"})
    assert ear.post._received == {}
    await ear.get(3)
    assert ear.missed == ["a"]
