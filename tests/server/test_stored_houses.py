"""Houses stored by earlier versions still open: see tests/stored/README.md."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from taphouse.journal.backup import save

pytestmark = pytest.mark.anyio

HOUSES = sorted((Path(__file__).parents[1] / "stored").glob("*/house-*"))

every_house = pytest.mark.parametrize(
    "stored", HOUSES, ids=lambda stored: f"{stored.parent.name}-{stored.name}"
)


def rooms(stored: Path, folder: Path) -> list[dict[str, Any]]:
    """The rooms of a stored house, read from a copy: SQLite changes a file that it opens."""
    shutil.copytree(stored, folder)
    with sqlite3.connect(folder / "house.db") as db:
        found = [
            msgspec.json.decode(value)
            for (value,) in db.execute("SELECT value FROM kept WHERE key LIKE 'room/%'")
        ]
    db.close()
    return found


@every_house
async def test_a_stored_house_opens_with_every_table_and_every_game(
    stored: Path, tmp_path: Path, open_house: Any
) -> None:
    shutil.copytree(stored, tmp_path, dirs_exist_ok=True)
    tables = rooms(stored, tmp_path / "looked-at")
    assert sorted(table["stage"] for table in tables) == ["over", "playing", "playing"]
    async with open_house() as house:
        for table in tables:
            found = (await house.http.get(f"/api/tables/{table['code']}")).json()
            assert (found["game"], found["stage"]) == (table["game"], table["stage"])
            if table["stage"] == "over":
                assert (await house.http.get(f"/api/tables/{table['code']}/replay")).status_code == 200
                file = (await house.http.get(f"/t/{table['code']}/game.jsonl")).content
                film = (await house.http.post("/api/replay", content=file)).json()
                assert film["doubt"] is None or film["doubt"]["why"] == "other-version"


@every_house
async def test_a_stored_house_can_be_saved_before_it_is_upgraded(stored: Path, tmp_path: Path) -> None:
    shutil.copytree(stored, tmp_path / "data")
    assert save(tmp_path / "data", tmp_path / "backup.db").tables == 3
