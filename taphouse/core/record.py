"""A game written down: a header, then one entry a line. What is written can be read back exactly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec

from .game import Advice, Away, Back, Game, Move, Skill, Time, Value
from .play import Entry, Play

FORMAT = 1


class Sitter(Value):
    """Who sat where, as the others knew him."""

    name: Annotated[str, msgspec.Meta(max_length=80)]
    sign: Annotated[int, msgspec.Meta(ge=1, le=8)]
    bot: Skill | None = None
    head_start: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0
    large_targets: bool = False


class Header(Value):
    """What must be known before the first move."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str
    start: dict[str, Any]
    """The table as it was set up: so an old game can be watched after its set-up rules changed."""
    house: str
    format: int = FORMAT
    sitters: tuple[Sitter, ...] = ()
    """By seat; only in a file that was handed out."""


class _Line(Value):
    at: Time
    move: dict[str, Any] | None
    events: list[Any]
    evidence: Any = None


def header(slug: str, play: Play[Any, Any], seats: int, options: Any, house: str) -> Header:
    """`play` as it stands before its first entry."""
    return Header(
        slug, seats, msgspec.to_builtins(options), play.seed, msgspec.to_builtins(play.state), house
    )


def write(line: Header | Entry[Any]) -> bytes:
    return msgspec.json.encode(line)


def read_header(line: bytes) -> Header:
    found = msgspec.json.decode(line, type=Header)
    if found.format > FORMAT:
        raise msgspec.ValidationError(f"written in format {found.format}; this house reads up to {FORMAT}")
    return found


def read_entry(game: Game[Any, Any], line: bytes) -> Entry[Any]:
    raw = msgspec.json.decode(line, type=_Line)
    move = None
    if raw.move is not None:
        act = msgspec.convert(raw.move.pop("act", None), game.Acts | Away | Back | Advice)
        move = msgspec.convert({**raw.move, "act": None}, Move)
        move = msgspec.structs.replace(move, act=act)
    events: tuple[Any, ...] = tuple(msgspec.convert(event, game.Events) for event in raw.events)
    return Entry(raw.at, move, events, raw.evidence)


def resume(game: Game[Any, Any], header: Header, entries: Iterable[Entry[Any]] = ()) -> Play[Any, Any]:
    """The game as it stood when it was written down."""
    play = Play(game, msgspec.convert(header.start, game.State), header.seed)
    for entry in entries:
        play.retell(entry)
    return play
