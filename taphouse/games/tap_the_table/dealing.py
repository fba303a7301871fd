"""Rule 3: which cards a game is played with. Own cards come first; ours fill up the rest."""

from __future__ import annotations

from functools import lru_cache

from taphouse.core import Dice, Locale

from .cards import COLOURS, PER_GAME, Card, Colour, box, colour_of
from .decks import TableDeck, deck_of, keyed
from .state import Options


def draw(options: Options, dice: Dice, without: str | None = None) -> tuple[Card, ...]:
    """Rule 3: eight of each colour, or all there are."""
    colours = (colour for colour in colours_of(options) if colour != without)
    chosen = (chosen_of(colour, options, dice) for colour in colours)
    return dice.shuffled(card for cards in chosen for card in cards)


def chosen_of(colour: Colour, options: Options, dice: Dice) -> tuple[Card, ...]:
    own, ours = boxes(colour, deck_of(options), options.language, options.challenge)
    return (*dice.shuffled(own), *dice.shuffled(ours))[:PER_GAME]


def colours_of(options: Options) -> tuple[Colour, ...]:
    """Rule 24: with the letters, and with those of an own deck in any case."""
    deck = deck_of(options)
    return tuple(
        colour for colour in COLOURS if any(boxes(colour, deck, options.language, options.challenge))
    )


@lru_cache(64)
def deck_size(options: Options) -> int:
    """How many cards a game has."""
    deck = deck_of(options)
    found = (boxes(colour, deck, options.language, options.challenge) for colour in COLOURS)
    return sum(min(PER_GAME, len(own) + len(ours)) for own, ours in found)


def boxes(
    colour: Colour, deck: TableDeck | None, language: Locale, letters: bool
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The own cards of a colour, and ours."""
    own = () if deck is None else tuple(card for card in keyed(deck) if colour_of(card) == colour)
    is_out = (deck is not None and deck.alone) or (colour == "purple" and not letters)
    return own, () if is_out else box(colour, language)
