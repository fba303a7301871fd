"""The browser's side: paints, beats, answers and taps as the client does."""

from __future__ import annotations

from heapq import heappop, heappush
from math import log
from random import Random
from typing import Any, Protocol

from taphouse.core import MS, Seat, Time

from .cheats import Cheat
from .network import Wire
from .people import Glass

MARGIN = 12 * MS  # a page goes on so long past the moment asked for: its browser may hold back input
ANSWER, ANSWERS, LATER = (
    5 * MS,
    10,
    20 * MS,
)  # between two beats of a page that was asked: the first ten, and the later ones
DRAW, DISPATCH = 1.0, 1.5  # milliseconds on average, to draw an update and to dispatch a tap
DISPATCH_MOST = 9.0
TIMER = 1.0  # milliseconds: a browser's timers fire up to so late


class Deed(Protocol):
    def __call__(self, at: float, *args: Any) -> None: ...


class Agenda:
    """A queue of callbacks in the order of time."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Deed, tuple[Any, ...]]] = []
        self._count = 0

    def put(self, at: float, do: Deed, *args: Any) -> None:
        self._count += 1
        heappush(self._heap, (at, self._count, do, args))

    def next(self) -> float:
        """Runs the next callback; returns its time."""
        at, _, do, args = heappop(self._heap)
        do(at, *args)
        return at

    def until(self, end: float) -> None:
        while self._heap and self._heap[0][0] <= end:
            self.next()


class House(Protocol):
    """The house as a page sees it."""

    def receive(self, at: float, seat: Seat, kind: str, value: int) -> None: ...

    def acknowledged(self, at: float, seat: Seat, sent: Time) -> None: ...


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
        self._painted = 0.0
        self._racing = False
        self._asked: float | None = None  # until when this page commits to no tap
        self._answers = 0
        self.pressed = 0.0
        """The true time of the tap."""
        self.messages = 0

    def update(self, at: float, response: Time, beat_interval: Time | None) -> None:
        """Paints the update with the next frame; the finger falls `response` after it is visible."""
        self._racing = True
        drawn = at - DRAW * MS * log(1 - self._random.random())
        self._agenda.put(self.glass.next_frame(drawn), self._paint, response, beat_interval)

    def over(self, at: float) -> None:
        self._racing = False

    def ping(self, at: float, sent: Time) -> None:
        """The browser answers, and so does the kernel below it."""
        back = self.wire.up.arrival(at)
        self._agenda.put(back, self._house.acknowledged, self._seat, sent)
        if delay := self.cheat.pong_delay(at - self._painted):
            self._agenda.put(at + delay, self._send, "pong", sent)
        else:
            self.messages += 1
            self._agenda.put(back, self._house.receive, self._seat, "pong", sent)

    def asked(self, at: float, past: Time) -> None:
        """The house asks for commitments up to `past`."""
        was, self._asked, self._answers = self._asked, self._painted + past + MARGIN, 0
        if was is None:
            self._answer(at)

    def _answer(self, at: float) -> None:
        self._beat(at)
        if self._racing and self._asked is not None and at < self._asked:
            self._answers += 1
            wait = ANSWER if self._answers <= ANSWERS else LATER
            self._agenda.put(at + wait + self._random.random() * TIMER * MS, self._answer)
        else:
            self._asked = None

    def _paint(self, at: float, response: Time, beat_interval: Time | None) -> None:
        self._painted = at + self.glass.frame
        self._send(at, "paint", self.glass.clock(self.cheat.painted(self._painted)))
        self.pressed = self._painted + response
        dispatch = min(-DISPATCH * log(1 - self._random.random()), DISPATCH_MOST) * MS
        seems = response + self.glass.lag
        self._agenda.put(self._painted + seems + dispatch, self._tap, seems)
        if beat_interval is not None:
            self._agenda.put(at + beat_interval, self._pulse, beat_interval)

    def _pulse(self, at: float, beat_interval: Time) -> None:
        if self._racing:
            if self._asked is None:
                self._beat(at)
            self._agenda.put(
                at + beat_interval + self._random.random() * TIMER * MS, self._pulse, beat_interval
            )

    def _beat(self, at: float) -> None:
        said = self.cheat.beat(at - self._painted)
        if said is not None:
            self._send(at, "beat", self.glass.clock(self._painted + said))

    def _tap(self, at: float, response: float) -> None:
        self._send(at, "tap", self.glass.clock(self._painted + self.cheat.claim(response)))

    def _send(self, at: float, kind: str, value: int) -> None:
        self.messages += 1
        self._agenda.put(self.wire.up.arrival(at), self._house.receive, self._seat, kind, value)
