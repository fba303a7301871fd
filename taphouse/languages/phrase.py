"""Fills the holes of a text."""

from __future__ import annotations

import re

HOLE = re.compile(r"\{\{([\w.-]+)\}\}")


def phrase(text: str, **params: object) -> str:
    """The text with each `{{name}}` replaced by the parameter of that name."""
    return HOLE.sub(lambda hole: str(params.get(hole[1], hole[0])), text)
