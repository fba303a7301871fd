"""How alike two phrases are: the same, sharing a word, derived, or unrelated."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, Protocol, TypeAlias

from taphouse.core import Locale, Value

from ..texts import WORDS
from . import english, french, plain
from .data import REMEMBERED
from .normal import folded, tokens

Degree: TypeAlias = Literal["same", "shared", "derived"]


class Tongue(Protocol):
    """What a language must provide about its words."""

    def word_of(self, token: str) -> str: ...
    def singular(self, word: str) -> frozenset[str]: ...
    def forms(self, word: str) -> frozenset[str]: ...
    def akin(self, one: str, other: str) -> bool: ...


class Likeness(Value):
    degree: Degree
    word: str
    """The word in the other phrase that shows the likeness."""


TONGUES: dict[Locale, Tongue] = {"en": english, "fr": french}


def tongue_of(language: Locale) -> Tongue:
    """In a language without word lists, only the same word is the same."""
    return TONGUES.get(language.partition("-")[0], plain)


@lru_cache(4 * REMEMBERED)
def compare(one: str, other: str, language: Locale) -> Likeness | None:
    """`same`: case, accents, article and plural aside. `shared`: a word in common. `derived`: perhaps."""
    tongue, mine, others = tongue_of(language), content(one, language), content(other, language)
    if mine and is_same(tongue, mine, others):
        return Likeness("same", other)
    if not little_words(language):
        return None  # an article would look like a word in common
    for theirs in others:
        if any(match(tongue.forms(word), tongue.forms(theirs)) for word in mine):
            return Likeness("shared", theirs)
    for theirs in others:
        if any(tongue.akin(word, theirs) for word in mine):
            return Likeness("derived", theirs)
    return None


@lru_cache(REMEMBERED)
def content(phrase: str, language: Locale) -> tuple[str, ...]:
    """The words that carry meaning; all of them where none does."""
    tongue = tongue_of(language)
    words = tuple(word for token in tokens(phrase) if (word := tongue.word_of(token)))
    return tuple(word for word in words if word not in little_words(language)) or words


@lru_cache(64)
def little_words(language: Locale) -> frozenset[str]:
    """Words without a meaning of their own, such as articles; none in a language without texts."""
    return frozenset(tokens(WORDS.get(language, {}).get("little-words", "")))


def name_of(phrase: str, language: Locale) -> str:
    """A key under which a thing is found however it is written: no article, no accents, one number."""
    return " ".join(
        min(map(folded, tongue_of(language).singular(word))) for word in content(phrase, language)
    )


def has_letter(phrase: str, letter: str, language: Locale) -> bool:
    """The article does not count."""
    return letter in folded("".join(content(phrase, language)))


def is_same(tongue: Tongue, mine: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Word by word, or written together: an ice cream, an icecream."""
    if len(mine) == len(others):
        return all(match(tongue.singular(a), tongue.singular(b)) for a, b in zip(mine, others, strict=True))
    return match(tongue.singular("".join(mine)), tongue.singular("".join(others)))


def match(mine: frozenset[str], others: frozenset[str]) -> bool:
    """Accents may be left out; two words that both have them must agree."""
    if not mine.isdisjoint(others):
        return True
    if bare(mine).isdisjoint(bare(others)):
        return False
    return any(folded(a) == folded(b) and (a.isascii() or b.isascii()) for a in mine for b in others)


@lru_cache(REMEMBERED)
def bare(forms: frozenset[str]) -> frozenset[str]:
    return frozenset(map(folded, forms))
