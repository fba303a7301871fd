"""Serves replays of ended games: by the table's link, or from a file."""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from taphouse.core import Time
from taphouse.core.record import encode, is_sealed, read_header
from taphouse.journal import Journal
from taphouse.table import wire
from taphouse.table.recorded_seats import with_recorded_seats
from taphouse.table.room import Ended, Refusal, Room

from .admission import is_same_origin
from .filming import Answer, Job
from .http import read_body, refusal_response
from .limits import Bucket, Queue, Rate
from .short_process import run
from .table_lookup import TableLookup

log = logging.getLogger(__name__)

LONGEST = 4 * 1024 * 1024  # bytes of a file: the longest game of bots takes 90 KB, of people about ten times
FILES = Rate(1, burst=10)  # files that the whole house reads a second: judging one again is slow
UPLOADS = 8  # files that are arriving or waiting to be judged: more are not even read
WATCHERS = 30  # requests that wait for films: two full tables, each seat its own film
CACHED = 16  # films: people who watch together ask for the same ones
TIMEOUT = 30.0  # seconds for one film, on a slow machine too

FilmKey: TypeAlias = tuple[str, str, tuple[wire.Past, ...]]
"""A game, the requested seat, and the other ended games of the table."""


class Replays:
    def __init__(
        self, codes: TableLookup, journal: Journal, clock: Callable[[], Time], url: str | None = None
    ) -> None:
        self._lookup, self._journal, self._clock, self._url = codes, journal, clock, url
        self._files = Bucket(FILES)
        self._uploads = Queue(UPLOADS, waiting=0)
        self._judging = Queue(1, waiting=UPLOADS)
        self._filming = Queue(1, waiting=WATCHERS)
        self._cache: OrderedDict[FilmKey, bytes] = OrderedDict()

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/tables/{code}/replay", self.of_table),
            Route("/api/replay", self.of_file, methods=["POST"]),
            Route("/t/{code}/game.jsonl", self.download),
        ]

    async def of_table(self, request: Request) -> Response:
        """`?game=2&seat=1`; by default the last game and the table's own view."""
        room, played = await self._ended(request)
        games = tuple(wire.Past(other.number, other.game) for other in room.ended)
        key = (played.match, request.query_params.get("seat", ""), games)
        film = self._cache.get(key)
        if film is None:
            async with self._filming.turn():
                film = self._cache.get(key) or await self._film(room, played, key)
        return await film_response(request, film)

    async def _film(self, room: Room, played: Ended, key: FilmKey) -> bytes:
        _, seat, games = key
        journal = b"\n".join(await self._lines(played))
        film = await make_film(Job(journal, seat, room.code, played.recorded_seats, played.number, games))
        self._cache[key] = film
        if len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return film

    async def of_file(self, request: Request) -> Response:
        """Reads a file that was downloaded from a house, judges it again and shows it."""
        if not is_same_origin(request.headers.get("origin"), request.headers.get("host"), self._url):
            return refusal_response(Refusal("bad-message", "another site's page"), 403)
        if not self._files.take(self._clock()):
            raise Refusal("flood")
        async with self._uploads.turn():
            if (body := await read_body(request, LONGEST)) is None:
                return refusal_response(Refusal("bad-file", f"more than {LONGEST // 1024 // 1024} MB"), 413)
            async with self._judging.turn():
                film = await make_film(Job(body, request.query_params.get("seat", "")))
        return await film_response(request, film)

    async def download(self, request: Request) -> Response:
        """The journal of an ended game, with its players. A running game is not served: it has secrets."""
        room, played = await self._ended(request)
        head, *lines = await self._lines(played)
        if not is_sealed(lines):  # a game of an older version: its end does not name the players
            head = encode(with_recorded_seats(read_header(head), played.recorded_seats))
        name = f"{played.game}-{room.code}-{played.number}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(b"\n".join([head, *lines, b""]), media_type="application/jsonl", headers=headers)

    async def _ended(self, request: Request) -> tuple[Room, Ended]:
        """The requested game. A running game is not found here."""
        room = await self._lookup.requested_room(request)
        played, number = room.ended, request.query_params.get("game")
        found = [one for one in played if number in (None, "", str(one.number))]
        if not found:
            raise Refusal("no-replay")
        return room, found[-1]

    async def _lines(self, played: Ended) -> list[bytes]:
        """The lines of a game; refused if its table refers to it but it is no longer stored."""
        lines = await self._journal.read(f"game/{played.match}")
        if not lines:
            raise Refusal("no-replay")
        return lines


async def make_film(job: Job, max_wait: float = TIMEOUT) -> bytes:
    """The film as compressed JSON. A separate process makes it: no table waits for it, or fails with it."""
    ended = await run("taphouse.server.filming", msgspec.msgpack.encode(job), max_wait)
    if not ended.output:
        log.warning("film failed", extra={"table": job.code, "why": ended.why})
        raise Refusal("no-replay" if job.code else "bad-file", "it takes too much time or memory")
    answer = msgspec.msgpack.decode(ended.output, type=Answer)
    if answer.why is not None:
        raise Refusal(answer.why, answer.detail)
    return answer.film


async def film_response(request: Request, film: bytes) -> Response:
    """The film as a response, compressed if the browser accepts it: that is a tenth of the size."""
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(film, media_type="application/json", headers={"content-encoding": "gzip"})
    plain = await asyncio.to_thread(gzip.decompress, film)
    return Response(plain, media_type="application/json")
