"""The limits of a film, and the separate process that makes it."""

from __future__ import annotations

import gzip
import importlib.util
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from taphouse.server import filming
from taphouse.server.filming import Job, answer
from taphouse.server.replays import make_film
from taphouse.table.room import Refusal
from tests.ended import as_file, ended
from tests.shelf import SHELF

HEAD = as_file(*ended()).splitlines()[0]
STOPPED = b'{"type":"Stopped","seat":0}'


def line(events: int) -> bytes:
    return b'{"at":5,"move":null,"events":[' + b",".join([STOPPED] * events) + b"]}"


def test_a_line_with_too_many_events_is_refused() -> None:
    found = answer(SHELF, Job(HEAD + b"\n" + line(101), ""))

    assert (found.why, found.detail) == ("bad-file", "line 2: more than 100 events")


def test_a_file_with_too_many_events_is_refused() -> None:
    found = answer(SHELF, Job(b"\n".join([HEAD, *[line(100)] * 301]), ""))

    assert (found.why, found.detail) == ("bad-file", "line 302: more than 30000 events in all")


@pytest.mark.parametrize("sign", [b"0", b"9", b'"crown"'])
def test_a_file_with_a_seat_that_no_house_recorded_is_refused(sign: bytes) -> None:
    told = answer(SHELF, Job(HEAD.replace(b'"sign":1', b'"sign":' + sign), ""))

    assert (told.why, told.detail[:8]) == ("bad-file", "line 1: ")


def test_a_film_whose_pictures_are_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filming, "MOST_PICTURES", 2**20)

    found = answer(SHELF, Job(b"\n".join([HEAD, *[line(1)] * 2_000]), ""))

    assert (found.why, found.detail) == ("bad-file", "more than 1 MB of pictures")


def test_a_file_is_checked_before_its_film_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    for name in ("examine", "film"):
        monkeypatch.setattr(filming, name, lambda *_, name=name: order.append(name) or iter(()))

    answer(SHELF, Job(as_file(*ended()), ""))

    assert order == ["examine", "film"]


@pytest.mark.parametrize("job", [Job(HEAD, "9" * 5_000), Job(HEAD, "9" * 5_000, "QUAY"), Job(HEAD, "3")])
def test_a_seat_that_does_not_exist_is_refused_however_long_its_number(job: Job) -> None:
    assert answer(SHELF, job).why == "no-such-player"


def test_a_stored_game_that_cannot_be_read_is_not_called_a_bad_file() -> None:
    found = answer(SHELF, Job(HEAD + b"\nnot an entry", "", "QUAY"))

    assert (found.why, found.detail[:8]) == ("no-replay", "line 2: ")


@pytest.mark.skipif(importlib.util.find_spec("resource") is None, reason="the system has no such limits")
@pytest.mark.parametrize("greedy", ["bytes(600 << 20)", "while True: pass"])
def test_a_film_process_that_takes_too_much_memory_or_time_is_ended(greedy: str) -> None:
    program = f"from taphouse.server import short_process as own; own.PROCESSOR = 1; own.limit()\n{greedy}"

    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)

    assert ended.returncode != 0


@pytest.mark.anyio
async def test_a_film_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refusal) as refused:
        await make_film(Job(as_file(*ended()), ""), max_wait=0)

    assert (refused.value.why, refused.value.detail) == ("bad-file", "it takes too much time or memory")


@pytest.mark.anyio
async def test_a_film_is_made_whatever_the_working_directory_contains(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit('another program\\'s file')")
    monkeypatch.chdir(tmp_path)

    film = msgspec.json.decode(gzip.decompress(await make_film(Job(as_file(*ended()), ""))))

    assert film["frames"]
