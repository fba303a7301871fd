"""A table whose players race again and again. Drives the arbiter as the house does, in simulated time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, get_args

from taphouse.core import SECOND, Act, Race, Seat, Time, Value, replace
from taphouse.fair import (
    Arbiter,
    CountedTaps,
    Device,
    Fairness,
    Finish,
    Kernel,
    Lane,
    Line,
    Ruling,
    finish,
)
from taphouse.fair.arbiter import ping_every
from taphouse.fair.line import LEAD_MOST

from .agenda import Agenda
from .browser import Gear, Update
from .handover import Traveller
from .liar import Liar
from .network import Access, Medium
from .page import Page, Stimulus
from .people import Task, glass, response
from .strategies import Trick
from .tables import ledger_after
from .tcp import Wire

FIRST_PINGS = 3  # a second apart, while the players sit down
CHARGES = {"excess", "charge"}


class Slap(Act):
    pass


class Idle(Act):
    """A tap that does nothing."""


class Setting(Value):
    """The conditions of a session."""

    task: Task = "simple"
    fairness: Fairness = Fairness()
    bias: float | None = None
    """Standard deviation among devices, in milliseconds; `None`: ideal ones."""
    calibrated: bool = False
    kernel: bool = True
    """TCP ends at the house."""
    wind_up: Time = 0
    """So long before the stimulus the house knows that a race is near, and pings as often as in it."""


class Outcome(Value):
    """One race: the truth, and the verdicts."""

    responses: tuple[Time, ...]
    """True ones, by seat."""
    rulings: tuple[Ruling, ...]
    """In the order of the verdicts."""
    finish: Finish | None
    """`None` if fewer than two players could tap."""
    hold: Time
    """From the first tap's arrival to the first verdict."""
    felt: Time
    """From the winner's tap to that verdict on their screen."""
    armed: Time
    messages: int
    """From all players, while they were armed."""
    gone: frozenset[Seat] = frozenset()
    """Without a connection until the race was over, or never shown what it was about."""

    @property
    def present(self) -> list[Seat]:
        return [seat for seat in range(len(self.responses)) if seat not in self.gone]

    @property
    def first(self) -> Seat:
        return min(self.present, key=self.responses.__getitem__)

    @property
    def winner(self) -> Seat:
        return self.rulings[0].move.seat

    @property
    def first_waited(self) -> Time:
        """From the arrival of the first tap to that of the tap which deserves to win; 0 if it is the same."""
        arrived = {one.move.seat: one.evidence.arrived for one in self.rulings if one.evidence}
        return arrived[self.first] - min(arrived.values())

    @property
    def margin(self) -> Time:
        """Between the two who decide; 0 if only one could tap."""
        best, second, *_ = [*sorted(self.responses[seat] for seat in self.present), None]
        return 0 if best is None or second is None else second - best


