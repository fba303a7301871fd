"""A page at a real table. The game's bot decides what its player does, from what is on the screen."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import msgspec

from taphouse.bots.ghosts import LAUNCHED
from taphouse.bots.schedule import BETWEEN
from taphouse.core import MS, Dice, Game, Race, Seat, Skill, Time

from .browser import Browser, Gear, House, Update
from .people import LEAST, Task, response, usual
from .tcp import Wire

SKILL: Skill = "steady"
encode = msgspec.json.Encoder().encode


class TableHouse(House, Protocol):
    """What the simulated player of a page may use."""

    game: Game[Any, Any]

    @property
    def race(self) -> Race | None: ...

    def mind(self, seat: Seat) -> Dice:
        """The dice of the bot that plays this seat."""
        ...


class Message(msgspec.Struct):
    """What a page needs of any message of the house."""

    type: str
    n: int = 0
    at: Time = 0
    view: msgspec.Raw = msgspec.Raw(b"null")
    race: str | None = None
    beat: Time | None = None
    past: Time = 0
    token: str | None = None


class Anchor(NamedTuple):
    """A painted update: its play time, and when it was visible."""

    shown: Time
    visible: float


class TablePage(Browser):
    """Also the house's transport to itself. Writes of one step travel together."""

    def __init__(self, seat: Seat, gear: Gear, table: TableHouse) -> None:
        super().__init__(seat, gear, table)
        self._run = table
        self._outgoing: list[tuple[bytes | None, bytes]] = []
        self._unseen: list[Update] = []  # received, not painted yet
        self._anchor: Anchor | None = None
        self._race: Time | None = None  # when the race on the screen began
        self._planned: tuple[float, Any] | None = None
        self._waits = False  # for the verdict on the last act
        self._earliest: Time = 0
        self._slower: Time = 0  # than the bot, in this race
        self.token: str | None = None
        """Proves whose seat it is."""
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
            self.wire.send(now, self._read, outgoing, None if race is None else race.shown_to(self.seat))

    def _read(self, at: float, outgoing: list[tuple[bytes | None, bytes]], since: Time | None) -> None:
        for message, nonce in outgoing:
            if message is None:
                self.ping(at, nonce)
                continue
            read = msgspec.json.decode(message, type=Message)
            if read.type == "update":
                content = read.view, since
                update = Update(read.n, read.at, read.race is not None, read.beat, content)
                self._unseen.append(update)
                self.draw(at, update)
            elif read.type == "welcome" and read.token is not None:
                self.token = read.token
            elif read.type == "ask":
                self.asked(at, read.past)

    def reconnect(self, wire: Wire) -> None:
        super().reconnect(wire)
        self._anchor = self._race = self._planned = None
        self._outgoing.clear()
        self._unseen.clear()
        self._waits = False

    # ---- the player ----

    def saw(self, at: float, update: Update) -> None:
        """Plans as the game's bot would, from what is on this screen."""
        view, since = update.content
        seen = [known for known in self._unseen if known.n <= update.n]
        self._unseen = [known for known in self._unseen if known.n > update.n]
        showing = (known for known in seen if known.content[1] == since and self._opens(known))
        opening = next(showing, None)
        if opening is not None or not update.racing or self._anchor is None or self._race is None:
            self._anchor = Anchor((opening or update).shown, self.visible)
            self._race = None if opening is None else since
            if opening is not None:
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
        board = msgspec.json.decode(view, type=run.game.View)
        plan = run.game.plan(board, self.seat, run.mind(self.seat), SKILL)
        if plan is not None:
            moment = max(plan.at, now, self._earliest)
            if self._race is not None:
                moment = max(plan.at + self._slower, now, self._earliest, self._race + LEAST * MS)
            pressed = self._anchor.visible + moment - self._anchor.shown
            self._planned = planned = (max(at, pressed), plan.act)
            self.agenda.put(planned[0], self._press, planned)

    def overtaken(self, update: Update) -> None:
        """The later update shows all of it, so a race that this one opened counts from the same frame."""

    def _opens(self, update: Update) -> bool:
        """Whether the update shows this seat what a race is about, and the screen has not shown it before."""
        _, since = update.content
        return update.racing and since is not None and update.shown >= since and since != self._race

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
        self.send_tap(at, n, (act, clock))
