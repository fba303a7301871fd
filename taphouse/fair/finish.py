"""The data of a photo finish."""

from __future__ import annotations

from collections.abc import Iterable

from taphouse.core import Seat, Time, Value

from .evidence import Correction


class Lane(Value):
    """One tap in a photo finish."""

    seat: Seat
    response: Time
    blur: Time
    late: Time = 0
    """How much too late the tap came to undo an earlier decision."""
    corrections: tuple[Correction, ...] = ()
    """Why another time is believed than the page claimed."""
    false_start: bool = False
    """Sooner than any person can react."""


class Finish(Value):
    """Several taps on one thing."""

    thing: str
    """The thing that was tapped."""
    lanes: tuple[Lane, ...]
    """In the order of the verdict."""
    gap: Time
    """Time between the two lanes that decide."""
    blur: Time
    """Of both lanes together: if the gap is smaller, their bars overlap."""
    last: bool = False
    """The last two lanes decide; otherwise the first two."""

    @property
    def close(self) -> bool:
        """Too close to say which of the two came first."""
        return self.gap < self.blur


def finish(thing: str, lanes: Iterable[Lane], last: bool = False) -> Finish | None:
    """The photo finish of `thing`, or `None` if fewer than two seats tapped it."""
    best: dict[Seat, Lane] = {}
    for lane in lanes:  # a second try of the same seat is not a rival
        best.setdefault(lane.seat, lane)
    ordered = tuple(best.values())
    if len(ordered) < 2:
        return None
    one, other = ordered[-2:] if last else ordered[:2]
    return Finish(thing, ordered, gap=other.response - one.response, blur=one.blur + other.blur, last=last)
