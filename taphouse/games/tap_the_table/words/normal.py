"""Text without what does not matter when words are compared: case, accents and signs."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from .data import REMEMBERED

SIGNS = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "œ": "oe", "æ": "ae", "ß": "ss"})
WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


@lru_cache(REMEMBERED)
def tokens(text: str) -> tuple[str, ...]:
    """The words of a phrase in lower case; apostrophes inside them stay."""
    return tuple(WORDS.findall(unicodedata.normalize("NFKC", text).lower().translate(SIGNS)))


@lru_cache(REMEMBERED)
def folded(word: str) -> str:
    """Without accents and ligatures."""
    apart = unicodedata.normalize("NFD", word.translate(SIGNS))
    return "".join(letter for letter in apart if unicodedata.category(letter) != "Mn")
