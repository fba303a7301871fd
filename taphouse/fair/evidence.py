"""What a photo finish shows, and what an independent check needs."""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

from taphouse.core import Seat, Time, Value


class Evidence(Value):
    """How the time of one tap was found. `painted` and `pressed` are on the page's own clock."""

    n: int
    """The last update this screen had painted."""
    anchor: int | None
    """The update from whose paint the response is counted. `None`: no paint was reported, arrival counts."""
    shown: Time | None
    """The play time of the anchor."""
    painted: int | None
    pressed: int
    arrived: Time
    claimed: Time
    """`shown` + (`pressed` - `painted`): what the page says."""
    at: Time
    """What was believed of it."""
    blur: Time
    late: Time = 0
    """How much too late it came to undo what was already decided."""


class Lane(Value):
    """One finger in a photo finish."""

    seat: Seat
    response: Time
    blur: Time
    late: Time = 0


class Finish(Value):
    """Several fingers after one thing."""

    thing: str
    lanes: tuple[Lane, ...]
    """In the order of the verdict."""
    gap: Time
    """Between the two that decide."""
    blur: Time
    """Of that gap."""
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
    return Finish(
        thing,
        ordered,
        gap=other.response - one.response,
        blur=isqrt(one.blur**2 + other.blur**2),
        last=last,
    )
