"""Reads the word lists in this folder."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

REMEMBERED = 4_096  # words whose forms are cached


def rows(name: str) -> Iterator[list[str]]:
    """The words of each line."""
    return map(str.split, files(__package__).joinpath(name).read_text("utf-8").splitlines())
