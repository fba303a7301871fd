"""French words: families by ending; words that only look derived; families that no ending shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from .data import REMEMBERED, rows
from .normal import folded, tokens

ELIDED = re.compile(r"^(?:l|d|j|m|t|s|c|n|qu|jusqu|lorsqu|puisqu)'")

BARE, VERB, AGENT, ACTION, TOOL, TRADE, SCHOOL, SMALL, PREFIXED = range(9)
ENDINGS: dict[int, tuple[str, ...]] = {
    VERB: ("er", "ère", "ir", "ifier", "é", "ée", "ant", "ante"),
    AGENT: ("eur", "euse", "ateur", "atrice", "rice", "isseur"),
    ACTION: (
        *("age", "ement", "iment", "issement", "ation", "ition", "tion", "ification", "ion", "ade"),
        *("ure", "ature", "iture", "aison", "ison", "ance", "ence", "at"),
    ),
    TOOL: ("oir", "oire"),
    TRADE: ("ier", "ière", "erie"),
    SCHOOL: (
        *(
            "iste",
            "isme",
            "ien",
            "ienne",
            "ique",
            "ie",
            "ité",
            "eté",
            "té",
            "eux",
            "euse",
            "if",
            "ive",
            "aire",
        ),
        *("airie", "able", "ible", "abilité", "ibilité", "el", "elle", "alité", "ent", "aine", "itude"),
    ),
    SMALL: ("ette", "esse"),
}
KINDRED: dict[tuple[int, int], int] = {  # two endings on one root, and how long the root must be
    (VERB, VERB): 3,
    (VERB, AGENT): 3,
    (VERB, ACTION): 3,
    (VERB, TOOL): 3,
    (AGENT, AGENT): 3,
    (AGENT, ACTION): 3,
    (BARE, VERB): 4,
    (BARE, AGENT): 4,
    (BARE, TRADE): 4,
    (BARE, SCHOOL): 4,
    (BARE, SMALL): 4,
    (BARE, PREFIXED): 4,
    (BARE, ACTION): 5,
    (VERB, TRADE): 4,
    (VERB, SCHOOL): 4,
    (AGENT, TOOL): 4,
    (AGENT, TRADE): 4,
    (AGENT, SCHOOL): 4,
    (ACTION, ACTION): 4,
    (ACTION, TOOL): 4,
    (ACTION, SCHOOL): 4,
    (TRADE, TRADE): 4,
    (TRADE, SCHOOL): 5,
    (SCHOOL, SCHOOL): 4,
}
NEVER = 99


def families() -> dict[str, frozenset[str]]:
    """By each member, with and without its accents, the first word of its family; a word may have two."""
    found: dict[str, frozenset[str]] = {}
    for row in rows("families_fr.txt"):
        for member in {spelling for word in row for spelling in (*tokens(word), folded(word))}:
            found[member] = found.get(member, frozenset()) | {row[0]}
    return found


FAMILIES = families()
OPAQUE = frozenset(folded(word) for row in rows("opaque_fr.txt") for word in row)
FEMININE = (
    *(("onne", "on"), ("ienne", "ien"), ("ère", "er"), ("euse", "eur"), ("trice", "teur"), ("esse", "e")),
    *((ending + "e", ending) for ending in ("ain", "and", "ard", "ent", "ois", "ais", "ond", "eur", "ical")),
)


def word_of(token: str) -> str:
    """L'eau is eau."""
    return ELIDED.sub("", token)


@lru_cache(REMEMBERED)
def singular(word: str) -> frozenset[str]:
    """The word itself, and the words it may be the plural of."""
    found = {word}
    if word.endswith("aux") and len(word) > 4:
        found |= {word[:-3] + "al", word[:-3] + "ail", word[:-1]}
    elif word.endswith(("eux", "oux")) or (word.endswith("s") and not word.endswith("ss") and len(word) > 3):
        found.add(word[:-1])
    return frozenset(found)


@lru_cache(REMEMBERED)
def forms(word: str) -> frozenset[str]:
    """Also the words it may be the feminine of."""
    found = set(singular(word))
    for form in singular(word):
        if is_opaque(form):
            continue
        for ending, base in FEMININE:
            if form.endswith(ending) and len(form) - len(ending) >= 3:
                found.add(form.removesuffix(ending) + base)
    return frozenset(found)


def akin(one: str, two: str) -> bool:
    """One family, or one root under two endings that go together."""
    if family(one) & family(two):
        return True
    mine, others = roots(one), roots(two)
    return any(
        len(root) >= KINDRED.get((min(ending, other), max(ending, other)), NEVER)
        for root in mine.keys() & others.keys()
        for ending in mine[root]
        for other in others[root]
    )


@lru_cache(REMEMBERED)
def family(word: str) -> frozenset[str]:
    """The names of the families it belongs to."""
    return frozenset(name for form in forms(word) for name in FAMILIES.get(form, ()))


@lru_cache(REMEMBERED)
def roots(word: str) -> dict[str, set[int]]:
    """The possible roots without an ending, and the kinds of ending removed."""
    found: dict[str, set[int]] = {}
    for form in forms(word):
        for root, ending in roots_of(form):
            found.setdefault(root, set()).add(ending)
    return found


def roots_of(form: str) -> Iterator[tuple[str, int]]:
    yield rooted(form.removesuffix("e")), BARE
    for ending, tails in ENDINGS.items():
        for tail in tails:
            if form.endswith(tail) and not is_opaque(form):
                root = form.removesuffix(tail)
                yield rooted(root), ending
                if ending == VERB and (inner := re.sub("^(?:en|em|re|dé)", "", root)) != root:
                    yield rooted(inner), PREFIXED


def rooted(root: str) -> str:
    """Chansonn- and chanson, longu- and long, musiqu- and music are one root."""
    root = re.sub(r"qu$", "c", re.sub(r"g[ue]$", "g", folded(root)))
    return re.sub(r"([nlt])\1$", r"\1", root) if len(root) > 5 else root


def is_opaque(word: str) -> bool:
    """It looks derived, and is not."""
    return folded(word) in OPAQUE
