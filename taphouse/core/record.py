"""The record of a game: a header, then one line for each entry, each change of a seat, and the end.

Each line ends with the running hash of the record up to itself. So a player who kept one of these hashes
can tell later whether anything before it was changed.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, TypeAlias
from zlib import crc32

import msgspec

from .game import Entry, Game, Move, Seat, Time, Value, all_events, table_acts
from .play import Play

FORMAT = 2
"""1: lines have a checksum of their own, or none. 2: lines have the running hash."""
LINK = b',"chain":"%s"}'
"""The last field of a line: the first half of the running hash, which covers all bytes before this field."""
LINK_LENGTH = len(LINK % (b"." * 22))
CHECK = b',"check":"%08x"}'
"""The last field of a line in format 1: a CRC-32 of all the bytes before it."""
CHECK_LENGTH = len(CHECK % 0)


class Place(Value):
    """Who plays a seat at the start of a game."""

    player: int
    """The number of the player at this table."""
    bot: bool = False
    delay: Time = 0
    """How much later the taps of this seat count in a race, because a rival has a head start."""


class Header(Value):
    """Everything needed before the first move."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str
    start: dict[str, Any]
    """The state after set-up, so that an old game can be watched after its set-up rules changed."""
    house: str
    format: int = 1
    recorded_seats: tuple[dict[str, Any], ...] = msgspec.field(default=(), name="sitters")  # the stored name
    """How each player looked to the others, by seat. In format 2 the end of the record has it instead."""
    rules: int = 1
    """The version of the game's rules that decided it. Journals without a version count as 1."""
    judging: int = 1
    """The version of `fair` that judged its taps. Journals without a version count as 1."""
    id: str = ""
    """The name of this game. Empty in format 1."""
    fairness: dict[str, Any] | None = None
    """How its taps are judged. `None` in format 1."""
    places: tuple[Place, ...] = ()
    """By seat; empty in format 1."""


class Seated(Value, tag_field="line", tag="seated"):
    """From here on another player plays this seat, or a bot plays it, or a bot no longer does."""

    seat: Seat
    player: int
    bot: bool


class End(Value, tag_field="line", tag="end"):
    """The game is over, and no line of play follows."""

    recorded_seats: tuple[dict[str, Any], ...] = msgspec.field(name="sitters")
    """How each player looked to the others, by seat: `house.recorded_seats` checks what it holds."""


class Seal(Value, tag_field="line", tag="seal"):
    """The last line: the house signs the running hash as of the line before."""

    key: str
    """The house's public key."""
    signature: str


Line: TypeAlias = Entry[Any] | Seated | End | Seal
"""Each line but the first."""


class Changed(msgspec.ValidationError):
    """A line is not as it was written."""


class _Kind(Value):
    line: str | None = None


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


encode = msgspec.json.Encoder().encode


class Chain:
    """The running hash of a record: each line is hashed together with the hash before it.

    Lines and players get only the first half of each hash. Without the other half nobody can try out which
    line comes next, so the hash of a secret move reveals nothing.
    """

    def __init__(self) -> None:
        self.digest = b""
        self._has_begun = False  # a game that an older house began has no hashes in its first lines

    @classmethod
    def of(cls, lines: Iterable[bytes]) -> Chain:
        """The hash after these lines. Raises `Changed` if one does not fit; the error names its number."""
        chain = cls()
        for number, line in enumerate(lines, 1):
            if not chain.follow(line):
                raise Changed(f"line {number}: {CHANGED}")
        return chain

    @property
    def link(self) -> str:
        """The part of the hash that is written and handed out."""
        return urlsafe_b64encode(self.digest[:16])[:22].decode()

    def write(self, line: Header | Line) -> bytes:
        """The next line as JSON that ends with the running hash."""
        text = encode(line)[:-1]
        return text + self._next(text)

    def follow(self, line: bytes) -> bool:
        """Adds a line that was written before. False if it was changed, or if lines before it were."""
        if self._has_begun or has_link(line):
            return line[-LINK_LENGTH:] == self._next(line[:-LINK_LENGTH])
        if b'"check":' in line[-CHECK_LENGTH:]:
            self._add(line[:-CHECK_LENGTH])
            return line[-CHECK_LENGTH:] == CHECK % crc32(line[:-CHECK_LENGTH])
        self._add(line[:-1])  # lines of the first houses have no checksum
        return True

    def _next(self, text: bytes) -> bytes:
        """Adds a line; returns its last field."""
        self._has_begun = True
        self._add(text)
        return LINK % self.link.encode()

    def _add(self, text: bytes) -> None:
        self.digest = sha256(self.digest + text).digest()


CHANGED = "this line, or one before it, was changed after it was written. Its hash is wrong"


def has_link(line: bytes) -> bool:
    """Whether a line ends with a running hash, fitting or not."""
    return b'"chain":' in line[-LINK_LENGTH - 2 :]


def read_header(line: bytes) -> Header:
    found = msgspec.json.decode(line, type=Header)
    if found.format > FORMAT:
        raise msgspec.ValidationError(f"written in format {found.format}; this house reads up to {FORMAT}")
    return found


def read_line(game: Game[Any, Any], line: bytes) -> Line:
    if msgspec.json.decode(line, type=_Kind).line is not None:
        return msgspec.json.decode(line, type=Seated | End | Seal)
    raw = msgspec.json.decode(line, type=_Line)
    move = None
    if raw.move is not None:
        act = msgspec.convert(raw.move.pop("act", None), game.Acts | table_acts(game))
        move = msgspec.convert({**raw.move, "act": None}, Move)
        move = msgspec.structs.replace(move, act=act)
    events: tuple[Any, ...] = tuple(msgspec.convert(event, all_events(game)) for event in raw.events)
    return Entry(raw.at, move, events, raw.evidence)


def read_lines(game: Game[Any, Any], lines: Iterable[bytes]) -> Iterator[Line]:
    """Reads all lines after the header. An error names its line, counted from the start of the file."""
    for number, line in enumerate(lines, 2):
        try:
            yield read_line(game, line)
        except msgspec.ValidationError as error:
            raise type(error)(f"line {number}: {error}") from error


def is_sealed(lines: Sequence[bytes]) -> bool:
    """Whether the last line is the signature of a house, fitting or not."""
    return bool(lines) and msgspec.json.decode(lines[-1], type=_Kind).line == "seal"


def entries_of(lines: Iterable[Line]) -> list[Entry[Any]]:
    return [line for line in lines if isinstance(line, Entry)]


def resume(game: Game[Any, Any], header: Header, entries: Iterable[Entry[Any]] = ()) -> Play[Any, Any]:
    """The game as it stood after the last entry."""
    play = Play(game, msgspec.convert(header.start, game.State), header.seed)
    for entry in entries:
        play.replay(entry)
    return play
