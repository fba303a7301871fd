"""A game that ended, as it is sent over HTTP to be watched again."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Value
from taphouse.replay.film import Frame

from .down import Room


class Past(Value):
    """A game of this table that can be watched again."""

    number: int
    game: str


DoubtReason: TypeAlias = Literal["changed", "differs", "other-version"]
"""The line was changed after it was written; the rules or the evidence say otherwise; or today's do, and the
file was written by another version of them."""


class Doubt(Value):
    """What is wrong with a file that was opened."""

    line: int
    says: str
    why: DoubtReason = "differs"


class Film(Value):
    """A game that is over, through the eyes of one seat."""

    room: Room
    """The table as it was."""
    seat: int | None
    """`None`: the table's own view."""
    frames: tuple[Frame, ...]
    number: int | None = None
    """Which of the table's games; `None` for a file."""
    games: tuple[Past, ...] = ()
    """All of the table's games that can be watched, oldest first."""
    doubt: Doubt | None = None
    """Where today's rules and the evidence say otherwise."""
