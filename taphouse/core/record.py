"""The record of a game: a header, then one entry per line. A record is read back exactly as written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from zlib import crc32

import msgspec

from .game import Game, Move, Time, Value, table_acts
from .play import Entry, Play

FORMAT = 1
CHECK = b',"check":"%08x"}'
"""The last field of a line: a CRC-32 of all the bytes before it."""
CHECK_LENGTH = len(CHECK % 0)


class Header(Value):
    """Everything needed before the first move."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str
    start: dict[str, Any]
    """The state after set-up, so that an old game can be watched after its set-up rules changed."""
    house: str
    format: int = FORMAT
    recorded_seats: tuple[dict[str, Any], ...] = msgspec.field(default=(), name="sitters")  # the stored name
    """How each player looked to the others, by seat; only in a file that was handed out.

    No rule reads it: `house.recorded_seats` checks what it holds."""
    rules: int = 1
    """The version of the game's rules that decided it. Journals without a version count as 1."""
    judging: int = 1
    """The version of `fair` that judged its taps. Journals without a version count as 1."""


class Changed(msgspec.ValidationError):
    """A line is not as it was written."""


class _Checked(Value):
    check: str | None = None


class _Line(Value):
    at: Time
    move: dict[str, Any] | None
    events: list[Any]
    evidence: Any = None


def header(slug: str, play: Play[Any, Any], seats: int, options: Any, house: str, judging: int = 1) -> Header:
    """The header of `play` before its first entry. `judging` matters to a game with taps."""
    return Header(
        slug,
        seats,
        msgspec.to_builtins(options),
        play.seed,
        msgspec.to_builtins(play.state),
        house,
        rules=play.game.RULES_VERSION,
        judging=judging,
    )


def write(line: Header | Entry[Any]) -> bytes:
    """One line of JSON that ends with its checksum."""
    text = msgspec.json.encode(line)[:-1]
    return text + CHECK % crc32(text)


def is_unchanged(line: bytes) -> bool:
    """Whether a line fits its checksum. Lines of older houses have no checksum and pass."""
    if msgspec.json.decode(line, type=_Checked).check is None:
        return True
    text = line[:-CHECK_LENGTH]
    return line == text + CHECK % crc32(text)


def read_header(line: bytes, check: bool = True) -> Header:
    """Raises `Changed` if `check` is set and the line was changed."""
    found = msgspec.json.decode(line, type=Header)
    if found.format > FORMAT:
        raise msgspec.ValidationError(f"written in format {found.format}; this house reads up to {FORMAT}")
    if check:
        _check(line)
    return found


def read_entry(game: Game[Any, Any], line: bytes, check: bool = True) -> Entry[Any]:
    """Raises `Changed` if `check` is set and the line was changed."""
    if check:
        _check(line)
    raw = msgspec.json.decode(line, type=_Line)
    move = None
    if raw.move is not None:
        act = msgspec.convert(raw.move.pop("act", None), game.Acts | table_acts(game))
        move = msgspec.convert({**raw.move, "act": None}, Move)
        move = msgspec.structs.replace(move, act=act)
    events: tuple[Any, ...] = tuple(msgspec.convert(event, game.Events) for event in raw.events)
    return Entry(raw.at, move, events, raw.evidence)


def read_entries(game: Game[Any, Any], lines: Iterable[bytes]) -> Iterator[Entry[Any]]:
    """Reads all lines after the header. An error names its line, counted from the start of the file."""
    for number, line in enumerate(lines, 2):
        try:
            yield read_entry(game, line)
        except msgspec.ValidationError as error:
            raise type(error)(f"line {number}: {error}") from error


def _check(line: bytes) -> None:
    if not is_unchanged(line):
        raise Changed("this line was changed after it was written: its checksum does not fit")


def resume(game: Game[Any, Any], header: Header, entries: Iterable[Entry[Any]] = ()) -> Play[Any, Any]:
    """The game as it stood after the last entry."""
    play = Play(game, msgspec.convert(header.start, game.State), header.seed)
    for entry in entries:
        play.replay(entry)
    return play
