"""One process with a SQLite file on a full disk."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

from taphouse.journal.sqlite import Sqlite
from taphouse.table.room import Room
from tests.chaos.audit import Audit, examined
from tests.chaos.machines import SOON, Node, fill_disk, make_room
from tests.chaos.players import Player, sit_down

pytestmark = pytest.mark.anyio


async def audit(path: Path, code: str) -> Audit:
    journal, result = Sqlite(path), Audit()
    stored = await journal.get(f"room/{code}")
    assert stored is not None
    room = msgspec.json.decode(stored[0], type=Room)
    for match in {room.match, *(ended.match for ended in room.ended)}:
        result.wrong += examined(await journal.read(f"game/{match}"), result)
    await journal.close()
    return result


async def fill_and_make_room(node: Node, players: list[Player]) -> None:
    async with asyncio.timeout(SOON):
        for player in players:
            await player.plays.wait()
        fill_disk(node.process)
        for player in players:
            await player.waits.wait()
            player.verdict.clear()
        await node.not_ready()
        assert not any(player.verdict.is_set() for player in players)
        make_room(node.process)
        for player in players:
            await player.verdict.wait()


async def test_a_table_is_paused_while_the_disk_is_full_and_continues_when_there_is_room(
    tmp_path: Path,
) -> None:
    node = Node(tmp_path / "node", 0, "--data", str(tmp_path))
    try:
        await node.start()
        players = await sit_down(node, [node], random.Random(1))
        playing = [asyncio.create_task(player.play()) for player in players]
        await fill_and_make_room(node, players)
        assert await node.count("tables_broken") == 0
        assert [player.connections for player in players] == [1, 1]
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    finally:
        node.kill()

    found = await audit(tmp_path / "house.db", players[0].code)
    assert found.wrong == []
    assert [
        verdict for player in players for verdict in player.acknowledged if verdict not in found.sent
    ] == []
