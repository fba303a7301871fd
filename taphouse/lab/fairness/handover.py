"""Players on the move: from the WiFi to the mobile network and back."""

from __future__ import annotations

from random import Random
from typing import Protocol

from taphouse.core import MS, SECOND

from .agenda import Agenda
from .browser import Browser
from .network import Access, Handover, Medium

HANDSHAKES = 3  # round trips to open TCP, TLS and the WebSocket


class Moved(Protocol):
    """What follows when a page lost its connection, and when it has another medium to connect by."""

    def lost(self, at: float, seat: int) -> None: ...

    def found(self, at: float, seat: int, medium: Medium) -> None: ...


class Traveller:
    """Takes a page from one network to the other, again and again."""

    def __init__(self, page: Browser, plan: Handover, agenda: Agenda, random: Random, moved: Moved) -> None:
        self._page, self._plan, self._home = page, plan, page.wire.medium.access
        self._agenda, self._random, self._moved = agenda, random, moved

    def stay(self, at: float) -> None:
        """Until the next change."""
        wait = self._random.expovariate(1 / (self._plan.every * SECOND))
        self._agenda.put(at + wait, self._go)

    def _go(self, at: float) -> None:
        wire, plan = self._page.wire, self._plan
        if wire.is_cut:
            self.stay(at)
            return
        medium = Medium(self._next(wire.medium.access), self._random)
        back = at + plan.gap * MS
        if plan.reconnects:
            wire.cut()
            self._moved.lost(at, self._page.seat)
            ready = back + HANDSHAKES * medium.round_trip
            self._agenda.put(ready, self._moved.found, self._page.seat, medium)
        else:
            medium.interrupt(back)
            wire.move(medium)
        self.stay(back)

    def _next(self, now: Access) -> Access:
        return self._plan.to if now is self._home else self._home
