"""Tap the Table. Start with `rules.py`; it reads in the order of the rulebook."""

from taphouse.core import Decks

from .allowed import offers, refuse
from .bookkeeping import apply
from .bot import PEOPLE, plan
from .deck_findings import DeckFinding, find
from .decks import DeckProblem, TableDeck, read, write
from .events import Acts, Events, TableActs, Why
from .ghost import occasion
from .pictures import PICTURES
from .rules import awards, contested, judge, pieces, settle, setup, tally
from .state import MINUTES, SEATS, Contest, Options, State
from .tables import TABLES
from .things import KNOWN
from .unknown_words import advice, question
from .views import View, reshuffle, tell, view

PLACE = 5  # order in the list of games
BOT_LANGUAGES = tuple(KNOWN)
RULES_VERSION = 3  # goes up when the same moves get another verdict
DECKS = Decks(TableDeck, read, write, find, DeckProblem, DeckFinding)
