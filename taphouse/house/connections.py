"""Every screen at one table."""

from __future__ import annotations

from collections.abc import Iterator

from .connection import Connection, LineQuality
from .transport import Transport


class Connections:
    """Whoever has a line to the table, with a seat or without."""

    def __init__(self) -> None:
        self.by_transport: dict[Transport, Connection] = {}
        self.needs_full_update: set[Transport] = set()
        """Who is told everything, new or not."""

    def __iter__(self) -> Iterator[Connection]:
        return iter(self.by_transport.values())

    def resend_all(self) -> None:
        """Nobody's page can go on from what it was told."""
        self.needs_full_update |= self.by_transport.keys()

    @property
    def here(self) -> set[int]:
        """The players who look at a screen of their own."""
        return {
            connection.player for connection in self if connection.player is not None and connection.looking
        }

    def of(self, player: int) -> list[Connection]:
        """More than one only while a seat moves to another screen."""
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
