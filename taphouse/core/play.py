"""One game in progress: the fold that turns moves into events into state."""

from __future__ import annotations

from typing import Any, Generic

from .dice import Dice
from .game import E, Entry, Game, Move, Race, S, Seat, Time
from .verdicts import applied, verdict

ENDLESS = 1_000  # no rulebook forces this many events at once


class Play(Generic[S, E]):
    """Server, simulator, replay and tests all drive a game through this class."""

    def __init__(self, game: Game[S, E], state: S, seed: str) -> None:
        self.game, self.state, self.seed = game, state, seed
        self.journal: list[Entry[E]] = []
        self.count = 0  # events so far: names the moment for the dice
        self._due: tuple[S, Time | None] | None = None  # with the state it was read off
        self._race: tuple[S, Race | None] | None = None

    @classmethod
    def begin(cls, game: Game[S, E], seats: int, seed: str, options: Any = None) -> Play[S, E]:
        if seats not in game.SEATS:
            raise ValueError(f"this game seats {game.SEATS[0]} to {game.SEATS[-1]}, not {seats}")
        return cls(game, game.setup(seats, options or game.Options(), Dice(seed, "setup")), seed)

    @property
    def now(self) -> Time:
        return self.journal[-1].at if self.journal else 0

    @property
    def due(self) -> Time | None:
        """When the rules must be asked again. Read off each state once: a live table asks all the time."""
        if self._due is None or self._due[0] is not self.state:
            self._due = self.state, self.state.due
        return self._due[1]

    @property
    def race(self) -> Race | None:
        """The race that is on. Read off each state once, as `due` is."""
        if self._race is None or self._race[0] is not self.state:
            self._race = self.state, self.state.race
        return self._race[1]

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        return self.state.winners

    def feed(self, move: Move, evidence: Any = None) -> list[Entry[E]]:
        """Advances to the time of `move`, then applies it."""
        if move.at < self.now:
            raise ValueError(f"{move} comes before the decision at {self.now}")
        entries = self.advance(move.at)
        answer = verdict(self.game, self.state, move, self._dice())
        self._happen(answer)
        events: list[Any] = [answer, *self._settle(move.at)]
        return [*entries, self._record(Entry(move.at, move, tuple(events), evidence))]

    def advance(self, to: Time) -> list[Entry[E]]:
        """Advances the time, settling every deadline on the way."""
        entries = []
        while (due := self.due) is not None and due <= to:
            if not (events := self._settle(due)):
                raise RuntimeError(f"{self.game} set the deadline {due}, then settled nothing")
            entries.append(self._record(Entry(due, None, tuple(events))))
        return entries

    def replay(self, entry: Entry[E]) -> None:
        """Applies a decided entry without deciding it again."""
        for event in entry.events:
            self._happen(event)
        self._record(entry)

    def _settle(self, at: Time) -> list[E]:
        events: list[E] = []
        while (event := self.game.settle(self.state, at, self._dice())) is not None:
            self._happen(event)
            events.append(event)
            if len(events) > ENDLESS:
                raise RuntimeError(f"{event} changes nothing: does `apply` handle it?")
        return events

    def _happen(self, event: Any) -> None:
        self.state = applied(self.game, self.state, event)
        self.count += 1

    def _record(self, entry: Entry[E]) -> Entry[E]:
        self.journal.append(entry)
        return entry

    def _dice(self) -> Dice:
        return Dice(self.seed, self.count)


def tie_break(seed: str, move: Move) -> tuple[Time, float]:
    """Sorts moves by time; a tie break drawn from the table's seed orders exactly equal times."""
    return move.at, Dice(seed, "lot", move.at, move.seat).roll()
