"""Slapjack. Start with `rules.py`; it reads in the order of the rulebook."""

from .bot import plan
from .rules import (
    MINUTES,
    PLACE,
    RULES_VERSION,
    SEATS,
    Acts,
    Contest,
    Events,
    Options,
    State,
    Why,
    apply,
    awards,
    contested,
    judge,
    offers,
    settle,
    setup,
    tally,
)
from .tables import TABLES
from .views import View, reshuffle, view

API_VERSION = 1  # of the game kit
