"""The process that makes one film and ends. The cost of a file falls on this process alone."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterable, Sequence
from typing import Any, cast

import msgspec

from taphouse.core import Entry, Game, Seat, Value
from taphouse.core.record import Header, Line, Seal, entries_of, read_header, read_line
from taphouse.decks import opened as opened_deck
from taphouse.decks import summary
from taphouse.replay.film import Frame, film
from taphouse.replay.verify import Problem, examine, links
from taphouse.shelf import Shelf, whole_shelf
from taphouse.table import wire
from taphouse.table.public_room import public_room
from taphouse.table.recorded_seats import RecordedSeat, recorded_seats
from taphouse.table.room import BOT_NAMES, Member, Refusal, Room, RoomDeck

from .short_process import limit

MOST_LINES = 20_000
MOST_EVENTS = 30_000  # in all: games have about 1.25 a line
MOST_OF_A_LINE = 100  # events: the longest chain observed has six
MOST_PICTURES = 32 * 1024 * 1024  # bytes in all: the longest game of bots takes 130 KB


class Job(Value):
    """A journal, and how to show it."""

    journal: bytes
    """A header and its entries, one a line."""
    seat: str
    """As requested; empty: the table's own view."""
    code: str | None = None
    """The table's code; `None`: a file, which is checked before it is shown."""
    recorded_seats: tuple[RecordedSeat, ...] | None = None
    """`None`: those of the header."""
    number: int | None = None
    games: tuple[wire.Past, ...] = ()


class Answer(Value):
    """A film as compressed JSON, or the reason why there is none."""

    film: bytes = b""
    why: wire.Why | None = None
    detail: str = ""


def answer(shelf: Shelf, job: Job) -> Answer:
    """Makes the film. A file is not trusted: every error becomes a reason in the answer."""
    why: wire.Why = "bad-file" if job.code is None else "no-replay"
    try:
        return Answer(gzip.compress(msgspec.json.encode(make_film(shelf, job)), 6))
    except Refusal as refusal:
        return Answer(why=refusal.why, detail=refusal.detail)
    except MemoryError:
        return Answer(why=why, detail="it takes too much memory")
    except Exception as error:
        return Answer(why=why, detail=f"{error or type(error).__name__}"[:200])


def make_film(shelf: Shelf, job: Job) -> wire.Film:
    """Checks a file first; the film names the first doubtful line."""
    text = job.journal.splitlines() or [b""]
    game, header = opened(shelf, text)
    seat = requested_seat(job.seat, header)
    lines = read(game, text[1:])
    journal = entries_of(lines)
    doubt = first(examine(game, header, lines, text)) if job.code is None else None
    frames = pictures(film(game, header, journal, seat))
    seats = recorded_seats(header, lines) if job.recorded_seats is None else job.recorded_seats
    room = room_of(job.code or "", header, seats, deck_of(shelf, header))
    hashes = tuple(links(text)) if header.id else ()
    sealed = bool(lines) and isinstance(lines[-1], Seal)
    return wire.Film(room, seat, frames, job.number, job.games, doubt, hashes, sealed)


def opened(shelf: Shelf, text: Sequence[bytes]) -> tuple[Game[Any, Any], Header]:
    if len(text) > MOST_LINES + 1:
        raise ValueError(f"more than {MOST_LINES} lines")
    try:
        header = read_header(text[0])
        recorded_seats(header)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"line 1: {error}") from error
    game = shelf.get(header.game)
    if game is None:
        raise Refusal("no-such-game", header.game[:40])
    if header.seats not in game.SEATS:
        raise ValueError(f"line 1: {header.seats} seats")
    return game, header


def read(game: Game[Any, Any], text: Iterable[bytes]) -> list[Line]:
    """Reads every line. Their events are limited, because `apply` trusts them and some make a state grow."""
    lines: list[Line] = []
    events = 0
    for number, one in enumerate(text, 2):
        try:
            line = read_line(game, one)
        except Exception as error:
            raise ValueError(f"line {number}: {error or type(error).__name__}") from error
        lines.append(line)
        if not isinstance(line, Entry):
            continue
        events += len(line.events)
        if len(line.events) > MOST_OF_A_LINE:
            raise ValueError(f"line {number}: more than {MOST_OF_A_LINE} events")
        if events > MOST_EVENTS:
            raise ValueError(f"line {number}: more than {MOST_EVENTS} events in all")
    return lines


def first(found: Iterable[Problem]) -> wire.Doubt | None:
    """The first line that is wrong; else the first that differs because of another version."""
    problems = list(found)
    wrong = [problem for problem in problems if not problem.other_version]
    for problem in wrong[:1] or problems[:1]:
        return wire.Doubt(
            problem.line, problem.says, "other-version" if problem.other_version else problem.why
        )
    return None


def pictures(frames: Iterable[Frame | None]) -> tuple[Frame, ...]:
    """Encodes each frame at once, so that together they take no more memory than may be sent."""
    encoded: list[msgspec.Raw] = []
    size = 0
    for frame in frames:
        if frame is not None:
            encoded.append(msgspec.Raw(msgspec.json.encode(frame)))
            size += len(encoded[-1])
            if size > MOST_PICTURES:
                raise ValueError(f"more than {MOST_PICTURES // 1024 // 1024} MB of pictures")
    return cast(tuple[Frame, ...], tuple(encoded))


def requested_seat(requested: str, header: Header) -> Seat | None:
    if requested == "":
        return None
    if not requested.isdecimal() or len(requested) > 2 or int(requested) >= header.seats:
        raise Refusal("no-such-player")
    return int(requested)


def room_of(
    code: str, header: Header, seats: Sequence[RecordedSeat], deck: RoomDeck | None = None
) -> wire.Room:
    """The room as a film shows it: every player is present, and none is waited for."""
    placeholders = [RecordedSeat(name, sign) for sign, name in enumerate(BOT_NAMES, 1)]
    seats = seats if len(seats) == header.seats else placeholders[: header.seats]
    room = Room(
        code=code,
        salt="",
        game=header.game,
        options={name: value for name, value in header.options.items() if name != "own_deck"},
        decks={header.game: deck} if deck else {},
        time_scale=header.options.get("windows", 100),
        stage="playing",
        match=header.id or None,
        members=tuple(
            Member(
                id=seat,
                name=recorded.name,
                sign=recorded.sign,
                bot=recorded.bot,
                ready=True,
                head_start=recorded.head_start,
                large_targets=recorded.large_targets,
                ghost=() if recorded.ghost is True else None,
            )
            for seat, recorded in enumerate(seats)
        ),
    )
    return public_room(room, here=range(header.seats))


def deck_of(shelf: Shelf, header: Header) -> RoomDeck | None:
    """The own deck that the game was played with."""
    text = header.options.get("own_deck")
    if text is None:
        return None
    try:
        found = opened_deck(shelf, text)
    except ValueError as error:
        raise ValueError(f"line 1: its deck has an error in {error}") from error
    return RoomDeck(text, summary(found.game, found.deck))


def main() -> None:
    limit()
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Job)
    sys.stdout.buffer.write(msgspec.msgpack.encode(answer(whole_shelf(), job)))


if __name__ == "__main__":
    main()
