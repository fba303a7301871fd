"""A house whose clock is moved by the test, with a real journal and transports that record messages."""

import json
from contextlib import asynccontextmanager

from taphouse.core import MS, SECOND
from taphouse.core.record import read_header, read_lines
from taphouse.house.chance import SystemChance
from taphouse.house.house import House
from taphouse.house.lobby import Lobby, OpenTable
from taphouse.house.observer import NoObserver
from taphouse.house.sole_owner import SoleOwner
from taphouse.journal.sqlite import Sqlite
from taphouse.replay.verify import examine
from taphouse.table import wire
from tests.toys import SHELF, TOY

GAME = TOY


class Chance(SystemChance):
    """Of the system, but every game has the same seed."""

    def seed(self):
        return "party"


class Transport:
    def __init__(self):
        self.got, self.closed, self.pings = [], False, []
        self.answers_pings, self.pinged = True, 0
        self.round_trip, self.pongs = 0, []

    def send(self, message):
        assert not self.closed
        self.got.append(json.loads(message))

    def send_welcome(self, message, token):
        self.send(message)

    def send_room(self, message):
        self.send(message)

    def ping(self, nonce):
        self.pings.append(nonce)

    def kernel(self):
        return None

    def close(self, message):
        self.send(message)
        self.closed = True

    def last(self, kind):
        return next((m for m in reversed(self.got) if m["type"] == kind), None)

    def all(self, kind):
        return [m for m in self.got if m["type"] == kind]


def whys(screen):
    return [sorry["why"] for sorry in screen.all("sorry")]


def player(screen):
    return screen.last("welcome")["player"]


def token(screen):
    """The token of this screen's seat."""
    return screen.last("welcome")["token"]


class HandTable:
    """A live table whose steps the test makes by hand. What it has not itself, the table inside has."""

    def __init__(self, here, live):
        live.task.cancel()
        self._here, self.live = here, live

    def __getattr__(self, name):
        return getattr(self.live if hasattr(self.live, name) else self.live.table, name)

    @property
    def session(self):
        """A story may change it without a message; the time of the change is the party's."""
        table, now = self.live.table, self._here.time
        table._clock.now, table._clock.wall = now, now // SECOND
        table._want_step(now)
        return table.session


class Party:
    def __init__(self, journal):
        self.time = 1_000 * SECOND
        self.journal = journal
        self.lobby = Lobby(
            SoleOwner(
                House(
                    SHELF,
                    journal,
                    b"secret",
                    clock=lambda: self.time,
                    wall=lambda: self.time // SECOND,
                    observer=NoObserver(),
                    chance=Chance(),
                )
            )
        )

    async def open(self, address=None, **request):
        opened = await self.lobby.open(OpenTable(**{"game": GAME, "name": "Ada", **request}), address)
        return self.by_hand(opened.code), opened.token

    def by_hand(self, code):
        return HandTable(self, self.lobby.find(code))

    async def at_a_table(self, *names, **opening):
        """A table that Ada opened and hosts; the others came after her."""
        table, key = await self.open(**opening)
        ada = await self.enter(table, key)
        return table, ada, *[await self.enter(table, name=name) for name in names]

    async def playing(self, *names, **opening):
        """The same table with a started game."""
        table, ada, *others = await self.at_a_table(*names, **opening)
        await self.say(table, ada, wire.Start())
        return table, ada, *others

    async def say(self, table, screen, *messages):
        for message in messages:
            table.receive(screen, message, self.time)
        await table.step()
        self.answer_pings(table)

    def connect(self, table, round_trip=0):
        """A new connection that has sent nothing yet."""
        screen = Transport()
        screen.round_trip = round_trip
        table.connect(screen)
        return screen

    async def enter(self, table, token=None, name=None, round_trip=0, browser=None):
        screen = self.connect(table, round_trip)
        await self.say(table, screen, wire.Hello(wire.VERSION, token, browser=browser))
        if name:
            await self.say(table, screen, wire.Sit(name))
        return screen

    async def wait(self, table, seconds, step=20 * MS):
        """Lets time pass, with a step whenever the table's own timers are due."""
        end = self.time + round(seconds * SECOND)
        while self.time < end:
            self.time = min(end, self.time + step)
            await table.step()
            self.answer_pings(table)

    async def stored(self, table):
        """The stored lines of the game on the table."""
        return await self.journal.read(f"game/{table.room.match}")

    async def write_down(self, table, folder):
        """Writes the stored lines to a file, as they are exported."""
        path = folder / "game.jsonl"
        path.write_bytes(b"\n".join(await self.stored(table)))
        return path

    async def problems(self, table):
        """What is wrong with the record so far, besides that the game is not over."""
        text, rules = await self.stored(table), SHELF[table.room.game]
        lines = list(read_lines(rules, text[1:]))
        found = examine(rules, read_header(text[0]), lines, text)
        return [(problem.line, problem.says) for problem in found if problem.why != "cut"]

    async def play_out(self, table):
        """Plays to the end of the game, until its result is shown."""
        for _ in range(3_000):
            await self.wait(table, 1, step=50 * MS)
            if table.room.stage == "over" and not table.session.ending:
                return
        raise AssertionError("the game never ended")

    async def restart(self, table):
        """Ends the process; a new one restores what was stored."""
        self.lobby.tables.clear()
        await self.lobby.restore()
        return self.by_hand(table.room.code)

    def answer_pings(self, table):
        for screen in table.connections:
            if screen.answers_pings:
                screen.pinged += len(screen.pings)
                screen.pongs += [(self.time + screen.round_trip, nonce) for nonce in screen.pings]
                screen.pings.clear()
                for arrival, nonce in [pong for pong in screen.pongs if pong[0] <= self.time]:
                    screen.pongs.remove((arrival, nonce))
                    table.pong(screen, nonce, arrival)


@asynccontextmanager
async def party(folder):
    journal = Sqlite(folder / "house.db")
    here = Party(journal)
    try:
        yield here
    finally:
        await here.lobby.close()
        await journal.close()
