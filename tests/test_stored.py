"""Games stored by earlier versions can be watched and verified: see tests/stored/README.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from taphouse.core.record import Chain, Seal, Seated, entries_of, read_header, read_lines
from taphouse.fair import JUDGING_VERSION
from taphouse.replay.film import film
from taphouse.replay.rerun import states
from taphouse.replay.verify import Receipts, examine
from tests.shelf import SHELF

STORED = Path(__file__).parent / "stored"
GAMES = sorted(STORED.glob("*/games/*.jsonl"))

every_game = pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)


def read(file: Path) -> Any:
    text = file.read_bytes().splitlines()
    header = read_header(text[0])
    game = SHELF[header.game]
    return game, header, list(read_lines(game, text[1:])), text


def test_there_is_a_stored_game_of_every_game() -> None:
    assert {json.loads(file.read_bytes().splitlines()[0])["game"] for file in GAMES} == set(SHELF)


@every_game
def test_a_stored_game_can_be_watched_to_its_end_from_every_seat(file: Path) -> None:
    game, header, lines, _ = read(file)
    journal = entries_of(lines)
    *_, last = states(game, header, journal)
    assert last.winners
    for seat in (*range(header.seats), None):
        frames = [frame for frame in film(game, header, journal, seat) if frame is not None]
        assert frames[-1].at == journal[-1].at


@every_game
def test_a_stored_game_follows_from_the_rules_unless_it_names_older_ones(file: Path) -> None:
    game, header, lines, text = read(file)
    Chain.of(text)
    found = list(examine(game, header, lines, text))
    assert [problem.says for problem in found if not problem.other_version] == []
    if found:
        assert header.rules < game.RULES_VERSION or header.judging < JUDGING_VERSION


SEALED = sorted(STORED.glob("*/games/*.receipts.json"))
sealed = pytest.mark.parametrize("kept", SEALED, ids=lambda file: file.name.partition(".")[0])


def game_of(kept: Path) -> Any:
    """The game of these receipts."""
    receipts = msgspec.json.decode(kept.read_bytes(), type=Receipts)
    return receipts, *read(kept.with_name(kept.name.replace(".receipts.json", ".jsonl")))


@sealed
def test_a_sealed_stored_game_is_whole_and_fits_the_receipts_of_a_player(kept: Path) -> None:
    receipts, game, header, lines, text = game_of(kept)

    found = examine(game, header, lines, text, [receipts], key=lines[-1].key)

    assert header.format == 2
    assert isinstance(lines[-1], Seal)
    assert any(isinstance(line, Seated) for line in lines)
    assert len(receipts.receipts) > 20
    assert [problem.says for problem in found if not problem.other_version] == []


@sealed
def test_a_sealed_stored_game_that_somebody_changes_does_not_fit_any_more(kept: Path) -> None:
    receipts, game, header, _, text = game_of(kept)
    number = next(n for n, line in enumerate(text) if b'"pressed":' in line)
    text[number] = text[number].replace(b'"pressed":', b'"pressed":1', 1)

    found = examine(game, header, list(read_lines(game, text[1:])), text, [receipts])

    assert {problem.why for problem in found} == {"changed", "receipt"}
