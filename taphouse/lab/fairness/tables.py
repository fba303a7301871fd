"""Real tables in simulated time: the house's own code, a game's own rules, and pages on bad lines.

The game's bot decides what a page's player does, so any game of the shelf can be raced. In every second
game all players want the same: then many fingers fall at about the same time.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec

from taphouse.bots.crew import BETWEEN, LAUNCHED
from taphouse.core import MS, SECOND, Dice, Game, Play, Race, Seat, Skill, Time, Value
from taphouse.fair import Fairness, Kernel
from taphouse.games import shelf
from taphouse.house import room as rooms
from taphouse.house import wire
from taphouse.house.house import House
from taphouse.house.match import Match
from taphouse.house.observer import NoObserver
from taphouse.house.room import Room
from taphouse.house.table import Table

from .agenda import Agenda
from .browser import Browser, Gear, Update
from .families import FAMILIES
from .liar import Liar
from .network import Access, Medium
from .people import LEAST, Task, glass, response, usual
from .strategies import HONEST, Strategy
from .tcp import Wire

SKILL: Skill = "steady"
CODE = "LABS"
SITTING = 4 * SECOND  # from the last player who sits down to the start
LONGEST = 1_200 * SECOND  # a game that lasts longer is left
TRIAL = 60 * SECOND
SEATS = 4
BREATH = 1 * MS  # a table that is due at once has so much time for it
encode = msgspec.json.Encoder().encode


class Forgetful:
    """A journal that keeps nothing."""

    async def append(self, stream: str, after: int, lines: Sequence[bytes]) -> None: ...

    async def read(self, stream: str) -> list[bytes]:
        return []

    async def claim(self, stream: str) -> list[bytes]:
        return []

    async def begun_before(self, moment: int) -> dict[str, int]:
        return {}

    async def drop(self, stream: str) -> None: ...

    async def put(self, key: str, value: bytes, revision: int) -> int:
        return revision + 1

    async def get(self, key: str) -> tuple[bytes, int] | None:
        return None

    async def delete(self, key: str) -> None: ...

    async def values(self) -> dict[str, tuple[bytes, int]]:
        return {}

    def problem(self) -> str | None:
        return None

    async def close(self) -> None: ...


class Message(msgspec.Struct):
    """What a page needs of any message of the house."""

    type: str
    n: int = 0
    at: Time = 0
    view: msgspec.Raw = msgspec.Raw(b"null")
    race: str | None = None
    beat: Time | None = None
    past: Time = 0


class Anchor(NamedTuple):
    """A painted update: its play time, and when it was visible."""

    shown: Time
    visible: float


class TablePage(Browser):
    """Also the house's transport to itself. Writes of one step travel together."""

    def __init__(self, seat: Seat, gear: Gear, table: TableRun) -> None:
        super().__init__(seat, gear, table)
        self._run = table
        self._outgoing: list[tuple[bytes | None, bytes]] = []
        self._anchor: Anchor | None = None
        self._race: Time | None = None  # when the race on the screen began
        self._planned: tuple[float, Any] | None = None
        self._waits = False  # for the verdict on the last act
        self._earliest: Time = 0
        self._slower: Time = 0  # than the bot, in this race
        self.true: dict[tuple[int, int], Time] = {}
        """When each tap was truly made in play time, by update and the page's clock."""

    # ---- the transport ----

    def send_down(self, message: bytes) -> None:
        self._outgoing.append((message, b""))

    def ping_down(self, nonce: bytes) -> None:
        self._outgoing.append((None, nonce))

    def flush(self, now: Time) -> None:
        if self._outgoing:
            outgoing, self._outgoing = self._outgoing, []
            race = self._run.race
            self.wire.send(now, self._read, outgoing, None if race is None else race.since)

    def _read(self, at: float, outgoing: list[tuple[bytes | None, bytes]], since: Time | None) -> None:
        for message, nonce in outgoing:
            if message is None:
                self.ping(at, nonce)
                continue
            read = msgspec.json.decode(message, type=Message)
            if read.type == "update":
                content = read.view, since
                self.draw(at, Update(read.n, read.at, read.race is not None, read.beat, content))
            elif read.type == "ask":
                self.asked(at, read.past)

    # ---- the player ----

    def saw(self, at: float, update: Update) -> None:
        """Plans as the game's bot would, from what is on this screen."""
        view, since = update.content
        opens = update.racing and since is not None and update.shown >= since and since != self._race
        if opens or not update.racing or self._anchor is None or self._race is None:
            self._anchor = Anchor(update.shown, self.visible)
            self._race = since if update.racing and opens else None
            if opens:
                self.liar.enter_race()
                task: Task = "simple" if update.beat is not None else "choice"
                self._slower = response(task, self.random) - round(usual(task) * MS)
        self._waits = False
        now = self._play_time(at)
        planned = self._planned
        if planned is not None and now <= self._play_time(planned[0]) <= now + LAUNCHED:
            return
        self._planned = None
        run = self._run
        seen = msgspec.json.decode(view, type=run.game.View)
        plan = run.game.plan(seen, self.seat, run.mind(self.seat), SKILL)
        if plan is not None:
            moment = max(plan.at, now, self._earliest)
            if self._race is not None:
                moment = max(plan.at + self._slower, now, self._earliest, self._race + LEAST * MS)
            pressed = self._anchor.visible + moment - self._anchor.shown
            self._planned = planned = (max(at, pressed), plan.act)
            self.agenda.put(planned[0], self._press, planned)

    def _play_time(self, at: float) -> Time:
        assert self._anchor is not None
        return round(self._anchor.shown + at - self._anchor.visible)

    def _press(self, at: float, planned: tuple[float, Any]) -> None:
        if self._planned is not planned or self._waits or self.update is None:
            return
        self._planned, self._waits = None, True
        true = max(self.update.shown, self._play_time(at))  # never before what this player saw
        self._earliest = true + BETWEEN
        seems = at + self.glass.lag
        clock = self.glass.clock(self.visible + self.liar.claim(seems - self.visible))
        self.true[self.update.n, clock] = true
        self.agenda.put(self.dispatched(seems), self._tap, self.update.n, clock, encode(planned[1]))

    def _tap(self, at: float, n: int, clock: int, act: bytes) -> None:
        self.send(at, "tap", n, (act, clock))


