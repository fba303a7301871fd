"""Running games under changed rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from taphouse.bots.schedule import selfplay
from taphouse.core import Game, Play
from taphouse.core.record import Chain, header, read_header, read_lines, resume
from taphouse.dev.judged_again import chained, is_readable, judged_again
from taphouse.dev.source import Source
from taphouse.shelf import Shelf
from tests.dev.conftest import SLUG, change


def recorded(game: Game[Any, Any]) -> tuple[Play[Any, Any], tuple[bytes, ...]]:
    """A whole game of bots, and its record."""
    start = Play.begin(game, 3, "a seed")
    play = selfplay(game, 3, "a seed")
    return play, chained(header(SLUG, start, 3, game.Options(), "test"), play.journal)


def after(source: Source) -> Game[Any, Any]:
    shelf = source.read_again()
    assert isinstance(shelf, Shelf), shelf
    return shelf[SLUG]


def test_unchanged_rules_leave_every_byte_of_a_record(shelf: Shelf) -> None:
    _, lines = recorded(shelf[SLUG])
    again = judged_again(shelf[SLUG], lines)
    assert (again.lines, again.differs) == (lines, None)


def test_a_game_goes_on_with_the_points_that_the_new_rules_give(
    shelf: Shelf, source: Source, package: Path
) -> None:
    play, lines = recorded(shelf[SLUG])
    lines = lines[:6]
    before = resume(play.game, read_header(lines[0]), play.journal[:5]).state.points
    change(package / "rules.py", "state.points[seat] + 1", "state.points[seat] + 2")
    game = after(source)

    again = judged_again(game, lines)

    assert again.differs is None
    now = resume(game, read_header(again.lines[0]), read_lines(game, again.lines[1:])).state.points  # type: ignore[arg-type]
    assert sum(before) > 0
    assert now == tuple(2 * points for points in before)


def test_a_game_goes_on_before_the_first_entry_that_is_decided_differently(
    shelf: Shelf, source: Source, package: Path
) -> None:
    play, lines = recorded(shelf[SLUG])
    first_win = next(
        number for number, entry in enumerate(play.journal, 1) if type(entry.events[0]).__name__ == "Drew"
    )
    change(package / "rules.py", "RULES_VERSION = 1", "RULES_VERSION = 2")
    change(
        package / "rules.py",
        "return Drew(",
        'return "not-now" if move.seat == SEAT else Drew('.replace(
            "SEAT", str(play.journal[first_win - 1].move.seat)
        ),
    )  # type: ignore[union-attr]
    game = after(source)

    again = judged_again(game, lines)

    assert again.differs == first_win
    assert len(again.lines) == first_win  # the header, and all entries before
    assert read_header(again.lines[0]).rules == 2
    assert Chain.of(again.lines)


def test_a_game_with_an_act_that_is_no_more_goes_on_before_it(
    shelf: Shelf, source: Source, package: Path
) -> None:
    _, lines = recorded(shelf[SLUG])
    act = next(number for number, line in enumerate(lines[1:], 1) if b'"type":"Draw"' in line)
    changed = tuple(line.replace(b'"type":"Draw"', b'"type":"Pull"') for line in lines)
    assert judged_again(shelf[SLUG], changed).differs == act
    assert not is_readable(shelf[SLUG], changed)
    assert is_readable(shelf[SLUG], lines)


def test_options_that_are_no_more_cannot_be_judged_again(shelf: Shelf) -> None:
    _, lines = recorded(shelf[SLUG])
    with pytest.raises(ValueError, match="goal"):
        judged_again(shelf[SLUG], (lines[0].replace(b'"goal":3', b'"goal":"many"'), *lines[1:]))
