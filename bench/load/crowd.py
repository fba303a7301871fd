"""Opens tables on one house and fills them with players."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from picows import ws_connect

from taphouse.table.wire import VERSION

from .client import Player, Strategy, Tally, clock
from .process import Process

HELLO = b'{"type":"hello","v":%d}' % VERSION
START = b'{"type":"start"}'


class Opened(msgspec.Struct):
    code: str
    token: str | None


async def open_table(house: Process, settings: Mapping[str, object]) -> Opened:
    request = urllib.request.Request(f"http://{house.address}/api/tables", msgspec.json.encode(settings))
    while True:
        try:
            answer = await asyncio.to_thread(urllib.request.urlopen, request)
            return msgspec.json.decode(answer.read(), type=Opened)
        except urllib.error.HTTPError as refusal:
            if refusal.code != HTTPStatus.TOO_MANY_REQUESTS:
                raise
            await asyncio.sleep(0.1)  # the house limits how many tables it opens in a second


class Crowd:
    def __init__(self, house: Process) -> None:
        self._house, self.tally = house, Tally()
        self.players: list[Player] = []
        self._hosts: list[Player] = []

    async def watch_a_table(self, game: str, lines: int) -> None:
        """Opens a table without players, with `lines` watching connections."""
        table = await open_table(self._house, {"game": game})
        for _ in range(lines):
            await self._dial(table, Player(0, (HELLO,), None, self.tally))

    async def sit_down(self, game: str, seats: int, strategy: Strategy) -> None:
        """Opens a table and seats its players in order."""
        table = await open_table(self._house, {"game": game, "name": "P0"})
        back = msgspec.json.encode({"type": "hello", "v": VERSION, "token": table.token})
        for seat in range(seats):
            greetings = (HELLO, b'{"type":"sit","name":"P%d"}' % seat) if seat else (back,)
            player = Player(seat, greetings, strategy, self.tally)
            await self._dial(table, player)
            await player.seated.wait()
            if not seat:
                self._hosts.append(player)

    async def start(self) -> None:
        for host in self._hosts:
            host.say(START)
            await asyncio.sleep(0.01)  # spreads the starts of the tables

    async def count(self, seconds: float) -> float:
        """Clears the tally, counts for `seconds` and returns the processor seconds of the house."""
        self.tally.clear()
        now, cpu = clock(), self._house.cpu
        for player in self.players:
            player.armed_since = player.armed_since and now
        await asyncio.sleep(seconds)
        for player in self.players:
            player.disarm()
        return self._house.cpu - cpu

    async def leave(self) -> None:
        for player in self.players:
            player.leave()
        await asyncio.sleep(1)  # the house processes the disconnections

    async def _dial(self, table: Opened, player: Player) -> None:
        address = f"ws://{self._house.address}/ws/{table.code}"
        await ws_connect(lambda: player, address, enable_auto_pong=False)
        self.players.append(player)
