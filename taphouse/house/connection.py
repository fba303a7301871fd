"""One browser's connection as the table knows it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from taphouse.core import MS, SECOND, Time
from taphouse.fair import Device, Line, LineRating

from .transport import Transport

UNRESPONSIVE = 15 * SECOND  # a connection that answers no ping for this long is closed
NONCE = 8  # bytes: too many to guess
UNANSWERED = 16  # pings: as many as a distant connection has under way during a race
NOTICEABLE = 10 * MS  # a player does not notice a change of the RTT by less, or by less than a quarter


class LineQuality(NamedTuple):
    """What every player may know of a connection's line."""

    rating: LineRating
    rtt: Time


def _nonces() -> Iterator[bytes]:
    """Draws many nonces at a time: pings are frequent, and each draw is a system call."""
    while True:
        drawn = secrets.token_bytes(NONCE * 512)
        for start in range(0, len(drawn), NONCE):
            yield drawn[start : start + NONCE]


_new_nonce = _nonces().__next__


class Connection:
    """A screen, its player if they have a seat or wait on the bench, and the line."""

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
        """A TV that shows the table: no player's own screen."""
        self.browser: str | None = None
        self.player: int | None = None
        self.looking = True
        """False while the page is hidden: its player counts as gone, but the connection is open."""
        self.line, self.device = Line(), Device()
        self.finishes = 0
        """How many photo finishes of the game were sent to this screen."""
        self.last_view_hash = 0
        """Identifies the view that was sent last."""
        self.sent_ahead: tuple[Any, ...] = ()
        """Events sent before they happened, so that all screens show them at the same moment."""
        self.updates = 0
        """How many updates were sent. Each connection numbers its own updates."""
        self.updates_before = 0
        """How many of the updates belong to earlier games."""
        self._pings: dict[bytes, int] = {}
        self.quality: LineQuality | None = None
        """Changes only when players would notice, not with every ping: an idle table sends nothing."""

    def ping(self, clock: int, at: Time) -> None:
        """`at` is the same moment in play time."""
        if len(self._pings) < UNANSWERED:
            nonce = _new_nonce()
            self._pings[nonce] = clock
            self.line.ping(at)
            self.transport.ping(nonce)

    def pong(self, nonce: bytes, clock: int, at: Time) -> None:
        """Ignores unknown nonces: only the browser that was pinged can know one."""
        sent = self._pings.pop(nonce, None)
        if sent is not None:
            self.line.trip(clock - sent, at, self.transport.kernel())
            self._update_quality()

    def _update_quality(self) -> None:
        rating, rtt, before = self.line.rating, self.line.round_trip, self.quality
        if rating is not None and (
            before is None
            or before.rating != rating
            or abs(rtt - before.rtt) > max(NOTICEABLE, before.rtt // 4)
        ):
            self.quality = LineQuality(rating, rtt)

    def is_unresponsive(self, clock: int) -> bool:
        oldest = next(iter(self._pings.values()), clock)
        return clock - oldest > UNRESPONSIVE

    def begin_game(self) -> None:
        """Forgets what was sent of the game before."""
        self.line.begin()
        self.finishes, self.sent_ahead = 0, ()
        self.updates_before = self.updates

    @property
    def may_be_sent_the_game(self) -> bool:
        return self.said_hello and self.looking

    def was_sent(self, n: int) -> bool:
        """Whether `n` names an update of this game."""
        return self.updates_before < n <= self.updates
