"""Reads the word lists in this folder."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from taphouse.core import Locale

REMEMBERED = 4_096  # words whose forms are cached


def rows(name: str) -> Iterator[list[str]]:
    """The words of each line."""
    return map(str.split, files(__package__).joinpath(name).read_text("utf-8").splitlines())


def by_language(kind: str) -> dict[Locale, frozenset[str]]:
    """The words of each file `<kind>_<language>.txt`."""
    named = {file.name: file for file in files(__package__).iterdir() if file.name.startswith(f"{kind}_")}
    return {
        name.removeprefix(f"{kind}_").removesuffix(".txt"): frozenset(file.read_text("utf-8").split())
        for name, file in named.items()
    }
