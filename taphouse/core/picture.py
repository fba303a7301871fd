"""The pictures of a rulebook: moments of play that the game's own board draws."""

from __future__ import annotations

from typing import Any

from .game import Move, Seat, Time, Value


class Picture(Value):
    """A moment of play on one player's screen, reached by real moves."""

    given: Any
    """The state in which the moves begin."""
    shows: tuple[str, ...]
    """The parts of the board that are drawn, as CSS selectors."""
    moves: tuple[Move, ...] = ()
    seat: Seat = 0
    """Whose screen it is."""
    until: Time = 0
    """When it is seen, if that is later than the last move."""


class Pictures(Value):
    """All pictures of a game. The game's texts have a caption, `picture.NAME`, for each step."""

    steps: tuple[str, str, str, str]
    """The game in four pictures, by their names."""
    rules: dict[int, str]
    """The picture at each rule that has one."""
    named: dict[str, Picture]
