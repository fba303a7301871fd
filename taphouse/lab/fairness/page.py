"""A page in a race of the bench: one thing is shown, one finger falls."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from taphouse.core import MS, Seat, Time

from .browser import Browser, Gear, House, Update
from .tcp import Wire

IDLE = 60 * MS  # between two taps that do nothing
EARLY = 0.6  # of the response: until then such taps are made before the one that counts
SOON = 200 * MS  # after it: until then those from the future are sent
FUTURE = 200 * MS  # how much later than it arrives such a tap may be said to be made
AGAIN = 250 * MS  # until a player presses again whose tap was lost with the connection


class Stimulus(NamedTuple):
    """What a race is about."""

    since: Time
    sent: Time
    """With a ping in the same write."""
    response: Time


class RaceHouse(House, Protocol):
    def missed(self, seat: Seat) -> None:
        """The race was over before this screen could show it."""


class Page(Browser):
    def __init__(self, seat: Seat, gear: Gear, house: RaceHouse) -> None:
        super().__init__(seat, gear, house)
        self._races = house
        self.pressed = 0.0
        """The true time of the tap."""
        self.response: Time = 0
        """The true response, as a network without delay would see it."""
        self.told = 0.0
        """When the last verdict was on the screen."""
        self._last_race = 0

    def race(self, at: float, update: Update) -> None:
        """The finger falls some time after this is visible."""
        uplink = self.liar.strategy.uplink
        if uplink.depth:
            self.agenda.put(at + uplink.until * MS, self._stop_upload)
        self.ping(at, update.content.sent)
        self.draw(at, update)

    def saw(self, at: float, update: Update) -> None:
        if isinstance(update.content, Stimulus):
            self._saw_stimulus(update, update.content)
        else:
            self.told = self.visible
            self._pass_time(at)

    def overtaken(self, update: Update) -> None:
        if update.racing:
            self._races.missed(self.seat)

    def _saw_stimulus(self, update: Update, stimulus: Stimulus) -> None:
        if update.shown == stimulus.since:
            self.pressed = self.visible + stimulus.response
        else:  # shown once more after a lost connection
            self.pressed = max(self.pressed, self.visible + AGAIN)
        self.response = round(update.shown - stimulus.since + self.pressed - self.visible)
        self._last_race = update.n
        seems = self.pressed + self.glass.lag
        self.agenda.put(self.dispatched(seems), self._tap, self.wire, update.n, seems - self.visible)
        padding = self.liar.strategy.padding
        for number in range(padding.taps):
            share = (number + 1) / padding.taps
            match padding.filler:
                case "plain":  # early enough not to contradict the lie
                    moment = self.visible + EARLY * share * (seems - self.visible)
                    self.agenda.put(moment, self._pad, update.n, 0.0)
                case "future":
                    self.agenda.put(seems + SOON * share, self._pad, update.n, FUTURE)

    def _tap(self, at: float, wire: Wire, n: int, response: float) -> None:
        if wire is self.wire:
            painted = self.pressed + self.glass.lag - response
            self.send_tap(at, n, self.glass.clock(painted + self.liar.claim(response)))

    def _pass_time(self, at: float) -> None:
        """Between races, a liar prepares the next one."""
        padding, uplink = self.liar.strategy.padding, self.liar.strategy.uplink
        if padding.filler == "old":
            for number in range(padding.taps):
                self.agenda.put(at + (number + 1) * IDLE, self._pad, self._last_race, 0.0)
        if uplink.depth:
            self.wire.medium.upload(uplink.depth)

    def _stop_upload(self, at: float) -> None:
        self.wire.medium.stop_upload(at)

    def _pad(self, at: float, n: int, ahead: float) -> None:
        """Taps something that does not count."""
        self.send(at, "pad", n, self.glass.clock(at + ahead))
