"""Sends the same messages through rooms of Colyseus and boardgame.io, installed by npm."""

from __future__ import annotations

import asyncio
import subprocess
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from .broadcast import SAID, STAMP, Pace, Taken, taken
from .players import BINARY, TEXT, ConnectionPlan, Step, players
from .process import OWN, CannotMeasure, Process, running

FOLDER = Path(__file__).parents[1] / "peers"
NPM = ("npm", "ci", "--silent")
TIMEOUT = 90.0  # seconds for joining and counting
AT_ONCE = 20  # tables opened concurrently

Seating: TypeAlias = Callable[[Process, int, Pace], Awaitable[list[ConnectionPlan]]]
"""Plans the connections for a number of seats."""


async def peer(name: str, program: Path, seated: int, pace: Pace, seconds: float) -> Taken:
    """`name` is a file in `bench/peers`. Raises `TimeoutError` or `CannotMeasure` if it cannot take all."""
    # Rooms that do not judge need no more pings than their library sends by itself.
    settings = {"SEATS": str(pace.seats), "BYTES": str(pace.size), "PING_MS": str(pace.ping_ms or 3_000)}
    with running("node", str(FOLDER / f"{name}.mjs"), cores=OWN, settings=settings) as room:
        async with asyncio.timeout(TIMEOUT):
            async with players(program, await SEATINGS[name](room, seated, pace)) as beating:
                return await taken(room, beating, seconds, pace)


def install() -> None:
    """Installs the locked versions, unless an earlier installation is complete."""
    if not (FOLDER / "node_modules" / ".package-lock.json").exists():
        try:
            subprocess.check_call(NPM, cwd=FOLDER)
        except (OSError, subprocess.CalledProcessError) as error:
            raise CannotMeasure(f"the peers cannot be installed in {FOLDER}: {error}") from error


async def colyseus(room: Process, seated: int, pace: Pace) -> list[ConnectionPlan]:
    tap = BINARY + b"\x0d" + _packed(b"tap") + _packed(STAMP + b"x" * (SAID - 24))
    other = BINARY + b"\x0d" + _packed(b"seen") + _packed(b"x" * (SAID - 8))
    joined = BINARY + b"\x0a"

    async def table(number: int) -> list[ConnectionPlan]:
        seats = [await _post(room, "/matchmake/create/table")]
        for _ in range(pace.seats - 1):
            seats.append(await _post(room, f"/matchmake/joinById/{seats[0]['room']['roomId']}"))
        return [
            ConnectionPlan(
                "beats",
                number,
                room.port,
                f"/{seat['room']['processId']}/{seat['room']['roomId']}?sessionId={seat['sessionId']}",
                (Step(b"\x0a", joined),),
                tap,
                other,
                pace.taps,
                pace.others,
            )
            for seat in seats
        ]

    tables = seated // pace.seats
    lines: list[ConnectionPlan] = []
    for first in range(0, tables, AT_ONCE):
        some = range(first, min(first + AT_ONCE, tables))
        lines += [line for made in await asyncio.gather(*map(table, some)) for line in made]
    return lines


async def boardgame(room: Process, seated: int, pace: Pace) -> list[ConnectionPlan]:
    def line(number: int) -> ConnectionPlan:
        table, seat = number // pace.seats, number % pace.seats
        return ConnectionPlan(
            "beats",
            table,
            room.port,
            "/socket.io/?EIO=4&transport=websocket",
            (
                Step(b'0{"sid"', TEXT + b"40/tap,"),
                Step(b"40/tap,{", TEXT + b'42/tap,["sync","t%d","%d",null,%d]' % (table, seat, pace.seats)),
                Step(b'["sync"', b""),
            ),
            TEXT
            + b'42/tap,["update",{"type":"MAKE_MOVE","payload":{"type":"tap","args":["%b"],"playerID":"%d"}},'
            b'0,"t%d","%d"]' % (STAMP, seat, table, seat),
            TEXT + b'42/tap,["seen","%b"]' % (b"x" * (SAID - 18)),
            pace.taps,
            pace.others,
        )

    return [line(number) for number in range(seated)]


SEATINGS: dict[str, Seating] = {"colyseus": colyseus, "colyseus-judging": colyseus, "boardgame": boardgame}


def _packed(text: bytes) -> bytes:
    """Encodes a short string in MessagePack."""
    return (bytes((0xA0 | len(text),)) if len(text) < 32 else bytes((0xD9, len(text)))) + text


async def _post(server: Process, path: str) -> Any:
    request = urllib.request.Request(
        f"http://{server.address}{path}", b"{}", {"Content-Type": "application/json"}
    )
    answer = await asyncio.to_thread(urllib.request.urlopen, request)
    return msgspec.json.decode(answer.read())
