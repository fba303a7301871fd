"""Finds the game of a deck, and reads it."""

from __future__ import annotations

from typing import Any, NamedTuple

from taphouse.core import Deck, Decks, NotADeck, Problem, Value, decks_of, read_deck, write_deck
from taphouse.core.decks import game_of
from taphouse.shelf import Shelf


class Opened(NamedTuple):
    """A deck that was read."""

    game: str
    decks: Decks
    deck: Any
    """Of the game's own type."""


class DeckSummary(Value):
    """What a list says of a deck."""

    game: str
    """The slug of its game."""
    title: str
    """Its name, as its author wrote it."""
    cards: int
    """How many it has."""


class HouseDeck(Value):
    """A deck that the house has for everybody."""

    deck: DeckSummary
    text: str
    """As it is used at a table, and sent."""


def house_deck(shelf: Shelf, text: str) -> HouseDeck:
    """Raises `NotADeck`."""
    found = opened(shelf, text)
    return HouseDeck(summary(found.game, found.deck), tidy(found))


def opened(shelf: Shelf, text: str) -> Opened:
    """Raises `NotADeck`."""
    game = game_of(text)
    decks = decks_at(shelf, game)
    return Opened(game, decks, read_deck(decks, text))


def decks_at(shelf: Shelf, game: str) -> Decks:
    if game not in shelf:
        raise NotADeck(Problem(1, "no-such-game", {"game": game}))
    if (decks := decks_of(shelf[game])) is None:
        raise NotADeck(Problem(1, "no-decks", {"game": game}))
    return decks


def tidy(found: Opened) -> str:
    """The text of a deck as the house writes it: without notes and white space."""
    return write_deck(found.decks, found.game, found.deck)


def summary(game: str, deck: Deck) -> DeckSummary:
    return DeckSummary(game, deck.title, len(getattr(deck, "cards", ())))
