"""The files of own decks that the operator gives to the house."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from taphouse.core import NotADeck, Problem
from taphouse.core.decks import LONGEST_DECK, game_of
from taphouse.decks import HouseDeck, house_deck
from taphouse.languages import APP, Languages, phrase
from taphouse.shelf import Shelf

LANGUAGE = "en"  # of all that the command says


def house_decks(shelf: Shelf, files: Iterable[Path]) -> tuple[HouseDeck, ...]:
    """Raises `ValueError` with the name of a file, the number of a line and a sentence."""
    return tuple(_deck_in(shelf, file) for file in files)


def _deck_in(shelf: Shelf, file: Path) -> HouseDeck:
    text = ""
    try:
        with file.open("rb") as opened:
            read = opened.read(LONGEST_DECK + 1)  # one more than allowed: then the deck is too long
        text = read.decode(errors="strict" if len(read) <= LONGEST_DECK else "replace")
        return house_deck(shelf, text)
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{file} is not a text in UTF-8") from error
    except NotADeck as error:
        first = error.problems[0]
        raise ValueError(f"{file}, line {first.line}: {_said(shelf, text, first)}") from error


def _said(shelf: Shelf, text: str, problem: Problem) -> str:
    languages, key = Languages(shelf), f"deck.problem.{problem.why}"
    words = languages.words(LANGUAGE, APP)
    if key not in words:  # the game has words of its own
        words = languages.words(LANGUAGE, game_of(text))
    return phrase(words[key], **problem.values)
