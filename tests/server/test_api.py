"""The HTTP API of a real house."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from taphouse import __version__
from taphouse.cli import main
from taphouse.fair import Fairness
from taphouse.server import api
from taphouse.server.api import inlined
from taphouse.server.limits import Rate
from taphouse.table import wire
from tests.toys import SHELF, TOY

pytestmark = pytest.mark.anyio


async def test_the_api_lists_every_game_with_its_options(house: Any) -> None:
    games = (await house.http.get("/api/games")).json()
    assert [game["slug"] for game in games] == list(SHELF)
    for game in games:
        least, most = game["seats"]
        assert range(least, most + 1) == SHELF[game["slug"]].SEATS
        assert game["options"]["type"] == "object"
        assert "$ref" not in str(game["options"])


@pytest.mark.parametrize(
    ("path", "builder"),
    [
        ("/api/games", "taphouse.server.api.describe"),
        ("/api/openapi.json", "taphouse.server.openapi.document"),
        ("/api/asyncapi.json", "taphouse.server.asyncapi.document"),
    ],
)
async def test_documents_that_never_change_are_generated_once(
    house: Any, path: str, builder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await house.http.get(path)
    monkeypatch.setattr(builder, lambda *_: pytest.fail("made again"))
    again = await house.http.get(path)
    assert (again.content, again.headers["content-type"]) == (first.content, "application/json")


def test_references_of_a_schema_are_replaced_by_their_definitions() -> None:
    schema = {
        "$ref": "#/$defs/A",
        "$defs": {"A": {"properties": {"b": {"$ref": "#/$defs/B", "default": 3}}}, "B": {"type": "integer"}},
    }
    assert inlined(schema, schema["$defs"]) == {  # type: ignore[arg-type]
        "properties": {"b": {"type": "integer", "default": 3}}
    }


async def test_a_table_is_opened_and_described(house: Any) -> None:
    opened = await house.table(name="Ada", bots=["quick", "gentle"])
    found = (await house.http.get(f"/api/tables/{opened['code']}")).json()
    assert found["code"] == opened["code"]
    assert (found["game"], found["stage"], found["players"]) == (TOY, "lobby", 3)


async def test_a_seat_token_is_said_to_be_valid_until_its_player_has_left(house: Any) -> None:
    opened = await house.table(name="Ada")
    path, own = f"/api/tables/{opened['code']}", {"Authorization": f"Bearer {opened['token']}"}

    async def is_yours(headers: dict[str, str]) -> bool:
        return bool((await house.http.get(path, headers=headers)).json()["is_yours"])

    assert await is_yours(own)
    assert not await is_yours({})
    assert not await is_yours({"Authorization": "Bearer 1.forged"})

    line = await house.line(opened["code"])
    line.write(wire.Hello(wire.VERSION, opened["token"]))
    line.write(wire.Stand())
    while (await line.until("room"))["players"]:
        pass  # an earlier room
    assert not await is_yours(own)


async def test_the_hosts_fairness_settings_are_in_the_room(house: Any) -> None:
    opened = await house.table(name="Ada", fairness={"ranked": True, "cap": 300})
    line = await house.line(opened["code"])
    line.write(wire.Hello(wire.VERSION, opened["token"]))
    assert (await line.until("room"))["fairness"] == {"ranked": True, "cap": 300}
    line.write(wire.Choose(TOY, {}, Fairness(cap=400)))
    while (fairness := (await line.until("room"))["fairness"])["ranked"]:
        pass  # an earlier room
    assert fairness == {"ranked": False, "cap": 400}


async def test_a_request_for_an_unknown_table_is_answered_404(house: Any) -> None:
    for path in ("/api/tables/ZZZZ", "/t/ZZZZ/qr.svg", "/t/ZZZZ/game.jsonl"):
        answer = await house.http.get(path)
        assert (answer.status_code, answer.json()["why"]) == (404, "no-such-table")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "bad-message"),
        (b"\xff", "bad-message"),
        (b"[]", "bad-message"),
        (b'{"game":' + b"[" * 3_000, "bad-message"),
        (b'{"game":"lamps","cheat":1}', "bad-message"),
        (b'{"game":"lamps","bots":["clever"]}', "bad-message"),
        (b'{"game":"chess"}', "no-such-game"),
        (b'{"game":"lamps","options":{"cheat":1}}', "bad-options"),
        (b'{"game":"lamps","options":{"a":' + b"[" * 2_000 + b"]" * 2_000 + b"}}", "bad-message"),
        (b'{"game":"lamps","fairness":{"cap":99}}', "bad-message"),
        (b'{"game":"lamps","fairness":{"cap":401}}', "bad-message"),
        (b'{"game":"lamps","fairness":{"ranked":"yes"}}', "bad-message"),
        (b'{"game":"lamps","fairness":{"trust":true}}', "bad-message"),
        (b'{"game":"lamps","name":" "}', "no-name"),
        (b'{"game":"lamps","name":"' + b"x" * 17 + b'"}', "name-too-long"),
        (b'{"game":"lamps","name":"' + b"x" * 5_000 + b'"}', "name-too-long"),
        (b'{"game":"lamps","start":true}', "too-few"),
    ],
)
async def test_a_request_to_open_a_table_is_refused_with_its_reason(
    house: Any, body: bytes, why: str
) -> None:
    answer = await house.http.post("/api/tables", content=body)
    assert (answer.status_code, answer.json()["why"]) == (400, why)


async def test_a_request_that_is_too_long_is_not_read(house: Any) -> None:
    answer = await house.http.post("/api/tables", content=b" " * 32_769)
    assert answer.status_code == 413


async def test_another_sites_page_cannot_open_tables(house: Any) -> None:
    answer = await house.http.post(
        "/api/tables", json={"game": TOY}, headers={"origin": "https://evil.example"}
    )
    assert answer.status_code == 403


async def test_requests_for_tables_above_the_rate_limit_are_refused(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "OPENINGS", Rate(1 / 3600, burst=3))
    async with open_house() as house:
        answers = [await house.http.post("/api/tables", json={"game": TOY}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert answers[-1].json()["why"] == "flood"


async def test_the_house_reports_its_address_and_version(house: Any) -> None:
    answer = (await house.http.get("/api/house")).json()
    assert answer == {
        "address": f"http://127.0.0.1:{house.port}",
        "version": __version__,
        "certificate": False,
        "book": False,
        "decks": "tables",
        "key": answer["key"],
        "https": None,
        "opened_at": None,
        "today": answer["today"],
        "dev": False,
    }
    elsewhere = await house.http.get("/api/house", headers={"host": "192.168.1.5:8000"})
    assert elsewhere.json()["address"] == "http://192.168.1.5:8000"


async def test_the_house_shows_the_key_that_the_command_shows_and_keeps_it(
    tmp_path: Path, open_house: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = set()
    for _ in range(2):
        async with open_house() as house:
            shown.add((await house.http.get("/api/house")).json()["key"])
    assert await asyncio.to_thread(main, ["key", "--data", str(tmp_path)]) == 0
    assert {capsys.readouterr().out.strip()} == shown
    assert await asyncio.to_thread(main, ["key", "--data", str(tmp_path / "nowhere")]) == 1


async def test_a_tables_link_is_served_as_a_qr_code(house: Any) -> None:
    code = (await house.table())["code"]
    answer = await house.http.get(f"/t/{code}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert "viewBox" in answer.text


async def test_the_house_is_ready_while_it_can_write(house: Any) -> None:
    for _ in range(2):
        answer = await house.http.get("/readyz")
        assert (answer.status_code, answer.text) == (200, "ok")


async def test_tables_players_and_messages_are_counted_in_the_metrics(house: Any) -> None:
    opened = await house.table(name="Ada")
    line = await house.connection(opened["code"], opened["token"])
    line.write(b"?")
    await line.until("sorry")
    page = (await house.http.get("/metrics")).text
    assert "taphouse_tables 1.0" in page
    assert "taphouse_players 1.0" in page
    assert "taphouse_connections 1.0" in page
    assert 'taphouse_messages_total{kind="hello"} 1.0' in page
    assert 'taphouse_refused_total{why="bad-message"} 1.0' in page
    assert "taphouse_verdict_hold_seconds_bucket" in page
