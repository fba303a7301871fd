"""Words that a family table refuses. Whole words only: a cockatoo is a bird."""

from __future__ import annotations

from .data import rows
from .normal import folded, tokens

RUDE = frozenset(word for row in rows("rude.txt") for word in row)


def is_rude(text: str) -> bool:
    """In either language: a table may have both."""
    return any(part in RUDE for token in tokens(text) for part in {*spelt(token)})


def spelt(token: str) -> tuple[str, ...]:
    plain = folded(token)
    return plain, plain.removesuffix("s"), plain.removesuffix("es"), *plain.split("'")
