"""One browser's connection as the table knows it."""

from __future__ import annotations

from typing import Any, NamedTuple

from taphouse.core import MS, SECOND, Time
from taphouse.fair import Device, Kernel, Line, LineRating

from .inputs import Handle

UNRESPONSIVE = 15 * SECOND  # a connection that answers no ping for this long is closed
UNANSWERED = 16  # pings: as many as a distant connection has under way during a race
NOTICEABLE = 10 * MS  # a player does not notice a change of the RTT by less, or by less than a quarter


class LineQuality(NamedTuple):
    """What every player may know of a connection's line."""

    rating: LineRating
    rtt: Time


class Connection:
    """A screen, its player if they have a seat or wait on the bench, and the line.

    Others read its fields; only its own methods change them.
    """

    __slots__ = (
        "_last_view_hash",
        "_pings",
        "_updates_before",
        "browser",
        "device",
        "finishes",
        "handle",
        "is_big_screen",
        "is_reopened",
        "line",
        "looking",
        "player",
        "quality",
        "said_hello",
        "sent_ahead",
        "updates",
    )

    def __init__(self, handle: Handle, is_reopened: bool = False) -> None:
        self.handle, self.is_reopened = handle, is_reopened
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
        self._last_view_hash = 0  # identifies the view that was sent last
        self.sent_ahead: tuple[Any, ...] = ()
        """Events sent before they happened, so that all screens show them at the same moment."""
        self.updates = 0
        """How many updates were sent. Each connection numbers its own updates."""
        self._updates_before = 0  # how many of them belong to earlier games
        self._pings: dict[bytes, int] = {}
        self.quality: LineQuality | None = None
        """Changes only when players would notice, not with every ping: an idle table sends nothing."""

    # ---- who is there ----

    def greet(self, browser: str | None, is_big_screen: bool) -> None:
        """The page said hello."""
        self.said_hello, self.browser, self.is_big_screen = True, browser, is_big_screen

    def seat(self, player: int) -> None:
        """The screen is this player's from now on."""
        self.player, self.looking, self.finishes = player, True, 0

    def unseat(self) -> None:
        self.player = None

    def look(self, looking: bool) -> None:
        self.looking = looking

    def set_device(self, device: Device) -> None:
        self.device = device

    # ---- the line ----

    def ping(self, nonce: bytes, clock: int, at: Time) -> bool:
        """Notes a ping that is sent now, in play time `at`. False: enough are under way."""
        if len(self._pings) >= UNANSWERED:
            return False
        self._pings[nonce] = clock
        self.line.ping(at)
        return True

    def pong(self, nonce: bytes, clock: int, at: Time, kernel: Kernel | None) -> None:
        """Ignores unknown nonces: only the browser that was pinged can know one."""
        sent = self._pings.pop(nonce, None)
        if sent is not None:
            self.line.trip(clock - sent, at, kernel)
            self._update_quality()

    def set_kernel(self, kernel: Kernel | None) -> None:
        """What the kernel knew of the line when a tap arrived."""
        self.line.kernel = kernel

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

    def restart_line(self) -> None:
        """The play clock jumped, and the line's timing refers to it."""
        self.line.begin()

    # ---- what was sent of the game ----

    def begin_game(self) -> None:
        """Forgets what was sent of the game before."""
        self.restart_line()
        self.finishes, self.sent_ahead = 0, ()
        self._updates_before = self.updates

    @property
    def may_be_sent_the_game(self) -> bool:
        return self.said_hello and self.looking

    def was_sent(self, n: int) -> bool:
        """Whether `n` names an update of this game."""
        return self._updates_before < n <= self.updates

    def next_update(self) -> int:
        """The number of the update that is sent now."""
        self.updates += 1
        return self.updates

    def is_another_view(self, view_hash: int) -> bool:
        """Whether this is not the view of the last call."""
        before, self._last_view_hash = self._last_view_hash, view_hash
        return view_hash != before

    def send_finishes(self, number: int) -> int:
        """All photo finishes up to `number` are sent now. Returns how many were sent before."""
        before, self.finishes = self.finishes, max(self.finishes, number)
        return before

    def send_ahead(self, events: tuple[Any, ...]) -> None:
        """These events are sent before they happen."""
        self.sent_ahead = events
