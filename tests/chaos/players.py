"""Scripted players: they tap what they see, reconnect when cut off, and record what was sent to them."""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

import httpx
import msgspec
from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from taphouse.table import wire
from taphouse.table.seat_updates import encode
from tests.chaos.machines import SOON, Node

VERDICTS = {"Held", "Beaten", "TooEarly", "Rested", "Stopped", "Flipped"}
SEATS = 2
AGAIN = 0.2  # seconds until a lost connection is tried again


def canonical(event: Any) -> str:
    return json.dumps(event, sort_keys=True)


class Player(WSListener):
    def __init__(
        self, nodes: list[Node], code: str, token: str | None, name: str, dice: random.Random
    ) -> None:
        self._nodes, self.code, self._token, self._name, self._dice = nodes, code, token, name, dice
        self._n, self._view = 0, dict[str, Any]()
        self._acted: object = None
        self._last_room = "no room yet"
        self._transport: WSTransport | None = None
        self.node: Node | None = None
        self.player = self.seat = -1
        self.acknowledged: list[str] = []
        """The verdicts on its own taps that it received."""
        self.verdict = asyncio.Event()
        """Set when it received one more verdict."""
        self.connections = self.cuts = 0
        self.plays = asyncio.Event()
        """Set while the game runs as far as this player can see."""
        self.plays_since = 0.0
        self.waits = asyncio.Event()
        """Set when it was shown that the journal cannot be written."""
        self.pauses = 0
        """How often it was shown that."""

    def __str__(self) -> str:
        at = self.node.folder.name if self.node else "no node"
        return f"{self._name} at {self.code} through {at}: {self._last_room}"

    async def play(self) -> None:
        """Plays until it is cancelled, through any node that accepts it."""
        while True:
            self.node = self._dice.choice([node for node in self._nodes if node.open] or self._nodes)
            try:
                async with asyncio.timeout(2):
                    line, _ = await ws_connect(
                        lambda: self, f"ws://127.0.0.1:{self.node.port}/ws/{self.code}"
                    )
            except (OSError, WSError, TimeoutError):
                await asyncio.sleep(AGAIN)
                continue
            self.connections += 1
            await line.wait_disconnected()
            self._stop()

    def cut(self) -> None:
        if self._transport is not None:
            self.cuts += 1
            self._transport.disconnect(False)

    def leave(self) -> None:
        if self._transport is not None:
            self._transport.disconnect(False)

    # ---- messages from the house ----

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._say(wire.Hello(wire.VERSION, self._token))

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._transport = None

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._hear(json.loads(frame.get_payload_as_bytes()))
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect(False)

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome" if message["player"] is None:
                self._say(wire.Sit(self._name))
            case "welcome":
                self.player, self._token, self._acted = message["player"], message["token"], None
                self._stop()
            case "room":
                self._look_around(message)
            case "update":
                self._act(message)
            case "ask":
                self._say(wire.Beat(self._n, self._clock()))

    def _look_around(self, room: dict[str, Any]) -> None:
        ids = [player["id"] for player in room["players"]]
        if self.player not in ids:
            return
        self.seat = ids.index(self.player)
        self._last_room = f"{room['stage']}, paused {room['paused']}"
        if room["paused"] is not None:
            self._stop()
            if room["paused"] == "keeping":
                self.pauses += 1
                self.waits.set()
        elif room["stage"] == "playing" and not self.plays.is_set():
            self.plays_since = time.monotonic()
            self.plays.set()
        may_start = room["stage"] == "over" or (room["stage"] == "lobby" and len(ids) == SEATS)
        if may_start and room["host"] == self.player:
            self._say(wire.Start())

    def _act(self, update: dict[str, Any]) -> None:
        self._n, self._view = update["n"], update["view"]
        for event in update["news"]:
            if event["type"] in VERDICTS and event["seat"] == self.seat:
                self.acknowledged.append(canonical(event))
                self.verdict.set()
        self._say(wire.Painted(self._n, self._clock()))
        asyncio.get_running_loop().call_later(self._dice.uniform(0.05, 0.3), self._tap)

    def _tap(self) -> None:
        """Acts once in each situation."""
        view = self._view
        free = [shape for shape in view["card"] or () if shape not in view["fingers"]]
        situation = view["round"], view["phase"], view["hands"][self.seat], free
        if situation == self._acted or self._transport is None:
            return
        self._acted = situation
        if view["phase"] == "ready" and view["lead"] == self.seat:
            self._do(type="Flip")
        elif view["phase"] == "hunting" and free and "free" in view["hands"][self.seat]:
            self._do(type="Tap", shape=self._dice.choice(free))

    def _do(self, **act: Any) -> None:
        self._say(wire.Do(msgspec.Raw(json.dumps(act).encode()), self._n, self._clock()))

    def _say(self, message: wire.Up) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, encode(message))

    def _stop(self) -> None:
        self.plays.clear()

    @staticmethod
    def _clock() -> int:
        return time.monotonic_ns() // 1_000


async def sit_down(node: Node, nodes: list[Node], dice: random.Random) -> list[Player]:
    """Two players of a new table, who connect through any of `nodes`."""
    wish = {"game": "tip-tap", "name": "Ada", "options": {"limit": 15}}
    async with httpx.AsyncClient(timeout=SOON) as http:
        opened = (await http.post(f"http://127.0.0.1:{node.port}/api/tables", json=wish)).json()
    return [
        Player(nodes, opened["code"], token, name, random.Random(dice.random()))
        for name, token in (("Ada", opened["token"]), ("Bo", None))
    ]
