"""Puts taps in the order fingers fell, not the order packets arrived.

Pure: claims and commitments in, rulings out. A page reports which update it had
painted and when the finger fell on its own clock. A ruling is released as soon as
every rival has tapped or has committed not to have tapped before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush

from taphouse.core import MS, Act, Move, Race, Seat, Time, replace
from taphouse.core.play import tie_break

from .belief import Ledger, Surplus
from .evidence import Device, Evidence, Ruling, recompute
from .line import Echo, Line
from .screen_timeline import QUEUED, ScreenTimeline
from .settings import Fairness

BEAT, BEAT_MOST = 20 * MS, 100 * MS  # least and most time between two commitments in a reflex race
CLOSE_PINGS = 40 * MS
AWAKE_PINGS = 25 * MS
SILENCE = 400 * MS  # beyond the max hold: after so much more silence a rival is not waited for at all
PAINTING = 50 * MS  # from the arrival of an update until it is visible, and a browser's own time
MISSES = 3  # races in which a seat left everybody waiting; then it is waited for again once it answers


def ping_every(race: Race | None, line: Line) -> Time | None:
    """How often a player's line is pinged in play. `None`: no more often than an idle one.

    A search takes seconds: four pings a second suffice. A radio that sleeps is kept awake all through
    play, because a race may open at any moment and has to find all lines equally quick.
    """
    if line.radio.sleeps:
        return AWAKE_PINGS
    if race is None:
        return None
    return CLOSE_PINGS if race.reflex else 250 * MS


class Contender:
    """One seat that can tap: its line, its screen's timeline and how long it has been silent."""

    def __init__(self, line: Line) -> None:
        self.line, self.timeline, self.device = line, ScreenTimeline(), Device()
        self.last_seen: Time = 0
        self.asked: Time | None = None
        """When the oldest unanswered question was sent; `None` if none is open."""
        self.asked_past: Time = -1
        """The last question covers everything before this moment."""
        self.beat_interval: Time | None = None
        """How often the page was asked to beat; `None` if it beats only when asked."""

    def restart(self, now: Time) -> None:
        self.timeline.restart()
        self.line.begin()
        self.last_seen, self.asked = now, None  # a pause is no silence of the page

    def sign(self, arrived: Time) -> None:
        self.last_seen, self.asked = arrived, None
        self.line.heard(arrived)

    def ask(self, moment: Time, now: Time) -> None:
        self.asked_past = moment
        if self.asked is None:  # a second question does not extend the time to answer the first
            self.asked = now

    def wants_asking(self, moment: Time, max_hold: Time) -> bool:
        """Asks once for each moment, and not if the answer comes too late or the next beat sooner."""
        if moment <= self.asked_past or not self.can_answer(max_hold):
            return False
        return self.beat_interval is None or self.line.round_trip < self.beat_interval + QUEUED

    def is_live(self, since: Time, now: Time, max_hold: Time) -> bool:
        """Whether to wait for this seat: it left no question and no expected beat unanswered for too long."""
        if self.beat_interval is not None:
            owes = max(self.last_seen, since + self.line.round_trip) + self.beat_interval
        elif self.asked is not None:
            owes = self.asked + self.line.round_trip
        else:
            return True
        return now - owes <= max_hold + SILENCE

    def can_answer(self, max_hold: Time) -> bool:
        """Whether a question that is asked when a hold begins can be answered before it ends."""
        return self.line.floor <= max_hold

    def wait_until(self, since: Time, moment: Time, until: Time, max_hold: Time) -> Time:
        """How long to wait for what this seat did before `moment`, if the verdict comes by `until`.

        On a line too slow for an answer a tap may still be under way."""
        if self.can_answer(max_hold):
            return until
        left = moment - self.timeline.lead(since)
        if left + self.line.floor > until:
            return moment
        return min(until, left + self.line.round_trip + self.line.spread + PAINTING)


