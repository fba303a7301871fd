"""The browser's side: paints, beats, answers and taps as the client does."""

from __future__ import annotations

from math import log
from random import Random
from typing import Protocol

from taphouse.core import MS, Seat, Time

from .agenda import Agenda
from .cheats import Cheat
from .people import Glass
from .tcp import Wire

MARGIN = 12 * MS  # a page goes on so long past the moment asked for: its browser may hold back input
ANSWER, ANSWERS, LATER = (
    5 * MS,
    10,
    20 * MS,
)  # between two beats of a page that was asked: the first ten, and the later ones
DRAW, DISPATCH = 1.0, 1.5  # milliseconds on average, to draw an update and to dispatch a tap
DISPATCH_MOST = 9.0
PONG = 0.3  # milliseconds on average until a browser answers a ping
TIMER = 1.0  # milliseconds: a browser's timers fire up to so late
AGAIN = 250 * MS  # until a player presses again whose tap was lost with the connection


class House(Protocol):
    """The house as a page sees it."""

    def receive(self, at: float, seat: Seat, kind: str, n: int, value: int) -> None: ...

    def missed(self, seat: Seat) -> None:
        """The race was over before this screen could show it."""


class Page:
    def __init__(
        self,
        seat: Seat,
        wire: Wire,
        glass: Glass,
        cheat: Cheat,
        agenda: Agenda,
        random: Random,
        house: House,
    ) -> None:
        self._seat, self.wire, self.glass, self.cheat = seat, wire, glass, cheat
        self._agenda, self._random, self._house = agenda, random, house
        self._n = 0
        self._drawn = 0  # the number of the update that the next frame shows
        self._painted = 0.0
        self._shown: Time = 0
        self._racing = False
        self._asked: float | None = None  # until when this page commits to no tap
        self._answers = 0
        self.pressed = 0.0
        """The true time of the tap."""
        self.response: Time = 0
        """The true response, as a network without delay would see it."""
        self.told = 0.0
        """When the last verdict was on the screen."""
        self.messages = 0

    def race(
        self, at: float, n: int, shown: Time, since: Time, sent: Time, response: Time, beat: Time | None
    ) -> None:
        """Paints a thing to react to with the next frame; the finger falls `response` after it is visible.

        A ping came with it."""
        self._racing, self._drawn = True, n
        self.ping(at, sent)
        self._agenda.put(self._next_frame(at), self._paint_race, self.wire, n, shown, since, response, beat)

    def over(self, at: float, n: int) -> None:
        """Paints the verdict."""
        self._racing, self._drawn = False, n
        self._agenda.put(self._next_frame(at), self._paint_verdict, n)

    def ping(self, at: float, sent: Time) -> None:
        """The browser answers, not the page."""
        delay = self.cheat.pong_delay(at - self._painted)
        if delay:
            self._agenda.put(at + delay, self._pong, sent)
        else:
            self._pong(at + self._exponential(PONG), sent)

    def asked(self, at: float, past: Time) -> None:
        """The house asks for commitments up to `past`, counted from what is shown."""
        was, self._asked, self._answers = self._asked, self._painted + past - self._shown + MARGIN, 0
        if was is None:
            self._answer(at)

    def reconnect(self, wire: Wire) -> None:
        """What was painted belongs to the old connection."""
        self.wire, self._racing, self._asked = wire, False, None
        self._n = self._drawn = 0

    def _next_frame(self, at: float) -> float:
        return self.glass.next_frame(at + self._exponential(DRAW))

    def _exponential(self, mean: float) -> float:
        return -mean * MS * log(1 - self._random.random())

    def _paint_race(
        self, at: float, wire: Wire, n: int, shown: Time, since: Time, response: Time, beat: Time | None
    ) -> None:
        if wire is not self.wire:
            return
        if self._drawn != n:
            self._house.missed(self._seat)
            return
        visible = at + self.glass.frame
        if shown == since:
            self.pressed = visible + response
        else:  # shown once more after a lost connection
            self.pressed = max(self.pressed, visible + AGAIN)
        self._shown = shown
        self._paint(at, n)
        self.response = round(shown - since + self.pressed - visible)
        seems = self.pressed - visible + self.glass.lag
        dispatch = min(self._exponential(DISPATCH), DISPATCH_MOST * MS)
        self._agenda.put(visible + seems + dispatch, self._tap, self.wire, n, seems)
        if beat is not None:
            self._agenda.put(at + beat, self._pulse, n, beat)

    def _paint_verdict(self, at: float, n: int) -> None:
        if self._drawn == n:
            self.told = at + self.glass.frame
            self._send(at, "paint", n, self.glass.clock(at + self.glass.frame))
            self._n = n

    def _paint(self, at: float, n: int) -> None:
        self._n, self._painted = n, at + self.glass.frame
        self._send(at, "paint", n, self.glass.clock(self.cheat.painted(self._painted)))

    def _answer(self, at: float) -> None:
        self._beat(at)
        if self._racing and self._asked is not None and at < self._asked:
            self._answers += 1
            wait = ANSWER if self._answers <= ANSWERS else LATER
            self._agenda.put(at + wait + self._random.random() * TIMER * MS, self._answer)
        else:
            self._asked = None

    def _pulse(self, at: float, n: int, beat_interval: Time) -> None:
        if self._racing and self._n == n:
            if self._asked is None:
                self._beat(at)
            self._agenda.put(
                at + beat_interval + self._random.random() * TIMER * MS, self._pulse, n, beat_interval
            )

    def _beat(self, at: float) -> None:
        said = self.cheat.beat(at - self._painted)
        if said is not None and self._n:
            self._send(at, "beat", self._n, self.glass.clock(self._painted + said))

    def _tap(self, at: float, wire: Wire, n: int, response: float) -> None:
        if wire is self.wire:
            clock = self.glass.clock(self._painted + self.cheat.claim(response))
            self._send(at, "tap", n, clock)

    def _pong(self, at: float, sent: Time) -> None:
        self._send(at, "pong", 0, sent)

    def _send(self, at: float, kind: str, n: int, value: int) -> None:
        if not self.wire.is_cut:
            self.messages += 1
            self.wire.reply(at, self._house.receive, self._seat, kind, n, value)
