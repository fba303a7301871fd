"""A table whose players race again and again. Drives the arbiter as the house does, in simulated time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from taphouse.core import SECOND, Act, Race, Seat, Time, Value
from taphouse.fair import Arbiter, Device, Fairness, Finish, Lane, Line, Ruling, finish
from taphouse.fair.arbiter import ping_every
from taphouse.fair.line import LEAD_MOST

from .cheats import Cheat
from .network import Kind, Wire
from .page import Agenda, Page
from .people import Task, glass, response

FIRST_PINGS = 3  # a second apart, while the players sit down


class Slap(Act):
    pass


class Setting(Value):
    """The conditions of a session."""

    task: Task = "simple"
    fairness: Fairness = Fairness()
    bias: float | None = None
    """Standard deviation among devices, in milliseconds; `None`: ideal ones."""
    calibrated: bool = False
    kernel: bool = True
    """TCP ends at the house."""


class Outcome(Value):
    """One race: the truth, and the verdicts."""

    responses: tuple[Time, ...]
    """True ones, by seat."""
    rulings: tuple[Ruling, ...]
    """In the order of the verdicts."""
    finish: Finish
    hold: Time
    """From the first tap's arrival to the first verdict."""
    felt: Time
    """From the winner's tap to that verdict on their screen."""
    armed: Time
    messages: int
    """From all players, while they were armed."""

    @property
    def first(self) -> Seat:
        return self.responses.index(min(self.responses))

    @property
    def winner(self) -> Seat:
        return self.rulings[0].move.seat

    @property
    def margin(self) -> Time:
        best, second, *_ = sorted(self.responses)
        return second - best


class Session:
    def __init__(
        self,
        kinds: Sequence[Kind],
        random: Random,
        setting: Setting,
        cheats: Mapping[Seat, Cheat] | None = None,
        rate: int | None = None,
    ) -> None:
        self._random, self._setting = random, setting
        self._agenda = Agenda()
        self._arbiter = Arbiter(str(random.random()), setting.fairness)
        self._lines = [Line() for _ in kinds]
        self._pages: list[Page] = []
        for seat, kind in enumerate(kinds):
            cheat = (cheats or {}).get(seat, Cheat())
            pane = glass(random, setting.bias, rate)
            page = Page(seat, Wire(kind, random), pane, cheat, self._agenda, random, self)
            self._pages.append(page)
            self._arbiter.connect(seat, self._lines[seat])
            self._arbiter.set_device(seat, Device(round(cheat.frame(pane.frame)), setting.calibrated))
        self._now: Time = SECOND
        self._n = 0
        self._race: Race | None = None
        self._first_tap: Time | None = None

    def races(self, count: int) -> Iterator[Outcome]:
        for _ in range(FIRST_PINGS):
            self._idle(SECOND)
        for _ in range(count):
            self._idle(round(self._random.uniform(2, 4) * SECOND))
            yield self._run(Race(self._now + LEAD_MOST, reflex=self._setting.task != "search"))

    def _idle(self, lasts: Time) -> None:
        for seat in range(len(self._pages)):
            self._ping(self._now, seat)
        self._now += lasts
        self._agenda.until(self._now)

    def _run(self, race: Race) -> Outcome:
        """Shows the stimulus to all at the same moment, as far as lines allow, until all taps are judged."""
        self._n, self._race, self._first_tap = self._n + 1, race, None
        responses = [response(self._setting.task, self._random) for _ in self._pages]
        for seat, page in enumerate(self._pages):
            page.cheat.enter_race()
            page.messages = 0
            self._agenda.put(race.since - self._lines[seat].lead, self._show, seat, race, responses[seat])
        self._agenda.put(race.since, self._open, race)
        rulings: list[Ruling] = []
        verdict = shown = messages = 0
        while len(rulings) < len(self._pages):
            self._now = now = round(self._agenda.next())
            for ruling in self._decided(now):
                if not rulings:
                    verdict, messages = now, sum(page.messages for page in self._pages)
                    shown = self._end(now, ruling.move.seat)
                rulings.append(ruling)
        return Outcome(
            tuple(responses),
            tuple(rulings),
            _photo(rulings, race),
            hold=verdict - (self._first_tap or verdict),
            felt=round(shown - self._pages[rulings[0].move.seat].pressed),
            armed=verdict - race.since,
            messages=messages,
        )

    # ---- the house's side ----

    def _show(self, at: float, seat: Seat, race: Race, response: Time) -> None:
        now, page = round(at), self._pages[seat]
        beat_interval = self._arbiter.show(seat, self._n, race.since, now, race)
        self._agenda.put(self._ping(now, seat), page.update, response, beat_interval)

    def _open(self, at: float, race: Race) -> None:
        self._arbiter.follow(race)

    def _ping(self, at: float, seat: Seat) -> Time:
        """Pings repeatedly while a race is on. Returns when the ping and what is written with it arrive."""
        now, page = round(at), self._pages[seat]
        arrival = page.wire.down.arrival(now)
        self._lines[seat].ping(now)
        self._agenda.put(arrival, page.ping, now)
        if self._race is not None:
            self._agenda.put(now + ping_every(self._race), self._ping_again, seat)
        return arrival

    def _ping_again(self, at: float, seat: Seat) -> None:
        if self._race is not None:
            self._ping(at, seat)

    def receive(self, at: float, seat: Seat, kind: str, value: int) -> None:
        now, arbiter = round(at), self._arbiter
        match kind:
            case "pong":
                self._lines[seat].trip(now - value, now)
                self._read_kernel(seat)
            case "paint":
                arbiter.paint(seat, self._n, value, now)
            case "beat":
                arbiter.beat(seat, self._n, value, now)
            case "tap":
                if self._first_tap is None:
                    self._first_tap = now
                self._read_kernel(seat)
                arbiter.tap(seat, Slap(), self._n, value, now)

    def acknowledged(self, at: float, seat: Seat, sent: Time) -> None:
        self._pages[seat].wire.acknowledged(round(at) - sent)

    def _read_kernel(self, seat: Seat) -> None:
        if self._setting.kernel:
            self._lines[seat].kernel = self._pages[seat].wire.kernel

    def _decided(self, now: Time) -> Iterator[Ruling]:
        while ruling := self._arbiter.release(now):
            yield ruling
        for seat, moment in self._arbiter.ask(now, None).items():
            page = self._pages[seat]
            since = self._race.since if self._race else 0
            self._agenda.put(page.wire.down.arrival(now), page.asked, moment - since)
        if (due := self._arbiter.due(now)) is not None:
            self._agenda.put(max(now, due), _nothing)

    def _end(self, now: Time, winner: Seat) -> Time:
        """Sends the verdict to all. Returns when it is on the winner's screen."""
        self._race = None
        self._arbiter.follow(None)
        arrivals = [page.wire.down.arrival(now) for page in self._pages]
        for page, arrival in zip(self._pages, arrivals, strict=True):
            self._agenda.put(arrival, page.over)
        return arrivals[winner]


def _nothing(at: float) -> None:
    """Only lets time pass."""


def _photo(rulings: Sequence[Ruling], race: Race) -> Finish:
    lanes = [Lane(ruling.move.seat, ruling.move.at - race.since, ruling.move.blur) for ruling in rulings]
    found = finish("slap", lanes)
    assert found is not None
    return found
