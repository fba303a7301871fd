"""A real house with real connections: every bad input is answered, and the game goes on."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from picows import WSCloseCode, WSInvalidStatusError, WSMsgType

from taphouse.table import wire

pytestmark = pytest.mark.anyio


async def plays_on(house: Any, code: str) -> bool:
    """A new connection gets a welcome and sees the table."""
    connection = await house.line(code)
    connection.write(wire.Hello(wire.VERSION))
    room = await connection.until("room")
    if room["stage"] == "playing":
        await connection.until("update")
    return bool(room["code"] == code)


async def test_one_port_serves_http_and_websockets(house: Any) -> None:
    opened = await house.table(name="Ada")
    assert (await house.http.get(f"/api/tables/{opened['code']}")).json()["players"] == 1
    line = await house.line(opened["code"])
    line.write(wire.Hello(wire.VERSION, opened["token"]))
    welcome = await line.until("welcome")
    assert welcome["player"] is not None


async def test_a_code_is_found_however_it_was_typed(house: Any) -> None:
    code = (await house.table())["code"]
    line = await house.line(code.lower())
    line.write(wire.Hello(wire.VERSION))
    assert (await line.until("room"))["code"] == code


async def test_a_new_player_is_shown_to_every_connection(house: Any) -> None:
    code = (await house.table())["code"]
    watcher, player = await house.connection(code), await house.connection(code)
    player.write(wire.Sit("Grace"))
    while not (room := await watcher.until("room"))["players"]:
        pass
    assert room["players"][0]["name"] == "Grace"


async def test_an_act_is_answered_by_an_update_with_its_verdict(house: Any) -> None:
    opened = await house.table(name="Ada", bots=["gentle"], start=True)
    line = await house.connection(opened["code"], opened["token"])
    shown = await line.until("update")
    assert shown["view"]
    line.write(wire.Do(msgspec.Raw(b'{"type":"Call"}'), shown["n"], 0))
    update = await line.until("update")
    assert update["n"] > shown["n"]
    assert update["news"]


async def test_a_ping_is_sent_and_its_answer_gives_a_rating(house: Any) -> None:
    opened = await house.table(name="Ada")
    line = await house.line(opened["code"])
    line.write(wire.Hello(wire.VERSION, opened["token"]))
    async with asyncio.timeout(20):
        assert await line.pings.get()
    room = await line.until("room")
    while room["players"][0]["rating"] is None:
        room = await line.until("room")


async def test_a_connection_to_an_unknown_table_gets_a_goodbye_with_the_reason(house: Any) -> None:
    line = await house.line("ZZZZ")
    assert await line.next() == {"type": "goodbye", "why": "no-such-table"}
    assert await line.closed() == WSCloseCode.OK


async def test_a_websocket_to_an_unknown_path_is_refused(house: Any, connect: Any) -> None:
    with pytest.raises(WSInvalidStatusError) as refused:
        await connect(house.port, "/elsewhere")
    assert refused.value.response
    assert refused.value.response.status == 404


async def test_a_forged_origin_is_refused_and_the_houses_own_is_accepted(house: Any) -> None:
    code = (await house.table())["code"]
    with pytest.raises(WSInvalidStatusError) as refused:
        await house.line(code, Origin="https://evil.example")
    assert refused.value.response
    assert refused.value.response.status == 403
    own = await house.line(code, Origin=f"http://127.0.0.1:{house.port}")
    own.write(wire.Hello(wire.VERSION))
    assert (await own.next())["type"] == "welcome"


async def test_a_connection_that_sends_no_hello_is_closed(open_house: Any) -> None:
    async with open_house(hello=0.01) as house:
        line = await house.line((await house.table())["code"])
        assert await line.next() == {"type": "goodbye", "why": "bad-message"}
        assert await line.closed() == WSCloseCode.OK


async def test_a_connection_that_does_not_begin_with_hello_is_closed(house: Any) -> None:
    code = (await house.table())["code"]
    line = await house.line(code)
    line.write(wire.Sit("Ada"))
    assert await line.next() == {"type": "goodbye", "why": "bad-message"}
    await line.closed()
    assert await plays_on(house, code)


async def test_a_page_of_another_version_is_told_to_reload(house: Any) -> None:
    line = await house.line((await house.table())["code"])
    line.write(wire.Hello(wire.VERSION + 1))
    assert (await line.until("goodbye"))["why"] == "new-version"
    await line.closed()


@pytest.mark.parametrize(
    "malformed",
    [b"?", b'{"type":"do","n":0,"at":0,"act":{"type":"\xff"}}', b'{"type":"kick","player":"all"}'],
)
async def test_a_malformed_message_is_answered_and_the_game_goes_on(house: Any, malformed: bytes) -> None:
    opened = await house.table(name="Ada", bots=["gentle"], start=True)
    line = await house.connection(opened["code"], opened["token"])
    line.write(malformed)
    assert (await line.until("sorry"))["why"] == "bad-message"
    assert await plays_on(house, opened["code"])


@pytest.mark.parametrize(
    "act", ['{"type":"Nothing"}', "[]", "null", "0", '""', '{"type":"Away"}', '{"type":"Back"}', "1e999"]
)
async def test_an_act_the_game_does_not_know_changes_nothing(house: Any, act: str) -> None:
    opened = await house.table(name="Ada", bots=["gentle"], start=True)
    line = await house.connection(opened["code"], opened["token"])
    line.write(f'{{"type":"do","n":1,"at":1,"act":{act}}}'.encode())
    assert (await line.until("sorry"))["why"] == "bad-message"
    assert await plays_on(house, opened["code"])


async def test_a_connection_that_keeps_sending_malformed_messages_is_closed(house: Any) -> None:
    code = (await house.table())["code"]
    line = await house.connection(code)
    for _ in range(5):
        line.write(b"?")
    assert (await line.until("goodbye"))["why"] == "bad-message"
    await line.closed()
    assert await plays_on(house, code)


async def test_a_flood_is_answered_once_and_the_game_goes_on(house: Any) -> None:
    code = (await house.table())["code"]
    line = await house.connection(code)
    for _ in range(300):
        line.write(wire.Beat(1, 1))
    assert (await line.until("sorry"))["why"] == "flood"
    assert await plays_on(house, code)


async def test_an_oversized_frame_closes_only_its_own_connection(house: Any) -> None:
    code = (await house.table())["code"]
    line, other = await house.connection(code), await house.connection(code)
    line.write(b'"' + b"x" * 25_000 + b'"')
    assert await line.closed() == WSCloseCode.MESSAGE_TOO_BIG
    other.write(wire.Sit("Ada"))
    assert (await other.until("welcome"))["player"] is not None


async def test_a_binary_frame_closes_only_its_own_connection(house: Any) -> None:
    code = (await house.table())["code"]
    line = await house.connection(code)
    line.transport.send(WSMsgType.BINARY, b"\x00")
    assert await line.closed() == WSCloseCode.UNSUPPORTED_DATA
    assert await plays_on(house, code)


async def test_a_player_has_the_same_seat_after_a_restart(open_house: Any) -> None:
    async with open_house() as before:
        opened = await before.table(name="Ada")
        line = await before.connection(opened["code"], opened["token"])
    assert await line.closed() == WSCloseCode.SERVICE_RESTART
    async with open_house() as after:
        line = await after.line(opened["code"])
        line.write(wire.Hello(wire.VERSION, opened["token"]))
        assert (await line.until("welcome"))["player"] is not None
        assert (await line.until("room"))["players"][0]["name"] == "Ada"
