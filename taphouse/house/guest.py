"""Who is at the other end of a line."""

from __future__ import annotations

import secrets

from taphouse.core import SECOND
from taphouse.fair import Line

from .screen import Screen

DEAF = 45 * SECOND  # a line that answers no ping for so long is dead
UNDER_WAY = 4  # pings


class Guest:
    """A screen, the player behind it if he has a seat, and what is known of the line."""

    __slots__ = ("_pings", "big", "finishes", "greeted", "line", "player", "screen")

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.greeted = False
        self.big = False
        """A TV that shows the table: nobody's own screen."""
        self.player: int | None = None
        self.line = Line()
        self.finishes = 0
        """How many photo finishes of the game this screen was shown."""
        self._pings: dict[bytes, int] = {}

    def ping(self, clock: int) -> None:
        if len(self._pings) < UNDER_WAY:
            nonce = secrets.token_bytes(8)
            self._pings[nonce] = clock
            self.screen.ping(nonce)

    def pong(self, nonce: bytes, clock: int) -> None:
        """Only the browser that got the nonce can send it back."""
        sent = self._pings.pop(nonce, None)
        if sent is not None:
            self.line.trip(clock - sent)

    def is_deaf(self, clock: int) -> bool:
        return any(clock - sent > DEAF for sent in self._pings.values())

    def begin_game(self) -> None:
        """Another game: nothing of it was shown yet, but the line is the same."""
        trips, self.line, self.finishes = self.line.trips, Line(), 0
        self.line.trips = trips
