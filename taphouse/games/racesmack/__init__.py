"""Racesmack. Start with `rules.py`; it reads in the order of the rulebook."""

from taphouse.core import Decks

from .allowed import offers, refuse
from .bot import PEOPLE, plan
from .changes import apply
from .deck_findings import DeckFinding, find
from .decks import DeckProblem, RaceDeck, read, write
from .events import Acts, Events, Why
from .ghost import occasion
from .pictures import PICTURES
from .rules import MINUTES, SEATS, awards, contested, judge, pieces, settle, setup, tally
from .state import Contest, Options, State
from .tables import TABLES
from .views import View, reshuffle, tell, view

PLACE = 2  # order in the list of games
RULES_VERSION = 3  # goes up when the same moves get another verdict
DECKS = Decks(RaceDeck, read, write, find, DeckProblem, DeckFinding)
HEAD_START_SCALE = 400  # milliseconds of head start that turn even odds into 73 to 27, among bots
