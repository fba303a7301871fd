"""A finished game is sent to a house, which judges it again and opens a table against its ghosts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from taphouse.cli import main
from taphouse.server import ghosts
from taphouse.server.limits import Rate
from taphouse.table import wire
from tests.ended import as_record, ended

pytestmark = pytest.mark.anyio

WAIT = 60  # seconds: a process of its own judges the game
RECORD = b"\n".join(as_record("GAME", *ended("racesmack", 3)))
ASKED = {"file": RECORD.decode(), "seat": 2, "name": "Zoe", "browser": "a browser's own id"}


async def post(house: Any, file: str) -> Any:
    return await house.http.post("/api/ghosts", json={**ASKED, "file": file}, timeout=WAIT)


async def test_a_house_opens_a_table_with_the_ghosts_of_a_file(open_house: Any) -> None:
    async with open_house() as house:
        opened = await post(house, RECORD.decode())
        assert opened.status_code == 201
        line = await house.line(opened.json()["code"])
        line.write(wire.Hello(wire.VERSION, opened.json()["token"]))
        room = await line.until("room")
        assert [(player["name"], player["ghost"]) for player in room["players"]] == [
            ("Ada", True),
            ("Bo", True),
            ("Zoe", False),
        ]
        assert (room["stage"], room["is_dealt"], room["day"]) == ("playing", True, None)


async def test_an_edited_ghost_file_is_refused_by_the_house_and_by_verify(
    open_house: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = RECORD.splitlines()
    lines[5] = lines[5].replace(b'"at":', b'"at":2', 1)
    file = tmp_path / "ghost.jsonl"
    file.write_bytes(b"\n".join(lines))
    async with open_house() as house:
        refused = await post(house, file.read_text())
        why = "this line, or one before it, was changed after it was written. Its hash is wrong"
        assert (refused.status_code, refused.json()) == (400, {"why": "bad-file", "detail": f"line 6: {why}"})
        assert main(["verify", str(file)]) == 1
        assert f"line 6: {why}" in capsys.readouterr().err


async def test_other_sites_and_too_many_files_are_refused(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ghosts, "FILES", Rate(0.001, burst=1))
    async with open_house() as house:
        other = await house.http.post(
            "/api/ghosts", json=ASKED, headers={"origin": "http://elsewhere.example"}
        )
        assert other.status_code == 403
        assert (await post(house, "no game")).status_code == 400
        assert (await post(house, RECORD.decode())).status_code == 429


async def test_the_house_names_the_deal_of_the_day(open_house: Any) -> None:
    async with open_house() as house:
        today = (await house.http.get("/api/house")).json()["today"]
        assert today["day"] > 300
        shelf = {game["slug"] for game in (await house.http.get("/api/games")).json()}
        assert today["game"] in shelf - {"tap-the-table"}
