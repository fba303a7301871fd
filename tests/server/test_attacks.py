"""Attacks on a house: whatever an attacker does, the game at another table goes on."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from picows import WSCloseCode, WSInvalidStatusError

from taphouse.server import qr_codes, request_limits, sockets, table_lookup
from taphouse.server.limits import Buckets, Rate
from taphouse.table import wire
from tests.toys import TOY

pytestmark = pytest.mark.anyio
SOON = 20  # seconds: a test that waits longer has failed
A_WHILE = 1  # second: a complete request takes less, on a busy machine too
CROWD = 300  # connections at once; the bench has ten thousand
CALL = msgspec.Raw(b'{"type":"Call"}')


class Party:
    """Ada at her table; each of her taps gets its verdict."""

    def __init__(self, house: Any, code: str, line: Any, n: int) -> None:
        self.house, self.code, self._line, self._n = house, code, line, n
        self._ready = False

    async def plays_on(self) -> None:
        before = self._n
        self._line.write(wire.Do(CALL, before, 0))
        self._n = (await self._line.until("update"))["n"]
        assert self._n > before

    async def watchers(self) -> int:
        """Changes whether Ada is ready, which every connection gets; returns how many watchers she sees."""
        self._ready = not self._ready
        self._line.write(wire.Ready(self._ready))
        while (room := await self._line.until("room"))["players"][0]["ready"] is not self._ready:
            pass
        return int(room["watchers"])


async def at_a_table(house: Any) -> Party:
    opened = await house.table(name="Ada", bots=["gentle"], start=True)
    line = await house.connection(opened["code"], opened["token"])
    return Party(house, opened["code"], line, (await line.until("update"))["n"])


@pytest.fixture
async def party(house: Any) -> Party:
    return await at_a_table(house)


class Raw:
    """A TCP connection without a browser: can send any bytes, and need not read."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, first: int, payload: bytes, claimed: int | None = None) -> None:
        """Sends one frame with any first byte and any claimed length."""
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))
        length = len(payload) if claimed is None else claimed
        if length < 126:
            header = struct.pack("!BB", first, 0x80 | length)
        elif length < 2**16:
            header = struct.pack("!BBH", first, 0x80 | 126, length)
        else:
            header = struct.pack("!BBQ", first, 0x80 | 127, length)
        self.writer.write(header + mask + masked)

    async def read_until(self, end: bytes) -> bytes:
        async with asyncio.timeout(SOON):
            return await self.reader.readuntil(end)

    async def ended(self) -> bytes:
        """All bytes until the house closes the connection."""
        async with asyncio.timeout(SOON):
            try:
                return await self.reader.read()
            except ConnectionResetError:
                return b""


