"""Tests that detect a changed journal: by its hashes and checksums, and by the versions it names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import pytest

from taphouse.cli import main
from taphouse.core import Entry, replace
from taphouse.core.record import CHECK, Chain, Changed, Header, encode, read_header
from taphouse.fair import JUDGING_VERSION
from tests.ended import decided_otherwise, ended
from tests.shelf import SHELF

GAME = SHELF["tip-tap"]


@pytest.fixture(scope="module")
def played() -> tuple[Header, list[Entry[Any]]]:
    header, journal = ended("tip-tap", 3)
    return header, journal


def saved(path: Path, header: Header, journal: Sequence[Entry[Any]]) -> str:
    path.write_bytes(b"\n".join(map(Chain().write, [header, *journal])))
    return str(path)


# ---- hashes and checksums ----


def with_hashes(header: Header, journal: Sequence[Entry[Any]]) -> list[bytes]:
    return [*map(Chain().write, [header, *journal])]


def with_checksums(header: Header, journal: Sequence[Entry[Any]]) -> list[bytes]:
    """As houses wrote before lines had running hashes."""
    texts = [encode(line)[:-1] for line in (header, *journal)]
    return [text + CHECK % crc32(text) for text in texts]


@pytest.mark.parametrize("write", [with_hashes, with_checksums])
@pytest.mark.parametrize("number", [0, 5])
@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.replace(b":0", b":1", 1),
        lambda line: b" " + line,
        lambda line: json.dumps(json.loads(line)).encode(),
    ],
)
def test_a_line_with_other_bytes_was_changed_and_is_named(
    played: Any, write: Any, number: int, change: Any
) -> None:
    lines = write(*played)
    Chain.of(lines)
    lines[number] = change(lines[number])
    with pytest.raises(
        Changed, match=f"line {number + 1}: this line, or one before it, was changed after it was written"
    ):
        Chain.of(lines)


def test_lines_with_hashes_cannot_be_removed_or_exchanged(played: Any) -> None:
    lines = with_hashes(*played)
    with pytest.raises(Changed, match="line 6"):
        Chain.of([*lines[:5], *lines[6:]])
    with pytest.raises(Changed, match="line 6"):
        Chain.of([*lines[:5], lines[6], lines[5], *lines[7:]])
    with pytest.raises(Changed, match="line 6"):
        Chain.of([*lines[:5], msgspec.json.encode(played[1][4]), *lines[6:]])


def test_a_game_that_an_older_house_began_goes_on_with_hashes(played: Any) -> None:
    header, journal = played
    older = with_checksums(header, journal[:5])
    chain = Chain.of(older)
    lines = [*older, *map(chain.write, journal[5:])]
    assert Chain.of(lines).link == chain.link
    lines[2] = lines[2].replace(b'"at":', b'"at":1', 1)
    with pytest.raises(Changed, match="line 3"):
        Chain.of(lines)


def test_lines_of_the_first_houses_without_a_checksum_are_read(played: Any) -> None:
    header, journal = played
    Chain.of(map(encode, [header, *journal]))
    assert read_header(encode(header)).game == "tip-tap"


def test_the_part_of_a_hash_that_is_handed_out_is_not_enough_to_compute_the_next(played: Any) -> None:
    chain = Chain.of(with_hashes(*played))
    guess = Chain()
    guess.digest = chain.digest[:16]
    assert guess.link == chain.link
    assert chain.write(played[1][0])[-34:] != guess.write(played[1][0])[-34:]


def test_verify_names_a_line_that_was_changed(
    played: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(saved(tmp_path / "game.jsonl", *played))
    lines = path.read_bytes().splitlines()
    lines[4] = lines[4].replace(b'"at":', b'"at":1', 1)
    path.write_bytes(b"\n".join(lines))
    for command in ("verify", "replay"):
        assert main([command, str(path)]) == 1
        assert (
            "line 5: this line, or one before it, was changed after it was written" in capsys.readouterr().err
        )


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
    assert f"line {line}: by the rules something else happens\n" in capsys.readouterr().err


def test_verify_tells_a_game_of_older_rules_from_a_changed_one(
    played: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    header, journal = played
    line, older = decided_otherwise(journal)
    path = saved(tmp_path / "game.jsonl", header, older)
    monkeypatch.setattr(GAME, "RULES_VERSION", GAME.RULES_VERSION + 1)
    assert main(["verify", path]) == 3
    said = capsys.readouterr()
    older = GAME.RULES_VERSION - 1
    assert (
        f"line {line}: by the rules something else happens (it was played by version {older} of" in said.err
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
    assert f"line {line + 7}: it comes before" in capsys.readouterr().err


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
