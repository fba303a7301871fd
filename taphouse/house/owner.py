"""Who runs which table: this process alone, or the nodes of a cluster together."""

from __future__ import annotations

from typing import Protocol

from taphouse.table.room import Room

from .endpoint import TableEndpoint
from .house import House
from .live_table import LiveTable
from .running_tables import RunningTables


class TableOwner(Protocol):
    @property
    def house(self) -> House: ...

    @property
    def running(self) -> RunningTables: ...

    async def open(self) -> None:
        """Runs the stored tables that this process should run."""
        ...

    async def close(self) -> None:
        """Stops all tables of this process, or hands them over."""
        ...

    def has(self, code: str) -> bool:
        """Whether the table is known here, without asking the journal or other nodes."""
        ...

    def find(self, code: str) -> TableEndpoint | None:
        """Refuses with `restarting` while the table is restarted: the client tries again."""
        ...

    async def room(self, code: str) -> Room | None:
        """The table's current room."""
        ...

    async def claim_code(self) -> str:
        """A code that no table has. It belongs to this process from now on."""
        ...

    async def begin(self, table: LiveTable) -> None:
        """Saves and runs a new table with a claimed code."""
        ...

    async def remove(self, table: LiveTable) -> None:
        """Stops the table and deletes it. Closes its connections: a browser may be connecting now."""
        ...
