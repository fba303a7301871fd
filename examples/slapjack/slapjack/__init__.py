"""Slapjack. Start with `rules.py`; it reads in the order of the rulebook."""

from .bot import plan
from .rules import *  # noqa: F403
from .tables import TABLES
from .views import View, reshuffle, view

API_VERSION = 1  # of the game kit
