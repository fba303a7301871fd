"""What all tables of a house share, and the time of one table."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from taphouse.replay.seal import HouseKey
from taphouse.shelf import Shelf

from .tokens import Tokens


class Chance(Protocol):
    """All that a table does not decide by itself. A simulation gives the same answers each time."""

    def seed(self) -> str:
        """The seed of a game."""
        ...

    def name(self) -> str:
        """A name that nothing else has and nobody can guess."""
        ...

    def nonce(self) -> bytes:
        """The content of a ping. Nobody can guess it."""
        ...


class TableContext(NamedTuple):
    shelf: Shelf
    tokens: Tokens
    key: HouseKey
    chance: Chance
    version: str
    """Of the house, for the headers of records."""
    introduces: bool = False
    """A game begins with a title card, the first time in an evening, and a countdown."""
    takes_decks: bool = True
    """Tables may play with own decks."""
    has_book: bool = False
    """The house can be asked for earlier games of the people at a table."""


class Clock:
    """The time of the current input. Only the table sets it."""

    __slots__ = ("now", "wall")

    def __init__(self, now: int, wall: int = 0) -> None:
        self.now = now
        """The house's clock: monotonic, in microseconds."""
        self.wall = wall
        """The wall clock, in seconds."""
