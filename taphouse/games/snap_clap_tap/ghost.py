"""When a ghost does again what its player did."""

from __future__ import annotations

from typing import Any

from taphouse.core import Seat

from .views import View


def occasion(view: View, seat: Seat) -> Any:
    """The same cards in the middle and on its own piles."""
    middle = [pile.card for pile in view.receive]
    return view.phase, view.stopper, middle, [pile.top for pile in view.give[seat]]
