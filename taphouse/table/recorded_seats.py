"""The players of a game that is over, as its record holds them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from taphouse.core import Skill, Value, replace
from taphouse.core.record import End, Header, Line

from .wire import HeadStart, Sign


class RecordedSeat(Value):
    """A player as the others saw them."""

    name: Annotated[str, msgspec.Meta(max_length=80)]
    sign: Sign
    bot: Skill | None = None
    head_start: HeadStart = 0
    large_targets: bool = False
    ghost: bool | msgspec.UnsetType = msgspec.UNSET
    """A ghost had the seat."""


def with_recorded_seats(header: Header, seats: tuple[RecordedSeat, ...]) -> Header:
    """Puts the players into the header of a record in format 1, whose end does not name them."""
    return replace(header, recorded_seats=msgspec.to_builtins(seats, builtin_types=(tuple,)))


def recorded_seats(header: Header, lines: Sequence[Line] = ()) -> tuple[RecordedSeat, ...]:
    """By seat; empty if the record names no players. Raises `msgspec.ValidationError`."""
    ends = [line.recorded_seats for line in lines if isinstance(line, End)]
    return msgspec.convert(ends[-1] if ends else header.recorded_seats, tuple[RecordedSeat, ...])
