"""Text without irrelevant characters: control characters for the screen; case and signs for comparing."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from .data import REMEMBERED

MARKS_AT_MOST = 2  # on one letter: no supported language stacks more
SIGNS = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "œ": "oe", "æ": "ae", "ß": "ss"})
WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def clean(text: str, longest: int) -> str:
    """One line of at most `longest` letters, without control characters, hidden signs or stacked marks."""
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind == "Mn" else 0
        if kind in ("Zs", "Zl", "Zp") or letter in "\t\n\r":
            letters.append(" ")
        elif kind[0] != "C" and marks <= MARKS_AT_MOST:
            letters.append(letter)
    return " ".join("".join(letters).split())[:longest].rstrip()


@lru_cache(REMEMBERED)
def tokens(text: str) -> tuple[str, ...]:
    """The words of a phrase in lower case; apostrophes inside them stay."""
    return tuple(WORDS.findall(unicodedata.normalize("NFKC", text).lower().translate(SIGNS)))


@lru_cache(REMEMBERED)
def folded(word: str) -> str:
    """Without accents and ligatures."""
    apart = unicodedata.normalize("NFD", word.translate(SIGNS))
    return "".join(letter for letter in apart if unicodedata.category(letter) != "Mn")
