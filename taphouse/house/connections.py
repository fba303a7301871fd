"""All connections of one table."""

from __future__ import annotations

from collections.abc import Iterator

from .connection import Connection, LineQuality
from .transport import Transport


class Connections:
    """Connections of members and of watchers."""

    def __init__(self) -> None:
        self.by_transport: dict[Transport, Connection] = {}
        self.needs_full_update: set[Transport] = set()
        """Transports to which the whole state is sent, new or not."""

    def __iter__(self) -> Iterator[Connection]:
        return iter(self.by_transport.values())

    def resend_all(self) -> None:
        """Marks every connection for a full update."""
        self.needs_full_update |= self.by_transport.keys()

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
