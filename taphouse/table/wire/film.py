"""A replay as it is sent over HTTP."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Value
from taphouse.replay.film import Frame
from taphouse.replay.verify import Reason

from .down import Room


class Past(Value):
    """A game of this table that can be replayed."""

    number: int
    game: str


DoubtReason: TypeAlias = Literal[Reason, "other-version"]
"""`other-version`: today's rules give another result, and another version of them wrote the file. The others
are what `taphouse verify` finds; `says` has the sentence."""


class Doubt(Value):
    """What is wrong with an opened file."""

    line: int
    says: str
    why: DoubtReason


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
    """The first line that is wrong; only of a file."""
    links: tuple[str, ...] = ()
    """The running hash at each line of the record: every receipt of this game is one of them."""
    sealed: bool = False
    """The house signed the record. False: an older version wrote it."""
