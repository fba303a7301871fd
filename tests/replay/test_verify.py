"""Tests that detect a changed journal: by its checksums, and by the versions it names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from taphouse.cli import main
from taphouse.core import Entry, replace
from taphouse.core.record import Changed, Header, is_unchanged, read_entries, read_entry, read_header, write
from taphouse.fair import JUDGING_VERSION
from taphouse.games import shelf
from tests.ended import decided_otherwise, ended

GAME = shelf()["tip-tap"]


@pytest.fixture(scope="module")
def played() -> tuple[Header, list[Entry[Any]]]:
    header, journal = ended("tip-tap", 3)
    return header, journal


def saved(path: Path, header: Header, journal: Sequence[Entry[Any]]) -> str:
    path.write_bytes(b"\n".join(map(write, [header, *journal])))
    return str(path)


# ---- checksums ----


def test_a_line_that_was_changed_is_refused_and_named(played: Any) -> None:
    _, journal = played
    number, entry = next((n, e) for n, e in enumerate(journal) if e.move is not None)
    lines = [write(entry) for entry in journal]
    seat = entry.move.seat
    lines[number] = lines[number].replace(b'"seat":%d' % seat, b'"seat":%d' % ((seat + 1) % 3))
    with pytest.raises(Changed, match=f"line {number + 2}: this line was changed after it was written"):
        list(read_entries(GAME, lines))


def test_a_header_that_was_changed_is_refused(played: Any) -> None:
    line = write(played[0])
    assert read_header(line) == msgspec.json.decode(msgspec.json.encode(played[0]), type=Header)
    with pytest.raises(Changed):
        read_header(line.replace(b'"seats":3', b'"seats":4'))


@pytest.mark.parametrize(
    "change", [lambda line: b" " + line, lambda line: json.dumps(json.loads(line)).encode()]
)
def test_a_line_with_other_bytes_was_changed(played: Any, change: Any) -> None:
    line = write(played[1][0])
    assert is_unchanged(line)
    assert not is_unchanged(change(line))


def test_lines_of_an_older_house_without_a_checksum_are_read(played: Any) -> None:
    header, journal = played
    assert read_entry(GAME, msgspec.json.encode(journal[0])) == read_entry(GAME, write(journal[0]))
    assert read_header(msgspec.json.encode(header)).game == "tip-tap"


def test_verify_names_a_line_that_was_changed(
    played: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(saved(tmp_path / "game.jsonl", *played))
    lines = path.read_bytes().splitlines()
    lines[4] = lines[4].replace(b'"at":', b'"at":1', 1)
    path.write_bytes(b"\n".join(lines))
    assert main(["verify", str(path)]) == 1
    assert "line 5: changed after it was written" in capsys.readouterr().err


# ---- versions ----


def test_a_journal_that_names_no_version_counts_as_the_first() -> None:
    older = read_header(b'{"game":"tip-tap","seats":2,"options":{},"seed":"","start":{},"house":"0.1.0"}')
    assert (older.rules, older.judging) == (1, 1)


def test_a_game_of_this_version_that_the_rules_decide_otherwise_is_rejected(
    played: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header, journal = played
    line, forged = decided_otherwise(journal)
    assert main(["verify", saved(tmp_path / "game.jsonl", header, forged)]) == 1
    assert f"line {line}: the rules decide otherwise\n" in capsys.readouterr().err


def test_verify_tells_a_game_of_older_rules_from_a_changed_one(
    played: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    header, journal = played
    line, older = decided_otherwise(journal)
    path = saved(tmp_path / "game.jsonl", header, older)
    monkeypatch.setattr(GAME, "RULES_VERSION", GAME.RULES_VERSION + 1)
    assert main(["verify", path]) == 3
    said = capsys.readouterr()
    assert (
        f"line {line}: the rules decide otherwise (it was played by version {GAME.RULES_VERSION - 1} of rules"
        in said.err
    )
    assert "by another version of rules or judging" in said.out
    assert main(["replay", path]) == 3  # and it is replayed to its end
    assert "winners (" in capsys.readouterr().out


def test_a_game_of_older_rules_that_todays_rules_confirm_is_valid(
    played: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path / "game.jsonl", *played)
    monkeypatch.setattr(GAME, "RULES_VERSION", GAME.RULES_VERSION + 1)
    assert main(["verify", path]) == 0


def test_older_rules_do_not_excuse_a_line_that_goes_back_in_time(
    played: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    header, journal = played
    line, older = decided_otherwise(journal)
    older = [*older[: line + 5], replace(older[line + 5], at=0), *older[line + 6 :]]
    monkeypatch.setattr(GAME, "RULES_VERSION", GAME.RULES_VERSION + 1)
    assert main(["verify", saved(tmp_path / "game.jsonl", header, older)]) == 1
    assert f"line {line + 7}: comes before" in capsys.readouterr().err


@pytest.mark.parametrize(("judging", "code"), [(JUDGING_VERSION, 1), (1, 3)])
def test_only_a_game_of_older_judging_may_have_taps_that_are_judged_otherwise_today(
    played: Any, tmp_path: Path, judging: int, code: int
) -> None:
    header, journal = played
    number = next(number for number, entry in enumerate(journal) if entry.move is not None)
    strange = replace(journal[number], evidence={"of": "a house long ago"})
    path = saved(
        tmp_path / "game.jsonl",
        replace(header, judging=judging),
        [*journal[:number], strange, *journal[number + 1 :]],
    )
    assert main(["verify", path]) == code
