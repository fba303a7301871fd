"""A finished game as the book has it, and how a person is taken out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec

from taphouse.core import Value, replace

FORMAT = 1
PersonId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{20}$")]
"""Stands for a device and the name on it. Nobody can tell the device from it."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Guest(Value):
    """What one person did in a game."""

    person: PersonId
    name: Name
    place: Annotated[int, msgspec.Meta(ge=1, le=16)]
    """From 1; tied players share a place. Bots have places too."""
    fastest: Annotated[int, msgspec.Meta(ge=0, le=600_000)] | None = None
    """The shortest response that won a race, in milliseconds."""
    head_start: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 0
    """In milliseconds."""


class Closest(Value):
    """The closest photo finish of a game between two people."""

    first: PersonId
    second: PersonId
    gap: Annotated[int, msgspec.Meta(ge=0, le=600_000_000)]
    """In microseconds."""


class Entry(Value):
    """One game that was played to its end."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    """The name of its record."""
    at: Annotated[int, msgspec.Meta(ge=0)]
    """When it ended: the wall clock, in seconds."""
    table: Annotated[str, msgspec.Meta(max_length=64)]
    """Stands for the table: games of one evening share it."""
    game: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    guests: tuple[Guest, ...]
    closest: Closest | None = None


class Book(Value):
    """An exported book."""

    entries: tuple[Entry, ...]
    format: int = FORMAT


def read(text: bytes) -> Book:
    """Raises `ValueError` with the place of the first mistake; nothing was imported then."""
    try:
        book = msgspec.json.decode(text, type=Book)
    except msgspec.DecodeError as error:
        raise ValueError(f"this is no book of a house: {error}") from error
    if book.format != FORMAT:
        raise ValueError(f"this book has format {book.format}; this house reads {FORMAT}")
    for entry in book.entries:
        people = [guest.person for guest in entry.guests]
        if len(set(people)) != len(people):
            raise ValueError(f"the game {entry.id} names a person twice")
        if entry.closest and not {entry.closest.first, entry.closest.second} <= set(people):
            raise ValueError(f"the closest finish of the game {entry.id} names nobody who played")
    return book


def without(entries: Iterable[Entry], person: PersonId) -> Sequence[Entry]:
    """The same games without one person. A game that nobody is left in goes too."""
    left = (_without(entry, person) for entry in entries)
    return [entry for entry in left if entry.guests]


def _without(entry: Entry, person: PersonId) -> Entry:
    closest = entry.closest
    if closest is not None and person in (closest.first, closest.second):
        closest = None
    guests = tuple(guest for guest in entry.guests if guest.person != person)
    return replace(entry, guests=guests, closest=closest)