class Transport:
    """The house's side of a page's connection."""

    def __init__(self, page: TablePage, run: TableRun) -> None:
        self._page, self._run = page, run

    def send(self, message: bytes) -> None:
        self._page.send_down(message)

    def ping(self, nonce: bytes) -> None:
        self._page.ping_down(nonce)

    def kernel(self) -> Kernel | None:
        return self._page.wire.kernel(self._run.now)

    def close(self, message: bytes) -> None:
        self._page.wire.cut()


class TableRun:
    """One game at one real table."""

    def __init__(
        self,
        game: str,
        lines: Sequence[Access],
        random: Random,
        fairness: Fairness,
        bias: float | None = None,
        calibrated: bool = False,
        alike: bool = False,
        liars: Mapping[Seat, Strategy] | None = None,
    ) -> None:
        """`alike`: all players want the same."""
        self.game: Game[Any, Any] = shelf()[game]
        self.seed = str(random.random())
        self.now: Time = SECOND
        self.agenda = Agenda()
        self._wants_step = False
        house = House(
            Forgetful(), b"lab", lambda: self.now, lambda: self.now // SECOND, NoObserver(), lambda: self.seed
        )
        room = rooms.choose(Room(CODE, "salt", game), game, None, fairness)
        self.table = Table(house, room)
        self.pages: list[TablePage] = []
        self._transports: list[Transport] = []
        for seat, access in enumerate(lines):
            liar = Liar((liars or {}).get(seat, HONEST))
            pane = glass(random, bias, None if liar.is_honest else liar.strategy.screen.rate)
            line = Wire(Medium(access, random), self.agenda)
            page = TablePage(seat, Gear(line, pane, liar, self.agenda, random), self)
            self.pages.append(page)
            self._transports.append(Transport(page, self))
        self._calibrated, self._alike = calibrated, alike

    @property
    def match(self) -> Match | None:
        return self.table.match

    @property
    def race(self) -> Race | None:
        return None if self.match is None else self.match.race(self.now)

    def mind(self, seat: Seat) -> Dice:
        return Dice(self.seed, "bot", 0 if self._alike else seat)

    def receive(self, at: float, seat: Seat, kind: str, n: int, value: Any) -> None:
        transport, now = self._transports[seat], round(at)
        self.now = now
        match kind:
            case "pong":
                self.table.pong(transport, value, now)
            case "paint":
                self._report(transport, wire.Painted(n, value))
            case "beat":
                self._report(transport, wire.Beat(n, value))
            case "tap":
                self._say(seat, wire.Do(value[0], n, value[1]))

    def _report(self, transport: Transport, message: wire.Painted | wire.Beat) -> None:
        self.table.receive(transport, message, self.now)
        if self.match is not None and self.match.can_decide(self.now):
            self._wants_step = True

    def _say(self, seat: Seat, message: wire.Up) -> None:
        self.table.receive(self._transports[seat], message, self.now)
        self._wants_step = True

    async def play(self, lasts: Time = LONGEST) -> None:
        """Sits down, waits a little, and plays to the end of the game."""
        for seat, page in enumerate(self.pages):
            self.table.connect(self._transports[seat])
            self._say(seat, wire.Hello(wire.VERSION))
            frame = round(page.liar.frame(page.glass.frame))
            self._say(seat, wire.Device(frame, self._calibrated))
            self._say(seat, wire.Sit(f"Player {seat + 1}"))
            await self._step()
        await self._until(self.now + SITTING)
        self.table.session.start()
        await self._step()
        await self._until(self.now + lasts)

    async def stand_up_and_sit_down(self, seat: Seat) -> None:
        """A bot plays the seat meanwhile."""
        for message in (wire.Stand(), wire.Sit("Somebody else")):
            self._say(seat, message)
            await self._step()

    async def _until(self, end: Time) -> None:
        """As the table's own loop does, it asks only after a step when the next one is due."""
        due = self._due(end)
        while self.now < end and self.table.room.stage != "over":
            coming = self.agenda.due
            if coming is not None and coming < due:
                self.agenda.next()
                self.now = max(self.now, round(coming))
                if not self._wants_step:
                    continue
            else:
                self.now = due
            await self._step()
            due = self._due(end)

    def _due(self, end: Time) -> Time:
        due = self.table.due(self.now)
        return end if due is None else min(end, max(due, self.now + BREATH))

    async def _step(self) -> None:
        self._wants_step = False
        await self.table.step()
        for page in self.pages:
            page.flush(self.now)


