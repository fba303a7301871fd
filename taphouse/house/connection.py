"""Who is at the other end of a line."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from taphouse.core import MS, SECOND, Time
from taphouse.fair import Device, Line, LineRating

from .transport import Transport

DEAF = 15 * SECOND  # a line that answers no ping for so long is dead
NONCE = 8  # bytes: nobody guesses them
UNDER_WAY = 16  # pings: as many as a far line has in the air while a race is on
FELT = 10 * MS  # a round trip that changed by less, or by less than a quarter, is the same to a player


class LineQuality(NamedTuple):
    """What all may know of a line."""

    rating: LineRating
    rtt: Time


def _nonces() -> Iterator[bytes]:
    """Drawn many at a time: lines are pinged often, and each draw asks the kernel."""
    while True:
        drawn = secrets.token_bytes(NONCE * 512)
        for start in range(0, len(drawn), NONCE):
            yield drawn[start : start + NONCE]


_new_nonce = _nonces().__next__


class Connection:
    """A screen, the player behind it if he has a seat, and what is known of the line."""

    __slots__ = (
        "_pings",
        "browser",
        "device",
        "finishes",
        "is_big_screen",
        "last_view_hash",
        "line",
        "looking",
        "player",
        "quality",
        "said_hello",
        "sent_ahead",
        "transport",
        "updates",
        "updates_before",
    )

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.said_hello = False
        self.is_big_screen = False
        """A TV that shows the table: nobody's own screen."""
        self.browser: str | None = None
        self.player: int | None = None
        self.looking = True
        """False while the page is put away: as good as gone, but for the line."""
        self.line, self.device = Line(), Device()
        self.finishes = 0
        """How many photo finishes of the game this screen was shown."""
        self.last_view_hash = 0
        """Marks the view this screen was sent last."""
        self.sent_ahead: tuple[Any, ...] = ()
        """Events this screen was sent before they happened, so that all see them at the same moment."""
        self.updates = 0
        """How many this screen was sent: each is named by its number, whatever other screens were sent."""
        self.updates_before = 0
        """How many of them belong to earlier games."""
        self._pings: dict[bytes, int] = {}
        self.quality: LineQuality | None = None
        """Changes when players would feel it, not with every ping: a table that rests stays silent."""

    def ping(self, clock: int, at: Time) -> None:
        """`at` is the same moment in play time."""
        if len(self._pings) < UNDER_WAY:
            nonce = _new_nonce()
            self._pings[nonce] = clock
            self.line.ping(at)
            self.transport.ping(nonce)

    def pong(self, nonce: bytes, clock: int, at: Time) -> None:
        """Only the browser that got the nonce can send it back."""
        sent = self._pings.pop(nonce, None)
        if sent is not None:
            self.line.trip(clock - sent, at)
            self.line.kernel = self.transport.kernel()
            self._update_quality()

    def _update_quality(self) -> None:
        rating, rtt, before = self.line.rating, self.line.round_trip, self.quality
        if rating is not None and (
            before is None or before.rating != rating or abs(rtt - before.rtt) > max(FELT, before.rtt // 4)
        ):
            self.quality = LineQuality(rating, rtt)

    def is_unresponsive(self, clock: int) -> bool:
        oldest = next(iter(self._pings.values()), clock)
        return clock - oldest > DEAF

    def begin_game(self) -> None:
        """Another game: nothing of it was shown yet, but the line is the same."""
        self.line.begin()
        self.finishes, self.sent_ahead = 0, ()
        self.updates_before = self.updates

    def was_sent(self, n: int) -> bool:
        """Whether `n` names an update of this game."""
        return self.updates_before < n <= self.updates
