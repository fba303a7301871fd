"""Games that are over, to be watched again: by the table's link, or from a file."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from taphouse.core import Entry, Game, Seat, Time, replace
from taphouse.core.record import Header, Sitter, is_unchanged, read_entries, read_entry, read_header, write
from taphouse.fair import Fairness
from taphouse.games import shelf
from taphouse.house import wire
from taphouse.house.room import BOT_NAMES, Ended, Refusal, Room
from taphouse.journal import Journal
from taphouse.sim.film import Frame, film
from taphouse.sim.verify import Problem, problems

from .answers import Json, body_of, sorry
from .guesses import Codes
from .limits import Bucket, Rate

T = TypeVar("T")

LONGEST = 4 * 1024 * 1024  # bytes of a file: the longest game of bots takes 90 KB, of people about ten times
MOST_LINES = 20_000
FILES = Rate(1, burst=10)  # that the whole house reads a second: judging one again takes its time
KEPT = 16  # films: who watches together asks for the same ones
SLICE = 8  # entries told in one go: about a millisecond, so that no race at another table waits


class Replays:
    def __init__(self, codes: Codes, journal: Journal, clock: Callable[[], Time]) -> None:
        self._codes, self._journal, self._clock = codes, journal, clock
        self._files = Bucket(FILES)
        self._kept: OrderedDict[tuple[str, Seat | None], tuple[Frame, ...]] = OrderedDict()

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/tables/{code}/replay", self.of_table),
            Route("/api/replay", self.of_file, methods=["POST"]),
            Route("/t/{code}/game.jsonl", self.handed_out),
        ]

    async def of_table(self, request: Request) -> Response:
        """`?game=2&seat=1`; the last game and the table's own view if nothing is said."""
        try:
            room, played = await self._ended(request)
            header, journal = await self._read(played)
            seat = seat_asked_for(request, header)
            frames = self._kept.get((played.match, seat))
            if frames is None:
                frames = await in_slices(film(shelf()[played.game], header, journal, seat))
                self._keep(played.match, seat, frames)
        except msgspec.ValidationError as error:  # written by a house whose tables looked otherwise
            raise Refusal("no-replay", str(error)[:200]) from error
        games = tuple(wire.Past(other.number, other.game) for other in room.ended)
        seen_again = as_it_was(room.code, header, played.sitters)
        return packed(request, wire.Film(seen_again, seat, frames, played.number, games))

    async def of_file(self, request: Request) -> Response:
        """A file that was handed out once: read, shown, and judged again."""
        if (body := await body_of(request, LONGEST)) is None:
            return sorry(Refusal("bad-file", f"more than {LONGEST // 1024 // 1024} MB"), 413)
        if not self._files.take(self._clock()):
            raise Refusal("flood")
        line = 1
        try:
            game, header, lines = opened(body)
            seat = seat_asked_for(request, header)
            journal, doubt = list[Entry[Any]](), changed(1, body.splitlines()[0])
            for line, text in enumerate(lines, 2):
                journal.append(read_entry(game, text, check=False))
                doubt = doubt or changed(line, text)
                await breathe(line)
            frames = await in_slices(film(game, header, journal, seat))
            doubt = doubt or await first(problems(game, header, journal))
        except Refusal:
            raise
        except Exception as error:  # a stranger's file: whatever it breaks, it breaks alone
            raise Refusal("bad-file", f"line {line}: {error or type(error).__name__}"[:200]) from error
        return packed(request, wire.Film(as_it_was("", header, header.sitters), seat, frames, doubt=doubt))

    async def handed_out(self, request: Request) -> Response:
        """The journal of a game that ended, with who sat where. A game that is on keeps its secrets."""
        room, played = await self._ended(request)
        head, *lines = await self._lines(played)
        head = write(replace(read_header(head), sitters=played.sitters))
        name = f"{played.game}-{room.code}-{played.number}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(b"\n".join([head, *lines, b""]), media_type="application/jsonl", headers=headers)

    async def _ended(self, request: Request) -> tuple[Room, Ended]:
        """The game that is asked for. One that is on has not ended, and is not found here."""
        room = await self._codes.asked(request)
        played, number = room.ended, request.query_params.get("game")
        found = [one for one in played if number in (None, "", str(one.number))]
        if not found:
            raise Refusal("no-replay")
        return room, found[-1]

    async def _read(self, played: Ended) -> tuple[Header, list[Entry[Any]]]:
        head, *lines = await self._lines(played)
        game = shelf()[played.game]
        return read_header(head), list(await in_slices(read_entries(game, lines)))

    async def _lines(self, played: Ended) -> list[bytes]:
        """Of a game that is not kept, though its table names it, there is nothing to show."""
        lines = await self._journal.read(f"game/{played.match}")
        if not lines:
            raise Refusal("no-replay")
        return lines

    def _keep(self, match: str, seat: Seat | None, frames: tuple[Frame, ...]) -> None:
        self._kept[match, seat] = frames
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def opened(body: bytes) -> tuple[Game[Any, Any], Header, list[bytes]]:
    head, *lines = body.splitlines() or [b""]
    if len(lines) > MOST_LINES:
        raise Refusal("bad-file", f"more than {MOST_LINES} lines")
    header = read_header(head, check=False)
    game = shelf().get(header.game)
    if game is None:
        raise Refusal("no-such-game", header.game[:40])
    if header.seats not in game.SEATS:
        raise Refusal("bad-file", f"line 1: {header.seats} seats")
    return game, header, lines