class Lane(NamedTuple):
    seat: Seat
    true: Time
    blur: Time
    at: Time


class TableRace(Value):
    """Taps on one thing, in the order of the verdicts."""

    last: bool
    lanes: tuple[Lane, ...]

    @property
    def judged(self) -> Seat:
        return self.lanes[-1 if self.last else 0].seat

    @property
    def truly(self) -> Seat:
        best = max if self.last else min
        return best(self.lanes, key=lambda lane: lane.true).seat

    @property
    def margin(self) -> Time:
        """Between the two who decide, in truth."""
        times = sorted(lane.true for lane in self.lanes)
        return times[-1] - times[-2] if self.last else times[1] - times[0]

    @property
    def is_close(self) -> bool:
        one, other = self.lanes[-2:] if self.last else self.lanes[:2]
        return other.at - one.at < one.blur + other.blur


def races(run: TableRun) -> Iterator[TableRace]:
    """Replays the game and collects who tapped what."""
    match = run.match
    assert match is not None
    told = match.play
    play: Play[Any, Any] = Play.begin(
        run.game, len(run.pages), told.seed, getattr(told.state, "options", None)
    )
    things: dict[str, list[Lane]] = defaultdict(list)
    kinds: dict[str, bool] = {}
    race: Race | None = None
    for entry in told.journal:
        race = play.state.race or race
        if (move := entry.move) is not None and entry.evidence is not None and race is not None:
            thing = run.game.contested(play.state, move)
            true = run.pages[move.seat].true.get((entry.evidence.n, entry.evidence.pressed))
            if (
                thing is not None
                and true is not None
                and all(lane.seat != move.seat for lane in things[thing])
            ):
                things[thing].append(Lane(move.seat, true, move.blur, move.at))
                kinds[thing] = race.last
        play.retell(entry)
    for thing, lanes in things.items():
        if len(lanes) > 1:
            yield TableRace(kinds[thing], tuple(lanes))


