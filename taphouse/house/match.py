"""One game being played live: the rules, the arbiter and the bots on one clock. No I/O, so tests drive it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from taphouse.core import Act, Away, Back, Entry, Left, Move, Play, Race, Returned, Seat, Skill, Time
from taphouse.fair import Arbiter, Finish, Lane, Line, Ruling, finish
from taphouse.sim.bots import Crew

from .observer import Nobody, Observer


class Match:
    """`clock` is the house's, in microseconds; play time stands still while the table is paused."""

    def __init__(
        self,
        play: Play[Any, Any],
        skills: Mapping[Seat, Skill],
        clock: int,
        observer: Observer | None = None,
    ) -> None:
        self.play = play
        self.arbiter = Arbiter(play.seed)
        self.crew = Crew(skills)
        self.away: set[Seat] = set()
        self.finishes: list[Finish] = []
        """In the order of their races; a later one of the same thing replaces the earlier."""
        self._observer = observer or Nobody()
        self._epoch = clock
        self._paused_at: Time | None = None
        self._race: Race | None = None
        self._lanes: dict[str, list[Lane]] = {}

    # ---- time ----

    def now(self, clock: int) -> Time:
        return clock - self._epoch if self._paused_at is None else self._paused_at

    @property
    def paused(self) -> bool:
        return self._paused_at is not None

    def pause(self, clock: int) -> None:
        self._paused_at = self.now(clock)

    def resume(self, clock: int) -> None:
        self._epoch, self._paused_at = clock - self.now(clock), None

    # ---- players ----

    def connect(self, seat: Seat, line: Line) -> None:
        self.arbiter.lines[seat] = line

    def disconnect(self, seat: Seat) -> None:
        self.arbiter.lines.pop(seat, None)

    def hear(self, seat: Seat, act: Act, n: int, pressed: int, clock: int) -> None:
        self.arbiter.hear(seat, act, n, pressed, self.now(clock))

    def paint(self, seat: Seat, n: int, at: int, clock: int) -> None:
        self.arbiter.paint(seat, n, at, self.now(clock))

    def beat(self, seat: Seat, n: int, at: int, clock: int) -> None:
        self.arbiter.beat(seat, n, at, self.now(clock))

    def set_away(self, seat: Seat, away: bool, clock: int) -> None:
        self.arbiter.press(seat, Away() if away else Back(), self.now(clock))

    # ---- the rules ----

    def retell(self, journal: Iterable[Entry[Any]], clock: int) -> None:
        """Take up a game that was begun before: the clock goes on from its last entry."""
        for entry in journal:
            if entry.move is not None:
                self._note(entry.move, entry.evidence["late"] if entry.evidence else 0)
            self.play.retell(entry)
            self._note_absence([entry])
            self._look_at_race()
        self.arbiter.horizon = self.play.now
        self._epoch = clock - self.play.now

    def pass_time(self, clock: int) -> list[Entry[Any]]:
        """All that can be decided by now, in the order in which it happened."""
        now, entries = self.now(clock), list[Entry[Any]]()
        while not self.paused and self.play.winners is None:
            due = self.play.state.due
            self._let_bots_tap(now, due)
            if ruling := self.arbiter.release(now):
                entries += self._feed(ruling, now)
            elif due is not None and self.arbiter.may_ring(due, now):
                entries += self.play.advance(due)
            else:
                break
            self._look_at_race()
        self._note_absence(entries)
        return entries

    def ask(self, clock: int) -> tuple[Time, list[Seat]]:
        """Whose word is needed, and past which moment, before anything more can be decided."""
        if self.paused or self.play.winners is not None:
            return 0, []
        return self.arbiter.ask(self.now(clock), self.play.state.due)

    def due(self, clock: int) -> int | None:
        """When, on the house's clock, something may happen by itself."""
        if self.paused or self.play.winners is not None:
            return None
        now, alarm = self.now(clock), self.play.state.due
        bot, held = self.crew.next(self.play), self.arbiter.due
        moments = [bot.at] if bot and bot.at > now else []
        if held is not None:
            moments.append(held)
        if alarm is not None:
            moments.append(alarm if alarm > now else alarm + self.arbiter.cap)
        return min(moments) + self._epoch if moments else None

    def _let_bots_tap(self, now: Time, due: Time | None) -> None:
        while (move := self.crew.next(self.play)) and move.at <= now and (due is None or move.at < due):
            self.crew.acted(move.seat)
            self.arbiter.press(move.seat, move.act, move.at)

    def _feed(self, ruling: Ruling, now: Time) -> list[Entry[Any]]:
        move = ruling.move
        entries = self.play.advance(move.at)
        self._note(move, ruling.evidence.late if ruling.evidence else 0)
        entries += self.play.feed(move, ruling.evidence)
        self.crew.answered(move.seat)
        if ruling.evidence:
            self._observer.judged(now - ruling.evidence.arrived)
        return entries

    def _note_absence(self, entries: Iterable[Entry[Any]]) -> None:
        for event in (event for entry in entries for event in entry.events):
            match event:
                case Left(seat):
                    self.away.add(seat)
                case Returned(seat):
                    self.away.discard(seat)

    # ---- photo finishes ----

    def _note(self, move: Move, late: Time) -> None:
        thing = self.play.game.contested(self.play.state, move.act)
        if thing is not None and self._race is not None:
            lane = Lane(move.seat, move.at - self._race.since, move.blur, late)
            self._lanes.setdefault(thing, []).append(lane)

    def _look_at_race(self) -> None:
        """Fingers are shown when their race is over, not before the rules allow it; stragglers are added."""
        race = self.arbiter.race = self.play.state.race
        if race is not None and race != self._race:
            self._race = race
            self._lanes.clear()
        if race is None and self._lanes:
            finishes = (finish(thing, lanes) for thing, lanes in self._lanes.items())
            self.finishes += [found for found in finishes if found and found not in self.finishes]
