"""What a photo finish shows."""

from __future__ import annotations

from collections.abc import Iterable

from taphouse.core import Seat, Time, Value

from .evidence import Correction


class Lane(Value):
    """One finger in a photo finish."""

    seat: Seat
    response: Time
    blur: Time
    late: Time = 0
    """How much too late it came to undo what was already decided."""
    corrections: tuple[Correction, ...] = ()
    """Why another time is believed than the page told."""
    false_start: bool = False
    """Nobody reacts so soon."""


class Finish(Value):
    """Several fingers after one thing."""

    thing: str
    """What the fingers were after."""
    lanes: tuple[Lane, ...]
    """In the order of the verdict."""
    gap: Time
    """Between the two that decide."""
    blur: Time
    """Of both together: closer than this, and their bars overlap."""
    last: bool = False
    """Those two are the last; otherwise the first."""

    @property
    def close(self) -> bool:
        """Nobody can honestly say which of the two came first."""
        return self.gap < self.blur


def finish(thing: str, lanes: Iterable[Lane], last: bool = False) -> Finish | None:
    """The photo finish of `thing`, if more than one seat was after it."""
    best: dict[Seat, Lane] = {}
    for lane in lanes:  # a second try of the same seat is no rival
        best.setdefault(lane.seat, lane)
    ordered = tuple(best.values())
    if len(ordered) < 2:
        return None
    one, other = ordered[-2:] if last else ordered[:2]
    return Finish(thing, ordered, gap=other.response - one.response, blur=one.blur + other.blur, last=last)
