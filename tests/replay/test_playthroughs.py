"""A change of rules shows in the golden playthroughs: read the difference, then `make playthroughs`."""

from pathlib import Path

import pytest

from taphouse.replay.playthrough import golden
from tests.shelf import SHELF

GAMES = Path(__file__).parents[2] / "taphouse" / "games"
GOLDEN = sorted(GAMES.glob("*/playthroughs/*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_a_golden_game_is_played_as_it_was(path):
    text = path.read_text("utf-8")

    assert golden(SHELF, text.splitlines()[0]) == text


def test_every_game_has_a_golden_playthrough():
    assert {path.parts[-3].replace("_", "-") for path in GOLDEN} == set(SHELF)
