"""A first round that teaches a game: an ordinary table, a few words, and what ends each of them.

A lesson is data in the game's folder; no rule knows of it.
"""

from __future__ import annotations

from .game import Event, Locale, Seat, Value, Verdict

PUPIL: Seat = 0


class Step(Value, forbid_unknown_fields=True):
    """Something the house says. Without `do` and `see` it is there to be read."""

    say: dict[Locale, str]
    point: str | None = None
    """What part of the board it is about: a `data-point` there."""
    do: tuple[str, ...] = ()
    """The game stands still until the pupil did something that is answered by one of these."""
    see: tuple[str, ...] = ()
    """The game goes on until one of these happens."""

    @property
    def still(self) -> bool:
        """Nobody loses to the clock while he reads, or looks for what to press."""
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
