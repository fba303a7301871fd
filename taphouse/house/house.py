"""What all tables of a house share."""

from __future__ import annotations

from collections.abc import Callable

from taphouse import __version__
from taphouse.journal import Journal
from taphouse.replay.seal import HouseKey
from taphouse.shelf import Shelf
from taphouse.table.context import Chance, TableContext
from taphouse.table.tokens import Tokens

from .advisor import Advisor, NoAdvisor
from .chance import SystemChance
from .observer import Observer

SECRET = "house/secret"
"""The stored value that signs tokens and games: made once, and the same on every node."""


class House:
    """`clock` is monotonic, in microseconds; `wall` is the wall clock, in seconds."""

    def __init__(
        self,
        shelf: Shelf,
        journal: Journal,
        secret: bytes,
        clock: Callable[[], int],
        wall: Callable[[], int],
        observer: Observer,
        chance: Chance | None = None,
        advisor: Advisor | None = None,
        introduces: bool = False,
    ) -> None:
        self.shelf = shelf
        self.journal, self.clock, self.wall, self.observer = journal, clock, wall, observer
        self.advisor, self.chance = advisor or NoAdvisor(), chance or SystemChance()
        self.tokens, self.key = Tokens(secret), HouseKey(secret)
        self.tables = TableContext(shelf, self.tokens, self.key, self.chance, __version__, introduces)
