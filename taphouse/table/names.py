"""Cleans players' names and compares their looks. Their content is not judged."""

from __future__ import annotations

import re
import unicodedata

JOINER, BLANK_PATTERN, BLANK_NOTE = "\u200d", "\u2800", "\U0001d159"

_IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]"
)
"""The characters that Unicode calls default ignorable, other than format characters."""

_CHARACTER = re.compile("ff|[fpt][tm]{0,4}(?:j[fpt][tm]{0,4}){0,4}|[^mj]m{0,4}")
"""One character as people count, matched on kinds: a flag, a picture with joined pictures, or a letter with
its marks. No script and no emoji needs more. client/base/names.ts counts in the same way."""


def cleaned(name: str) -> str:
    """Folds compatibility forms, removes invisible characters and excess marks, joins white space."""
    folded = unicodedata.normalize("NFKC", name)
    visible = "".join(c if _is_shown(c) else " " for c in folded if not _is_invisible(c))
    tidy = characters(unicodedata.normalize("NFKC", " ".join(visible.split())))
    return unicodedata.normalize("NFKC", "".join(tidy)).strip()


def characters(name: str) -> list[str]:
    """Splits a name into characters as people count: an emoji or a letter with its accents is one."""
    kinds = "".join(map(_kind, name))
    return [name[found.start() : found.end()] for found in _CHARACTER.finditer(kinds)]


def skeleton(name: str) -> str:
    """Equal for names that look alike: compares letters and digits, or pictures if there are none."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LOOK_ALIKE)).translate(_LOOK_ALIKE)
    return "".join(c for c in plain if c.isalnum()) or "".join(c for c in plain if _kind(c) in "fpt")


def _kind(c: str) -> str:
    if c == JOINER:
        return "j"
    if "\U0001f1e6" <= c <= "\U0001f1ff":
        return "f"  # half a flag
    if "\U0001f3fb" <= c <= "\U0001f3ff":
        return "t"  # a skin tone
    if _is_picture(c):
        return "p"
    return "m" if unicodedata.category(c).startswith("M") else "x"


def _is_picture(c: str) -> bool:
    """True also for an emoji newer than this Python's Unicode data."""
    return unicodedata.category(c) == "So" or "\U0001f000" <= c <= "\U0001faff"


def _is_shown(c: str) -> bool:
    return c.isprintable() or c == JOINER or _is_picture(c)


def _is_invisible(c: str) -> bool:
    if c in (BLANK_PATTERN, BLANK_NOTE) or _IGNORABLE.match(c):
        return True
    return c != JOINER and unicodedata.category(c) == "Cf"


_LOOK_ALIKE = str.maketrans(
    {
        **dict(zip("0135$@|l", "oiessaii", strict=True)),
        **dict(zip("асеорхуіјѕԁӏ", "aceopxyijsdi", strict=True)),  # Cyrillic
        **dict(zip("αβεικνορτυχ", "abeiknoptux", strict=True)),  # Greek
    }
)
