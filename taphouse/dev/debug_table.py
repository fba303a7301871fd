"""The HTTP side of the debug table: any table with all its secrets, for the designer of its game only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from taphouse.core import Entry, Play, Seat, Skill
from taphouse.core.record import entries_of, read_header, read_lines, resume
from taphouse.house.codes import normalized
from taphouse.house.live_table import LiveTable
from taphouse.house.lobby import Lobby
from taphouse.server.addresses import is_host
from taphouse.server.admission import is_same_origin
from taphouse.server.http import Json, read_json
from taphouse.table.room import Refusal

from .fork import fork
from .slow_lines import LineQuality, SlowLines
from .wire import Assign, DevEntry, DevSeat, DevState, Fork, Forked, Moment, SeatToken

LONGEST = 1024  # bytes of a request's body
T = TypeVar("T")


class DebugTables:
    """Only a browser on the designer's own computer is answered: what is told here would spoil any game."""

    def __init__(
        self, lobby: Lobby, lines: SlowLines, bots: dict[tuple[str, Seat], Skill], differs: dict[str, int]
    ):
        """`bots`: the seats of people that the designer gave to bots."""
        self._lobby, self._lines, self._bots, self._differs = lobby, lines, bots, differs

    @property
    def routes(self) -> list[Route]:
        table, seat = "/api/dev/tables/{code}", "/api/dev/tables/{code}/seats/{seat:int}"
        return [
            Route(table, self.state),
            Route(f"{table}/fork", self.fork, methods=["POST"]),
            Route(seat, self.assign, methods=["POST"]),
            Route(f"{seat}/line", self.set_line, methods=["POST"]),
            Route(f"{seat}/token", self.token, methods=["POST"]),
        ]

    async def state(self, request: Request) -> Response:
        """`?after=12`: the entries after so many. `?at=3&seat=0`: the moment (now) and whose view."""
        table = self._table(request)
        self._keep_bots(table)
        match, asked = table.table.match, request.query_params
        play = match.play if match else None
        entries = play.journal if play else []
        return Json(
            DevState(
                table.room.match,
                self._seats(table),
                len(entries),
                tuple(map(_entry, entries[_number(asked.get("after", "0")) :])),
                await self._moment(table, play, asked.get("at"), _number(asked.get("seat", "0")))
                if play
                else None,
                self._differs.get(table.code),
            )
        )

    async def fork(self, request: Request) -> Response:
        table = self._table(request)
        wish = await _read(request, Fork)
        if table.table.match is None:
            raise Refusal("not-now")
        code = await fork(self._lobby, table, wish.moment)
        for (of, seat), skill in [*self._bots.items()]:
            if of == table.code:
                self._bots[code, seat] = skill
        return Json(Forked(code), 201)

    async def assign(self, request: Request) -> Response:
        table, seat = self._table(request), self._seat(request)
        wish = await _read(request, Assign)
        if wish.bot is None:
            self._bots.pop((table.code, seat), None)
        elif table.room.members[seat].bot is None:
            self._bots[table.code, seat] = wish.bot
        table.assign(seat, wish.bot)
        return Json(wish)

    async def set_line(self, request: Request) -> Response:
        table, seat = self._table(request), self._seat(request)
        quality = await _read(request, LineQuality)
        self._lines.set(table.code, seat, quality)
        return Json(quality)

    async def token(self, request: Request) -> Response:
        """The token of a person's seat."""
        table, seat = self._table(request), self._seat(request)
        room = table.room
        sitting = room.sitting(room.members[seat].id)
        return Json(SeatToken(self._lobby.house.tokens.sign(room.code, sitting, room.salt)))

    def _table(self, request: Request) -> LiveTable:
        if not is_host(request) or not is_same_origin(
            request.headers.get("origin"), request.headers.get("host"), None
        ):
            raise Refusal("bad-message", "only at the designer's own computer")
        table = self._lobby.tables.get(normalized(request.path_params["code"]))
        if table is None:
            raise Refusal("no-such-table")
        return table

    def _seat(self, request: Request) -> Seat:
        seat: Seat = request.path_params["seat"]
        if seat >= len(self._table(request).room.members):
            raise Refusal("no-such-player")
        return seat

    def _seats(self, table: LiveTable) -> tuple[DevSeat, ...]:
        match = table.table.match
        bots = match.bots.skills if match else {}
        connected = {connection.player for connection in table.connections.values()}
        return tuple(
            DevSeat(
                bots.get(seat, member.bot),
                member.bot is not None,
                member.id in connected,
                self._lines.of(table.code, seat),
            )
            for seat, member in enumerate(table.room.members)
        )

    def _keep_bots(self, table: LiveTable) -> None:
        """A player who comes back takes the seat from the bot: the designer gave it to the bot."""
        match = table.table.match
        for (code, seat), skill in self._bots.items():
            if match and code == table.code and match.bots.skills.get(seat) != skill:
                table.assign(seat, skill)

    async def _moment(self, table: LiveTable, play: Play[Any, Any], at: str | None, seat: Seat) -> Moment:
        if at is not None and _number(at) < len(play.journal):
            stored = await self._lobby.house.journal.read(f"game/{table.room.match}")
            entries = entries_of(read_lines(play.game, stored[1:]))[: _number(at)]
            play = resume(play.game, read_header(stored[0]), entries)
        view = play.game.view(play.state, seat if seat < len(table.room.members) else None)
        return Moment(len(play.journal), play.now, play.state, view)


def _entry(entry: Entry[Any]) -> DevEntry:
    move = entry.move
    return DevEntry(entry.at, move.seat if move else None, move.act if move else None, entry.events)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Refusal("bad-message", "not a number")
    return int(text)


async def _read(request: Request, kind: type[T]) -> T:
    decode: Callable[[bytes], T] = msgspec.json.Decoder(kind).decode
    return await read_json(request, decode, LONGEST)
