"""Which taps of a race counted: only their claims are booked, so idle taps buy no trust."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from taphouse.core import MS, Move, Race, Seat, Time, Value

from .belief import Surplus
from .evidence import Judgement

CLOSE = 60 * MS  # to the tap that decides: a tap further off had no use for a lie


class _Tap(Value):
    player: int
    at: Time
    surplus: Surplus | None
    """`None` for a bot, which claims nothing."""


class CountedTaps:
    """The taps of the race that is on, or was on last: those of slower lines come after its end."""

    def __init__(self) -> None:
        self._race: Race | None = None
        self._taps: dict[object, dict[Seat, _Tap]] = {}

    def note(self, thing: object, move: Move, judged: Judgement | None, player: int | None = None) -> None:
        """Adds a tap on `thing` by `player`, who may leave the seat before the race ends; `None`: the seat.

        Only a seat's first tap on a thing can count."""
        if thing is None or self._race is None:
            return
        by = move.seat if player is None else player
        tap = _Tap(by, move.at, None if judged is None else judged.surplus)
        self._taps.setdefault(thing, {}).setdefault(move.seat, tap)

    def follow(self, race: Race | None) -> dict[int, Surplus | None]:
        """Returns what to book for each player who tapped in the race before, once another race begins."""
        if race is None or (self._race is not None and race.since == self._race.since):
            return {}
        last = self._race is not None and self._race.last
        counted: dict[int, list[Surplus]] = {}
        for rivals in self._taps.values():
            decides = (max if last else min)(tap.at for tap in rivals.values())
            for tap in rivals.values():
                if tap.surplus is not None:
                    found = counted.setdefault(tap.player, [])
                    if len(rivals) > 1 and abs(tap.at - decides) <= CLOSE:
                        found.append(tap.surplus)
        self._race = race
        self._taps.clear()
        return {player: _mean(found) for player, found in counted.items()}


def _mean(found: Sequence[Surplus]) -> Surplus | None:
    """One figure for a race, however many taps of it counted."""
    if not found:
        return None
    return Surplus(
        _mean_of(surplus.by_tap for surplus in found),
        _mean_of(surplus.by_kernel for surplus in found),
        max(surplus.sigma for surplus in found),
        _mean_of(surplus.by_order for surplus in found),
    )


def _mean_of(figures: Iterable[Time | None]) -> Time | None:
    known = [figure for figure in figures if figure is not None]
    return sum(known) // len(known) if known else None
