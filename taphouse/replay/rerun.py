"""Two ways to replay an old game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from taphouse.core import Entry, Game, Play
from taphouse.core.record import Header, resume


def states(game: Game[Any, Any], header: Header, journal: Iterable[Entry[Any]]) -> Iterator[Any]:
    """Every state in turn, from the recorded events alone: works after rule changes."""
    play = resume(game, header)
    yield play.state
    for entry in journal:
        play.replay(entry)
        yield play.state


def rerun(game: Game[Any, Any], header: Header, journal: Iterable[Entry[Any]]) -> Iterator[Entry[Any]]:
    """Decides everything again from the moves alone: detects rule changes."""
    options = msgspec.convert(header.options, game.Options)
    play = Play.begin(game, header.seats, header.seed, options)
    for entry in journal:
        if entry.move is None:
            yield from play.advance(entry.at)
        else:
            yield from play.feed(entry.move, entry.evidence)