@asynccontextmanager
async def tcp_connection(
    port: int, request: bytes = b"", limit: int = 2**16, kernel_holds: int | None = None
) -> AsyncIterator[Raw]:
    """`limit`: bytes the reader reads ahead; `kernel_holds`: bytes of the kernel's receive buffer."""
    line = socket.socket()
    if kernel_holds is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, kernel_holds)
    line.connect(("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=line, limit=limit)
    writer.write(request)
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()


def upgrade(code: str) -> bytes:
    return (
        f"GET /ws/{code} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


# ---- too much ----


async def first_reason(flooder: Any) -> str:
    """The first reason other than `not-seated`."""
    while (why := (await flooder.until("sorry"))["why"]) == "not-seated":
        pass
    return str(why)


async def test_a_flood_from_many_connections_does_not_stop_a_game(party: Party) -> None:
    flooders = [await party.house.connection(party.code) for _ in range(10)]
    for flooder in flooders:
        for _ in range(2_000):
            flooder.write(wire.Ready(True))
    await party.plays_on()
    assert [await first_reason(flooder) for flooder in flooders] == ["flood"] * len(flooders)
    await party.plays_on()


async def test_a_client_that_reads_nothing_delays_nobody_and_is_dropped(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "BEHIND", 20_000)
    async with open_house(kernel_holds=4_096) as house:
        party = await at_a_table(house)
        async with tcp_connection(house.port, upgrade(party.code), limit=512, kernel_holds=4_096) as slow:
            await slow.read_until(b"\r\n\r\n")
            slow.send(0x81, msgspec.json.encode(wire.Hello(wire.VERSION)))
            watchers = [await party.watchers() for _ in range(150)]
        assert 1 in watchers, "the slow client was admitted"
        assert watchers[-1] == 0, "it was dropped, and Ada saw that at once"
        await party.plays_on()


async def test_a_crowd_of_silent_connections_does_not_keep_a_player_out(party: Party) -> None:
    lines = [await party.house.line(party.code) for _ in range(CROWD)]
    await party.plays_on()
    newcomer = await party.house.connection(party.code)
    newcomer.write(wire.Sit("Grace"))
    assert (await newcomer.until("welcome"))["player"] is not None
    assert (await lines[0].until("goodbye"))["why"] == "flood", "the oldest of too many watchers was closed"
    await party.plays_on()


@pytest.mark.parametrize("claimed", [2**20, 2**31, 2**32 + 5, 2**62, 2**63 - 1])
async def test_a_frame_that_claims_a_giant_length_closes_its_connection_at_once(
    party: Party, claimed: int
) -> None:
    async with tcp_connection(party.house.port, upgrade(party.code)) as line:
        await line.read_until(b"\r\n\r\n")
        line.send(0x81, b"x", claimed)
        received = await line.ended()
    assert struct.pack("!H", WSCloseCode.MESSAGE_TOO_BIG) in received
    await party.plays_on()


async def test_a_compressed_frame_is_not_unpacked(party: Party) -> None:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = deflate.compress(b"[" * 2_000_000) + deflate.flush()
    assert len(bomb) < 8_000, "it would fit into a frame"
    async with tcp_connection(party.house.port, upgrade(party.code)) as line:
        await line.read_until(b"\r\n\r\n")
        line.send(0xC1, bomb)
        assert struct.pack("!H", WSCloseCode.PROTOCOL_ERROR) in await line.ended()
    await party.plays_on()


async def test_a_compressed_request_is_not_unpacked(party: Party) -> None:
    bomb = zlib.compress(b" " * 5_000_000, 9)
    answer = await party.house.http.post(
        "/api/tables", content=bomb, headers={"content-encoding": "gzip", "content-type": "application/json"}
    )
    assert answer.status_code == 400
    await party.plays_on()


async def test_a_request_with_a_long_or_invalid_host_is_refused(party: Party) -> None:
    for host in ("x" * 1_200, "x" * 3_000, "evil.example/?", "a b", "x:y", "[::1"):
        answer = await party.house.http.get(f"/t/{party.code}/qr.svg", headers={"host": host})
        assert (answer.status_code, answer.json()["why"]) == (400, "bad-message")
    for host in ("pub.example", "my_house:8000", "192.168.1.5:8000", "[fe80::1]:8000"):
        answer = await party.house.http.get(f"/t/{party.code}/qr.svg", headers={"host": host})
        assert answer.status_code == 200


@pytest.mark.parametrize("hosts", ["", "Host: a\r\nHost: b\r\n", "Host: a/b\r\n"])
@pytest.mark.parametrize("wanted", ["/healthz", "/api/house", "/ws/{}"])
async def test_a_request_without_exactly_one_host_is_refused(party: Party, hosts: str, wanted: str) -> None:
    asked = (
        upgrade(party.code)
        if "ws" in wanted
        else f"GET {wanted} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    )
    async with tcp_connection(
        party.house.port, asked.replace(b"Host: 127.0.0.1\r\n", hosts.encode())
    ) as line:
        assert (await line.read_until(b"\r\n")).startswith(b"HTTP/1.1 400 ")


async def test_an_http_1_0_request_needs_no_host(party: Party) -> None:
    async with tcp_connection(party.house.port, b"GET /healthz HTTP/1.0\r\n\r\n") as line:
        assert b" 200 " in await line.read_until(b"\r\n")


async def test_another_version_of_the_websocket_protocol_is_refused_with_the_supported_one(
    party: Party,
) -> None:
    asked = upgrade(party.code).replace(b"Version: 13", b"Version: 8")
    async with tcp_connection(party.house.port, asked) as line:
        head = await line.read_until(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 426 ")
    assert b"sec-websocket-version: 13" in head.lower()


@pytest.mark.parametrize("bit", [0x40, 0x20, 0x10])
async def test_a_frame_of_an_extension_that_was_not_negotiated_closes_its_connection(
    party: Party, bit: int
) -> None:
    async with tcp_connection(party.house.port, upgrade(party.code)) as line:
        await line.read_until(b"\r\n\r\n")
        line.send(0x81 | bit, msgspec.json.encode(wire.Hello(wire.VERSION)))
        assert struct.pack("!H", WSCloseCode.PROTOCOL_ERROR) in await line.ended()
    await party.plays_on()


async def test_an_address_above_its_request_limit_is_refused_and_others_are_not(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for rate in ("REQUESTS", "FILES"):
        monkeypatch.setattr(request_limits, rate, Rate(1 / 3600, burst=3))
    async with open_house() as house:
        for path in ("/api/games", "/assets/none.js"):
            answers = [await house.http.get(path) for _ in range(4)]
            assert [answer.status_code == 429 for answer in answers] == [False, False, False, True]
            assert answers[-1].json()["why"] == "flood"
        assert (await house.http.get("/healthz")).status_code == 200, "a supervisor is always answered"
        other = {"X-Forwarded-For": "192.0.2.1"}
        assert (await house.http.get("/api/games", headers=other)).status_code == 200


def test_a_hundred_phones_behind_one_address_are_not_limited() -> None:
    for rate, of_a_phone in ((request_limits.REQUESTS, 20), (request_limits.FILES, 300)):
        buckets = Buckets(rate)
        assert all(buckets.take("one address", now=0) for _ in range(100 * of_a_phone))


async def test_the_qr_codes_drawn_for_one_address_are_limited_and_cached(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qr_codes, "DRAWN", Rate(1 / 3600, burst=2))
    async with open_house() as house:
        code = (await house.table())["code"]

        async def drawn(host: str, **other: str) -> int:
            answer = await house.http.get(f"/t/{code}/qr.svg", headers={"host": host, **other})
            return int(answer.status_code)

        assert [await drawn(host) for host in ("a", "b", "c")] == [200, 200, 429]
        assert [await drawn(host) for host in ("a", "b", "a")] == [200, 200, 200], "cached"
        assert await drawn("c", **{"x-forwarded-for": "192.0.2.1"}) == 200


# ---- too little ----


@pytest.mark.parametrize(
    ("beginning", "answers"),
    [
        (b"", 0),
        (b"GET / HT", 0),
        (b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{", 0),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET / HT", 1),
    ],
)
async def test_a_connection_with_an_unfinished_request_is_closed(
    open_house: Any, beginning: bytes, answers: int
) -> None:
    async with open_house(request=A_WHILE) as house, tcp_connection(house.port, beginning) as line:
        assert (await line.ended()).count(b"HTTP/1.1 ") == answers


async def test_a_connection_with_an_endless_request_head_is_closed(house: Any) -> None:
    async with tcp_connection(house.port, b"GET / HTTP/1.1\r\n") as line:
        line.writer.write(b"X: " + b"x" * 200_000)
        assert await line.ended() == b""


async def test_a_half_open_connection_is_closed_and_players_stay(open_house: Any) -> None:
    async with open_house(hello=A_WHILE) as house:
        opened = await house.table(name="Ada")
        player = await house.connection(opened["code"], opened["token"])
        async with tcp_connection(house.port, upgrade(opened["code"])) as silent:
            assert b"goodbye" in await silent.ended()
        player.write(wire.Ready(True))
        while not (await player.until("room"))["players"][0]["ready"]:
            pass


# ---- codes, tokens and origins ----


@pytest.fixture
def long_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the limits refill so slowly that a slow machine cannot change the result."""
    for rate in ("WRONG_CODES", "OWN_TRIES"):
        monkeypatch.setattr(table_lookup, rate, Rate(1 / 3600, getattr(table_lookup, rate).burst))


@pytest.mark.usefixtures("long_memory")
async def test_codes_cannot_be_guessed_and_players_do_not_notice_an_attack(party: Party) -> None:
    answers = [(await party.house.http.get("/api/tables/ZZZZ")).status_code for _ in range(400)]
    assert set(answers) == {404, 429}
    assert answers[-1] == 429
    found = await party.house.http.get(f"/api/tables/{party.code}")
    assert found.status_code == 429, "a guesser does not learn that the code is right"
    line = await party.house.line(party.code)
    assert await line.next() == {"type": "goodbye", "why": "flood"}
    await party.plays_on()


async def test_another_network_finds_its_table_while_codes_are_guessed(party: Party) -> None:
    guesser, friend = {"X-Forwarded-For": "198.51.100.7"}, {"X-Forwarded-For": "192.0.2.1"}
    for _ in range(400):
        await party.house.http.get("/api/tables/ZZZZ", headers=guesser)
    assert (await party.house.http.get(f"/api/tables/{party.code}", headers=friend)).status_code == 200
    line = await party.house.line(party.code, **friend)
    line.write(wire.Hello(wire.VERSION))
    assert (await line.next())["type"] == "welcome"


async def test_a_stolen_token_opens_one_connection_at_a_time_and_none_after_the_seat_is_given_up(
    house: Any,
) -> None:
    ada, bob = await house.table(name="Ada"), await house.table(name="Bob")
    thief = await house.line(ada["code"])
    thief.write(wire.Hello(wire.VERSION, bob["token"]))
    assert (await thief.until("sorry"))["why"] == "bad-token", "the token of another table"

    owner = await house.connection(ada["code"], ada["token"])
    thief = await house.connection(ada["code"], ada["token"])
    assert (await owner.until("goodbye"))["why"] == "replaced", "its owner sees the theft at once"
    owner = await house.connection(ada["code"], ada["token"])
    assert (await thief.until("goodbye"))["why"] == "replaced"

    owner.write(wire.Stand())
    await owner.until("welcome")
    thief = await house.line(ada["code"])
    thief.write(wire.Hello(wire.VERSION, ada["token"]))
    assert (await thief.until("sorry"))["why"] == "bad-token", "replayed"

    owner = await house.line(ada["code"])
    owner.write(wire.Hello(wire.VERSION, browser="a browser of Ada's"))
    owner.write(wire.Sit("Ada"))
    while not (token := (await owner.until("welcome"))["token"]):
        pass
    owner.write(wire.Stand())
    owner.write(wire.Sit("Ada"))
    while (await owner.until("welcome"))["token"] in (None, token):
        pass
    thief = await house.line(ada["code"])
    thief.write(wire.Hello(wire.VERSION, token))
    assert (await thief.until("sorry"))["why"] == "bad-token", "its owner sat down again"


async def test_a_token_with_a_forged_signature_is_refused(house: Any) -> None:
    opened = await house.table(name="Ada")
    number, _, signature = opened["token"].partition(".")
    for forged in (f"{number}.{signature[::-1]}", f"{int(number) + 1}.{signature}", number, f"{number}."):
        line = await house.line(opened["code"])
        line.write(wire.Hello(wire.VERSION, forged))
        assert (await line.until("sorry"))["why"] == "bad-token"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
async def test_another_sites_page_can_neither_play_nor_open_a_table_nor_read_one(
    party: Party, origin: str
) -> None:
    with pytest.raises(WSInvalidStatusError):
        await party.house.line(party.code, Origin=origin)
    refused = await party.house.http.post("/api/tables", json={"game": TOY}, headers={"Origin": origin})
    assert refused.status_code == 403
    read = await party.house.http.get(f"/api/tables/{party.code}", headers={"Origin": origin})
    assert "access-control-allow-origin" not in read.headers
    await party.plays_on()


# ---- markup and control characters ----

SCRIPTS = [
    "<script>a()//",
    "<p onclick=a()>",
    '"><a href=//x>',
    "javascript:a()",
    "{{a()}}${a()}",
    "\u202eevil\u202c\x00\x1b[2J",
]


@pytest.mark.parametrize("name", SCRIPTS)
async def test_a_name_with_markup_or_control_characters_is_only_data(house: Any, name: str) -> None:
    opened = await house.table(name=name, bots=["gentle"])
    line = await house.connection(opened["code"], opened["token"])
    line.write(wire.Rename(name[::-1], 3))
    while (room := await line.until("room"))["players"][0]["sign"] != 3:
        pass
    shown = room["players"][0]["name"]
    assert len(shown) <= 16
    assert shown.isprintable()
    assert "\u202e" not in shown
    for path in (f"/api/tables/{opened['code']}", f"/t/{opened['code']}/qr.svg"):
        answer = await house.http.get(path)
        assert shown not in answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "script-src" not in answer.headers["content-security-policy"], "only the house's own scripts"
        assert "default-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("script", SCRIPTS)
async def test_a_refused_request_is_answered_as_json_and_never_as_a_page(house: Any, script: str) -> None:
    answer = await house.http.post("/api/tables", json={"game": TOY, "options": {script: 1}})
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/json"
    lost = await house.http.get(f"/api/tables/{quote(script, safe='')}")
    assert lost.status_code == 404
    assert "<" not in lost.text


# ---- messages from a spectator ----

HOSTS_OWN = [
    wire.Choose(TOY, {}),
    wire.AddBot("quick"),
    wire.SetBot(2, "quick"),
    wire.Swap(1, 2),
    wire.Remove(2),
    wire.Kick(1),
    wire.Ban(1),
    wire.HandOver(1),
    wire.Lock(True),
    wire.Start(),
    wire.Pause(),
    wire.Resume(),
    wire.Skip(),
    wire.Finished(),
    wire.EndEvening(),
    wire.Rename("Eve", 5, 1),
    wire.Ready(True),
    wire.Vote(TOY),
    wire.Stand(),
    wire.Do(CALL, 1, 0),
]


@pytest.mark.parametrize("move", HOSTS_OWN, ids=lambda move: type(move).__name__)
async def test_a_spectators_messages_change_nothing(party: Party, move: wire.Up) -> None:
    spectator = await party.house.connection(party.code)
    spectator.write(move)
    assert (await spectator.until("sorry"))["why"] in ("not-seated", "not-host")
    await party.plays_on()
