"""A film is made by a process of its own, and what it may cost has bounds."""

from __future__ import annotations

import gzip
import importlib.util
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from taphouse.house.room import Refusal
from taphouse.server import filming
from taphouse.server.filming import Job, answer
from taphouse.server.replays import filmed
from tests.ended import as_file, ended

HEAD = as_file(*ended()).splitlines()[0]
STOPPED = b'{"type":"Stopped","seat":0}'


def line(events: int) -> bytes:
    return b'{"at":5,"move":null,"events":[' + b",".join([STOPPED] * events) + b"]}"


def test_a_line_of_more_events_than_any_game_causes_is_refused() -> None:
    told = answer(Job(HEAD + b"\n" + line(101), ""))

    assert (told.why, told.detail) == ("bad-file", "line 2: more than 100 events")


def test_a_file_of_more_events_than_any_game_has_is_refused() -> None:
    told = answer(Job(b"\n".join([HEAD, *[line(100)] * 301]), ""))

    assert (told.why, told.detail) == ("bad-file", "line 302: more than 30000 events in all")


@pytest.mark.parametrize("sign", [b"0", b"9", b'"crown"'])
def test_a_file_with_a_seat_that_no_house_recorded_is_refused(sign: bytes) -> None:
    told = answer(Job(HEAD.replace(b'"sign":1', b'"sign":' + sign), ""))

    assert (told.why, told.detail[:8]) == ("bad-file", "line 1: ")


def test_pictures_that_grow_without_end_are_not_made_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filming, "MOST_PICTURES", 2**20)

    told = answer(Job(b"\n".join([HEAD, *[line(1)] * 2_000]), ""))

    assert (told.why, told.detail) == ("bad-file", "more than 1 MB of pictures")


def test_a_file_is_checked_before_a_picture_of_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    for name in ("problems", "film"):
        monkeypatch.setattr(filming, name, lambda *_, name=name: order.append(name) or iter(()))

    answer(Job(as_file(*ended()), ""))

    assert order == ["problems", "film"]


@pytest.mark.parametrize("job", [Job(HEAD, "9" * 5_000), Job(HEAD, "9" * 5_000, "QUAY"), Job(HEAD, "3")])
def test_a_seat_that_nobody_has_is_refused_however_long_its_number(job: Job) -> None:
    assert answer(job).why == "no-such-player"


def test_a_kept_game_that_cannot_be_read_is_no_bad_file() -> None:
    told = answer(Job(HEAD + b"\nnot an entry", "", "QUAY"))

    assert (told.why, told.detail[:8]) == ("no-replay", "line 2: ")


@pytest.mark.skipif(importlib.util.find_spec("resource") is None, reason="the system has no such limits")
@pytest.mark.parametrize("greedy", ["bytes(600 << 20)", "while True: pass"])
def test_a_film_that_wants_too_much_ends_alone(greedy: str) -> None:
    program = f"from taphouse.server import filming; filming.PROCESSOR = 1; filming.limit()\n{greedy}"

    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)

    assert ended.returncode != 0


@pytest.mark.anyio
async def test_a_film_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refusal) as refused:
        await filmed(Job(as_file(*ended()), ""), patience=0)

    assert (refused.value.why, refused.value.detail) == ("bad-file", "it takes too much time or memory")


@pytest.mark.anyio
async def test_a_film_is_made_from_any_folder(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit('another program\\'s file')")
    monkeypatch.chdir(tmp_path)

    film = msgspec.json.decode(gzip.decompress(await filmed(Job(as_file(*ended()), ""))))

    assert film["frames"]
