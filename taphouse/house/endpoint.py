"""Where a line leads, as the edge sees it."""

from __future__ import annotations

from typing import Protocol

from . import wire
from .transport import Transport


class TableEndpoint(Protocol):
    """A table, on this machine or on another."""

    @property
    def code(self) -> str: ...

    def connect(self, transport: Transport) -> None:
        """A line was opened."""
        ...

    def receive(self, transport: Transport, message: wire.Up, arrived: int) -> None:
        """`arrived` is on the clock of whoever holds the line."""
        ...

    def pong(self, transport: Transport, nonce: bytes, arrived: int) -> None: ...

    def is_players(self, transport: Transport) -> bool:
        """Somebody with a seat, or on the bench, is behind it; else it only watches."""
        ...

    def disconnect(self, transport: Transport) -> None:
        """The line is gone."""
        ...
