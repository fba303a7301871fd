"""An evening at a few tables: games follow one another, and connections come, break and come back."""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from random import Random
from urllib.error import HTTPError

import msgspec
from picows import ws_connect

from taphouse.shelf import own_shelf
from taphouse.table.wire import VERSION

from .client import Heard, Player, Room, Strategy, Tally
from .crowd import HELLO, START, Opened, open_table
from .process import Process
from .strategies import FreePlay, Reflexes

PEOPLE = 3  # at a table without bots
LONGEST = 120.0  # seconds of a game
NEXT_GAME = 2.0  # seconds after a game
BETWEEN = (1.0, 6.0)  # seconds between two visits at one table
STAY = (1.0, 20.0)  # seconds that a watcher stays
AWAY = (0.1, 3.0)  # seconds that a host's connection is broken
PATIENCE = 60.0  # seconds for a new connection: a house at low priority waits for other work of the machine
PAGES = ("/", "/healthz", "/api/house", "/api/games", "/t/{code}/qr.svg", "/api/tables/{code}/replay")

FINISHED = b'{"type":"finished"}'


class Host(Player):
    """Calls `begin` when a game is over or was ended."""

    def __init__(
        self, back: bytes, strategy: Strategy | None, tally: Tally, begin: Callable[[Host], None]
    ) -> None:
        super().__init__(0, (back,), strategy, tally)
        self._begin, self._stage = begin, ""
        self.game = 0
        """The number of the game that they started last."""

    def _hear(self, message: Heard) -> None:
        if isinstance(message, Room):
            was, self._stage = self._stage, message.stage
            if self._stage != was and (self._stage == "over" or was == "playing"):
                self.later(NEXT_GAME, self._begin, self)
        super()._hear(message)


class Visits:
    """Every table is used until `end`. `games`, `connected` and `asked` count what happened."""

    def __init__(self, house: Process, random: Random) -> None:
        self._house, self._random = house, random
        self.tally = Tally()
        self.games = self.connected = self.asked = 0
        self._kinds: list[tuple[str, type[Reflexes | FreePlay] | None]] = [
            *((slug, None) for slug in own_shelf()),
            *((kind.game, kind) for kind in (Reflexes, FreePlay)),
        ]
        self._people: dict[Host, Reflexes | FreePlay] = {}
        """What the people of a host's table do, where people play."""
        self._open: set[Player] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._requests: set[asyncio.Task[None]] = set()

    async def begin(self, tables: int) -> None:
        """Each game in turn is played by bots with one person, then two games by people who tap."""
        for number in range(tables):
            game, people = self._kinds[number % len(self._kinds)]
            await self._seat(game, people(self._random) if people else None)

    def problem(self) -> BaseException | None:
        """Why the visits to a table ended early."""
        return next((task.exception() for task in self._tasks if task.done()), None)

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._requests, return_exceptions=True)
        for player in self._open:
            player.leave()

    async def _seat(self, game: str, strategy: Reflexes | FreePlay | None) -> None:
        bots = [] if strategy else ["steady"] * (own_shelf()[game].SEATS[1] - 1)
        table = await open_table(self._house, {"game": game, "name": "P0", "bots": bots})
        back = msgspec.json.encode({"type": "hello", "v": VERSION, "token": table.token})
        host = Host(back, strategy, self.tally, self._begin)
        if strategy is not None:
            self._people[host] = strategy
        await self._come(table, host)
        await host.seated.wait()
        for seat in range(1, PEOPLE if strategy else 1):
            sit = b'{"type":"sit","name":"P%d"}' % seat
            guest = Player(seat, (HELLO, sit), strategy, self.tally)
            await self._come(table, guest)
            await guest.seated.wait()
        self._begin(host)
        self._tasks.append(asyncio.create_task(self._visit(table, None if strategy else host, back)))

    async def _visit(self, table: Opened, host: Host | None, back: bytes) -> None:
        """People look in; the host's connection, if one is given, breaks now and then."""
        while True:
            await asyncio.sleep(self._random.uniform(*BETWEEN))
            await self._ask(self._random.choice(PAGES).format(code=table.code))
            if host is not None and self._random.random() < 0.3:
                self._go(host)
                await asyncio.sleep(self._random.uniform(*AWAY))
                host = Host(back, None, self.tally, self._begin)
                await self._come(table, host)
            else:
                watcher = Player(0, (HELLO,), None, self.tally)
                await self._come(table, watcher)
                watcher.later(self._random.uniform(*STAY), self._go, watcher)

    async def _come(self, table: Opened, player: Player) -> None:
        self._open.add(player)  # before it is connected: the visits may end meanwhile
        await ws_connect(
            lambda: player,
            f"ws://{self._house.address}/ws/{table.code}",
            enable_auto_pong=False,
            websocket_handshake_timeout=PATIENCE,
        )
        self.connected += 1

    def _begin(self, host: Host) -> None:
        if host in self._open:
            self.games += 1
            if (people := self._people.get(host)) is not None:
                people.forget()
            host.say(START)
            host.game = self.games
            host.later(LONGEST, self._finish, host, self.games)

    def _finish(self, host: Host, game: int) -> None:
        """Ends a game that players without a plan would never win."""
        if host.game == game:
            host.say(FINISHED)

    def _go(self, player: Player) -> None:
        """Half of them are cut off, the other half close as a page does."""
        self._open.discard(player)
        player.leave() if self._random.random() < 0.5 else player.close()

    async def _ask(self, path: str) -> None:
        def ask() -> None:
            with suppress(HTTPError), urllib.request.urlopen(f"http://{self._house.address}{path}") as answer:
                answer.read()  # a table without a finished game has no replay

        self.asked += 1
        asking = asyncio.create_task(asyncio.to_thread(ask))  # it goes on when the visits end
        self._requests.add(asking)
        asking.add_done_callback(self._requests.discard)
        await asyncio.shield(asking)
