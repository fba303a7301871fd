"""What a page tells of its screen: paints, beats and answers, as the client does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import log
from random import Random
from typing import Any, NamedTuple, Protocol

from taphouse.core import MS, Seat, Time

from .agenda import Agenda
from .liar import Liar
from .people import Glass
from .tcp import Wire

MARGIN = 12 * MS  # a page goes on so long past the moment asked for: its browser may hold back input
ANSWER, ANSWERS, LATER = (
    5 * MS,
    10,
    20 * MS,
)  # between two beats of a page that was asked: the first ten, and the later ones
FOLLOWS = 20 * MS  # from a tap to a beat that follows if none go out by themselves
DRAW, DISPATCH = 1.0, 1.5  # milliseconds on average, to draw an update and to dispatch a tap
DISPATCH_MOST = 9.0
PONG = 0.3  # milliseconds on average until a browser answers a ping
TIMER = 1.0  # milliseconds: a browser's timers fire up to so late


class Update(NamedTuple):
    n: int
    shown: Time
    """The play time of what it shows."""
    racing: bool
    beat: Time | None
    content: Any


class Gear(NamedTuple):
    """What a player plays with."""

    wire: Wire
    glass: Glass
    liar: Liar
    agenda: Agenda
    random: Random


class House(Protocol):
    """The house as a page sees it."""

    def receive(self, at: float, seat: Seat, kind: str, n: int, value: Any) -> None:
        """`kind` is pong, paint, beat, tap, or pad for a tap that does nothing."""
        ...


class Browser(ABC):
    """Kinds of pages decide what to do when they see an update."""

    def __init__(self, seat: Seat, gear: Gear, house: House) -> None:
        self.seat, self._house = seat, house
        self.wire, self.glass, self.liar, self.agenda, self.random = gear
        self._drawn: Update | None = None
        self.update: Update | None = None
        """What is on the screen."""
        self.visible = 0.0
        """Since when."""
        self._asked: float | None = None  # until when this page commits to no tap
        self._answers = 0
        self._pulsing = False
        self.messages = 0

    @abstractmethod
    def saw(self, at: float, update: Update) -> None:
        """The update was painted at `at`."""

    @abstractmethod
    def overtaken(self, update: Update) -> None:
        """A later update is painted in the same frame."""

    # ---- messages from the house ----

    def draw(self, at: float, update: Update) -> None:
        """Paints the update with the next frame."""
        self._drawn = update
        frame = self.glass.next_frame(at + self.exponential(DRAW))
        self.agenda.put(frame, self._paint, self.wire, update)

    def ping(self, at: float, nonce: Any) -> None:
        """The browser answers, not the page."""
        delay = self.liar.pong_delay(at - self.visible)
        if delay:
            self.agenda.put(at + delay, self._pong, nonce)
        else:
            self._pong(at + self.exponential(PONG), nonce)

    def asked(self, at: float, past: Time) -> None:
        """The house asks for commitments up to `past`."""
        if self.update is None:
            return
        was, self._answers = self._asked, 0
        self._asked = self.visible + past - self.update.shown + MARGIN
        if was is None:
            self._answer(at)

    def reconnect(self, wire: Wire) -> None:
        """What was painted belongs to the old connection."""
        self.wire, self._asked = wire, None
        self._drawn = self.update = None

    # ---- messages to the house ----

    def send(self, at: float, kind: str, n: int, value: Any) -> None:
        if not self.wire.is_cut:
            self.messages += 1
            self.wire.reply(at, self._house.receive, self.seat, kind, n, value)

    def send_tap(self, at: float, n: int, value: Any) -> None:
        self.send(at, "tap", n, value)
        if self.update is not None and self.update.beat is None:
            self.agenda.put(at + FOLLOWS + self.random.random() * TIMER * MS, self._beat)

    def dispatched(self, pressed: float) -> float:
        """When a page sends what was pressed."""
        return pressed + min(self.exponential(DISPATCH), DISPATCH_MOST * MS)

    def exponential(self, mean: float) -> float:
        return -mean * MS * log(1 - self.random.random())

    def _pong(self, at: float, nonce: Any) -> None:
        self.send(at, "pong", 0, nonce)

    def _paint(self, at: float, wire: Wire, update: Update) -> None:
        if wire is not self.wire:
            return
        if self._drawn is not update:
            self.overtaken(update)
            return
        self.update, self.visible = update, at + self.glass.frame
        claimed = self.liar.painted(self.visible) if update.racing else self.visible
        self.send(at, "paint", update.n, self.glass.clock(claimed))
        if update.beat is not None and not self._pulsing:
            self._pulsing = True
            self.agenda.put(at + update.beat, self._pulse)
        self.saw(at, update)

    def _answer(self, at: float) -> None:
        self._beat(at)
        racing = self.update is not None and self.update.racing
        if racing and self._asked is not None and at < self._asked:
            self._answers += 1
            wait = ANSWER if self._answers <= ANSWERS else LATER
            self.agenda.put(at + wait + self.random.random() * TIMER * MS, self._answer)
        else:
            self._asked = None

    def _pulse(self, at: float) -> None:
        if self.update is None or self.update.beat is None:
            self._pulsing = False
            return
        if self._asked is None:
            self._beat(at)
        self.agenda.put(at + self.update.beat + self.random.random() * TIMER * MS, self._pulse)

    def _beat(self, at: float) -> None:
        if self.update is None:
            return
        said = self.liar.beat(at - self.visible)
        if said is not None:
            self.send(at, "beat", self.update.n, self.glass.clock(self.visible + said))
