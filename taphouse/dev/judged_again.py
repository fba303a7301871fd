"""Judges a stored game again by changed rules: rules are pure, so what follows from them is exactly known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from taphouse.core import Entry, Game, Play, replace
from taphouse.core.record import (
    Chain,
    Header,
    Line,
    encode,
    entries_of,
    read_header,
    read_line,
    read_lines,
    resume,
)
from taphouse.replay.verify import decided_at


class JudgedAgain(NamedTuple):
    lines: tuple[bytes, ...]
    """The record as the rules are now, up to the first entry that they decide differently."""
    differs: int | None
    """The number of that entry, counted from 1. `None`: everything follows."""


def judged_again(game: Game[Any, Any], lines: Sequence[bytes]) -> JudgedAgain:
    """Raises an error of any kind if the rules cannot set up the game any more."""
    header = read_header(lines[0])
    options = msgspec.convert(header.options, game.Options)
    play = Play.begin(game, header.seats, header.seed, options)
    new = replace(
        header,
        options=msgspec.to_builtins(options),
        start=msgspec.to_builtins(play.state),
        rules=game.RULES_VERSION,
    )
    follow = _Follow(game, play)
    kept = list(follow.those_that_follow(lines[1:]))
    return JudgedAgain(chained(new, kept), follow.differs)


class _Follow:
    def __init__(self, game: Game[Any, Any], play: Play[Any, Any]) -> None:
        self._game, self._play = game, play
        self._decided: list[Entry[Any]] = []
        self.differs: int | None = None

    def those_that_follow(self, lines: Sequence[bytes]) -> Iterator[Line]:
        entries = 0
        for text in lines:
            try:
                line = read_line(self._game, text)
                if isinstance(line, Entry):
                    if not self._follows(line):
                        raise ValueError("the rules decide it differently")
                    entries += 1
            except Exception:  # of any kind: an act that is no more, or rules that stumble on it
                self.differs = entries + 1
                return
            yield line

    def _follows(self, entry: Entry[Any]) -> bool:
        self._decided = self._decided or decided_at(self._play, entry)
        return bool(self._decided) and encode(self._decided.pop(0)) == encode(entry)


def chained(header: Header, lines: Sequence[Line]) -> tuple[bytes, ...]:
    """The lines of a record, with their running hashes."""
    chain = Chain()
    return tuple(chain.write(line) for line in (header, *lines))


def is_readable(game: Game[Any, Any], lines: Sequence[bytes]) -> bool:
    """Whether a game that is over can still be shown."""
    try:
        resume(game, read_header(lines[0]), entries_of(read_lines(game, lines[1:])))
    except Exception:  # of any kind: the rules changed
        return False
    return True
