"""The example client as a process at a real house: it uses only what the house publishes."""

from __future__ import annotations

import ast
import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import IO, Any, get_args

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from taphouse.cli import main
from taphouse.commands.journal import read as read_journal
from taphouse.journal.sqlite import Sqlite
from taphouse.replay.verify import problems
from taphouse.table import wire
from tests.examples.published import fits
from tests.processes import started
from tests.shelf import SHELF

pytestmark = pytest.mark.anyio
CLIENT = Path(__file__).resolve().parents[2] / "examples" / "client.py"
SOON = 150  # seconds: a test that waits longer has failed
QUIET = 0.08  # seconds without a message, after which the host skips the current wait of the game
SOME = 40  # updates: enough to see every phase of a game
WHOLE = ("tip-tap", "racesmack")  # played to the end
NAMES = ("Ada", "Bo")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@contextmanager
def house(data: Path, port: int = 0) -> Any:
    settings = ("--host", "127.0.0.1", "--port", str(port), "--data", str(data))
    with started("taphouse.cli", "serve", *settings) as process:
        yield process


def opened(address: str, **settings: Any) -> dict[str, Any]:
    found: dict[str, Any] = httpx.post(f"http://{address}/api/tables", json=settings).json()
    return found


@asynccontextmanager
async def client(
    address: str, code: str, name: str, *options: str, out: int | IO[bytes] = PIPE
) -> AsyncIterator[Process]:
    command = (str(CLIENT), f"http://{address}/t/{code}", "--name", name, *options)
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdin=PIPE, stdout=out, limit=2**20
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@asynccontextmanager
async def pair(address: str, code: str, folder: Path, players: int = 99) -> AsyncIterator[list[Process]]:
    """Two clients that play by themselves; as host, one starts with `players`. `folder` gets their logs."""
    async with AsyncExitStack() as stack:
        clients = []
        for name in NAMES:
            options = (
                "--auto",
                *("--pace", "0.02", "0.1"),
                *("--players", str(players)),
                *("--log", str(folder / name)),
            )
            out = stack.enter_context((folder / f"{name}.out").open("wb"))
            clients.append(await stack.enter_async_context(client(address, code, name, *options, out=out)))
        yield clients


class Host:
    """Never taps; with a seat, skips every wait of a quiet table."""

    def __init__(self, socket: ClientConnection, seated: bool) -> None:
        self._socket, self._seated = socket, seated
        self.room: dict[str, Any] = {}
        self.updates = 0

    async def say(self, message: wire.Up) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def receive(self) -> None:
        """Receives one message, or sends a skip."""
        try:
            async with asyncio.timeout(
                QUIET if self._seated and self.room.get("stage") == "playing" else None
            ):
                message = json.loads(await self._socket.recv())
        except TimeoutError:
            return await self.say(wire.Skip())
        if message["type"] == "room":
            self.room = message
        self.updates += message["type"] == "update"
        return None

    async def until_here(self, count: int) -> None:
        while sum(player["here"] for player in self.room.get("players", ())) < count:
            await self.receive()


@asynccontextmanager
async def host(address: str, table: dict[str, Any]) -> AsyncIterator[Host]:
    async with asyncio.timeout(SOON), connect(f"ws://{address}/ws/{table['code']}") as socket:
        found = Host(socket, table["token"] is not None)
        await found.say(wire.Hello(wire.VERSION, table["token"]))
        yield found


def checked(log: Path) -> list[dict[str, Any]]:
    """The messages that a client received; each fits the published schema of its game."""
    whole = log.read_text().rpartition("\n")[0]  # the last line may have been cut short
    messages, game = [json.loads(line) for line in whole.splitlines()], ""
    names = {kind.__struct_config__.tag: kind.__name__ for kind in get_args(wire.Down)}
    for message in messages:
        fits(names[message["type"]])(message)
        if message["type"] == "room":
            game = message["game"]
        elif message["type"] == "update":
            fits(f"{game}.View")(message["view"])
            for event in message["news"]:
                fits(f"{game}.Events")(event)
    return messages


