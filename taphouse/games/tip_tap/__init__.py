"""Tip Tap. Start with `rules.py`; it reads in the order of the rulebook."""

from .allowed import offers, refuse
from .bot import PEOPLE, plan
from .events import Acts, Events, Why
from .ghost import occasion
from .pictures import PICTURES
from .rules import MINUTES, SEATS, apply, awards, contested, judge, pieces, settle, setup, tally
from .state import Contest, Options, State
from .tables import TABLES
from .views import View, reshuffle, tell, view

PLACE = 1  # order in the list of games
RULES_VERSION = 3  # goes up when the same moves get another verdict
