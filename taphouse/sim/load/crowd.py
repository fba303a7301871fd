"""Players at tables of their own on one house."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from http import HTTPStatus

import msgspec
from picows import ws_connect

from .client import Mind, Player, Tally, clock
from .process import Process

HELLO = b'{"type":"hello","v":1}'
START = b'{"type":"start"}'


class Opened(msgspec.Struct):
    code: str
    token: str | None


async def open_table(house: Process, wish: dict[str, str]) -> Opened:
    request = urllib.request.Request(f"http://{house.address}/api/tables", msgspec.json.encode(wish))
    while True:
        try:
            answer = await asyncio.to_thread(urllib.request.urlopen, request)
            return msgspec.json.decode(answer.read(), type=Opened)
        except urllib.error.HTTPError as refusal:
            if refusal.code != HTTPStatus.TOO_MANY_REQUESTS:
                raise
            await asyncio.sleep(0.1)  # the house opens so many tables a second and no more


class Crowd:
    def __init__(self, house: Process) -> None:
        self._house, self.tally = house, Tally()
        self.players: list[Player] = []
        self._hosts: list[Player] = []

    async def watch_a_table(self, game: str, lines: int) -> None:
        """Nobody sits there: so many only look on."""
        table = await open_table(self._house, {"game": game})
        for _ in range(lines):
            await self._dial(table, Player(0, (HELLO,), None, self.tally))

    async def sit_down(self, game: str, seats: int, mind: Mind) -> None:
        """A table and its players, in the order of their seats."""
        table = await open_table(self._house, {"game": game, "name": "P0"})
        back = msgspec.json.encode({"type": "hello", "v": 1, "token": table.token})
        for seat in range(seats):
            greetings = (HELLO, b'{"type":"sit","name":"P%d"}' % seat) if seat else (back,)
            player = Player(seat, greetings, mind, self.tally)
            await self._dial(table, player)
            await player.seated.wait()
            if not seat:
                self._hosts.append(player)

    async def start(self) -> None:
        for host in self._hosts:
            host.say(START)
            await asyncio.sleep(0.01)  # tables do not all begin at once

    async def count(self, seconds: float) -> float:
        """Tally anew for a while; returns the processor time that the house took."""
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
        await asyncio.sleep(1)  # the house notices

    async def _dial(self, table: Opened, player: Player) -> None:
        address = f"ws://{self._house.address}/ws/{table.code}"
        await ws_connect(lambda: player, address, enable_auto_pong=False)
        self.players.append(player)
