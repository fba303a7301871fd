"""When a ghost does again what its player did."""

from __future__ import annotations

from typing import Any

from taphouse.core import Seat

from .views import View


def occasion(view: View, seat: Seat) -> Any:
    """The same cards in the ring under the same Rule; otherwise the same round, and the same choice."""
    if view.phase == "smacking":
        return view.phase, view.rule, view.ring
    return view.round, view.phase, view.turn, view.task
