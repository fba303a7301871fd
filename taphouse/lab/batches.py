"""Plays many games among bots, on all cores. The same seed gives the same games on any number of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Any

from taphouse.bots.schedule import BotSchedule, finish
from taphouse.core import SECOND, Dice, Play, Seat, Skill, Value, setup_without
from taphouse.lab.balance.course import Course, course_of
from taphouse.shelf import Shelf, whole_shelf

CHUNK = 10  # games that a process plays before it reports

Progress = Callable[[int], None]
"""Told how many more games are over."""


class Setting(Value):
    """What is played."""

    game: str
    options: Any
    skills: tuple[Skill, ...]
    """Of each seat."""
    without: str | None = None
    """A piece that is left out."""


class Outcome(Value):
    """What one game gave."""

    minutes: float
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    tally: dict[str, float]
    course: Course


class Batches:
    """Deals the games out to processes."""

    def __init__(self, pool: Executor | None, progress: Progress = lambda _: None) -> None:
        self._pool, self._progress = pool, progress

    def play(self, setting: Setting, games: int, seed: str) -> list[Outcome]:
        """The games in the order of their numbers."""
        chunks = [range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
        works = [(setting, seed, chunk) for chunk in chunks]
        found = list[Outcome]()
        for some in map(played, works) if self._pool is None else self._pool.map(played, works):
            found += some
            self._progress(len(some))
        return found


@contextmanager
def batches(jobs: int, progress: Progress = lambda _: None) -> Iterator[Batches]:
    if jobs == 1:
        yield Batches(None, progress)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield Batches(pool, progress)


def played(work: tuple[Setting, str, range]) -> list[Outcome]:
    setting, seed, numbers = work
    return [outcome(setting, f"{seed}/{number}") for number in numbers]


@cache
def games() -> Shelf:
    """The games of this process, with those of other packages."""
    return whole_shelf()


def outcome(setting: Setting, seed: str) -> Outcome:
    game, seats = games()[setting.game], len(setting.skills)
    start = setup_without(game, setting.without, seats, setting.options, Dice(seed, "setup"))
    play = finish(Play(game, start, seed), BotSchedule(dict(enumerate(setting.skills))))
    return Outcome(
        play.now / (60 * SECOND),
        play.winners or (),
        play.state.points,
        dict(game.tally(event for entry in play.journal for event in entry.events)),
        course_of(Play(game, start, seed), play.journal),
    )
