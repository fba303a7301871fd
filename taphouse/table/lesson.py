"""A game that is learned step by step at an ordinary table. Pure.

A lesson is data in the game's folder; no rule knows of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from taphouse.core import MS, SECOND, Entry, Event, Seat, Value, Verdict, replace
from taphouse.shelf import Shelf

from .room import Refusal, Room

PUPIL: Seat = 0
A_LOOK = 200 * MS  # before a lesson stands still: what it is about must be seen, and no finger is as quick
A_TRY = SECOND  # and after something that was not meant: what comes of it must be seen


class Step(Value, forbid_unknown_fields=True):
    """A text for the pupil. Without `do` and `see` it only wants to be read."""

    say: str
    """The key of the text in the game's words."""
    point: tuple[str, ...] = ()
    """What parts of the board it is about, each a `data-point`. The first gets a ring; none is covered."""
    do: tuple[str, ...] = ()
    """The game stands still until an act of the pupil is answered by one of these events."""
    see: tuple[str, ...] = ()
    """The game goes on until one of these events happens."""

    @property
    def still(self) -> bool:
        """The clock takes nothing from a pupil who reads, or looks for what to press."""
        return not self.see

    def ends_with(self, event: Event) -> bool:
        name = type(event).__name__
        by_pupil = isinstance(event, Verdict) and event.seat == PUPIL
        return name in self.see or (name in self.do and by_pupil)


class Lesson(Value, forbid_unknown_fields=True):
    seats: int
    seed: str
    steps: tuple[Step, ...]

    def after(self, step: int | None, event: Event) -> int | None:
        """The step that is on once `event` has happened."""
        if step is not None and self.steps[step].ends_with(event):
            return self.step(step + 1)
        return step

    def step(self, number: int) -> int | None:
        """`None`: the lesson is over."""
        return number if number < len(self.steps) else None


def lesson_of(shelf: Shelf, slug: str) -> Lesson | None:
    """The lesson in the game's folder; `None`: it has none."""
    return _lesson_in(shelf.folder(slug))


@cache
def _lesson_in(folder: Path) -> Lesson | None:
    file = folder / "lesson.json"
    return msgspec.json.decode(file.read_bytes(), type=Lesson) if file.is_file() else None


def forget() -> None:
    """Lessons are read again: their files changed."""
    _lesson_in.cache_clear()


def turned_to(shelf: Shelf, room: Room, step: int | None) -> Room:
    """The pupil turns to another step. `None`: they end the lesson and play on."""
    lesson = lesson_of(shelf, room.game)
    if lesson is None or room.lesson is None:
        raise Refusal("not-now")
    return replace(room, lesson=None if step is None else lesson.step(step))


def after(shelf: Shelf, room: Room, entries: Iterable[Entry[Any]]) -> Room:
    """What happens in the game may end a step. The same room, if it does not."""
    step = room.lesson
    if step is None or room.stage != "playing" or (lesson := lesson_of(shelf, room.game)) is None:
        return room
    for event in (event for entry in entries for event in entry.events):
        step = lesson.after(step, event)
    return room if step == room.lesson else replace(room, lesson=step)


def waits_for_pupil(shelf: Shelf, room: Room) -> bool:
    """The step that is on asks the pupil to act."""
    step, lesson = room.lesson, lesson_of(shelf, room.game)
    return lesson is not None and step is not None and bool(lesson.steps[step].do)


def stands_still(shelf: Shelf, room: Room) -> bool:
    """The step that is on wants to be read, or waits for the pupil."""
    step, lesson = room.lesson, lesson_of(shelf, room.game)
    return lesson is not None and step is not None and lesson.steps[step].still
