"""The tables that run in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from taphouse.table.room import Room
from taphouse.table.table import Table

from .house import House
from .live_table import LiveTable


class GameMissing(Exception):
    """The package of the table's game is not installed. The stored table is left as it is."""


class RunningTables:
    def __init__(self, house: House, failed: Callable[[LiveTable, BaseException], None]) -> None:
        """`failed` is called when the task of a table ended with an error."""
        self._house, self._failed = house, failed
        self.by_code: dict[str, LiveTable] = {}

    def run(self, table: LiveTable) -> None:
        self.by_code[table.code] = table
        table.task = asyncio.create_task(table.run())
        table.task.add_done_callback(lambda task: self._ended(table, task))

    def stop(self, table: LiveTable) -> None:
        if self.by_code.get(table.code) is table:
            del self.by_code[table.code]
        if table.task:
            table.task.cancel()

    async def close(self) -> None:
        """Stops all tables. Nothing is left to save: everything sent is saved already."""
        tasks = [table.task for table in self.by_code.values() if table.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.by_code.clear()

    async def restored(self, value: bytes, revision: int) -> LiveTable:
        """The table of a stored room, with its game. It does not run yet. Raises `GameMissing`."""
        house, room = self._house, msgspec.json.decode(value, type=Room)
        if room.game not in house.shelf:
            raise GameMissing(room.game)
        lines = None if room.match is None else await house.journal.claim(f"game/{room.match}")
        table = Table(house.tables, room, house.clock(), revision)
        if lines is not None:
            table.restore(lines)
        return LiveTable(house, table)

    async def delete(self, table: LiveTable) -> None:
        """Deletes the table from the journal, and its current game if nobody has played it."""
        await self._house.journal.delete(f"room/{table.code}")
        if (unplayed := table.table.session.unplayed) is not None:
            await self._house.journal.drop(f"game/{unplayed}")

    def _ended(self, table: LiveTable, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed(table, error)
