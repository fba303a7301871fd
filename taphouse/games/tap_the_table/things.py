"""The table of things: what bots know of the world, written by hand, with half truths."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import TypeAlias

from taphouse.core import Locale, Value

from .words import name_of

Mark: TypeAlias = str
Degree: TypeAlias = float  # 0: no, 0.5: so to speak, 1: yes

COLOURS: tuple[Mark, ...] = tuple("red yellow green blue white black brown grey orange pink purple".split())
LOOKS: tuple[Mark, ...] = tuple(
    "multi shiny clear round long flat hole pattern furry point legs handle pretty".split()
)
TRAITS: tuple[Mark, ...] = tuple(
    """inside grows alive power loud smell hot cold hard soft fragile wet spins opens dear danger
    burns floats metal moves natural old""".split()
)
PLACES: tuple[Mark, ...] = tuple(
    """kitchen bathroom bedroom garden desk beach sea forest farm street travel party restaurant shop
    fair sport camp workshop night winter summer air tale kids gift museum worn home breakfast
    grandma romance pirate island scary""".split()
)
MARKS = frozenset((*COLOURS, *LOOKS, *TRAITS, *PLACES))

# Steps of size: 0 grain, 1 thumb, 2 hand, 3 arm, 4 chair, 5 person, 6 car, 7 bus, 8 tower, 9 more.
# Steps of weight: up to 0 10 g, 1 150 g, 2 1 kg, 3 5 kg, 4 20 kg, 5 80 kg, 6 500 kg, 7 5 t, 8 100 t, 9 more.
LAST_STEP = 9


class Thing(Value):
    names: dict[Locale, tuple[str, ...]]
    """The first is what a bot says; the others are understood."""
    size: int
    weight: int
    marks: dict[Mark, Degree]

    def said_in(self, language: Locale) -> str:
        """In English where the table has no names in this language."""
        return self.names.get(language, self.names["en"])[0]


def read(text: str) -> Iterator[Thing]:
    kind: dict[Mark, Degree] = {}
    for line in text.splitlines():
        if line.startswith("["):
            kind = dict(marked(line.partition("]")[2]))
        elif not line.startswith("#"):
            yield read_thing(line, kind)


def read_thing(line: str, kind: dict[Mark, Degree]) -> Thing:
    names, colours, steps, marks = line.split("|")
    english, french = (side.split("=") for side in names.split("/"))
    size, weight = map(int, steps.split())
    return Thing(
        {"en": (with_article(english[0]), *english[1:]), "fr": tuple(french)},
        size,
        weight,
        {**dict(coloured(colours)), **kind, **dict(marked(marks))},
    )


def marked(words: str) -> Iterator[tuple[Mark, Degree]]:
    for word in words.split():
        mark = word.lstrip("~-")
        if mark not in MARKS:
            raise ValueError(f"{mark!r} is not a mark of a thing")
        yield mark, {"~": 0.5, "-": 0.0}.get(word[0], 1.0)


def coloured(words: str) -> Iterator[tuple[Mark, Degree]]:
    if "any" in words.split():
        yield from ((colour, 0.5) for colour in COLOURS)
    yield from marked(" ".join(word for word in words.split() if word != "any"))


def with_article(name: str) -> str:
    """As it is said: one of it, unless there are more or it cannot be counted."""
    if name.startswith("*"):
        return name[1:]
    counted = name.partition(" of ")[0]
    several = counted.endswith("s") and not counted.endswith(("ss", "us"))
    if several or name.startswith(("a ", "an ", "the ")):
        return name
    return f"an {name}" if name[0] in "aeiouAEIOU" else f"a {name}"


THINGS: tuple[Thing, ...] = tuple(read(files(__package__).joinpath("things.txt").read_text("utf-8")))


def by_name(language: Locale) -> dict[str, Thing]:
    """A thing's own name takes precedence over another's alias."""
    aliases = {name_of(name, language): thing for thing in THINGS for name in thing.names[language]}
    return aliases | {name_of(thing.said_in(language), language): thing for thing in THINGS}


KNOWN: dict[Locale, dict[str, Thing]] = {"en": by_name("en"), "fr": by_name("fr")}


def find(text: str, language: Locale) -> Thing | None:
    """The thing a player means, if it is in the table."""
    return KNOWN.get(language, {}).get(name_of(text, language))
