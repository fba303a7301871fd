"""All connections of one table."""

from __future__ import annotations

from collections.abc import Iterator

from .connection import Connection, LineQuality
from .inputs import Handle


class Connections:
    """Connections of members and of watchers."""

    def __init__(self) -> None:
        self.by_handle: dict[Handle, Connection] = {}
        """Others only read it. Each report looks here, so it is no property."""
        self.needs_full_update: set[Connection] = set()
        """Those that are sent the whole state, new or not. Others only read it."""

    def __iter__(self) -> Iterator[Connection]:
        return iter(self.by_handle.values())

    def add(self, handle: Handle, is_reopened: bool) -> None:
        self.by_handle[handle] = Connection(handle, is_reopened)

    def remove(self, connection: Connection) -> None:
        del self.by_handle[connection.handle]

    # ---- full updates ----

    def resend(self, connection: Connection) -> None:
        """Marks the connection for a full update."""
        self.needs_full_update.add(connection)

    def resend_all(self) -> None:
        self.needs_full_update.update(self.by_handle.values())

    def all_sent(self) -> None:
        """Every marked connection got its full update."""
        self.needs_full_update.clear()

    # ---- players ----

    @property
    def here(self) -> set[int]:
        """Players with a visible screen of their own."""
        return {
            connection.player for connection in self if connection.player is not None and connection.looking
        }

    def of(self, player: int) -> list[Connection]:
        """The player's connections: more than one only while a seat moves to another screen."""
        return [connection for connection in self if connection.player == player]

    @property
    def qualities(self) -> dict[int, LineQuality | None]:
        return {connection.player: connection.quality for connection in self if connection.player is not None}

    @property
    def watchers(self) -> int:
        return sum(
            connection.said_hello and connection.player is None and not connection.is_big_screen
            for connection in self
        )

    @property
    def has_big_screen(self) -> bool:
        return any(connection.is_big_screen for connection in self)
