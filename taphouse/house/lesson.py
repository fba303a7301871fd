"""A game that is learned step by step at an ordinary table. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from taphouse.core import MS, SECOND, Entry, replace
from taphouse.games import lesson

from .room import Refusal, Room

A_LOOK = 200 * MS  # before a lesson stands still: what it is about must be seen, and no finger is as quick
A_TRY = SECOND  # and after something that was not meant: what comes of it must be seen


def turned_to(room: Room, step: int | None) -> Room:
    """The pupil has read enough, or will find out by himself."""
    plan = lesson(room.game)
    if plan is None or room.lesson is None:
        raise Refusal("not-now")
    return replace(room, lesson=None if step is None else plan.step(step))


def after(room: Room, entries: Iterable[Entry[Any]]) -> Room:
    """What happens in the game may end a step. The same room, if it does not."""
    step = room.lesson
    if step is None or room.stage != "playing" or (plan := lesson(room.game)) is None:
        return room
    for event in (event for entry in entries for event in entry.events):
        step = plan.after(step, event)
    return room if step == room.lesson else replace(room, lesson=step)


def stands_still(room: Room) -> bool:
    """The step that is on wants to be read, or waits for the pupil."""
    step, plan = room.lesson, lesson(room.game)
    return plan is not None and step is not None and plan.steps[step].still
