"""Decides who tapped first."""

from .arbiter import Arbiter
from .belief import Ledger, Surplus
from .camera import Camera
from .counted import CountedTaps
from .evidence import Correction, Device, Evidence, Judgement, Ruling, recompute
from .finish import Finish, Lane, finish
from .line import Line, LineRating
from .recorded_ledgers import RecordedLedgers
from .settings import Fairness
from .witness import Kernel

JUDGING_VERSION = 7
"""Goes up when the same evidence gives another time. 1 covers all journals that do not name a version."""

__all__ = [
    "JUDGING_VERSION",
    "Arbiter",
    "Camera",
    "Correction",
    "CountedTaps",
    "Device",
    "Evidence",
    "Fairness",
    "Finish",
    "Judgement",
    "Kernel",
    "Lane",
    "Ledger",
    "Line",
    "LineRating",
    "RecordedLedgers",
    "Ruling",
    "Surplus",
    "finish",
    "recompute",
]
