"""Two houses on one folder: the second waits for the first to close, or is refused with the reason."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from taphouse.server import data_lock as locks
from taphouse.server.address import Address
from taphouse.server.app import Settings, opened
from taphouse.server.data_lock import InUse, data_lock
from tests.shelf import SHELF

pytestmark = pytest.mark.anyio


async def test_a_second_house_on_the_same_folder_is_refused(
    open_house: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "TIMEOUT", 0)
    async with open_house() as house:
        with pytest.raises(InUse, match="another house is open on it"):
            async with opened(Settings(SHELF, tmp_path), Address("127.0.0.1", 0)):
                pass
        assert (await house.http.get("/readyz")).text == "ok"
    async with open_house() as again:
        assert (await again.http.get("/readyz")).text == "ok"


async def test_a_second_house_waits_while_the_first_one_closes(tmp_path: Path) -> None:
    inside = asyncio.Event()

    async def second() -> None:
        async with data_lock(tmp_path):
            inside.set()

    async with data_lock(tmp_path):
        waiting = asyncio.create_task(second())
        await asyncio.wait([waiting], timeout=2 * locks.RETRY)
        assert not inside.is_set()
    async with asyncio.timeout(20):
        await waiting
    assert inside.is_set()
