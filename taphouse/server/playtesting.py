"""The process in which bots try one deck, and which then ends."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic

import msgspec

from taphouse.core import Finding, NotADeck, Problem, Value
from taphouse.decks import opened, play_test
from taphouse.shelf import Shelf, whole_shelf

from .short_process import limit

LONGEST = 12.0  # seconds after which no other game begins: a slow machine plays fewer


class Trial(Value):
    """A deck, and how many games of bots try it."""

    text: str
    games: int


class Tried(Value):
    """What a deck is like to play; or why it is none."""

    findings: tuple[Finding, ...] = ()
    """The most important first."""
    problems: tuple[Problem, ...] = ()


def tried(shelf: Shelf, trial: Trial, is_enough: Callable[[], bool]) -> Tried:
    try:
        return Tried(tuple(play_test(shelf, opened(shelf, trial.text), trial.games, is_enough=is_enough)))
    except NotADeck as error:
        return Tried(problems=error.problems)


def main() -> None:
    limit()
    end = monotonic() + LONGEST
    trial = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Trial)
    sys.stdout.buffer.write(msgspec.msgpack.encode(tried(whole_shelf(), trial, lambda: monotonic() > end)))


if __name__ == "__main__":
    main()
