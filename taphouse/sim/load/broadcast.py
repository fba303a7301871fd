"""The same messages through a bare broadcast in C: what sockets cost before anybody judges anything."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from pathlib import Path
from random import Random

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from taphouse.core import Value

from .process import running

SOURCE = Path(__file__).with_name("broadcast.c")
TAP, OTHER = b"t" + b"x" * 59, b"p" + b"x" * 59  # as long as what a page says
SETTLE = 3.0  # seconds


class Pace(Value):
    """What one player says and hears in a second."""

    said: float
    heard: float
    pings: float
    size: int
    """Bytes of what is heard, on average."""


class Beater(WSListener):
    """Says as much as a player, and hears as much."""

    def __init__(self, taps: float, others: float, random: Random) -> None:
        self._taps, self._others, self._random = taps, others, random
        self._line: WSTransport | None = None
        self.heard = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._line = transport
        self._wait()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._line = None

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.TEXT:
            self.heard += 1

    def _wait(self) -> None:
        every = self._random.expovariate(self._taps + self._others)
        asyncio.get_running_loop().call_later(every, self._say)

    def _say(self) -> None:
        if self._line is not None:
            is_tap = self._random.random() * (self._taps + self._others) < self._taps
            self._line.send(WSMsgType.TEXT, TAP if is_tap else OTHER)
            self._wait()

    def hang_up(self) -> None:
        if self._line is not None:
            self._line.disconnect(False)


async def broadcast(players: int, seats: int, pace: Pace, seconds: float, folder: Path) -> float | None:
    """Per cent of one core that it takes; `None` where there is no compiler."""
    if (compiler := shutil.which("cc")) is None:
        return None
    program = folder / "broadcast"
    await asyncio.to_thread(subprocess.check_call, [compiler, "-O2", "-o", str(program), str(SOURCE)])
    taps, random = pace.heard / seats, Random(players)
    ping_ms = round(1_000 / pace.pings) if pace.pings else 0
    with running(str(program), str(seats), str(pace.size), str(ping_ms)) as server:
        beaters = [Beater(taps, max(0.0, pace.said - taps), random) for _ in range(players)]
        for beater in beaters:
            await ws_connect(lambda beater=beater: beater, f"ws://{server.address}/", enable_auto_pong=False)
        await asyncio.sleep(SETTLE)
        cpu = server.cpu
        await asyncio.sleep(seconds)
        cpu = server.cpu - cpu
        for beater in beaters:
            beater.hang_up()
    return 100 * cpu / seconds
