"""Real tables in simulated time: the house's own code, a game's own rules, and pages on bad lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from random import Random
from typing import Any

from taphouse import __version__
from taphouse.core import MS, SECOND, Dice, Game, Race, Seat, Time
from taphouse.fair import Fairness, Ledger
from taphouse.replay.seal import HouseKey
from taphouse.shelf import Shelf, own_shelf
from taphouse.table import room as rooms
from taphouse.table import wire
from taphouse.table.context import TableContext
from taphouse.table.effects import Keep, Ping, Send, SendRoom, SendWelcome
from taphouse.table.inputs import Connected, Disconnected, Kept, Ponged, Queued, Received
from taphouse.table.match import Match
from taphouse.table.room import Room
from taphouse.table.table import Table
from taphouse.table.tokens import Tokens

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


class SeededChance:
    """A `Chance` that gives the same every time."""

    def __init__(self, seed: str) -> None:
        self._seed, self._drawn = seed, count(1)

    def seed(self) -> str:
        return self._seed

    def name(self) -> str:
        return f"{self._seed} {next(self._drawn)}"

    def nonce(self) -> bytes:
        return next(self._drawn).to_bytes(8, "big")


class Connection:
    """One connection of a page: the table's handle for it."""

    def __init__(self, page: TablePage) -> None:
        self.page = page


class TableRun:
    """One game at one real table."""

    def __init__(
        self,
        shelf: Shelf,
        game: str,
        lines: Sequence[Access],
        random: Random,
        fairness: Fairness,
        bias: float | None = None,
        calibrated: bool = False,
        alike: bool = False,
        liars: Mapping[Seat, Strategy] | None = None,
        open_table: Callable[[TableContext, Room, Time], Any] = Table,
    ) -> None:
        """`alike`: all players want the same."""
        self.game: Game[Any, Any] = shelf[game]
        self.seed = str(random.random())
        self.now: Time = SECOND
        self.agenda = Agenda()
        self._wants_step = False
        context = TableContext(shelf, Tokens(b"lab"), HouseKey(b"lab"), SeededChance(self.seed), __version__)
        room = rooms.choose(shelf, Room(CODE, "salt", game), game, None, fairness)
        self.table: Table = open_table(context, room, self.now)
        self.pages: list[TablePage] = []
        self._handles: list[Connection] = []
        for seat, access in enumerate(lines):
            liar = Liar((liars or {}).get(seat, HONEST))
            pane = glass(random, bias, None if liar.is_honest else liar.strategy.screen.rate)
            line = Wire(Medium(access, random), self.agenda)
            page = TablePage(seat, Gear(line, pane, liar, self.agenda, random), self)
            self.pages.append(page)
            self._handles.append(Connection(page))
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
        self.now = round(at)
        match kind:
            case "pong":
                handle = self._handles[seat]
                self._put(Ponged(handle, value, self.now, handle.page.wire.kernel(self.now)))
            case "paint":
                self._say(seat, wire.Painted(n, value))
            case "beat":
                self._say(seat, wire.Beat(n, value))
            case "tap":
                self._say(seat, wire.Do(value[0], n, value[1]))

    def _put(self, item: Queued) -> None:
        self._wants_step |= self.table.put(item, self.now)

    def _say(self, seat: Seat, message: wire.Up) -> None:
        handle = self._handles[seat]
        kernel = handle.page.wire.kernel(self.now) if isinstance(message, wire.Do) else None
        self._put(Received(handle, message, self.now, kernel))

    def _connect(self, seat: Seat) -> None:
        self._put(Connected(self._handles[seat], self.now))

    def play(self, lasts: Time = LONGEST) -> None:
        """Sits down, waits a little, and plays to the end of the game."""
        for seat, page in enumerate(self.pages):
            self._connect(seat)
            self._say(seat, wire.Hello(wire.VERSION, browser=_browser(seat)))
            frame = round(page.liar.frame(page.glass.frame))
            self._say(seat, wire.Device(frame, self._calibrated))
            self._say(seat, wire.Sit(f"Player {seat + 1}"))
            self._step()
        self._until(self.now + SITTING)
        self._say_and_step(0, wire.Start())
        self._until(self.now + lasts)

    def lost(self, at: float, seat: Seat) -> None:
        self.now = max(self.now, round(at))
        self._put(Disconnected(self._handles[seat], self.now))

    def found(self, at: float, seat: Seat, medium: Medium, browser: str | None = None) -> None:
        """The page connects again and shows its token. `browser`: the id that it says instead of its own."""
        self.now, page = max(self.now, round(at)), self.pages[seat]
        page.reconnect(Wire(medium, self.agenda))
        self._handles[seat] = Connection(page)
        self._connect(seat)
        self._say(seat, wire.Hello(wire.VERSION, page.token, browser=browser or _browser(seat)))
        self._say(seat, wire.Device(round(page.liar.frame(page.glass.frame)), self._calibrated))

    def play_trick(self, seat: Seat, trick: Trick) -> None:
        """The player of `seat` tries to be taken for somebody else. A bot plays the seat meanwhile."""
        if trick == "renames":
            sign = self.table.room.members[seat].sign
            self._say_and_step(seat, wire.Rename("Somebody else", sign))
            return
        self._say_and_step(seat, wire.Stand())
        if trick == "browsers":
            page = self.pages[seat]
            page.wire.cut()
            self.lost(self.now, seat)
            page.token = None
            self.found(self.now, seat, page.wire.medium, browser="another browser")
        self._say_and_step(seat, wire.Sit("Somebody else"))

    def _say_and_step(self, seat: Seat, message: wire.Up) -> None:
        self._say(seat, message)
        self._step()

    def _until(self, end: Time) -> None:
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
            self._step()
            due = self._due(end)

    def _due(self, end: Time) -> Time:
        due = self.table.due
        return end if due is None else min(end, max(due, self.now + BREATH))

    def _step(self) -> None:
        self._wants_step = False
        self._handle()
        for page in self.pages:
            page.flush(self.now)

    def _handle(self, *inputs: Kept) -> None:
        for effect in self.table.handle(inputs, self.now, self.now // SECOND):
            match effect:
                case Send(handle, message) | SendRoom(handle, message) | SendWelcome(handle, message):
                    handle.page.send_down(message)
                case Ping(handle, nonce):
                    handle.page.ping_down(nonce)
                case Keep():  # nothing reads it
                    self._handle(Kept(effect.revision + 1))


def _browser(seat: Seat) -> str:
    return f"browser {seat}"


def ledger_after(trick: Trick, ledger: Ledger) -> Ledger:
    """The ledger that a room gives to a player with this one after the trick."""
    shelf, own, other = own_shelf(), _browser(0), _browser(1)
    room, player = rooms.sit(shelf, Room(CODE, "salt", next(iter(shelf))), "Player", None, own)
    room = room.remembering({own: ledger})
    if trick == "renames":
        room = rooms.rename(room, player, "Somebody else", room.members[0].sign)
    else:
        room = rooms.stand(shelf, room, player)
        room, _ = rooms.sit(shelf, room, "Somebody else", None, other if trick == "browsers" else own)
    return room.ledgers.get(room.members[0].device, Ledger())
