"""Every screen at one table."""

from __future__ import annotations

from collections.abc import Iterator

from .guest import Forecast, Guest
from .screen import Screen


class Guests:
    """Whoever has a line to the table, with a seat or without."""

    def __init__(self) -> None:
        self.by_screen: dict[Screen, Guest] = {}
        self.newcomers: set[Screen] = set()
        """Who is told everything, new or not."""

    def __iter__(self) -> Iterator[Guest]:
        return iter(self.by_screen.values())

    def welcome_anew(self) -> None:
        """Nobody's page can go on from what it was told."""
        self.newcomers |= self.by_screen.keys()

    @property
    def here(self) -> set[int]:
        """The players who look at a screen of their own."""
        return {guest.player for guest in self if guest.player is not None and guest.looking}

    def of(self, player: int) -> list[Guest]:
        """More than one only while a seat moves to another screen."""
        return [guest for guest in self if guest.player == player]

    @property
    def forecasts(self) -> dict[int, Forecast | None]:
        return {guest.player: guest.forecast for guest in self if guest.player is not None}

    @property
    def watchers(self) -> int:
        return sum(guest.greeted and guest.player is None and not guest.big for guest in self)

    @property
    def has_big_screen(self) -> bool:
        return any(guest.big for guest in self)
