"""When a ghost does again what its player did."""

from __future__ import annotations

from typing import Any

from taphouse.core import Seat

from .views import View


def occasion(view: View, seat: Seat) -> Any:
    """The same cards on the same turn; for a fist also the same word."""
    return view.game, view.turn, view.phase, view.active, view.by, view.cards, view.text
