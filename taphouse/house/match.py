"""One game being played live: the rules, the arbiter and the bots on one clock. No I/O, so tests drive it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from taphouse.bots.crew import Crew
from taphouse.core import (
    Act,
    Away,
    Back,
    Entry,
    Left,
    Play,
    Race,
    Returned,
    Seat,
    Skill,
    Time,
)
from taphouse.fair import Arbiter, Camera, Device, Evidence, Fairness, Finish, Line, Ruling
from taphouse.fair.line import LEAD_MOST

from .advisor import AsksAdvice, Question
from .observer import NoObserver, Observer


class Preview(NamedTuple):
    """The table as it will be when its next deadline rings, if no finger falls before."""

    at: Time
    state: Any
    events: tuple[Any, ...]


class Match:
    """`clock` is the house's, in microseconds; play time stands still while the table is paused."""

    def __init__(
        self,
        play: Play[Any, Any],
        skills: Mapping[Seat, Skill],
        clock: int,
        observer: Observer | None = None,
        fairness: Fairness | None = None,
        delays: Mapping[Seat, Time] | None = None,
    ) -> None:
        self.play = play
        self.arbiter = Arbiter(play.seed, fairness, delays)
        self.crew = Crew(skills)
        self.away: set[Seat] = set()
        self.has_been_played = False
        """Somebody did something: bots alone, or the clock, make no game that anybody asks for again."""
        self._observer = observer or NoObserver()
        self._epoch = clock
        self._paused_at: Time | None = None
        self._camera = Camera()
        self._previewed: tuple[int, Preview | None] = (-1, None)  # after so many events

    @property
    def finishes(self) -> list[Finish]:
        """Every photo finish so far."""
        return self._camera.finishes

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

    def skip_to_due(self, clock: int) -> bool:
        """Play time jumps to the moment the rules wait for, if they wait for one."""
        due, now = self.play.state.due, self.now(clock)
        if due is None or due <= now or self.paused or self.play.winners is not None:
            return False
        self._epoch -= due - now
        return True

    # ---- players ----

    def connect(self, seat: Seat, line: Line, device: Device) -> None:
        self.arbiter.connect(seat, line)
        self.arbiter.set_device(seat, device)

    def disconnect(self, seat: Seat) -> None:
        self.arbiter.disconnect(seat)

    def show(self, seat: Seat, n: int, at: Time, clock: int, race: Race | None) -> Time | None:
        """Update `n` goes out now and counts as seen at `at`. Returns how often the screen is to beat."""
        return self.arbiter.show(seat, n, at, self.now(clock), race)

    def tap(self, seat: Seat, act: Act, n: int, pressed: int, clock: int) -> None:
        self.arbiter.tap(seat, act, n, pressed, self.now(clock))

    def paint(self, seat: Seat, n: int, at: int, clock: int) -> None:
        self.arbiter.paint(seat, n, at, self.now(clock))

    def beat(self, seat: Seat, n: int, at: int, clock: int) -> None:
        self.arbiter.beat(seat, n, at, self.now(clock))

    def set_away(self, seat: Seat, away: bool, clock: int) -> None:
        self.arbiter.act_at(seat, Away() if away else Back(), self.now(clock))

    def question(self) -> Question | None:
        """What the bots at this table do not know now."""
        game = self.play.game
        return game.question(self.play.state) if self.crew.skills and isinstance(game, AsksAdvice) else None

    def advise(self, question: Question, misfit: float, clock: int) -> None:
        game = self.play.game
        if self.crew.skills and isinstance(game, AsksAdvice):
            self.arbiter.act_at(min(self.crew.skills), game.advice(question, misfit), self.now(clock))

    # ---- the rules ----

    def retell(self, journal: Iterable[Entry[Any]], clock: int) -> None:
        """Take up a game that was begun before: the clock goes on from its last entry."""
        for entry in journal:
            if entry.move is not None:
                evidence = entry.evidence and msgspec.convert(entry.evidence, Evidence)
                self._note(Ruling(entry.move, evidence))
                self.has_been_played |= evidence is not None
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
            elif due is not None and self.arbiter.may_pass(due, now):
                self.arbiter.pass_deadline(due)
                entries += self.play.advance(due)
            else:
                break
            self._look_at_race()
        self._note_absence(entries)
        return entries

    def ask(self, clock: int) -> dict[Seat, Time]:
        """Whose word is needed, and up to which moment, before anything more can be decided."""
        if self.paused or self.play.winners is not None:
            return {}
        return self.arbiter.ask(self.now(clock), self.play.state.due)

    def can_go_on(self, clock: int) -> bool:
        """Something that waited for a player's word waits no longer."""
        now, deadline = self.now(clock), self.play.state.due
        return self.arbiter.may_release(now) or (
            deadline is not None and self.arbiter.may_pass(deadline, now)
        )

    def due(self, clock: int) -> int | None:
        """When, on the house's clock, something may happen by itself."""
        if self.paused or self.play.winners is not None:
            return None
        now, deadline = self.now(clock), self.play.state.due
        bot, held = self.crew.next(self.play), self.arbiter.due(now)
        moments = [bot.at] if bot and bot.at > now else []
        if held is not None:
            moments.append(held)
        if deadline is not None:
            moments.append(deadline if deadline > now else deadline + self.arbiter.fairness.max_hold)
            early = [deadline - contender.line.lead for contender in self.arbiter.contenders.values()]
            moments += [moment for moment in early if moment > now]
        return min(moments) + self._epoch if moments else None

    def preview(self, clock: int) -> Preview | None:
        """What comes next, if it is near and leaves a race on: slow lines are sent it before it happens."""
        now, deadline = self.now(clock), self.play.state.due
        if self.paused or self.play.winners is not None or deadline is None or deadline > now + LEAD_MOST:
            return None
        if self._previewed[0] != self.play.count:
            self._previewed = self.play.count, self._preview(deadline)
        return self._previewed[1]

    def race(self, clock: int) -> Race | None:
        """The one that is on, or about to be."""
        ahead = self.preview(clock)
        race: Race | None = ahead.state.race if ahead else self.play.state.race
        return race

    def _preview(self, deadline: Time) -> Preview | None:
        """The rules are pure and so is their chance: what they will say can be asked beforehand."""
        ahead = Play(self.play.game, self.play.state, self.play.seed)
        ahead.count = self.play.count
        events = tuple(event for entry in ahead.advance(deadline) for event in entry.events)
        return Preview(deadline, ahead.state, events) if ahead.state.race is not None else None

    def _let_bots_tap(self, now: Time, due: Time | None) -> None:
        while (move := self.crew.next(self.play)) and move.at <= now and (due is None or move.at < due):
            self.crew.acted(move.seat)
            self.arbiter.act_at(move.seat, move.act, move.at)

    def _feed(self, ruling: Ruling, now: Time) -> list[Entry[Any]]:
        move = ruling.move
        entries = self.play.advance(move.at)
        self._note(ruling)
        entries += self.play.feed(move, ruling.evidence)
        self.crew.answered(move.seat)
        if evidence := ruling.evidence:
            self.has_been_played = True
            doubts = [doubt.why for doubt in evidence.judged.corrections] if evidence.judged else []
            self._observer.judged(now - evidence.arrived, doubts)
        return entries

    def _note_absence(self, entries: Iterable[Entry[Any]]) -> None:
        for event in (event for entry in entries for event in entry.events):
            match event:
                case Left(seat):
                    self.away.add(seat)
                case Returned(seat):
                    self.away.discard(seat)

    def _note(self, ruling: Ruling) -> None:
        thing = self.play.game.contested(self.play.state, ruling.move)
        self._camera.note(thing, ruling.move, ruling.evidence.judged if ruling.evidence else None)

    def _look_at_race(self) -> None:
        race = self.play.state.race
        self.arbiter.follow(race)
        self._camera.look(race)
