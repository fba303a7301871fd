"""What a table has heard and not yet answered, in the order in which it came."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from taphouse.core import Value

from . import wire
from .transport import Transport

WITNESS = (wire.Painted, wire.Beat)  # asks for nothing: most of what is said is this
OF_THE_MOMENT = (wire.Do, *WITNESS)  # worth nothing when it is heard too late


class Connected(Value):
    """A line was opened."""


class Disconnected(Value):
    """A line was lost."""


class Pong(Value):
    nonce: bytes


Heard: TypeAlias = Connected | Disconnected | Pong | wire.Up
Received: TypeAlias = tuple[Transport, Heard, int]
"""The last is when it arrived, on the house's clock."""


class Inbox:
    """Anyone may put something in; only the table's own task takes it out."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self.waiting: list[Received] = []

    def put(self, transport: Transport, heard: Heard, arrived: int) -> None:
        self.waiting.append((transport, heard, arrived))
        self._ring()

    def take(self) -> list[Received]:
        queued, self.waiting = self.waiting, []
        return queued

    @property
    def needs_full_update(self) -> list[Transport]:
        """Whose lines were opened, and nobody knows yet."""
        return [transport for transport, heard, _ in self.waiting if isinstance(heard, Connected)]

    def drop_outdated_taps(self) -> list[Transport]:
        """Whose taps were among it."""
        tapped = [transport for transport, heard, _ in self.waiting if isinstance(heard, wire.Do)]
        self.waiting = [message for message in self.waiting if not isinstance(message[1], OF_THE_MOMENT)]
        return tapped
