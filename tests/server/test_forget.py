"""`taphouse forget` as a process, and `--keep`."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from taphouse.cli import main
from taphouse.commands import forget
from taphouse.commands.durations import DAY, duration, in_words
from taphouse.journal.jetstream import JetStream
from taphouse.journal.sqlite import Sqlite
from tests.ended import ended, keep_table
from tests.natsserver import NatsServer, nats_server

__all__ = ["nats_server"]

SOON = 20  # seconds: a test that waits longer has failed


async def store(data: Path, days_ago: int) -> None:
    """Stores a table with a game, and a game whose table is gone."""
    await keep_table(data, "QUAY", ended("tip-tap", 3))
    journal = Sqlite(data / "house.db")
    await journal.append("game/left", 0, [b"line"] * 300)
    await journal.close()
    with sqlite3.connect(data / "house.db") as db:
        db.execute("UPDATE begun SET at = at - ?", (days_ago * DAY,))
    db.close()


async def line_counts(data: Path) -> list[int]:
    """The number of lines of the game that a table names, and of the game that none names."""
    journal = Sqlite(data / "house.db")
    lengths = [len(await journal.read(f"game/{match}")) for match in ("QUAY-1", "left")]
    await journal.close()
    return lengths


def test_games_that_no_table_names_are_dropped_and_the_freed_size_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(store(tmp_path, days_ago=31))
    named, _ = asyncio.run(line_counts(tmp_path))
    assert main(["forget", "--data", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("1 game begun more than 30 days ago that no table names any more dropped: about ")
    assert said.endswith(" KB came free.\n")
    assert asyncio.run(line_counts(tmp_path)) == [named, 0]


def test_a_dry_run_drops_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(store(tmp_path, days_ago=31))
    assert main(["forget", "--data", str(tmp_path), "--dry-run"]) == 0
    assert "1 game begun more than 30 days ago" in (said := capsys.readouterr().out)
    assert said.endswith("Nothing was changed.\n")
    assert asyncio.run(line_counts(tmp_path))[1] == 300


def test_no_game_younger_than_the_limit_is_dropped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(store(tmp_path, days_ago=31))
    assert main(["forget", "--data", str(tmp_path), "--older-than", "5w"]) == 0
    assert capsys.readouterr().out.endswith("nothing to drop.\n")
    assert asyncio.run(line_counts(tmp_path))[1] == 300


def test_no_game_is_dropped_while_a_table_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(store(tmp_path, days_ago=31))
    with sqlite3.connect(tmp_path / "house.db") as db:
        db.execute("INSERT INTO kept VALUES ('room/KELP', '{', 1)")
    db.close()
    assert main(["forget", "--data", str(tmp_path)]) == 1
    assert "nothing was dropped, because a table cannot be read" in capsys.readouterr().err
    assert asyncio.run(line_counts(tmp_path))[1] == 300


def test_forget_does_not_make_a_house_where_there_is_none(
    tmp_path: Path, nats_server: NatsServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["forget", "--data", str(tmp_path)]) == 1
    assert "there is no house.db in it" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert main(["forget", "--cluster", nats_server.url]) == 1
    assert "there is no house called taphouse" in capsys.readouterr().err


@pytest.mark.parametrize("typed", ["", "30", "0d", "12h", "-1d", "d", "30 days"])
def test_an_invalid_span_is_refused_with_an_example(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["forget", f"--older-than={typed}"])
    assert "is no duration such as 30d, 8w or 1y" in capsys.readouterr().err


def test_a_span_is_days_weeks_or_years() -> None:
    assert [duration(typed) for typed in ("1d", "8w", "1y")] == [DAY, 56 * DAY, 365 * DAY]
    assert [in_words(duration(typed)) for typed in ("1d", "8w", "3y")] == ["1 day", "56 days", "1,095 days"]


@pytest.mark.parametrize(
    ("size", "said"),
    [(0, "0 bytes"), (999, "999 bytes"), (1_234, "1.23 KB"), (56_780_000, "56.8 MB"), (12.3e9, "12.3 GB")],
)
def test_sizes_are_printed_in_readable_units(size: float, said: str) -> None:
    assert forget._bytes(size) == said


def test_forget_drops_old_games_of_a_house_on_nats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = NatsServer(tmp_path / "nats")
    server.start()

    async def store_game() -> None:
        journal = await JetStream.open(server.url)
        await journal.append("game/left", 0, [b"line"] * 300)
        await journal.close()

    async def stored_lines() -> list[bytes]:
        journal = await JetStream.visit(server.url)
        lines = await journal.read("game/left")
        await journal.close()
        return lines

    asyncio.run(store_game())
    assert main(["forget", "--cluster", server.url]) == 0
    assert "nothing to drop" in capsys.readouterr().out
    monkeypatch.setattr(forget, "time", SimpleNamespace(time=lambda: time.time() + 31 * DAY))
    assert main(["forget", "--cluster", server.url]) == 0
    assert (
        "1 game begun more than 30 days ago that no table names any more dropped" in capsys.readouterr().out
    )
    assert asyncio.run(stored_lines()) == []
    server.kill()


@pytest.mark.anyio
async def test_a_table_can_play_while_old_games_are_dropped(tmp_path: Path, open_house: Any) -> None:
    await store(tmp_path, days_ago=31)
    async with open_house() as house:
        opened = await house.table(name="Ada", bots=["steady"], start=True)
        ada = await house.connection(opened["code"], opened["token"])
        command = [sys.executable, "-m", "taphouse.cli", "forget", "--data", str(tmp_path)]
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
        assert "1 game begun more than 30 days ago" in done.stdout, done.stderr
        await ada.until("update")
        assert (await house.http.get("/api/tables/QUAY/replay")).status_code == 200
    assert (await line_counts(tmp_path))[1] == 0


@pytest.mark.anyio
async def test_a_house_with_keep_drops_old_games_by_itself_and_counts_them(
    tmp_path: Path, open_house: Any
) -> None:
    await store(tmp_path, days_ago=31)
    async with open_house(keep=30 * DAY) as house, asyncio.timeout(SOON):
        while "taphouse_games_forgotten_total 1.0" not in (await house.http.get("/metrics")).text:
            pass
        assert (await house.http.get("/api/tables/QUAY/replay")).status_code == 200
    assert (await line_counts(tmp_path))[1] == 0


@pytest.mark.anyio
async def test_a_house_without_keep_drops_no_game(tmp_path: Path, open_house: Any) -> None:
    await store(tmp_path, days_ago=9_999)
    async with open_house() as house:
        assert (await house.http.get("/readyz")).text == "ok"
    assert (await line_counts(tmp_path))[1] == 300
