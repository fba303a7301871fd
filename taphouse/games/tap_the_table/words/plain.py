"""Words of a language without word lists: each has only itself."""

from __future__ import annotations


def word_of(token: str) -> str:
    return token


def singular(word: str) -> frozenset[str]:
    return frozenset({word})


def forms(word: str) -> frozenset[str]:
    return frozenset({word})


def akin(one: str, other: str) -> bool:
    return False
