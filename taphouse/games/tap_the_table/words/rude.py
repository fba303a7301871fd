"""Words that a family table refuses, by language. Whole words only: a cockatoo is a bird."""

from __future__ import annotations

from importlib.resources import files

from taphouse.core import Locale

from .normal import folded, tokens

RUDE: dict[Locale, frozenset[str]] = {
    file.name[len("rude_") : -len(".txt")]: frozenset(file.read_text("utf-8").split())
    for file in files(__package__).iterdir()
    if file.name.startswith("rude_")
}


def is_rude(text: str, language: Locale) -> bool:
    """In this language, which may take it for harmless: con, dick. By the English list if it has none."""
    known = RUDE.get(language.partition("-")[0], RUDE["en"])
    return any(part in known for token in tokens(text) for part in spelt(token))


def spelt(token: str) -> tuple[str, ...]:
    plain = folded(token)
    return plain, plain.removesuffix("s"), plain.removesuffix("es"), *plain.split("'")
