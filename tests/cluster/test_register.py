"""Who has which table, as a node reads it from the stream."""

from __future__ import annotations

import asyncio

import pytest

from taphouse.cluster.messages import encode
from taphouse.cluster.register import Deed, Register
from taphouse.journal.fenced import Found

pytestmark = pytest.mark.anyio


class Stream:
    """The register as NATS keeps it."""

    def __init__(self, **deeds: Deed) -> None:
        self._kept = [
            Found(f"house.register.deed.{code}", number, encode(deed), {})
            for number, (code, deed) in enumerate(deeds.items(), 1)
        ]

    async def last(self, subject: str) -> Found | None:
        return next((found for found in reversed(self._kept) if found.subject == subject), None)

    async def since(self, subject: str, after: int) -> list[Found]:
        return [found for found in self._kept if found.sequence > after]


async def test_who_looks_up_one_table_still_reads_what_was_written_before_it() -> None:
    register = Register(Stream(QUAY=Deed("b"), PIER=Deed("c")), "house", "a", 1)  # type: ignore[arg-type]
    known = asyncio.Event()

    async def changed() -> None:
        known.set()

    assert await register.look_up("PIER") == Deed("c", sequence=2)
    following = asyncio.create_task(register.follow(changed))
    await known.wait()
    following.cancel()
    assert register.deeds["QUAY"] == Deed("b", sequence=1)
