"""When a ghost does again what its player did."""

from __future__ import annotations

from typing import Any

from taphouse.core import Seat

from .views import View


def occasion(view: View, seat: Seat) -> Any:
    """On its own turn the same hand of cards; on another's the next hand that goes up."""
    is_own = seat == view.turn
    return view.phase, is_own, sorted(view.hand) if is_own else view.tries
