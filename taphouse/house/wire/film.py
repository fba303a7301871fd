"""A game that ended, as it is sent over HTTP to be watched again."""

from __future__ import annotations

from taphouse.core import Value
from taphouse.sim.film import Frame

from .down import Room


class Past(Value):
    """A game of this table that can be watched again."""

    number: int
    game: str


class Doubt(Value):
    """What is wrong with a file that was opened."""

    line: int
    says: str


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
