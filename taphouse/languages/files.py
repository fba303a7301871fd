"""Finds and reads the files of every language: those in the package, and those in a folder of the house.

A language is files only. In the package, each `text` folder has `<code>.json` and each game also
`<code>.md`. A house can add languages in `<data>/languages/<code>`: `app.json`, and for each game
`<slug>.json` and `<slug>.md`. Its files complete or replace the texts of the package, key by key.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from stat import S_ISREG
from typing import Literal, TypeAlias, cast

import msgspec

from taphouse.core import LOCALE, Locale, Value
from taphouse.shelf import Shelf

log = logging.getLogger(__name__)

Phrases: TypeAlias = dict[str, str]
"""Texts by key. Plurals are i18next JSON v4: `key_one`, `key_other`."""

APP = "app"
"""The part of a language that is no game: the app's own texts."""
OF_THE_APP = Path(__file__).parent / "text"
SOURCE = "en"
"""Every text exists in this language. Where another lacks a key, this one is shown."""
FIRST = ("name", "tagline")  # what the card of a game says
LARGEST = 256 * 1024  # bytes of one file
MOST = 100  # languages that a house adds
LONGEST_STEP = 220  # letters: more of a lesson would hide the board of a phone

_is_code = re.compile(LOCALE).fullmatch
_decode = msgspec.json.Decoder(Phrases).decode


class Language(Value):
    """A language that a player can choose."""

    code: Locale
    name: str
    """What it calls itself."""
    direction: Literal["ltr", "rtl"]
    reviewed: bool
    """A native speaker has read its texts."""
    note: str
    """Says so, in this language, if none has. Empty where the language lacks that text."""


class Texts(Value):
    """The app's texts in one language, and the words on the card of each game."""

    words: Phrases
    games: dict[str, Phrases]


class Languages:
    """All languages of one house. Files are looked up on each request: new ones need no restart."""

    def __init__(self, shelf: Shelf, data: Path | None = None) -> None:
        self._shelf = shelf
        self._added = None if data is None else data / "languages"

    @property
    def parts(self) -> tuple[str, ...]:
        """The app and each game."""
        return APP, *self._shelf

    def all(self) -> tuple[Language, ...]:
        return tuple(_described(code, self.own(code, APP)) for code in self.codes())

    def codes(self) -> tuple[Locale, ...]:
        return tuple(sorted({*package_codes(), *self._added_codes()}))

    def app(self, code: Locale) -> Texts | None:
        if code not in self.codes():
            return None
        first = {slug: self.words(code, slug) for slug in self._shelf}
        return Texts(
            self.words(code, APP),
            {slug: {key: words[key] for key in FIRST if key in words} for slug, words in first.items()},
        )

    def words(self, code: Locale, part: str) -> Phrases:
        """The texts of the app or of a game; in English where this language has none."""
        return {**self.packaged(SOURCE, part), **self.own(code, part)}

    def rulebook(self, code: Locale, slug: str) -> str | None:
        """The rules of a game in Markdown; in English where this language has none."""
        return self.own_rulebook(code, slug) or self.packaged_rulebook(SOURCE, slug)

    def own(self, code: Locale, part: str) -> Phrases:
        """Only what this language itself has."""
        own: Phrases = {}
        for file in self._files(code, part):
            own |= _phrases(file)
        return own

    def own_rulebook(self, code: Locale, slug: str) -> str | None:
        added = self._added_file(code, f"{slug}.md")
        return (_read(added) if added else None) or self.packaged_rulebook(code, slug)

    def packaged(self, code: Locale, part: str) -> Phrases:
        """The texts that come with the app or the game; empty where it has none in this language."""
        return _phrases(self._folder(part) / f"{code}.json")

    def packaged_rulebook(self, code: Locale, slug: str) -> str | None:
        return _read(self._folder(slug) / f"{code}.md")

    def limit(self, part: str, key: str) -> int | None:
        """How many letters have room where this text is shown; `None`: it makes its own room."""
        limits = _limits(self._folder(part).parent / "limits.json")
        return min((most for start, most in limits.items() if key.startswith(start)), default=None)

    def broken(self, code: Locale, part: str) -> tuple[Path, ...]:
        """The files that cannot be used."""
        return tuple(file for file in self._files(code, part) if file.exists() and not _phrases(file))

    def _files(self, code: Locale, part: str) -> tuple[Path, ...]:
        """A later file completes and replaces the texts of an earlier one."""
        package, added = self._folder(part) / f"{code}.json", self._added_file(code, f"{part}.json")
        return (package, added) if added else (package,)

    def _folder(self, part: str) -> Path:
        return OF_THE_APP if part == APP else self._shelf.folder(part) / "text"

    def _added_file(self, code: Locale, name: str) -> Path | None:
        """A file of the folder of languages. A link may not lead out of it: its text is sent to everybody."""
        if self._added is None:
            return None
        file = self._added / code / name
        try:
            return file if file.resolve().is_relative_to(self._added.resolve()) else None
        except (OSError, RuntimeError):  # a link that leads to itself
            return None

    def _added_codes(self) -> Iterator[Locale]:
        if self._added is None or not self._added.is_dir():
            return
        folders = (file.name for file in self._added.iterdir() if file.is_dir() and _is_code(file.name))
        for _, code in zip(range(MOST), sorted(folders), strict=False):
            if (file := self._added_file(code, f"{APP}.json")) and _phrases(file):
                yield code


def package_codes() -> tuple[Locale, ...]:
    """The languages that come with the package."""
    return tuple(sorted(file.stem for file in OF_THE_APP.glob("*.json")))


@cache
def _limits(file: Path) -> dict[str, int]:
    """By the beginnings of keys, from the game's own `limits.json`."""
    own = msgspec.json.decode(file.read_bytes(), type=dict[str, int]) if file.exists() else {}
    return {"teach.": LONGEST_STEP, **own}


def _described(code: Locale, words: Phrases) -> Language:
    direction = words.get("language.direction")
    reviewed = words.get("language.reviewed") == "yes"
    return Language(
        code,
        words.get("language.name", code),
        cast(Literal["ltr", "rtl"], direction) if direction in ("ltr", "rtl") else "ltr",
        reviewed,
        "" if reviewed else words.get("language.unreviewed", ""),
    )


def _phrases(file: Path) -> Phrases:
    text = _read(file)
    return {} if text is None else _decoded(file, text)


@lru_cache(512)
def _decoded(file: Path, text: str) -> Phrases:
    try:
        return _decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        log.warning("%s is not a file of texts: %s", file, error)
        return {}


def _read(file: Path) -> str | None:
    """The text of a file; `None` if there is none, or if it is too large, no text, or a pipe or device."""
    try:
        seen = file.stat()
        if not S_ISREG(seen.st_mode) or seen.st_size > LARGEST:
            return None
        return _content(file, seen.st_mtime_ns, seen.st_size)
    except (OSError, UnicodeDecodeError):
        return None


@lru_cache(512)
def _content(file: Path, changed: int, size: int) -> str:
    """Reads a file again only if it was changed."""
    return file.read_text("utf-8")