@pytest.mark.parametrize("slug", SHELF)
async def test_messages_to_the_example_clients_fit_the_published_schemas(slug: str, tmp_path: Path) -> None:
    with house(tmp_path / "data") as process:
        table = opened(process.address, game=slug, bots=["quick"], name="Host")
        async with (
            host(process.address, table) as watching,
            pair(process.address, table["code"], tmp_path) as clients,
        ):
            await watching.until_here(2 + len(NAMES))
            await watching.say(wire.Start())
            while watching.room["stage"] != "over" and (slug in WHOLE or watching.updates < SOME):
                await watching.receive()
            if slug in WHOLE:
                assert [await each.wait() for each in clients] == [0, 0], "they leave when the game is over"
                address = f"http://{process.address}/t/{table['code']}/game.jsonl"
                async with httpx.AsyncClient() as http:
                    (tmp_path / "game.jsonl").write_bytes((await http.get(address)).content)
                assert main(["verify", str(tmp_path / "game.jsonl")]) == 0
    for name in NAMES:
        received = checked(tmp_path / name)
        assert sum(message["type"] == "update" for message in received) > 5
        assert [message for message in received if message.get("why") == "bad-message"] == []


async def test_every_tap_of_an_example_client_is_judged_from_its_paint_reports(tmp_path: Path) -> None:
    with house(tmp_path / "data") as process:
        table = opened(process.address, game="racesmack", bots=["quick", "quick"], options={"pick_limit": 3})
        async with (
            pair(process.address, table["code"], tmp_path, players=4),
            host(process.address, table) as watching,
        ):
            while watching.updates < SOME:
                await watching.receive()
    journal = Sqlite(tmp_path / "data" / "house.db")
    room, _ = await journal.get(f"room/{table['code']}")
    head, *lines = await journal.read(f"game/{msgspec.json.decode(room)['match']}")
    await journal.close()
    (tmp_path / "game.jsonl").write_bytes(b"\n".join([head, *lines]))
    game = read_journal(tmp_path / "game.jsonl")
    assert game is not None
    assert list(problems(game.game, game.header, game.lines)) == []
    taps = [tap for line in lines if (tap := json.loads(line).get("evidence"))]
    doubts = {doubt["why"] for tap in taps for doubt in tap["judged"]["corrections"]}
    assert taps
    assert doubts & {"unseen", "future", "heartbeat"} == set(), (
        "doubts that only an error of the client causes"
    )


async def test_an_example_client_reconnects_to_its_seat_after_a_restart_of_the_house(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        with house(tmp_path / "data") as process:
            table = opened(process.address, game="tip-tap", bots=["quick"], name="Host")
            await stack.enter_async_context(pair(process.address, table["code"], tmp_path))
            async with host(process.address, table) as watching:
                await watching.until_here(2 + len(NAMES))
                before = watching.room["players"]
        with house(tmp_path / "data", process.port) as process:
            async with host(process.address, table) as watching:
                await watching.until_here(2 + len(NAMES))
                after = watching.room["players"]
    assert [(each["id"], each["name"]) for each in after] == [(each["id"], each["name"]) for each in before]


async def test_a_person_can_play_by_typing_published_acts(tmp_path: Path) -> None:
    with house(tmp_path / "data") as process:
        table = opened(process.address, game="tip-tap", bots=["quick"])
        async with asyncio.timeout(SOON), client(process.address, table["code"], "Ada") as ada:

            async def until(sign: bytes) -> bytes:
                while sign not in (line := await ada.stdout.readline()):
                    assert line, "the client has ended"
                return line

            await until(b"tip-tap, lobby: ")
            ada.stdin.write(b"help\n")
            assert b"<shape> <hand>" in await until(b"Tap ")
            ada.stdin.write(b"start\n")
            await until(b"tip-tap, playing: ")
            await until(b"winners")
            ada.stdin.write(b"Tap\n")
            assert b"star-1" in await until(b"shape?"), "the schema lists the shapes"
            ada.stdin.write(b"no-such-shape\n")
            verdict = json.loads((await until(b'"Refused"')).partition(b"*")[2])
            assert verdict["why"] == "no-such-shape"


def test_the_example_client_imports_nothing_of_the_house_and_names_no_game() -> None:
    parts = ast.walk(ast.parse(CLIENT.read_text()))
    imported = {part.module for part in parts if isinstance(part, ast.ImportFrom)}
    parts = ast.walk(ast.parse(CLIENT.read_text()))
    imported |= {alias.name for part in parts if isinstance(part, ast.Import) for alias in part.names}
    foreign = {name.partition(".")[0] for name in imported} - sys.stdlib_module_names
    assert foreign == {"websockets"}
    assert not [slug for slug in SHELF if slug in CLIENT.read_text()], "the client names no game"
