"""Real tables in simulated time: the house's own code, a game's own rules, and pages on bad lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from taphouse.core import MS, SECOND, Dice, Game, Race, Seat, Time
from taphouse.fair import Fairness, Kernel, Ledger
from taphouse.games import shelf
from taphouse.house import room as rooms
from taphouse.house import wire
from taphouse.house.house import House
from taphouse.house.match import Match
from taphouse.house.observer import NoObserver
from taphouse.house.room import Room
from taphouse.house.table import Table

from .agenda import Agenda
from .browser import Gear
from .handover import Traveller
from .liar import Liar
from .network import Access, Medium
from .people import glass
from .strategies import HONEST, Strategy, Trick
from .table_page import TablePage
from .tcp import Wire

CODE = "LABS"
SITTING = 4 * SECOND  # from the last player who sits down to the start
LONGEST = 1_200 * SECOND  # a game that lasts longer is left
SEATS = 4
BREATH = 1 * MS  # a table that is due at once has so much time for it


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
        """The page has another connection, or none."""


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
            if access.handover is not None:
                Traveller(page, access.handover, self.agenda, random, self).stay(self.now)
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
            self._say(seat, wire.Hello(wire.VERSION, browser=_browser(seat)))
            frame = round(page.liar.frame(page.glass.frame))
            self._say(seat, wire.Device(frame, self._calibrated))
            self._say(seat, wire.Sit(f"Player {seat + 1}"))
            await self._step()
        await self._until(self.now + SITTING)
        self.table.session.start()
        await self._step()
        await self._until(self.now + lasts)

    def lost(self, at: float, seat: Seat) -> None:
        self.now = max(self.now, round(at))
        self.table.disconnect(self._transports[seat])
        self._wants_step = True

    def found(self, at: float, seat: Seat, medium: Medium, browser: str | None = None) -> None:
        """The page connects again and shows its token. `browser`: the id that it says instead of its own."""
        self.now, page = max(self.now, round(at)), self.pages[seat]
        page.reconnect(Wire(medium, self.agenda))
        self._transports[seat] = Transport(page, self)
        self.table.connect(self._transports[seat])
        self._say(seat, wire.Hello(wire.VERSION, page.token, browser=browser or _browser(seat)))
        self._say(seat, wire.Device(round(page.liar.frame(page.glass.frame)), self._calibrated))

    async def play_trick(self, seat: Seat, trick: Trick) -> None:
        """The player of `seat` tries to be taken for somebody else. A bot plays the seat meanwhile."""
        if trick == "renames":
            sign = self.table.room.members[seat].sign
            await self._say_and_step(seat, wire.Rename("Somebody else", sign))
            return
        await self._say_and_step(seat, wire.Stand())
        if trick == "browsers":
            page = self.pages[seat]
            page.wire.cut()
            self.lost(self.now, seat)
            page.token = None
            self.found(self.now, seat, page.wire.medium, browser="another browser")
        await self._say_and_step(seat, wire.Sit("Somebody else"))

    async def _say_and_step(self, seat: Seat, message: wire.Up) -> None:
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


def _browser(seat: Seat) -> str:
    return f"browser {seat}"


def ledger_after(trick: Trick, ledger: Ledger) -> Ledger:
    """The ledger that a room gives to a player with this one after the trick."""
    own, other = _browser(0), _browser(1)
    room, player = rooms.sit(Room(CODE, "salt", next(iter(shelf()))), "Player", None, own)
    room = room.remembering({own: ledger})
    if trick == "renames":
        room = rooms.rename(room, player, "Somebody else", room.members[0].sign)
    else:
        room = rooms.stand(room, player)
        room, _ = rooms.sit(room, "Somebody else", None, other if trick == "browsers" else own)
    return room.ledgers.get(room.members[0].device, Ledger())
