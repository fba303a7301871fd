"""Words that a family table refuses, by language. Whole words only: a cockatoo is a bird."""

from __future__ import annotations

from taphouse.core import Locale

from .data import by_language
from .normal import folded, tokens

RUDE = by_language("rude")


def is_rude(text: str, language: Locale) -> bool:
    """In this language, which may take it for harmless: con, dick. By the English list if it has none."""
    known = RUDE.get(language.partition("-")[0], RUDE["en"])
    return any(part in known for token in tokens(text) for part in spelt(token))


def spelt(token: str) -> tuple[str, ...]:
    plain = folded(token)
    return plain, plain.removesuffix("s"), plain.removesuffix("es"), *plain.split("'")
