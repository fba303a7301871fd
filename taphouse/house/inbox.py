"""What arrived at a table and is not processed yet, in order of arrival."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from taphouse.core import Value

from . import wire
from .transport import Transport

REPORTS = (wire.Painted, wire.Beat)  # reports that need no answer: most messages are these
SHORT_LIVED = (wire.Do, *REPORTS)  # outdated when they are processed too late


class Connected(Value):
    """A connection was opened."""


class Disconnected(Value):
    """A connection was lost."""


class Pong(Value):
    nonce: bytes


Item: TypeAlias = Connected | Disconnected | Pong | wire.Up
Received: TypeAlias = tuple[Transport, Item, int]
"""The last element is the time of arrival on the house's clock."""


class Inbox:
    """Anyone may put an item in; only the table's own task takes items out."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self.waiting: list[Received] = []

    def put(self, transport: Transport, item: Item, arrived: int) -> None:
        self.waiting.append((transport, item, arrived))
        self._wake()

    def take(self) -> list[Received]:
        queued, self.waiting = self.waiting, []
        return queued

    @property
    def connecting(self) -> list[Transport]:
        """Transports whose `Connected` is not processed yet."""
        return [transport for transport, item, _ in self.waiting if isinstance(item, Connected)]

    def drop_outdated(self) -> list[Transport]:
        """Drops waiting taps and reports. Returns the transports the taps came from."""
        tapped = [transport for transport, item, _ in self.waiting if isinstance(item, wire.Do)]
        self.waiting = [received for received in self.waiting if not isinstance(received[1], SHORT_LIVED)]
        return tapped
