"""The game's texts in every language of its folder: bots and word rules need some of them."""

from __future__ import annotations

import re
from importlib.resources import files

import msgspec

from taphouse.core import Locale

WORDS: dict[Locale, dict[str, str]] = {
    file.name.removesuffix(".json"): msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    for file in files(__package__).joinpath("text").iterdir()
    if file.name.endswith(".json")
}


def said(key: str, language: Locale, **params: str) -> str:
    """A text in this language; in English where it has none."""
    text = WORDS.get(language, {}).get(key) or WORDS["en"][key]
    return re.sub(r"\{\{(\w+)\}\}", lambda hole: params.get(hole[1], hole[0]), text)
