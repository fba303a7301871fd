"""The interface of a table as the server sees it."""

from __future__ import annotations

from typing import Protocol

from taphouse.table import wire

from .transport import Transport


class TableEndpoint(Protocol):
    """A table on this node or on another."""

    @property
    def code(self) -> str: ...

    def connect(self, transport: Transport) -> None:
        """A connection was opened."""
        ...

    def receive(self, transport: Transport, message: wire.Up, arrived: int) -> None:
        """`arrived` is on the clock of the node that holds the socket."""
        ...

    def pong(self, transport: Transport, nonce: bytes, arrived: int) -> None: ...

    def is_players(self, transport: Transport) -> bool:
        """Whether the transport belongs to a member (seat or bench), not to a watcher."""
        ...

    def disconnect(self, transport: Transport) -> None:
        """The connection is gone."""
        ...
