"""Opens tables on the deal of a finished game, with its players as ghosts."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from taphouse.core import Time
from taphouse.house.lobby import Lobby, PlayAgainst
from taphouse.table.finished_game import FinishedGame
from taphouse.table.room import Refusal

from .admission import is_same_origin
from .ghost_making import Answer
from .http import Json, read_json, refusal_response
from .limits import Bucket, Queue
from .replays import FILES, LONGEST, TIMEOUT
from .short_process import run
from .table_lookup import network_of

WAITING = 4  # files that wait for their turn
_read = msgspec.json.Decoder(PlayAgainst).decode


class GhostRoutes:
    def __init__(self, lobby: Lobby, clock: Callable[[], Time], url: str | None = None) -> None:
        self._lobby, self._clock, self._url = lobby, clock, url
        self._files = Bucket(FILES)
        self._uploads, self._turns = Queue(WAITING, waiting=0), Queue(1, waiting=WAITING)

    @property
    def routes(self) -> list[Route]:
        return [Route("/api/ghosts", self.open, methods=["POST"])]

    async def open(self, request: Request) -> Response:
        """The file is judged again first: an edited one is refused."""
        if not is_same_origin(request.headers.get("origin"), request.headers.get("host"), self._url):
            return refusal_response(Refusal("bad-message", "another site's page"), 403)
        if not self._files.take(self._clock()):
            raise Refusal("flood")
        async with self._uploads.turn():
            body = await read_json(request, _read, 2 * LONGEST)  # a text in JSON is longer than the file
            async with self._turns.turn():
                finished = await finished_game(body.file.encode())
        address = network_of(request.client.host) if request.client else None
        return Json(await self._lobby.open_against(finished, body, address), 201)


async def finished_game(record: bytes) -> FinishedGame:
    ended = await run("taphouse.server.ghost_making", record, TIMEOUT)
    if not ended.output:
        raise Refusal("bad-file", "it takes too much time or memory")
    answer = msgspec.msgpack.decode(ended.output, type=Answer)
    if answer.game is None:
        raise Refusal("bad-file", answer.why)
    return answer.game
