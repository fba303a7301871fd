"""What a table is told. Each input says when it arrived, on the house's clock."""

from __future__ import annotations

from typing import Any, TypeAlias

from taphouse.book.head_starts import Contest
from taphouse.core import Seat, Skill, Value
from taphouse.fair import Kernel

from . import wire
from .room import Room

Handle: TypeAlias = Any
"""Names a connection. Any hashable value: the table only compares it and puts it into effects."""

Report: TypeAlias = wire.Painted | wire.Beat
"""A message that needs no answer: most messages are these."""

REPORTS = (wire.Painted, wire.Beat)
SHORT_LIVED = (wire.Do, *REPORTS)  # outdated when they are processed too late


class InputValue(Value, gc=True):
    """Garbage collection must follow it: a waiting input may lead from a table back to the same table."""


class Connected(InputValue):
    """A connection was opened."""

    handle: Handle
    arrived: int
    again: bool = False
    """It was open before: at another owner of the table, or until messages between nodes were lost."""


class Disconnected(InputValue):
    """A connection was lost."""

    handle: Handle
    arrived: int


class Received(InputValue):
    """A browser's message."""

    handle: Handle
    message: wire.Up
    arrived: int
    kernel: Kernel | None = None
    """What the kernel knew of the line when a tap arrived."""


class Ponged(InputValue):
    """A browser's answer to a ping."""

    handle: Handle
    nonce: bytes
    arrived: int
    kernel: Kernel | None = None


class Advised(InputValue):
    """The advisor's answer to the question of a match."""

    match: str | None
    question: Any
    misfit: float
    arrived: int


class Recalled(InputValue):
    """Earlier games of the people of this room, as it was when the table asked."""

    room: Room
    contests: tuple[Contest, ...]
    arrived: int


class Assigned(InputValue):
    """Only from a debug table: this bot plays the seat from now on; `None`: its player does."""

    seat: Seat
    bot: Skill | None
    arrived: int


class Kept(InputValue):
    """The last `Keep` is written. `revision`: of the room, if it was part of it."""

    revision: int | None


Queued: TypeAlias = Connected | Disconnected | Received | Ponged | Advised | Recalled | Assigned
Input: TypeAlias = Queued | Kept


def without_outdated(inputs: list[Queued]) -> tuple[list[Queued], list[Handle]]:
    """The inputs without taps and reports, and the connections that the taps came from."""
    tapped = [i.handle for i in inputs if isinstance(i, Received) and isinstance(i.message, wire.Do)]
    left = [i for i in inputs if not (isinstance(i, Received) and isinstance(i.message, SHORT_LIVED))]
    return left, tapped
