"""One live game: rules, arbiter and bots on one clock. No I/O, so tests can drive it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from taphouse.bots.ghosts import Ghost, Ghosts
from taphouse.bots.schedule import BotSchedule
from taphouse.core import (
    Act,
    Away,
    Back,
    Entry,
    Left,
    Move,
    Play,
    Race,
    Returned,
    Seat,
    Skill,
    Time,
    deeds,
    record,
)
from taphouse.core.game import loser_of
from taphouse.fair import (
    Arbiter,
    Camera,
    CountedTaps,
    Device,
    Evidence,
    Fairness,
    Finish,
    Ledger,
    Line,
    RecordedLedgers,
    Ruling,
    Surplus,
)
from taphouse.fair.line import LEAD_MOST

from .advice import AsksAdvice, Question
from .effects import Effect, Judged


class Preview(NamedTuple):
    """The state after the next deadline, if no player acts before it."""

    at: Time
    state: Any
    events: tuple[Any, ...]


class Match:
    """`clock` is the house's, in microseconds; play time stops while the match is paused."""

    def __init__(
        self,
        play: Play[Any, Any],
        skills: Mapping[Seat, Skill],
        clock: int,
        fairness: Fairness | None = None,
        delays: Mapping[Seat, Time] | None = None,
        players: Sequence[int] = (),
        effects: list[Effect] | None = None,
        ghosts: Mapping[Seat, Ghost] | None = None,
    ) -> None:
        """`players`: by seat. `effects`: of the table. `ghosts`: of the seats in `skills` that have one."""
        self.play = play
        self.arbiter = Arbiter(play.seed, fairness, delays)
        self.bots = BotSchedule(skills, Ghosts(play, ghosts) if ghosts else None)
        self.away: set[Seat] = set()
        """Seats that nobody plays, as the rules have decided."""
        self._told_away: set[Seat] = set()  # the same as the rules were told: they may not have decided yet
        self.has_been_played = False
        """A person acted. A game of bots and deadlines alone is not worth storing."""
        self.deeds: dict[Seat, Counter[str]] = defaultdict(Counter)
        """What each seat did for the awards of this game."""
        self._effects = [] if effects is None else effects
        self._epoch = clock
        self._paused_at: Time | None = None
        self._camera = Camera()
        self._players = dict(enumerate(players))
        self._counted = CountedTaps()
        self._to_be_booked: list[tuple[int, Surplus | None]] = []  # for players who left their seats
        self._previewed: tuple[int, Preview | None] = (-1, None)  # with the event count it was made at
        self._follow_race()

    @property
    def fastest(self) -> Mapping[Seat, Time]:
        """The shortest response with which each seat won a race."""
        return self._camera.fastest

    @property
    def finishes(self) -> list[Finish]:
        """All photo finishes so far."""
        return self._camera.finishes

    # ---- time ----

    def now(self, clock: int) -> Time:
        return clock - self._epoch if self._paused_at is None else self._paused_at

    def clock(self, moment: Time) -> int:
        """The house's clock at this moment of play time, if there is no pause before it."""
        return moment + self._epoch

    @property
    def paused(self) -> bool:
        return self._paused_at is not None

    def pause(self, clock: int) -> None:
        self._paused_at = self.now(clock)

    def resume(self, clock: int) -> None:
        self._epoch, self._paused_at = clock - self.now(clock), None
        self.arbiter.restart(self.now(clock))

    def skip_to_due(self, clock: int) -> bool:
        """Moves play time to the next deadline. Returns False if there is none."""
        due, now = self.play.due, self.now(clock)
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

    def sit(self, seat: Seat, player: int) -> Ledger | None:
        """`player` has the seat from now on. Returns the ledger of the one before, who takes it with them."""
        if self._players.get(seat) == player:
            return None
        self._players[seat] = player
        return self.arbiter.leave(seat)

    def take_bookings(self) -> list[tuple[int, Surplus | None]]:
        """What the players claimed in races before whose end they left their seats."""
        taken, self._to_be_booked = self._to_be_booked, []
        return taken

    def recall(self, seat: Seat, ledger: Ledger) -> None:
        """The seat has this ledger, unless its player already has tapped in this game."""
        self.arbiter.ledgers.setdefault(seat, ledger)

    def show(self, seat: Seat, n: int, at: Time, clock: int, race: Race | None) -> Time | None:
        """Update `n` is sent now and counts as seen at `at`. Returns the interval of beats."""
        return self.arbiter.show(seat, n, at, self.now(clock), race)

    def lead(self, seat: Seat) -> Time:
        """How much earlier than the others this seat is sent what opens a race."""
        return self.arbiter.lead(seat, has_bots=bool(self.bots.skills))

    def tap(self, seat: Seat, act: Act, n: int, pressed: int, clock: int) -> None:
        self.arbiter.tap(seat, act, n, pressed, self.now(clock))

    def paint(self, seat: Seat, n: int, at: int, clock: int) -> None:
        self.arbiter.paint(seat, n, at, self.now(clock))

    def beat(self, seat: Seat, n: int, at: int, clock: int) -> None:
        self.arbiter.beat(seat, n, at, self.now(clock))

    def set_away(self, seat: Seat, away: bool, clock: int) -> None:
        """Tells the rules whether anybody plays this seat, unless they know."""
        if away == (seat in self._told_away):
            return
        self._told_away ^= {seat}
        self.arbiter.act_at(Move(self.now(clock), seat, Away() if away else Back()))

    def question(self) -> Question | None:
        """What the bots at this table do not know now."""
        game = self.play.game
        return game.question(self.play.state) if self.bots.skills and isinstance(game, AsksAdvice) else None

    def advise(self, question: Question, misfit: float, clock: int) -> None:
        game = self.play.game
        if self.bots.skills and isinstance(game, AsksAdvice):
            advice = game.advice(question, misfit)
            self.arbiter.act_at(Move(self.now(clock), min(self.bots.skills), advice))

    # ---- the rules ----

    def replay(
        self, lines: Iterable[record.Line], clock: int, players: Sequence[int] = ()
    ) -> Mapping[int, Ledger]:
        """Restores a game from its record. Play time continues from the last entry.

        `players` have the seats now, whatever the record says. Returns the ledgers of those who have none."""
        ledgers = RecordedLedgers()
        for line in lines:
            if isinstance(line, record.Seated):
                self.sit(line.seat, line.player)
            elif isinstance(line, Entry):
                self._replay_entry(line, ledgers)
        known = ledgers.by_player()
        for seat, player in enumerate(players):
            self.sit(seat, player)
        for seat in range(len(self.play.state.points)):
            if (ledger := known.pop(self._player(seat), None)) is not None:
                self.arbiter.ledgers[seat] = ledger
        self._told_away = set(self.away)
        self.arbiter.horizon = self.play.now
        self._epoch = clock - self.play.now
        return known

    def _replay_entry(self, entry: Entry[Any], ledgers: RecordedLedgers) -> None:
        if (move := entry.move) is not None:
            evidence = entry.evidence and msgspec.convert(entry.evidence, Evidence)
            self._record(Ruling(move, evidence))
            self.has_been_played |= evidence is not None
            if evidence and evidence.judged:
                ledgers.tap(self._player(move.seat), evidence, evidence.judged)
        self.play.replay(entry)
        self._follow_events([entry])
        ledgers.book(self._follow_race(), self.play.race)

    def pass_time(self, clock: int) -> list[Entry[Any]]:
        """Decides everything that can be decided by now. Returns the entries in play order."""
        now, entries = self.now(clock), list[Entry[Any]]()
        while not self.paused and self.play.winners is None:
            due = self.play.due
            self._let_bots_tap(now, due)
            if ruling := self.arbiter.release(now):
                entries += self._feed(ruling, now)
            elif due is not None and self.arbiter.may_pass(due, now):
                self.arbiter.pass_deadline(due, now)
                entries += self._advance(due)
            else:
                break
        self._follow_events(entries)
        return entries

    def ask(self, clock: int) -> dict[Seat, Time]:
        """Seats that must send a beat before the next decision, and the play time it must pass."""
        if self.paused or self.play.winners is not None:
            return {}
        return self.arbiter.ask(self.now(clock), self.play.due)

    def can_decide(self, clock: int) -> bool:
        """A held tap or a deadline can be decided now."""
        now, deadline = self.now(clock), self.play.due
        return self.arbiter.may_release(now) or (
            deadline is not None and self.arbiter.may_pass(deadline, now)
        )

    def due(self, clock: int) -> int | None:
        """When the match may have something to decide or send next, on the house's clock. `None`: never."""
        if self.paused or self.play.winners is not None:
            return None
        now, deadline = self.now(clock), self.play.due
        bot, decided = self.bots.next(self.play), self.arbiter.due(now, deadline)
        moments = [bot.at] if bot and bot.at > now else []
        if decided is not None:
            moments.append(decided)
        # Nothing is sent ahead if no race follows. What follows is known once the deadline is near.
        if deadline is not None and (deadline > now + LEAD_MOST or self.preview(clock)):
            leads = self.arbiter.leads(has_bots=bool(self.bots.skills)).values()
            moments += [deadline - lead for lead in leads if deadline - lead > now]
        return self.clock(min(moments)) if moments else None

    def preview(self, clock: int) -> Preview | None:
        """The next state, if it is near and has a race: it is sent ahead to slow lines."""
        now, deadline = self.now(clock), self.play.due
        if self.paused or self.play.winners is not None or deadline is None or deadline > now + LEAD_MOST:
            return None
        if self._previewed[0] != self.play.count:
            self._previewed = self.play.count, self._preview(deadline)
        return self._previewed[1]

    def race(self, clock: int) -> Race | None:
        """The current race, or the one about to open."""
        ahead = self.preview(clock)
        race: Race | None = ahead.state.race if ahead else self.play.race
        return race

    def _preview(self, deadline: Time) -> Preview | None:
        """Runs the rules ahead of time: they and their dice are pure, so the outcome will be the same."""
        ahead = Play(self.play.game, self.play.state, self.play.seed)
        ahead.count = self.play.count
        events = tuple(event for entry in ahead.advance(deadline) for event in entry.events)
        return Preview(deadline, ahead.state, events) if ahead.state.race is not None else None

    def _let_bots_tap(self, now: Time, due: Time | None) -> None:
        while (move := self.bots.next(self.play)) and move.at <= now and (due is None or move.at < due):
            self.bots.acted(move.seat)
            self.arbiter.act_at(move)

    def _advance(self, to: Time) -> list[Entry[Any]]:
        """Each deadline may open a race: what is decided after it belongs to that."""
        entries = list[Entry[Any]]()
        while (due := self.play.due) is not None and due <= to:
            entries += self.play.advance(due)
            self._book(self._follow_race())
        return entries

    def _feed(self, ruling: Ruling, now: Time) -> list[Entry[Any]]:
        move = ruling.move
        entries = self._advance(move.at)
        self._record(ruling)
        entries += self.play.feed(move, ruling.evidence)
        self._book(self._follow_race())
        self.bots.answered(move.seat)
        if evidence := ruling.evidence:
            self.has_been_played = True
            doubts = tuple(doubt.why for doubt in evidence.judged.corrections) if evidence.judged else ()
            self._effects.append(Judged(now - evidence.arrived, doubts))
        return entries

    def _follow_events(self, entries: Iterable[Entry[Any]]) -> None:
        events = [event for entry in entries for event in entry.events]
        for award, seat in deeds(self.play.game, events):
            self.deeds[seat][award] += 1
        for event in events:
            match event:
                case Left(seat):
                    self.away.add(seat)
                case Returned(seat):
                    self.away.discard(seat)

    def _record(self, ruling: Ruling) -> None:
        contest = self.play.game.contested(self.play.state, ruling.move)
        judged = ruling.evidence.judged if ruling.evidence else None
        self._camera.note(contest, ruling.move, judged)
        self._counted.note(contest, ruling.move, judged, self._player(ruling.move.seat))

    def _follow_race(self) -> Mapping[int, Surplus | None]:
        """Returns what to book for each player of the race before, if another one has begun."""
        race = self.play.race
        self.arbiter.follow(race, self.play.state.awaited)
        self._camera.look(race, loser_of(self.play.state))
        return self._counted.follow(race)

    def _book(self, ended: Mapping[int, Surplus | None]) -> None:
        seats = {self._player(seat): seat for seat in self.arbiter.ledgers}
        self.arbiter.book({seats[player]: ended[player] for player in ended if player in seats})
        self._to_be_booked += [(player, ended[player]) for player in ended if player not in seats]

    def _player(self, seat: Seat) -> int:
        return self._players.get(seat, seat)
