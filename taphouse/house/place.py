"""Where a line leads, as the edge sees it."""

from __future__ import annotations

from typing import Protocol

from . import wire
from .screen import Screen


class Place(Protocol):
    """A table, on this machine or on another."""

    @property
    def code(self) -> str: ...

    def connect(self, screen: Screen) -> None:
        """A line was opened."""
        ...

    def hear(self, screen: Screen, message: wire.Up, arrived: int) -> None:
        """`arrived` is on the clock of whoever holds the line."""
        ...

    def pong(self, screen: Screen, nonce: bytes, arrived: int) -> None: ...

    def is_players(self, screen: Screen) -> bool:
        """Somebody with a seat, or on the bench, is behind it; else it only watches."""
        ...

    def disconnect(self, screen: Screen) -> None:
        """The line is gone."""
        ...
