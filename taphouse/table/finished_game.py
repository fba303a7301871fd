"""A finished game as a table needs it to be played against."""

from __future__ import annotations

from typing import Any

from taphouse.bots.ghosts import Ghost
from taphouse.core import Value
from taphouse.fair import Fairness

from .recorded_seats import RecordedSeat


class FinishedGame(Value):
    """Its deal, and its players."""

    game: str
    options: dict[str, Any]
    """As the record has them, with the time scale and the own deck."""
    seed: str
    fairness: Fairness
    seats: tuple[RecordedSeat, ...]
    ghosts: tuple[Ghost, ...]
    """By seat."""
