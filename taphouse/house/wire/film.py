"""A replay as it is sent over HTTP."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Value
from taphouse.replay.film import Frame

from .down import Room


class Past(Value):
    """A game of this table that can be replayed."""

    number: int
    game: str


DoubtReason: TypeAlias = Literal["changed", "differs", "other-version"]
"""`changed`: the line was changed after it was written. `differs`: the rules or the evidence give another
result. `other-version`: today's rules give another result, and another version of them wrote the file."""


class Doubt(Value):
    """What is wrong with an opened file."""

    line: int
    says: str
    why: DoubtReason = "differs"


class Film(Value):
    """A game that is over, as one seat saw it."""

    room: Room
    """The room as it was."""
    seat: int | None
    """`None`: the table's own view."""
    frames: tuple[Frame, ...]
    number: int | None = None
    """The number of the game at its table; `None` for a file."""
    games: tuple[Past, ...] = ()
    """All games of the table that can be replayed, oldest first."""
    doubt: Doubt | None = None
    """The first line where today's rules or the evidence give another result."""