def seat_asked_for(request: Request, header: Header) -> Seat | None:
    asked = request.query_params.get("seat", "")
    if asked == "":
        return None
    if not asked.isdecimal() or int(asked) >= header.seats:
        raise Refusal("no-such-player")
    return int(asked)


def as_it_was(code: str, header: Header, sitters: tuple[Sitter, ...]) -> wire.Room:
    """Everybody is there, and nobody is waited for."""
    strangers = tuple(Sitter(name, sign) for sign, name in enumerate(BOT_NAMES, 1))
    sitters = sitters if len(sitters) == header.seats else strangers[: header.seats]
    return wire.Room(
        code=code,
        game=header.game,
        options=header.options,
        fairness=Fairness(),
        windows=header.options.get("windows", 100),
        stage="playing",
        paused=None,
        host=None,
        lesson=None,
        big=False,
        players=tuple(
            wire.Player(
                id=seat,
                name=sitter.name,
                sign=sitter.sign,
                bot=sitter.bot,
                here=True,
                warm=False,
                ready=True,
                head_start=sitter.head_start,
                large_targets=sitter.large_targets,
                vote=None,
                weather=None,
            )
            for seat, sitter in enumerate(sitters)
        ),
        bench=(),
        watchers=0,
        locked=False,
        elected=None,
        hostless=False,
    )


async def breathe(number: int) -> None:
    """Others have their turn."""
    if number % SLICE == 0:
        await asyncio.sleep(0)


async def in_slices(found: Iterable[T | None]) -> tuple[T, ...]:
    """All there is."""
    kept: list[T] = []
    for number, one in enumerate(found):
        if one is not None:
            kept.append(one)
        await breathe(number)
    return tuple(kept)


def changed(line: int, text: bytes) -> wire.Doubt | None:
    return None if is_unchanged(text) else wire.Doubt(line, "its checksum does not fit", "changed")


async def first(found: Iterable[Problem | None]) -> wire.Doubt | None:
    """The first line that is wrong; else the first that another version explains."""
    doubt: wire.Doubt | None = None
    for line, problem in enumerate(found, 1):
        if problem is not None and (doubt is None or not problem.other_version):
            why: Literal["differs", "other-version"] = "other-version" if problem.other_version else "differs"
            doubt = wire.Doubt(line, problem.says, why)
        await breathe(line)
    return doubt


def packed(request: Request, told: wire.Film) -> Response:
    """Pictures hardly differ: a tenth of the way to send."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Json(told)
    squeezed = gzip.compress(msgspec.json.encode(told), 6)
    return Response(squeezed, media_type="application/json", headers={"content-encoding": "gzip"})
