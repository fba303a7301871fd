"""The data of a photo finish."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

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
    """Several taps of one contest."""

    contest: Any
    """What the players were after, as their game names it."""
    lanes: tuple[Lane, ...]
    """In the order of the verdict."""
    gap: Time
    """Time between the two lanes that decide."""
    blur: Time
    """Of both lanes together: if the gap is smaller, their bars overlap."""
    last: bool = False
    """The last two lanes decide; otherwise the first two."""
    number: int = 0
    """Counts the contests of a game. A later photo finish of the same contest has the same number."""
    absent: Seat | None = None
    """Who lost without a tap, and so is in no lane."""

    @property
    def close(self) -> bool:
        """Too close to say which of the two came first."""
        return self.gap < self.blur


def finish(
    contest: Hashable, lanes: Iterable[Lane], last: bool = False, number: int = 0, loser: Seat | None = None
) -> Finish | None:
    """The photo finish of `contest`, or `None` if fewer than two seats took part."""
    best: dict[Seat, Lane] = {}
    for lane in lanes:  # a second try of the same seat is not a rival
        best.setdefault(lane.seat, lane)
    ordered = tuple(best.values())
    if len(ordered) < 2:
        return None
    one, other = ordered[-2:] if last else ordered[:2]
    gap, blur = other.response - one.response, one.blur + other.blur
    return Finish(contest, ordered, gap, blur, last, number, None if loser in best else loser)