class Arbiter:
    def __init__(
        self, seed: str, fairness: Fairness | None = None, delays: Mapping[Seat, Time] | None = None
    ) -> None:
        self.seed, self.fairness = seed, fairness or Fairness()
        self.delays = delays or {}
        """How much later a seat's taps count in a race in which a rival has a head start."""
        self.contenders: dict[Seat, Contender] = {}
        self.ledgers: dict[Seat, Ledger] = {}
        """Kept when a connection is lost: a reconnect does not reset trust."""
        self.race: Race | None = None
        self.horizon: Time = 0
        """Everything before this moment is decided."""
        self._missed: dict[Seat, int] = {}
        """Races in which everybody waited for this seat in vain, less those in which it answered."""
        self._noted: dict[Seat, Time] = {}  # the last race in which this was counted
        self._awaited: Collection[Seat] = ()
        self._last_race: Race | None = None
        self._race_over: Time = 0
        self._committed: dict[Seat, Time] = {}  # of seats that have disconnected
        self._arrived: dict[Seat, Time] = {}  # when the last tap of each seat arrived
        self._held: list[tuple[tuple[Time, float], int, Time, Ruling]] = []
        self._held_count = 0

    # ---- contenders ----

    def connect(self, seat: Seat, line: Line) -> None:
        """Keeps the seat's commitment: a tap on the new line cannot come before one on the old line."""
        self.disconnect(seat)
        contender = self.contenders[seat] = Contender(line)
        contender.timeline.commit(self._committed.get(seat, -1))

    def disconnect(self, seat: Seat) -> None:
        if seat in self.contenders:
            self._committed[seat] = self.contenders.pop(seat).timeline.committed

    def leave(self, seat: Seat) -> Ledger | None:
        """Another player has the seat. Taps of the last one that are not decided yet are void.

        Returns the ledger, which goes with its player: as it was before those taps, which no record has."""
        self.disconnect(seat)
        void = [held for held in self._held if held[-1].move.seat == seat and held[-1].evidence]
        self._held = [held for held in self._held if held not in void]
        heapify(self._held)
        ledger = self.ledgers.pop(seat, None)
        first = min(void, key=lambda held: held[1])[-1].evidence if void else None
        return ledger if first is None else first.ledger

    def restart(self, now: Time) -> None:
        """Play time runs again after a pause. Every screen is sent an update, from which it counts on."""
        for contender in self.contenders.values():
            contender.restart(now)

    def follow(self, race: Race | None, awaited: Collection[Seat] = ()) -> None:
        """Sets the race that is on now, if any, and the seats whose answer the next deadline cuts off."""
        self._awaited = awaited
        if race is not None:
            self._last_race = race
        elif self.race is not None:
            self._race_over = self.horizon
        self.race = race

    def book(self, ended: Mapping[Seat, Surplus | None]) -> None:
        """Books what the players of a race claimed when it is over."""
        for seat, surplus in ended.items():
            self.ledgers[seat] = self.ledgers.get(seat, Ledger()).book(surplus)

    # ---- messages from and to pages ----

    def set_device(self, seat: Seat, device: Device) -> None:
        """Stores what the page reports of its device."""
        self.contenders[seat].device = device

    def show(self, seat: Seat, n: int, at: Time, sent: Time, race: Race | None) -> Time | None:
        """Update `n` is sent at `sent` and counts as shown at `at`. Returns the beat interval for it."""
        contender = self.contenders[seat]
        contender.timeline.show(n, at, sent, race.shown_to(seat) if race else None)
        contender.beat_interval = self._beat_interval(contender, race)
        return contender.beat_interval

    def lead(self, seat: Seat, has_bots: bool = False) -> Time:
        """How much earlier this seat is sent what all should see at the same moment.

        Only as much as its line is slower than the fastest at the table. A bot has no line to cross."""
        return self.leads(has_bots).get(seat, 0)

    def leads(self, has_bots: bool = False) -> dict[Seat, Time]:
        """As `lead`, for every contender."""
        leads = {seat: contender.line.lead for seat, contender in self.contenders.items()}
        least = 0 if has_bots else min(leads.values(), default=0)
        return {seat: lead - least for seat, lead in leads.items()}

    def paint(self, seat: Seat, n: int, clock: int, arrived: Time) -> None:
        """The page reports that it painted `n` when its clock read `clock`."""
        contender = self.contenders[seat]
        timeline, line = contender.timeline, contender.line
        for k in timeline.painted_with(n):
            timeline.paint(k, clock, self._echo(seat, line, timeline.sent[k]))
        contender.sign(arrived)

    def _echo(self, seat: Seat, line: Line, sent: Time) -> Echo:
        """The answer to the ping sent at `sent`.

        Nobody knows whether a new line sleeps. A page that reconnects before each race is not always spared.
        """
        echo = line.echo(sent)
        return echo if self.ledgers.get(seat, Ledger()).may_sleep else echo._replace(cold=False)

    def beat(self, seat: Seat, n: int, clock: int, arrived: Time) -> None:
        """The page reports no further tap up to `clock` on its own clock."""
        contender = self.contenders[seat]
        contender.line.clock_reading(clock, arrived)
        race = self._race_of(contender, n)
        contender.timeline.beat(n, clock, race.shown_to(seat) if race else None, arrived)
        self._note(seat, race, answered=True)
        contender.sign(arrived)

    def tap(self, seat: Seat, act: Act, n: int, pressed: int, arrived: Time) -> None:
        """The page reports a tap at `pressed` on its own clock, with update `n` on its screen."""
        contender = self.contenders[seat]
        timeline, race = contender.timeline, self._race_of(contender, n)
        # Two nodes may stamp two taps of a seat by different clocks: the order of receipt counts.
        arrived = self._arrived[seat] = max(arrived, self._arrived.get(seat, arrived))
        evidence = Evidence(
            n=n,
            shown=timeline.shown.get(n, 0),
            pressed=pressed,
            device=contender.device,
            anchor=timeline.anchor(n, race.shown_to(seat) if race else None),
            arrived=arrived,
            committed=timeline.committed,
            witness=contender.line.witness(arrived),
            race=race,
            ledger=self.ledgers.get(seat, Ledger()),
            fairness=self.fairness,
            handicap=self._delay(seat) if race else 0,
        )
        judged = recompute(evidence)
        self.ledgers[seat] = judged.ledger
        timeline.commit(judged.at - evidence.handicap)
        self._note(seat, race, answered=True)
        contender.sign(arrived)
        move = Move(judged.at, seat, act, judged.blur, timeline.seen(n))
        self._hold(Ruling(move, evidence), max(arrived, move.at))

    def act_at(self, move: Move) -> None:
        """Adds an act whose time is known: a bot's."""
        if self.race is not None:
            move = replace(move, at=move.at + self._delay(move.seat))
        self._hold(Ruling(move, None), move.at)

    # ---- rulings ----

    def may_release(self, now: Time) -> bool:
        """Whether no tap on a slower line can still come before the next move."""
        if not self._held:
            return False
        move = self._held[0][-1].move
        if now < move.at:  # a tap timed ahead of now is not answered ahead of time
            return False
        return not any(self._lagging(self._rivals(move.seat), move.at, now, self._hold_until))

    def release(self, now: Time) -> Ruling | None:
        """Returns the next move if it is decided."""
        if not self.may_release(now):
            return None
        move, until = self._held[0][-1].move, self._hold_until
        if now >= until:
            self._note_silence(move.at, until, self._rivals(move.seat))
        return self._decide(heappop(self._held)[-1])

    def may_pass(self, deadline: Time, now: Time) -> bool:
        """Whether the rules may move on to `deadline`: no earlier tap can still be under way."""
        if now < deadline or (self._held and self._held[0][-1].move.at < deadline):
            return False
        until = deadline + self.fairness.max_hold
        return not any(self._lagging(self._answering(), deadline, now, until))

    def pass_deadline(self, deadline: Time, now: Time) -> None:
        """Records that the rules have moved on to `deadline`."""
        until = deadline + self.fairness.max_hold
        if now >= until:
            self._note_silence(deadline, until, self._answering())
        self.horizon = max(self.horizon, deadline)

    def _rivals(self, seat: Seat) -> list[Seat]:
        """Seats that may have tapped before a tap of `seat`. Without a race nobody is compared."""
        return [other for other in self.contenders if other != seat] if self.race else []

    def _answering(self) -> list[Seat]:
        """Seats that may have tapped before a deadline."""
        return [seat for seat in self.contenders if self.race or seat in self._awaited]

    def _lagging(
        self, seats: Iterable[Seat], moment: Time, now: Time, until: Time
    ) -> Iterator[tuple[Seat, Time]]:
        """Those whose silence keeps `moment` from being decided, and how long to wait for each.

        Empty from `until` on."""
        race, max_hold = self.race, self.fairness.max_hold
        for seat in seats:
            contender = self.contenders[seat]
            since, before = (race.shown_to(seat), moment - self._delay(seat)) if race else (moment, moment)
            if (
                contender.timeline.committed < before
                and contender.is_live(since, now, max_hold)
                and self._missed.get(seat, 0) < MISSES
            ):
                end = contender.wait_until(since, before, until, max_hold)
                if now < end:
                    yield seat, end

    def _note_silence(self, moment: Time, until: Time, seats: Iterable[Seat]) -> None:
        """Everybody waited in vain for these seats, up to `until`."""
        for seat, _ in self._lagging(seats, moment, until - 1, until):
            if self.contenders[seat].can_answer(self.fairness.max_hold):
                self._note(seat, self.race, answered=False)

    def _note(self, seat: Seat, race: Race | None, answered: bool) -> None:
        """Counts once in each race whether the seat left everybody waiting. The first finding counts."""
        if race is not None and self._noted.get(seat) != race.since:
            self._noted[seat] = race.since
            missed = self._missed.get(seat, 0) + (-1 if answered else 1)
            self._missed[seat] = min(max(0, missed), MISSES)

    def ask(self, now: Time, deadline: Time | None) -> dict[Seat, Time]:
        """Which seats to ask for commitments, and up to which moment, so that a due decision can be made.

        The time of a held tap stays secret until it is decided: the question only shows when it was asked.
        """
        held = self._held[0][-1].move.at if self._held else None
        if deadline is not None and deadline <= now and (held is None or deadline <= held):
            moment, covered, until = deadline, deadline, deadline + self.fairness.max_hold
            seats = self._answering()
        elif held is not None:
            moment, covered = held, now + max(self.delays.values(), default=0)
            until, seats = self._hold_until, self._rivals(self._held[0][-1].move.seat)
        else:
            return {}
        silent = [
            seat
            for seat, _ in self._lagging(seats, moment, now, until)
            if self.contenders[seat].wants_asking(moment, self.fairness.max_hold)
        ]
        for seat in silent:
            self.contenders[seat].ask(covered, now)
        return {seat: covered - (self._delay(seat) if self.race else 0) for seat in silent}

    def due(self, now: Time, deadline: Time | None = None) -> Time | None:
        """When the next move or the deadline is decided by time alone."""
        moments = list[Time]()
        held = self._held[0][-1].move.at if self._held else None
        if held is not None:
            rivals, until = self._rivals(self._held[0][-1].move.seat), self._hold_until
            moments.append(held if held > now else self._end_of_wait(rivals, held, now, until))
        if deadline is not None and deadline > now:
            moments.append(deadline)
        elif deadline is not None and (held is None or held >= deadline):
            until = deadline + self.fairness.max_hold
            moments.append(self._end_of_wait(self._answering(), deadline, now, until))
        return min(moments, default=None)

    def _end_of_wait(self, seats: Iterable[Seat], moment: Time, now: Time, until: Time) -> Time:
        """When the first of the seats that are waited for is given up; `moment` if nobody is waited for."""
        return min((min(end, until) for _, end in self._lagging(seats, moment, now, until)), default=moment)

    @property
    def _hold_until(self) -> Time:
        """No tap is held longer than the max hold, however slow the other lines are."""
        return min(arrived for _, _, arrived, _ in self._held) + self.fairness.max_hold

    def _delay(self, seat: Seat) -> Time:
        return self.delays.get(seat, 0)

    def _beat_interval(self, contender: Contender, race: Race | None) -> Time | None:
        """A verdict waits for the slowest line, so a faster line may beat less often."""
        if race is None or not race.reflex:
            return None
        lines = [rival.line for rival in self.contenders.values()]
        awaited = [line.round_trip for line in lines if line.floor - line.lead <= self.fairness.max_hold]
        own = contender.line.round_trip
        return min(BEAT + (max([own, *awaited]) - own) // 2, BEAT_MOST)

    def _race_of(self, contender: Contender, n: int) -> Race | None:
        """The race a tap belongs to. A decided race still counts while the screen did not show its end."""
        if self.race is not None:
            return self.race
        shown = contender.timeline.shown.get(n)
        return self._last_race if shown is not None and shown < self._race_over else None

    def _hold(self, ruling: Ruling, arrived: Time) -> None:
        self._held_count += 1
        heappush(self._held, (tie_break(self.seed, ruling.move), self._held_count, arrived, ruling))

    def _decide(self, ruling: Ruling) -> Ruling:
        """A ruling never undoes an earlier decision."""
        move, evidence = ruling.move, ruling.evidence
        if evidence is not None:
            contender = self.contenders.get(move.seat)
            after = contender and contender.line.trip_after(evidence.arrived)
            evidence = replace(evidence, decided=self.horizon, after=after)
            evidence = replace(evidence, judged=recompute(evidence))
        self.horizon = max(self.horizon, move.at)
        return Ruling(replace(move, at=self.horizon), evidence)
