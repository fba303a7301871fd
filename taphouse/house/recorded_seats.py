"""The players of a game that is over, as the header of a handed-out file holds them."""

from __future__ import annotations

from typing import Annotated

import msgspec

from taphouse.core import Skill, Value, replace
from taphouse.core.record import Header

from .wire import HeadStart, Sign


class RecordedSeat(Value):
    """A player as the others saw them."""

    name: Annotated[str, msgspec.Meta(max_length=80)]
    sign: Sign
    bot: Skill | None = None
    head_start: HeadStart = 0
    large_targets: bool = False


def with_recorded_seats(header: Header, seats: tuple[RecordedSeat, ...]) -> Header:
    return replace(header, recorded_seats=msgspec.to_builtins(seats, builtin_types=(tuple,)))


def recorded_seats(header: Header) -> tuple[RecordedSeat, ...]:
    """By seat; empty in a file that was never handed out. Raises `msgspec.ValidationError`."""
    return msgspec.convert(header.recorded_seats, tuple[RecordedSeat, ...])
