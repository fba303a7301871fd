"""What a command may add to the house. Only `taphouse dev` does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from starlette.routing import BaseRoute

from taphouse.house.endpoint import TableEndpoint
from taphouse.house.house import House
from taphouse.house.lobby import Lobby
from taphouse.shelf import Shelf

Find: TypeAlias = Callable[[str, str], TableEndpoint | None]
"""Finds a table by its code, for a caller's address."""


class Part(Protocol):
    PAUSE: float
    """Seconds between two questions whether the house is to open again."""

    @property
    def pages(self) -> Sequence[str]:
        """Addresses that the client's page answers."""
        ...

    async def prepare(self, house: House) -> None:
        """Called before the stored tables are opened."""
        ...

    def routes(self, lobby: Lobby) -> Sequence[BaseRoute]: ...

    def on_the_way(self, find: Find) -> Find:
        """May put something between a socket and its table."""
        ...

    def is_to_reopen(self) -> bool:
        """Whether the house must close and open again, with `new_shelf`."""
        ...

    def new_shelf(self) -> Shelf: ...
