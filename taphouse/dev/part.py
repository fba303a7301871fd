"""What `taphouse dev` adds to a house: it opens again with changed files, and has a debug table."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from taphouse.core import Seat, Skill
from taphouse.house.house import House
from taphouse.house.lobby import Lobby
from taphouse.server.http import Json
from taphouse.server.part import Find
from taphouse.server.sockets import clock
from taphouse.shelf import Shelf
from taphouse.table import room as rooms
from taphouse.table.room import Room
from taphouse.table.seat_updates import encode

from .debug_table import DebugTables
from .judged_again import is_readable, judged_again
from .slow_lines import SlowLines
from .source import Failure, Source
from .wire import DevHouse, DevTable


class DevPart:
    """A `Part`. It outlives each opening of the house."""

    PAUSE = 0.3  # seconds between two looks at the files
    pages = ("/dev", "/dev/{rest:path}")

    def __init__(self, source: Source, say: Callable[[str], None]) -> None:
        """`say` prints a line to the designer."""
        self._source, self._say = source, say
        self._generation = 1
        self._failure: Failure | None = None
        self._new: Shelf | None = None
        self._differs: dict[str, int] = {}
        self._bots: dict[tuple[str, Seat], Skill] = {}
        self._lines = SlowLines(clock)
        self._lobby: Lobby | None = None

    # ---- new files ----

    def is_to_reopen(self) -> bool:
        if self._new is None and self._source.has_changed():
            found = self._source.read_again()
            if isinstance(found, Failure):
                self._fail(found)
            else:
                self._failure, self._new = None, found
        return self._new is not None

    def new_shelf(self) -> Shelf:
        shelf, self._new = self._new, None
        assert shelf is not None
        self._generation += 1
        self._say(f"{self._source.slug}: the files are read again")
        return shelf

    def failed(self, error: BaseException) -> None:
        """The rules stumbled in the middle of a game."""
        self._fail(self._source.failure(error))

    def _fail(self, failure: Failure) -> None:
        self._failure = failure
        self._say(
            f"{failure.where}\n{failure.what}\n{self._source.slug}: the files before it are still played"
        )

    # ---- old games ----

    async def prepare(self, house: House) -> None:
        """Judges the running games again."""
        self._differs.clear()
        for key, (stored, revision) in (await house.journal.values()).items():
            if key.startswith("room/"):
                room = msgspec.json.decode(stored, type=Room)
                if room.game == self._source.slug and room.match is not None:
                    await self._judge_again(house, key, room, revision)

    async def _judge_again(self, house: House, key: str, room: Room, revision: int) -> None:
        game, stream = house.shelf[room.game], f"game/{room.match}"
        lines = await house.journal.read(stream)
        try:
            if room.stage != "playing":
                if not is_readable(game, lines):
                    raise ValueError("its game cannot be shown any more")
                return
            again = judged_again(game, lines)
        except Exception as error:  # of any kind: the rules cannot set up this game any more
            self._say(f"table {room.code} is in the lobby again: {error}")
            lobby = rooms.choose(house.shelf, rooms.back_to_lobby(house.shelf, room), room.game, {})
            await house.journal.put(key, encode(lobby), revision)
            return
        if again.differs is not None:
            self._differs[room.code] = again.differs
            self._say(
                f"table {room.code}: the rules now decide entry {again.differs} differently."
                " The game goes on from before it."
            )
        if again.lines != tuple(lines):
            await house.journal.drop(stream)
            await house.journal.append(stream, 0, again.lines)

    # ---- the debug table ----

    def on_the_way(self, find: Find) -> Find:
        return self._lines.on_the_way(find)

    def routes(self, lobby: Lobby) -> Sequence[BaseRoute]:
        self._lobby = lobby
        return [
            Route("/api/dev", self.house),
            *DebugTables(lobby, self._lines, self._bots, self._differs).routes,
        ]

    async def house(self, request: Request) -> Response:
        tables = self._lobby.tables.values() if self._lobby else ()
        return Json(
            DevHouse(
                self._source.slug,
                self._generation,
                self._failure,
                tuple(
                    DevTable(
                        table.code,
                        tuple(member.name for member in table.room.members),
                        table.room.stage == "playing",
                    )
                    for table in tables
                ),
            )
        )


class Failures(logging.Handler):
    """Shows the designer what the log says of tables that failed."""

    def __init__(self, part: DevPart) -> None:
        super().__init__(logging.ERROR)
        self._part = part

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self._part.failed(record.exc_info[1])
