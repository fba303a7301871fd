"""Writes two pseudo-languages into the data folder of a house, to find texts that do not fit.

    python tools/pseudo.py data

`en-XA` is English with accents and brackets, 40 % longer. `ar-XB` is English written from right to left.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from taphouse.languages import APP, Languages, Phrases
from taphouse.languages.phrase import HOLE
from taphouse.shelf import own_shelf

LONGER = 0.4
ACCENTS = str.maketrans("aceinorsuyACEINORSUY", "àçéîñôřšûÿÀÇÉÎÑÔŘŠÛŸ")
VOWEL = re.compile(r"[aeiouy]")
TEXT = re.compile(r"(\{\{\w+\}\}|^\d+\. |^#+ |^\|.*|[*_`|\n])", re.MULTILINE)  # what is no word
WORD = re.compile(r"\S+")
REVERSED, END = "\u202e", "\u202c"  # until the end, letters go from right to left
AS_THEY_ARE = (
    "language.direction",
    "language.reviewed",
    "guest.names",
    "card.letters",
    "little-words",
    "code.slots",
)


def long(text: str) -> str:
    """The words with accents, their vowels doubled until they are 40 % longer."""
    missing = round(len(text) * LONGER)

    def doubled(vowel: re.Match[str]) -> str:
        nonlocal missing
        missing -= 1
        return vowel[0] * 2 if missing >= 0 else vowel[0]

    words = VOWEL.sub(doubled, text).translate(ACCENTS)
    said = words.rstrip()
    return said + "~" * (max(0, missing) if said else 0) + words[len(said) :]


def reversed_(text: str) -> str:
    return WORD.sub(lambda word: f"{REVERSED}{word[0]}{END}", text)


def changed(text: str, change: Callable[[str], str]) -> str:
    """Changes the words and leaves holes, numbers of rules and signs of Markdown."""
    pieces = TEXT.split(text)
    return "".join(piece if i % 2 else change(piece) for i, piece in enumerate(pieces) if piece)


def phrases(part: str, english: Phrases, change: Callable[[str], str]) -> Phrases:
    kept = AS_THEY_ARE if part == APP else (*AS_THEY_ARE, "name")  # a game is called the same everywhere
    return {key: text if key in kept else fitted(part, key, text, change) for key, text in english.items()}


def fitted(part: str, key: str, text: str, change: Callable[[str], str]) -> str:
    """Longer, unless the text must not be longer."""
    most = Languages(own_shelf()).limit(part, key)
    longer = change(text)
    is_too_long = most is not None and len(HOLE.sub("0", longer)) > most
    return changed(text, lambda words: words.translate(ACCENTS)) if is_too_long else longer


def write(data: Path) -> None:
    languages = {
        "en-XA": ("[Àççéñtš]", "ltr", lambda text: f"[{changed(text, long)}]"),
        "ar-XB": ("Right to left", "rtl", lambda text: changed(text, reversed_)),
    }
    source = Languages(own_shelf())
    for code, (name, direction, change) in languages.items():
        folder = data / "languages" / code
        folder.mkdir(parents=True, exist_ok=True)
        own = {"language.name": name, "language.direction": direction, "language.reviewed": "no"}
        for part in source.parts:
            words = phrases(part, source.words("en", part), change) | (own if part == APP else {})
            (folder / f"{part}.json").write_bytes(msgspec.json.encode(words))
            if rules := source.rulebook("en", part):
                (folder / f"{part}.md").write_text(changed(rules, long if direction == "ltr" else reversed_))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
