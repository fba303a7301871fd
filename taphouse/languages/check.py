"""Compares a language with English: what is missing, what is too much, and what cannot work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from taphouse.core import Locale, Value

from .files import APP, SOURCE, Languages
from .phrase import HOLE

Form: TypeAlias = Literal["zero", "one", "two", "few", "many", "other"]
"""A plural form of CLDR."""
Kind: TypeAlias = Literal["untranslated", "superfluous", "malformed"]

FORMS: tuple[Form, ...] = get_args(Form)
NUMBER = "n"  # the hole that chooses the plural form
EXACT = ("zero", "one", "two")  # these forms may say the number in words
RULE = re.compile(r"^(\d+)\. ", re.MULTILINE)
WORD = re.compile(r"[^\W\d_]{2,}")
SENTENCE = 3  # words: a translation that is the same is none. Shorter texts may be the same: menu, total
CHOICES = {"language.direction": ("ltr", "rtl"), "language.reviewed": ("yes", "no")}


class Problem(Value):
    part: str
    """The app or a game."""
    kind: Kind
    what: str
    """A key, or what is wrong with it."""

    def __str__(self) -> str:
        return f"{self.part}: {self.kind}: {self.what}"


def problems(languages: Languages, code: Locale) -> Iterator[Problem]:
    for part in languages.parts:
        for path in languages.broken(code, part):
            yield Problem(part, "malformed", f"{path} is not a JSON object of strings")
        yield from _words(languages, part, code)
        if part != APP:
            yield from _rules(part, languages.rulebook(SOURCE, part), languages.own_rulebook(code, part))


def as_in_english(languages: Languages, code: Locale) -> Iterator[str]:
    """The short texts that are the same in both languages: perhaps they were forgotten."""
    for part in languages.parts:
        english = languages.own(SOURCE, part)
        for key, text in languages.own(code, part).items():
            is_short = 0 < len(_own_words(text)) < SENTENCE and key not in CHOICES
            if is_short and text == english.get(key) and not _is_name(part, key):
                yield f"{part} {key}"


def _words(languages: Languages, part: str, code: Locale) -> Iterator[Problem]:
    english, own = languages.own(SOURCE, part), languages.own(code, part)
    stems = {key.removesuffix("_other") for key in english if key.endswith("_other")}
    needed = {key for key in english if _stem(key) not in stems or key.endswith("_zero")}
    needed |= {f"{stem}_{form}" for stem in stems for form in forms(code)}
    for key in sorted(needed - own.keys()):
        yield Problem(part, "untranslated", key)
    for key, text in own.items():
        stem, form = _stem(key), key.rpartition("_")[2]
        if key not in needed and not (stem in stems and form in (*forms(code, rare=True), "zero")):
            yield Problem(part, "superfluous", key)
            continue
        source = english[f"{stem}_other" if stem in stems else key]
        is_sentence = len(_own_words(text)) >= SENTENCE and not _is_name(part, key)
        if is_sentence and text == english.get(key, source) and not _is_english(code):
            yield Problem(part, "untranslated", f"{key}: is the same as in English")
        for fault in _faults(key, text, source, stem in stems, languages.limit(part, key)):
            yield Problem(part, "malformed", f"{key}: {fault}")


def _faults(key: str, text: str, english: str, is_plural: bool, most: int | None) -> Iterator[str]:
    if not text.strip():
        yield "is empty"
    if key in CHOICES and text not in CHOICES[key]:
        yield f"is none of {', '.join(CHOICES[key])}"
    if most is not None and len(HOLE.sub("0", text)) > most:
        yield f"has more than {most} letters"
    holes, expected = set(HOLE.findall(text)), set(HOLE.findall(english))
    optional = {NUMBER} if is_plural and key.endswith(EXACT) else set()
    for hole in sorted(expected - holes - optional):
        yield f"lacks {{{{{hole}}}}}"
    for hole in sorted(holes - expected):
        yield f"has {{{{{hole}}}}}, which English has not"
    if "{" in HOLE.sub("", text) or "}" in HOLE.sub("", text):
        yield "has a brace that is no {{hole}}"


def _rules(part: str, english: str | None, own: str | None) -> Iterator[Problem]:
    if own is None:
        yield Problem(part, "untranslated", "the rulebook")
        return
    here, there = RULE.findall(own), RULE.findall(english or "")
    for number in sorted(set(there) - set(here), key=int):
        yield Problem(part, "untranslated", f"rule {number}")
    for number in sorted(set(here) - set(there), key=int):
        yield Problem(part, "superfluous", f"rule {number}")
    if sorted(here) == sorted(there) and here != there:
        yield Problem(part, "malformed", "the rules are in another order")


def _stem(key: str) -> str:
    """The key without its plural form."""
    stem, _, form = key.rpartition("_")
    return stem if form in FORMS else key


def _is_english(code: Locale) -> bool:
    return code.partition("-")[0] == SOURCE


def _is_name(part: str, key: str) -> bool:
    """A game is called the same everywhere."""
    return part != APP and key == "name"


def _own_words(text: str) -> list[str]:
    return WORD.findall(HOLE.sub("", text))


def forms(code: Locale, *, rare: bool = False) -> tuple[Form, ...]:
    """The plural forms that a language needs to count things; `rare`: also those for a million."""
    named = _plurals().get(code) or _plurals().get(code.partition("-")[0]) or ("other",)
    return tuple(form for form in FORMS if form in named or (rare and f"{form}?" in named))


@cache
def _plurals() -> dict[Locale, tuple[str, ...]]:
    """As `tools/plurals.mjs` wrote them; a form that is rarely used ends in a question mark."""
    groups = msgspec.json.decode((Path(__file__).parent / "plurals.json").read_bytes(), type=dict[str, str])
    return {code: tuple(named.split()) for named, codes in groups.items() for code in codes.split()}
