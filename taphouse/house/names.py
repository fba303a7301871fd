"""Names as players may call themselves: cleaned, never judged."""

from __future__ import annotations

import unicodedata

LONGEST = 16


def cleaned(name: str) -> str:
    """Compatibility forms folded, invisible and control characters out, white space single."""
    folded = unicodedata.normalize("NFKC", name)
    visible = "".join(c if c.isprintable() else " " for c in folded if unicodedata.category(c) != "Cf")
    return " ".join(visible.split())[:LONGEST].strip()


def skeleton(name: str) -> str:
    """Equal for names that look alike at a glance."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LOOK_ALIKE))
    return "".join(c for c in plain.translate(_LOOK_ALIKE) if c.isalnum())


_LOOK_ALIKE = str.maketrans(
    {
        **dict(zip("0135$@|l", "oiessaii", strict=True)),
        **dict(zip("асеорхуіјѕԁӏ", "aceopxyijsdi", strict=True)),  # Cyrillic
        **dict(zip("αβεικνορτυχ", "abeiknoptux", strict=True)),  # Greek
    }
)
