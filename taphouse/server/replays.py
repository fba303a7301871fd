"""Games that are over, to be watched again: by the table's link, or from a file."""

from __future__ import annotations

import asyncio
import gzip
import logging
import os
import sys
from collections import OrderedDict
from collections.abc import Callable
from subprocess import PIPE, Popen, TimeoutExpired
from typing import TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from taphouse.core import Time
from taphouse.core.record import read_header, write
from taphouse.house import wire
from taphouse.house.recorded_seats import with_recorded_seats
from taphouse.house.room import Ended, Refusal, Room
from taphouse.journal import Journal

from .admission import is_same_origin
from .filming import Answer, Job
from .http import body_of, sorry
from .limits import Bucket, Queue, Rate
from .table_lookup import TableLookup

log = logging.getLogger(__name__)

LONGEST = 4 * 1024 * 1024  # bytes of a file: the longest game of bots takes 90 KB, of people about ten times
FILES = Rate(1, burst=10)  # that the whole house reads a second: judging one again takes its time
UPLOADS = 8  # files on their way here, or waiting to be judged: more are not even read
WATCHERS = 30  # who wait for the film of a table: two full tables, each seat its own
KEPT = 16  # films: who watches together asks for the same ones
PATIENCE = 30.0  # seconds for one film, on a slow machine too

FilmKey: TypeAlias = tuple[str, str, tuple[wire.Past, ...]]
"""A game, the seat that was asked for, and the games beside it."""


class Replays:
    def __init__(
        self, codes: TableLookup, journal: Journal, clock: Callable[[], Time], url: str | None = None
    ) -> None:
        self._lookup, self._journal, self._clock, self._url = codes, journal, clock, url
        self._files = Bucket(FILES)
        self._uploads = Queue(UPLOADS, waiting=0)
        self._judging = Queue(1, waiting=UPLOADS)
        self._filming = Queue(1, waiting=WATCHERS)
        self._kept: OrderedDict[FilmKey, bytes] = OrderedDict()

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/tables/{code}/replay", self.of_table),
            Route("/api/replay", self.of_file, methods=["POST"]),
            Route("/t/{code}/game.jsonl", self.handed_out),
        ]

    async def of_table(self, request: Request) -> Response:
        """`?game=2&seat=1`; the last game and the table's own view if nothing is said."""
        room, played = await self._ended(request)
        games = tuple(wire.Past(other.number, other.game) for other in room.ended)
        key = (played.match, request.query_params.get("seat", ""), games)
        film = self._kept.get(key)
        if film is None:
            async with self._filming.turn():
                film = self._kept.get(key) or await self._film(room, played, key)
        return await sent(request, film)

    async def _film(self, room: Room, played: Ended, key: FilmKey) -> bytes:
        _, seat, games = key
        journal = b"\n".join(await self._lines(played))
        film = await filmed(Job(journal, seat, room.code, played.recorded_seats, played.number, games))
        self._kept[key] = film
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return film

    async def of_file(self, request: Request) -> Response:
        """A file that was handed out once: read, judged again, and shown."""
        if not is_same_origin(request.headers.get("origin"), request.headers.get("host"), self._url):
            return sorry(Refusal("bad-message", "another site's page"), 403)
        if not self._files.take(self._clock()):
            raise Refusal("flood")
        async with self._uploads.turn():
            if (body := await body_of(request, LONGEST)) is None:
                return sorry(Refusal("bad-file", f"more than {LONGEST // 1024 // 1024} MB"), 413)
            async with self._judging.turn():
                film = await filmed(Job(body, request.query_params.get("seat", "")))
        return await sent(request, film)

    async def handed_out(self, request: Request) -> Response:
        """The journal of a game that ended, with who sat where. A game that is on keeps its secrets."""
        room, played = await self._ended(request)
        head, *lines = await self._lines(played)
        head = write(with_recorded_seats(read_header(head), played.recorded_seats))
        name = f"{played.game}-{room.code}-{played.number}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(b"\n".join([head, *lines, b""]), media_type="application/jsonl", headers=headers)

    async def _ended(self, request: Request) -> tuple[Room, Ended]:
        """The game that is asked for. One that is on has not ended, and is not found here."""
        room = await self._lookup.asked(request)
        played, number = room.ended, request.query_params.get("game")
        found = [one for one in played if number in (None, "", str(one.number))]
        if not found:
            raise Refusal("no-replay")
        return room, found[-1]

    async def _lines(self, played: Ended) -> list[bytes]:
        """Of a game that is not kept, though its table names it, there is nothing to show."""
        lines = await self._journal.read(f"game/{played.match}")
        if not lines:
            raise Refusal("no-replay")
        return lines


async def filmed(job: Job, patience: float = PATIENCE) -> bytes:
    """The film as compressed JSON, made by a process of its own: no table waits for it, nor falls with it."""
    process = await asyncio.to_thread(_started)
    try:
        told, errors = await asyncio.to_thread(_heard, process, msgspec.msgpack.encode(job), patience)
    finally:
        process.kill()  # if nobody waits for it any more
    if not told:
        why = errors.decode(errors="replace")[-200:] or f"exit status {process.returncode}"
        log.warning("no film was made", extra={"table": job.code, "why": why})
        raise Refusal("no-replay" if job.code else "bad-file", "it takes too much time or memory")
    answer = msgspec.msgpack.decode(told, type=Answer)
    if answer.why is not None:
        raise Refusal(answer.why, answer.detail)
    return answer.film


def _started() -> Popen[bytes]:
    """In a thread: the loop would copy the tables of all its memory first."""
    command = [sys.executable, "-P", "-m", "taphouse.server.filming"]
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=surroundings, start_new_session=True)


def _heard(process: Popen[bytes], job: bytes, patience: float) -> tuple[bytes, bytes]:
    """What it answers, and what went wrong."""
    with process:
        try:
            return process.communicate(job, patience)
        except TimeoutExpired:
            process.kill()
            return b"", b"too slow"


async def sent(request: Request, film: bytes) -> Response:
    """Pictures hardly differ: compressed they are a tenth of the way to send."""
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(film, media_type="application/json", headers={"content-encoding": "gzip"})
    plain = await asyncio.to_thread(gzip.decompress, film)
    return Response(plain, media_type="application/json")
