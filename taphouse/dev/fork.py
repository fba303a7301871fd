"""Makes a table that goes on from a moment of another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from taphouse.core import Entry, Game, replace
from taphouse.core.record import End, Line, Seal, read_header, read_lines
from taphouse.house.live_table import LiveTable
from taphouse.house.lobby import Lobby
from taphouse.table.seat_updates import encode

from .judged_again import chained


async def fork(lobby: Lobby, table: LiveTable, moment: int) -> str:
    """Returns the code of the new table. Its players are the same; their pages are not at it yet."""
    house, room = lobby.house, table.room
    lines = await house.journal.read(f"game/{room.match}")
    match, code = house.chance.name(), await lobby.owner.claim_code()
    header = replace(read_header(lines[0]), id=match)
    kept = tuple(until(moment, house.shelf[room.game], lines[1:]))
    room = replace(
        room, code=code, salt=house.chance.name(), match=match, stage="playing", evening=(), ended=()
    )
    await house.journal.append(f"game/{match}", 0, chained(header, kept))
    stored = encode(room)
    revision = await house.journal.put(f"room/{code}", stored, 0)
    running = lobby.owner.running
    running.run(await running.restored(stored, revision))
    return code


def until(moment: int, game: Game[Any, Any], lines: Sequence[bytes]) -> Iterator[Line]:
    """The lines with the first `moment` entries."""
    entries = 0
    for line in read_lines(game, lines):
        if isinstance(line, End | Seal) or (isinstance(line, Entry) and entries == moment):
            return
        entries += isinstance(line, Entry)
        yield line
