"""Tracks whether the host is here but idle."""

from __future__ import annotations

from taphouse.core import SECOND

from .room import Room
from .timers import Timers
from .wire import Stage

IDLE = 60 * SECOND  # without a request of the host, then the others need not wait for them


class HostIdle:
    """The timer never runs during a game: then nobody waits for the host."""

    def __init__(self, timers: Timers) -> None:
        self._timers = timers
        self._awaited: tuple[int | None, Stage] | None = None  # the host and the stage
        self.is_over = False

    def follow(self, room: Room) -> None:
        """Restarts the timer when the host or the stage changes."""
        awaited = room.host, room.stage
        if awaited != self._awaited:
            self._awaited = awaited
            self.renew(room)

    def renew(self, room: Room) -> None:
        """Restarts the timer: the host acted, or has something new to decide."""
        self.is_over = False
        if room.stage == "playing":
            self._timers.stop(("idle",))
        else:
            self._timers.set(("idle",), IDLE)

    def end(self, room: Room) -> None:
        self.is_over = room.stage != "playing"
