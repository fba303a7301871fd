"""Own decks of all games: opened, tried by bots, and packed into links."""

from .links import link_of, text_of_link
from .opening import DeckSummary, HouseDeck, Opened, house_deck, opened, summary, tidy
from .playtest import CommonFinding, play_test

__all__ = [
    "CommonFinding",
    "DeckSummary",
    "HouseDeck",
    "Opened",
    "house_deck",
    "link_of",
    "opened",
    "play_test",
    "summary",
    "text_of_link",
    "tidy",
]
