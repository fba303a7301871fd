"""When a ghost does again what its player did."""

from __future__ import annotations

from typing import Any

from taphouse.core import Seat

from .views import View


def occasion(view: View, seat: Seat) -> Any:
    """The same card. Who holds what on it does not matter: a finger that comes too late is part of play."""
    return view.game, view.round, view.phase, view.card
