"""How long a host who is here, and idle, is waited for."""

from __future__ import annotations

from taphouse.core import SECOND

from .room import Room
from .timers import Timers
from .wire import Stage

IDLE = 60 * SECOND  # a host who is here and does nothing for so long is not waited for any more


class HostIdle:
    """Never ends while a game is on: then nobody waits for the host."""

    def __init__(self, timers: Timers) -> None:
        self._timers = timers
        self._awaited: tuple[int | None, Stage] | None = None  # which host, at which stage
        self.is_over = False

    def follow(self, room: Room) -> None:
        """Another host, or another thing to decide: his time begins anew."""
        awaited = room.host, room.stage
        if awaited != self._awaited:
            self._awaited = awaited
            self.renew(room)

    def renew(self, room: Room) -> None:
        """The host does something, or has something new to do."""
        self.is_over = False
        if room.stage == "playing":
            self._timers.stop(("idle",))
        else:
            self._timers.set(("idle",), IDLE)

    def end(self, room: Room) -> None:
        self.is_over = room.stage != "playing"
