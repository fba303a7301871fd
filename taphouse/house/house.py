"""What all tables of a house share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from taphouse import __version__
from taphouse.book.head_starts import Contest
from taphouse.fair.finish import Finish
from taphouse.journal import Journal
from taphouse.replay.seal import HouseKey
from taphouse.shelf import Shelf
from taphouse.table.context import Chance, TableContext
from taphouse.table.room import Room
from taphouse.table.tokens import Tokens

from .advisor import Advisor, NoAdvisor
from .book_file import Memory, contests_of, entry_of
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
        takes_decks: bool = True,
        memory: Memory | None = None,
    ) -> None:
        self.shelf = shelf
        self.journal, self.clock, self.wall, self.observer = journal, clock, wall, observer
        self.advisor, self.chance = advisor or NoAdvisor(), chance or SystemChance()
        self.tokens, self.key = Tokens(secret), HouseKey(secret)
        self._secret, self.memory = secret, memory
        self.tables = TableContext(
            shelf,
            self.tokens,
            self.key,
            self.chance,
            __version__,
            introduces,
            takes_decks,
            has_book=memory is not None,
        )

    def remember(self, room: Room, finishes: Sequence[Finish]) -> None:
        """Writes the game that just ended into the book, if this house has one."""
        if self.memory is not None:
            entry = entry_of(room, finishes, self._secret, self.wall())
            if entry is not None:
                self.memory.add(entry)

    async def recall(self, room: Room) -> tuple[Contest, ...]:
        """What the book knows of the people in this room at the chosen game."""
        entries = () if self.memory is None else await self.memory.entries()
        return contests_of(entries, room, self._secret)
