"""What people write, as it can be shown to others."""

from __future__ import annotations

import unicodedata

MARKS_AT_MOST = 2  # on one letter: no supported language stacks more


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