@cache
def forgets_who_stood() -> bool:
    """Whether a house trusts a player anew who gave up the seat and took it again."""
    for game in shelf():
        random = Random(game)
        run = TableRun(game, FAMILIES["local"].draw(random, SEATS), random, Fairness(), alike=True)
        if (forgot := asyncio.run(_forgets(run))) is not None:
            return forgot
    raise RuntimeError("in no game did anybody tap in a race")


async def _forgets(run: TableRun) -> bool | None:
    await run.play(TRIAL)
    match = run.match
    if match is None or run.table.room.stage != "playing" or not match.arbiter.ledgers:
        return None
    seat, ledger = next(iter(match.arbiter.ledgers.items()))
    await run.stand_up_and_sit_down(seat)
    return match.arbiter.ledgers.get(seat) != ledger


class TableFigures(Value):
    """Per cent."""

    game: str
    family: str
    players: int
    races: int
    last: bool
    decided: float
    right: float
    """Of the decided races."""
    right_all: float
    shares: dict[str, float]
    """How often each kind of line wins, or pays, against how often it should; of the decided races."""


def tables(game: str, family: str, players: int, games: int, seed: str) -> TableFigures:
    found: list[TableRace] = []
    due, got = Counter[str](), Counter[str]()
    for number in range(games):
        random = Random(f"{seed}/{game}/{family}/{players}/{number}")
        lines = FAMILIES[family].draw(random, players)
        run = TableRun(game, lines, random, FAMILIES[family].fairness(), alike=number % 2 == 0)
        asyncio.run(run.play())
        for race in races(run):
            found.append(race)
            if not race.is_close:
                due[lines[race.truly].name] += 1
                got[lines[race.judged].name] += 1
    decided = [race for race in found if not race.is_close]
    return TableFigures(
        game,
        family,
        players,
        len(found),
        last=any(race.last for race in found),
        decided=_percent(len(decided), len(found)),
        right=_percent(sum(race.judged == race.truly for race in decided), len(decided)),
        right_all=_percent(sum(race.judged == race.truly for race in found), len(found)),
        shares={name: got[name] / due[name] for name in sorted(due)},
    )


class LastHand(Value):
    """How a liar fares where the last hand pays, in per cent of the races in which theirs truly was last."""

    game: str
    strategy: str
    ranked: bool
    races: int
    pays: float
    close: float
    """Too close to call, so nobody pays."""


def last_hand(game: str, strategy: Strategy, ranked: bool, games: int, seed: str) -> LastHand:
    """The liar has seat 0 at tables of the mixed family."""
    found: list[TableRace] = []
    for number in range(games):
        random = Random(f"{seed}/last/{game}/{number}")
        lines = FAMILIES["mixed"].draw(random, SEATS)
        run = TableRun(game, lines, random, Fairness(ranked), alike=True, liars={0: strategy})
        asyncio.run(run.play())
        found += [race for race in races(run) if race.last and race.truly == 0]
    close = sum(race.is_close for race in found)
    pays = sum(race.judged == 0 and not race.is_close for race in found)
    of = len(found)
    return LastHand(game, strategy.name, ranked, of, _percent(pays, of), _percent(close, of))


def games_of_last_hands() -> list[str]:
    """The games of the shelf in which the last tap of a race loses."""
    return [
        slug
        for slug, game in shelf().items()
        if any(state.race is not None and state.race.last for state in game.TABLES.values())
    ]


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0
