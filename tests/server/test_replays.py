"""Replays of ended games by link and from a file; a running game has none."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from taphouse.core import replace
from taphouse.core.record import Chain
from taphouse.fair import JUDGING_VERSION
from taphouse.journal.sqlite import Sqlite
from taphouse.replay.verify import SAYS
from taphouse.server import replays
from taphouse.server.limits import Rate
from tests.ended import as_file, decided_otherwise, ended, keep_table
from tests.sealed import sealed
from tests.shelf import SHELF
from tests.toys import lamps

pytestmark = pytest.mark.anyio


async def replay(house: Any, code: str, **asked: Any) -> Any:
    return await house.http.get(f"/api/tables/{code}/replay", params=asked)


@pytest.fixture
async def two_games(tmp_path: Path, open_house: Any) -> Any:
    await keep_table(tmp_path, "QUAY", ended("tip-tap", 3), ended("racesmack", 2))
    async with open_house() as house:
        yield house


# ---- by the table's link ----


async def test_the_last_game_of_a_table_can_be_watched_after_a_restart(two_games: Any) -> None:
    film = (await replay(two_games, "QUAY")).json()

    assert (film["room"]["game"], film["number"], film["seat"]) == ("racesmack", 2, None)
    assert [player["name"] for player in film["room"]["players"]] == ["Ada", "Bo"]
    assert film["games"] == [{"number": 1, "game": "tip-tap"}, {"number": 2, "game": "racesmack"}]
    assert len(film["frames"]) > 10


async def test_an_earlier_game_can_be_watched_from_every_seat(two_games: Any) -> None:
    films = [(await replay(two_games, "QUAY", game=1, seat=seat)).json() for seat in range(3)]

    assert [film["seat"] for film in films] == [0, 1, 2]
    assert {film["room"]["game"] for film in films} == {"tip-tap"}


async def test_a_second_request_gets_the_same_film(two_games: Any) -> None:
    assert (await replay(two_games, "QUAY")).json() == (await replay(two_games, "QUAY")).json()


async def test_a_dropped_game_that_its_table_still_names_is_refused_as_no_replay(
    tmp_path: Path, open_house: Any
) -> None:
    await keep_table(tmp_path, "QUAY", ended("tip-tap", 3), ended("racesmack", 2))
    journal = Sqlite(tmp_path / "house.db")
    await journal.drop("game/QUAY-1")
    await journal.close()
    async with open_house() as house:
        for address in ("/api/tables/QUAY/replay?game=1", "/t/QUAY/game.jsonl?game=1"):
            answer = await house.http.get(address)
            assert (answer.status_code, answer.json()["why"]) == (404, "no-replay")
        assert (await replay(house, "QUAY", game=2)).status_code == 200


async def test_a_film_is_sent_compressed_if_the_browser_accepts_it(two_games: Any) -> None:
    address = "/api/tables/QUAY/replay"
    compressed = await two_games.http.get(address, headers={"accept-encoding": "gzip"})
    plain = await two_games.http.get(address, headers={"accept-encoding": "identity"})

    assert compressed.headers["content-encoding"] == "gzip"
    assert int(compressed.headers["content-length"]) < len(plain.content) / 5
    assert compressed.json() == plain.json()


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"game": 3}, "no-replay"),
        ({"game": "x"}, "no-replay"),
        ({"seat": 2}, "no-such-player"),
        ({"seat": -1}, "no-such-player"),
        ({"seat": "x"}, "no-such-player"),
        ({"seat": "9" * 5_000}, "no-such-player"),
    ],
)
async def test_a_replay_of_an_unknown_game_or_seat_is_refused(two_games: Any, asked: Any, why: str) -> None:
    answer = await replay(two_games, "QUAY", **asked)

    assert (answer.status_code in (400, 404), answer.json()["why"]) == (True, why)


async def test_a_replay_of_an_unknown_table_is_refused(two_games: Any) -> None:
    assert (await replay(two_games, "ZZZZ")).json()["why"] == "no-such-table"


# ---- secrets ----


@pytest.mark.parametrize("path", ["/api/tables/{}/replay", "/t/{}/game.jsonl"])
@pytest.mark.parametrize("query", ["", "?seat=1", "?game=1", "?game=1&seat=0"])
async def test_a_running_game_has_no_replay_and_no_file(house: Any, path: str, query: str) -> None:
    code = (await house.table(name="Ada", bots=["quick"], start=True))["code"]

    answer = await house.http.get(path.format(code) + query)

    assert (answer.status_code, answer.json()["why"]) == (404, "no-replay")


async def test_while_a_game_is_running_only_earlier_games_have_replays(two_games: Any) -> None:
    table = await two_games.connection("QUAY")
    table.write({"type": "sit", "name": "Zoe", "sign": None})
    await table.until("welcome")
    table.write({"type": "start"})
    while (await table.until("room"))["stage"] != "playing":
        pass

    film = (await replay(two_games, "QUAY")).json()

    assert [game["number"] for game in film["games"]] == [1, 2]
    assert film["number"] == 2
    assert (await replay(two_games, "QUAY", game=3)).json()["why"] == "no-replay"


# ---- a file ----


async def test_a_downloaded_file_opens_as_the_same_film(two_games: Any) -> None:
    file = await two_games.http.get("/t/QUAY/game.jsonl", params={"game": 1})
    shown = (await replay(two_games, "QUAY", game=1, seat=2)).json()

    film = (await two_games.http.post("/api/replay?seat=2", content=file.content)).json()

    assert 'filename="tip-tap-QUAY-1.jsonl"' in file.headers["content-disposition"]
    assert (film["frames"], film["seat"], film["doubt"]) == (shown["frames"], 2, None)
    assert [player["name"] for player in film["room"]["players"]] == ["Ada", "Bo", "Cleo"]


@pytest.mark.parametrize("slug", SHELF)
async def test_a_file_of_every_game_can_be_opened(house: Any, slug: str) -> None:
    content = as_file(*ended(slug, SHELF[slug].SEATS[0]))

    answer = await house.http.post("/api/replay", content=content)

    assert answer.status_code == 200, answer.text
    assert answer.json()["doubt"] is None


async def test_a_file_that_was_tampered_with_is_shown_with_a_doubt(house: Any) -> None:
    lines = as_file(*ended()).splitlines()
    number = next(number for number, line in enumerate(lines) if b'"type":"Held"' in line)
    entry = json.loads(lines[number])
    entry["at"] += 1
    entry["move"]["at"] += 1
    entry["events"] = entry["events"][:1]
    lines[number] = json.dumps(entry).encode()

    film = (await house.http.post("/api/replay", content=b"\n".join(lines))).json()

    assert film["doubt"]["line"] >= number + 1


HEAD = as_file(*ended()).splitlines()[0]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "bad-file"),
        (b"\xff\xfe", "bad-file"),
        (b"not a game", "bad-file"),
        (b"[" * 5_000, "bad-file"),
        (HEAD.replace(b'"tip-tap"', b'"chess"'), "no-such-game"),
        (HEAD.replace(b'"seats":3', b'"seats":99'), "bad-file"),
        (HEAD.replace(b'"format":1', b'"format":99'), "bad-file"),
        (HEAD + b"\nnot an entry", "bad-file"),
        (HEAD + b'\n{"at":5,"move":null,"events":[{"type":"Exploded"}]}', "bad-file"),
        (
            HEAD + b'\n{"at":5,"move":{"at":5,"seat":0,"act":{"type":"Away"}},"events":[],"evidence":{}}',
            "bad-file",
        ),
        (HEAD + b"\n{}" * 20_001, "bad-file"),
    ],
)
async def test_a_file_that_is_not_a_game_is_refused_with_its_reason(
    house: Any, content: bytes, why: str
) -> None:
    answer = await house.http.post("/api/replay", content=content)

    assert (answer.status_code, answer.json()["why"]) == (400, why)


async def test_a_file_with_an_impossible_time_is_shown_with_a_doubt(house: Any) -> None:
    far = 2**62
    content = (
        HEAD + f'\n{{"at":{far},"move":{{"at":{far},"seat":0,"act":{{"type":"Away"}}}},"events":[]}}'.encode()
    )

    film = (await house.http.post("/api/replay", content=content)).json()

    assert film["doubt"]["line"] == 2


async def test_a_file_that_is_too_long_is_not_read(house: Any) -> None:
    answer = await house.http.post("/api/replay", content=b" " * (4 * 1024 * 1024 + 1))

    assert (answer.status_code, answer.json()["why"]) == (413, "bad-file")


async def test_no_film_is_made_in_the_process_that_judges_taps(
    two_games: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = await two_games.http.get("/t/QUAY/game.jsonl")
    monkeypatch.setattr("taphouse.replay.film.resume", lambda *_: pytest.fail("in the loop"))
    monkeypatch.setattr("taphouse.replay.verify.Play.begin", lambda *_: pytest.fail("in the loop"))

    assert (await replay(two_games, "QUAY")).status_code == 200
    assert (await two_games.http.post("/api/replay", content=file.content)).status_code == 200


@pytest.mark.parametrize("events", [60_000, 101])
async def test_a_file_with_too_many_events_in_a_line_is_refused(house: Any, events: int) -> None:
    stopped = b",".join([b'{"type":"Stopped","seat":0}'] * events)
    content = HEAD + b'\n{"at":5,"move":null,"events":[' + stopped + b"]}"

    answer = await house.http.post("/api/replay", content=content)

    assert (answer.status_code, answer.json()["why"]) == (400, "bad-file")
    assert answer.json()["detail"] == "line 2: more than 100 events"


async def test_another_sites_page_cannot_have_a_file_judged(house: Any) -> None:
    content, stranger = as_file(*ended()), {"origin": "https://evil.example"}

    answer = await house.http.post("/api/replay", content=content, headers=stranger)

    assert (answer.status_code, answer.json()["detail"]) == (403, "another site's page")
    own = await house.http.post("/api/replay", content=content, headers={"origin": str(house.http.base_url)})
    assert own.status_code == 200


async def test_above_the_limit_of_uploads_no_other_file_is_read(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "FILES", Rate(1_000, burst=1_000))
    begun = b"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
    async with open_house() as house, AsyncExitStack() as lines:
        for _ in range(replays.UPLOADS):
            _, writer = await asyncio.open_connection("127.0.0.1", house.port)
            lines.callback(writer.close)
            writer.write(begun)
        async with asyncio.timeout(20):
            while (answer := await house.http.post("/api/replay", content=b"?")).status_code != 429:
                pass
        assert answer.json()["why"] == "flood"


async def test_files_above_the_rate_limit_are_refused(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "FILES", Rate(1 / 3600, burst=2))
    async with open_house() as house:
        answers = [await house.http.post("/api/replay", content=b"?") for _ in range(3)]

    assert [answer.json()["why"] for answer in answers] == ["bad-file", "bad-file", "flood"]


# ---- changed lines and old versions ----


async def test_a_table_with_a_changed_line_does_not_open_and_the_log_names_the_line(
    tmp_path: Path, open_house: Any, caplog: pytest.LogCaptureFixture
) -> None:
    await keep_table(tmp_path, "QUAY", ended("tip-tap", 3))
    with sqlite3.connect(tmp_path / "house.db") as db:
        [(number, line)] = db.execute(
            """SELECT number, line FROM lines WHERE instr(line, CAST('"seat":0,"act"' AS BLOB)) LIMIT 1"""
        )
        changed = line.replace(b'"seat":0,"act"', b'"seat":1,"act"')
        db.execute("UPDATE lines SET line = ? WHERE number = ?", (changed, number))
    db.close()
    async with open_house() as house:
        answer = await house.http.get("/api/tables/QUAY")
        assert (answer.status_code, answer.json()["why"]) == (503, "restarting")
    assert f"line {number}: this line, or one before it, was changed after it was written" in caplog.text


async def test_a_film_names_a_changed_line_of_its_file(house: Any) -> None:
    lines = as_file(*ended()).splitlines()
    lines[7] = lines[7].replace(b'"at":', b'"at":1', 1)

    film = (await house.http.post("/api/replay", content=b"\n".join(lines))).json()

    assert (film["doubt"]["line"], film["doubt"]["why"]) == (8, "changed")


async def test_a_file_of_older_rules_is_shown_to_its_end_with_its_version_as_the_reason(
    house: Any,
) -> None:
    line, journal = decided_otherwise(ended()[1])
    header = ended()[0]
    content = as_file(replace(header, rules=header.rules - 1), journal)

    film = (await house.http.post("/api/replay", content=content)).json()

    assert (film["doubt"]["line"], film["doubt"]["why"]) == (line, "other-version")
    assert film["frames"][-1]["at"] == journal[-1].at


async def test_the_journal_of_a_game_names_its_versions_and_each_line_has_the_running_hash(
    tmp_path: Path, open_house: Any
) -> None:
    async with open_house() as house:
        code = (await house.table(name="Ada", bots=["quick"], start=True))["code"]
    with sqlite3.connect(tmp_path / "house.db") as db:
        text = [line for (line,) in db.execute("SELECT line FROM lines ORDER BY number")]
    db.close()
    lines = [json.loads(line) for line in text]
    assert code
    Chain.of(text)
    assert (lines[0]["rules"], lines[0]["judging"]) == (lamps.RULES_VERSION, JUDGING_VERSION)
    assert all(len(line["chain"]) == 22 for line in lines)


async def test_a_sealed_game_is_handed_out_byte_for_byte_and_its_film_has_every_hash(
    tmp_path: Path, open_house: Any
) -> None:
    game = sealed()
    await keep_table(tmp_path, "QUAY", ended("tip-tap", 3))
    with sqlite3.connect(tmp_path / "house.db") as db:
        db.execute("DELETE FROM lines")
        rows = [("game/QUAY-1", number, line) for number, line in enumerate(game.text, 1)]
        db.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
    db.close()
    async with open_house() as house:
        file = (await house.http.get("/t/QUAY/game.jsonl")).content
        film = (await house.http.get("/api/tables/QUAY/replay")).json()
        of_file = (await house.http.post("/api/replay", content=file)).json()
    assert file.splitlines() == game.text
    for shown in (film, of_file):
        assert shown["doubt"] is None
        assert shown["sealed"]
        assert shown["room"]["match"] == game.header.id
        assert set(game.receipts["Ada"].receipts) <= set(shown["links"])
    assert [player["name"] for player in of_file["room"]["players"]] == ["Ada", "Otto", "Bo"]


async def test_a_sealed_file_that_was_cut_off_is_shown_with_the_reason(house: Any) -> None:
    text = sealed().text[:-3]
    film = (await house.http.post("/api/replay", content=b"\n".join(text))).json()
    assert film["doubt"] == {"line": len(text), "says": SAYS["cut"], "why": "cut"}