class Session:
    def __init__(
        self,
        lines: Sequence[Access],
        random: Random,
        setting: Setting,
        liars: Mapping[Seat, Liar] | None = None,
    ) -> None:
        self._random, self._setting = random, setting
        self._agenda = Agenda()
        self._arbiter = Arbiter(str(random.random()), setting.fairness)
        self._lines = [Line() for _ in lines]
        self._pages: list[Page] = []
        self._devices: list[Device] = []
        self._now: Time = SECOND
        self._n = 0
        self._race: Race | None = None
        self._first_tap: Time | None = None
        self._counted = CountedTaps()
        self._next_ping: dict[Seat, Time] = {}
        self._tapped: set[Seat] = set()
        self._gone: set[Seat] = set()
        self._rulings: list[Ruling] = []
        self._verdict = self._messages = self._alarm = 0
        for seat, access in enumerate(lines):
            liar = (liars or {}).get(seat, Liar())
            pane = glass(random, setting.bias, None if liar.is_honest else liar.strategy.screen.rate)
            wire = Wire(Medium(access, random), self._agenda)
            self._pages.append(Page(seat, Gear(wire, pane, liar, self._agenda, random), self))
            self._devices.append(Device(round(liar.frame(pane.frame)), setting.calibrated))
            self._connect(seat)
            if access.handover is not None:
                Traveller(self._pages[seat], access.handover, self._agenda, random, self).stay(self._now)

    def races(self, count: int) -> Iterator[Outcome]:
        for _ in range(FIRST_PINGS):
            self._idle(SECOND)
        for _ in range(count):
            self._idle(round(self._random.uniform(2, 4) * SECOND))
            yield self._run(Race(self._now + LEAD_MOST, reflex=self._setting.task != "search"))

    def _idle(self, lasts: Time) -> None:
        for seat, page in enumerate(self._pages):
            if not page.liar.is_honest:
                self._mind_manners(seat, page.liar)
            self._ping(self._now, seat)
        self._now += lasts
        self._agenda.until(self._now)

    def _mind_manners(self, seat: Seat, liar: Liar) -> None:
        liar.spread = self._lines[seat].spread
        manners, races = liar.strategy.manners, liar.races + 1

        def in_turn(every: int) -> bool:
            return every > 0 and races % every == 0

        for trick in get_args(Trick):
            if in_turn(getattr(manners, trick)) and seat in self._arbiter.ledgers:
                self._arbiter.ledgers[seat] = ledger_after(trick, self._arbiter.ledgers[seat])
        if in_turn(manners.reconnects) or in_turn(manners.browsers):
            self._pages[seat].wire.cut()
            self.found(self._now, seat, self._pages[seat].wire.medium)

    def _run(self, race: Race) -> Outcome:
        """Shows the stimulus to all at the same moment, as far as lines allow, until all taps are judged."""
        race = replace(race, since=race.since + self._setting.wind_up)
        self._n += 1
        self._race, self._first_tap, self._rulings, self._alarm = race, None, [], 0
        if self._setting.wind_up:
            for seat in range(len(self._pages)):
                self._ping(self._now, seat)
        self._tapped.clear()
        self._gone = {seat for seat, page in enumerate(self._pages) if page.wire.is_cut}
        for seat, page in enumerate(self._pages):
            page.liar.enter_race()
            page.messages, page.told = 0, 0.0
            page.response = took = response(self._setting.task, self._random)
            page.pressed = race.since + took  # until it is painted
            if seat not in self._gone:
                self._agenda.put(race.since - self._arbiter.lead(seat), self._show, seat, race, race.since)
        self._agenda.put(race.since, self._open, race)
        while not self._is_over():
            self._now = round(self._agenda.next())
        winner = self._pages[self._rulings[0].move.seat]
        return Outcome(
            tuple(page.response for page in self._pages),
            tuple(self._rulings),
            _photo(self._rulings, race),
            hold=self._verdict - (self._first_tap or self._verdict),
            felt=round(winner.told - winner.pressed),
            armed=self._verdict - race.since,
            messages=self._messages,
            gone=frozenset(self._gone),
        )

    def _is_over(self) -> bool:
        if len(self._rulings) + len(self._gone) < len(self._pages) or not self._rulings:
            return False
        winner = self._pages[self._rulings[0].move.seat]
        return winner.told > 0 or winner.wire.is_cut

    # ---- the house's side ----

    def _connect(self, seat: Seat) -> None:
        self._arbiter.connect(seat, self._lines[seat])
        self._arbiter.set_device(seat, self._devices[seat])

    def _show(self, at: float, seat: Seat, race: Race, shown: Time) -> None:
        now, page = round(at), self._pages[seat]
        if page.wire.is_cut or self._race is not race:
            return
        beat_interval = self._arbiter.show(seat, self._n, shown, now, race)
        self._lines[seat].ping(now)
        stimulus = Stimulus(race.since, now, page.response)
        page.wire.send(now, page.race, Update(self._n, shown, True, beat_interval, stimulus))
        self._plan_ping(now, seat)

    def _open(self, at: float, race: Race) -> None:
        self._arbiter.follow(race)
        self._arbiter.book(self._counted.follow(race))
        self._settle(round(at))

    def _ping(self, at: float, seat: Seat) -> None:
        now, page = round(at), self._pages[seat]
        if not page.wire.is_cut:
            self._lines[seat].ping(now)
            page.wire.send(now, page.ping, now)
            self._plan_ping(now, seat)

    def _plan_ping(self, now: Time, seat: Seat) -> None:
        if (every := ping_every(self._race, self._lines[seat])) is not None:
            self._next_ping[seat] = now + every
            self._agenda.put(now + every, self._ping_again, seat)

    def _ping_again(self, at: float, seat: Seat) -> None:
        if self._next_ping[seat] == round(at) and ping_every(self._race, self._lines[seat]) is not None:
            self._ping(at, seat)

    def receive(self, at: float, seat: Seat, kind: str, n: int, value: Any) -> None:
        now, arbiter = round(at), self._arbiter
        match kind:
            case "pong":
                self._lines[seat].trip(now - value, now, self._kernel(now, seat))
                return
            case "paint":
                arbiter.paint(seat, n, value, now)
            case "beat":
                arbiter.beat(seat, n, value, now)
            case "pad":
                arbiter.tap(seat, Idle(), n, value, now)
            case "tap":
                if self._first_tap is None:
                    self._first_tap = now
                self._tapped.add(seat)
                self._lines[seat].kernel = self._kernel(now, seat)
                arbiter.tap(seat, Slap(), n, value, now)
        self._settle(now)

    def missed(self, seat: Seat) -> None:
        self._gone.add(seat)

    def _kernel(self, now: Time, seat: Seat) -> Kernel | None:
        program = self._pages[seat].liar.strategy.program
        hidden = program is not None and program.hides_kernel
        return self._pages[seat].wire.kernel(now) if self._setting.kernel and not hidden else None

    def _settle(self, now: Time) -> None:
        """Decides what can be decided, asks who must be asked, and looks again when time alone decides."""
        arbiter = self._arbiter
        while ruling := arbiter.release(now):
            if isinstance(ruling.move.act, Idle):
                continue
            self._rulings.append(ruling)
            self._counted.note("slap", ruling.move, ruling.evidence.judged if ruling.evidence else None)
            if len(self._rulings) == 1:
                self._end(now)
        for seat, moment in arbiter.ask(now, None).items():
            page = self._pages[seat]
            page.wire.send(now, page.asked, moment)
        due = arbiter.due(now)
        if due is not None and not now < self._alarm <= due:
            self._alarm = max(now + 1, due)
            self._agenda.put(self._alarm, self._ring)

    def _ring(self, at: float) -> None:
        self._settle(round(at))

    def _end(self, now: Time) -> None:
        """Sends the verdict to all."""
        self._verdict, self._messages = now, sum(page.messages for page in self._pages)
        self._race = None
        self._arbiter.follow(None)
        self._n += 1
        for seat, page in enumerate(self._pages):
            if not page.wire.is_cut:
                self._arbiter.show(seat, self._n, now, now, None)
                page.wire.send(now, page.draw, Update(self._n, now, False, None, None))

    # ---- players on the move ----

    def lost(self, at: float, seat: Seat) -> None:
        if seat not in self._tapped:
            self._gone.add(seat)

    def found(self, at: float, seat: Seat, medium: Medium) -> None:
        """The page connects again."""
        page, now = self._pages[seat], round(at)
        self._lines[seat] = Line()
        page.reconnect(Wire(medium, self._agenda))
        self._connect(seat)
        race = self._race
        if race is None or seat in self._tapped:
            self._ping(at, seat)
            return
        self._gone.discard(seat)
        if now < race.since:
            self._ping(at, seat)
            self._agenda.put(race.since, self._show, seat, race, race.since)
        else:
            self._show(at, seat, race, now)


def _photo(rulings: Sequence[Ruling], race: Race) -> Finish | None:
    lanes = [Lane(ruling.move.seat, ruling.move.at - race.since, ruling.move.blur) for ruling in rulings]
    return finish("slap", lanes)
