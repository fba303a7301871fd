"""Snap Clap Tap. Start with `rules.py`; it reads in the order of the rulebook."""

from .bot import plan
from .rules import MINUTES, SEATS, Acts, Events, apply, contested, judge, settle, setup, tally
from .state import Options, State
from .tables import TABLES
from .views import View, reshuffle, tell, view

__all__ = [
    "MINUTES",
    "SEATS",
    "TABLES",
    "Acts",
    "Events",
    "Options",
    "State",
    "View",
    "apply",
    "contested",
    "judge",
    "plan",
    "reshuffle",
    "settle",
    "setup",
    "tally",
    "tell",
    "view",
]
