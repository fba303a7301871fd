"""What a table has heard and not yet answered, in the order in which it came."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from taphouse.core import Value

from . import wire
from .screen import Screen

WITNESS = (wire.Painted, wire.Beat)  # asks for nothing: most of what is said is this
OF_THE_MOMENT = (wire.Do, *WITNESS)  # worth nothing when it is heard too late


class Connected(Value):
    """A line was opened."""


class Disconnected(Value):
    """A line was lost."""


class Pong(Value):
    nonce: bytes


Heard: TypeAlias = Connected | Disconnected | Pong | wire.Up
Letter: TypeAlias = tuple[Screen, Heard, int]
"""The last is when it arrived, on the house's clock."""


class Inbox:
    """Anyone may put something in; only the table's own task takes it out."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self.waiting: list[Letter] = []

    def put(self, screen: Screen, heard: Heard, arrived: int) -> None:
        self.waiting.append((screen, heard, arrived))
        self._ring()

    def take(self) -> list[Letter]:
        letters, self.waiting = self.waiting, []
        return letters

    @property
    def newcomers(self) -> list[Screen]:
        """Whose lines were opened, and nobody knows yet."""
        return [screen for screen, heard, _ in self.waiting if isinstance(heard, Connected)]

    def drop_what_came_too_late(self) -> list[Screen]:
        """Whose taps were among it."""
        tapped = [screen for screen, heard, _ in self.waiting if isinstance(heard, wire.Do)]
        self.waiting = [letter for letter in self.waiting if not isinstance(letter[1], OF_THE_MOMENT)]
        return tapped
