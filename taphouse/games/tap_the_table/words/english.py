"""English words: their forms by rule, their relatives from WordNet (`tools/words/links_en.py`)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from .data import REMEMBERED, rows

BRITISH = {
    "tyre": "tire",
    "grey": "gray",
    "doughnut": "donut",
    "pyjama": "pajama",
    "aluminium": "aluminum",
    "jewellery": "jewelry",
    "moustache": "mustache",
    "plough": "plow",
    "sceptre": "scepter",
    "mum": "mom",
    "mummy": "mommy",
    "kerb": "curb",
    "yoghurt": "yogurt",
    "omelette": "omelet",
    "catalogue": "catalog",
    "cosy": "cozy",
    "axe": "ax",
    "whisky": "whiskey",
    "draught": "draft",
    "aeroplane": "airplane",
}


def table(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
    return found


PLURALS = table((form, lemma) for part, form, lemma in rows("forms_en.txt") if part == "n")
TENSES = table((form, lemma) for part, form, lemma in rows("forms_en.txt") if part == "v")
LINKS = table(
    pair
    for word, *others in rows("links_en.txt")
    for other in others
    for pair in ((word, other), (other, word))
)
COMPOUNDS = {word: parts for word, *parts in rows("compounds_en.txt")}
SHORTEST = 3  # the least that is left of a word when its ending is removed


def word_of(token: str) -> str:
    """Mum's is mum."""
    return re.sub(r"'.*", "", token)


@lru_cache(REMEMBERED)
def singular(word: str) -> frozenset[str]:
    """The word itself, and the words it may be the plural of."""
    found = {word, *PLURALS.get(word, ())}
    if word.endswith("ies") and len(word) > 4:
        found.add(word[:-3] + "y")
    if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        found.add(word[:-2])
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > SHORTEST:
        found.add(word[:-1])
    return frozenset(map(spelt, found))


@lru_cache(REMEMBERED)
def forms(word: str) -> frozenset[str]:
    """Also the words it may be a form of: swimming, swum."""
    found = set(singular(word)) | TENSES.get(word, set())
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= SHORTEST:
            found |= {stem, stem + "e"}
            if stem[-1] == stem[-2]:
                found.add(stem[:-1])
    return frozenset(found)


def akin(one: str, other: str) -> bool:
    """Derived from one another or from a third, or one a part of the other."""
    return (
        not near(one).isdisjoint(forms(other))
        or not near(other).isdisjoint(forms(one))
        or any(begin_alike(one, other, third) for third in near(one) & near(other))
        or not parts(one).isdisjoint(near(other))
        or not parts(other).isdisjoint(near(one))
    )


@lru_cache(REMEMBERED)
def near(word: str) -> frozenset[str]:
    """The words it is directly derived from, and those directly derived from it."""
    found = set(forms(word))
    for ending in ("ness", "ly", "less"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= SHORTEST:
            found |= {stem, stem[:-1] + "y"} if stem.endswith("i") else {stem}
    return frozenset(found.union(*(LINKS.get(form, ()) for form in found)))


def begin_alike(one: str, other: str, third: str) -> bool:
    """Baker and bakery begin as bake does; bat and battery do not both begin as batter."""
    start = third[: max(SHORTEST, len(third) - 2)]
    return one.startswith(start) and other.startswith(start)


@lru_cache(REMEMBERED)
def parts(word: str) -> frozenset[str]:
    """The parts of a compound: mill and stone."""
    return frozenset(part for form in forms(word) for part in COMPOUNDS.get(form, ()))


def spelt(word: str) -> str:
    """One spelling for British and American English."""
    if word in BRITISH:
        return BRITISH[word]
    word = re.sub(r"(?<=\w{2})our(?=$|ed|ing|ful)", "or", word)
    return re.sub(r"(?<=[bt])re$", "er", re.sub(r"(?<=\w{3})ise(?=$|r$|d$)", "ize", word))
