"""What the journal holds of one table, and what it does not hold yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taphouse.core import Entry, replace
from taphouse.core.record import Header, write

from .house import House
from .room import Room
from .seat_updates import encode

TOUCH = 60  # seconds of play after which the room says once more that somebody is at it


class TableStore:
    """The room as a value, the game as lines: each game has a journal of its own."""

    def __init__(self, house: House, room: Room, revision: int) -> None:
        self._house, self._revision = house, revision
        self.room = room if revision else None
        """As it is kept; `None`: a new table, of which nothing is."""
        self._unkept: list[bytes] = []
        self._lines = 0  # of the game that are kept
        self._unwanted: list[str] = []  # games that are kept, and need not be

    def begin_game(self, header: Header) -> None:
        self._unkept, self._lines = [write(header)], 0

    def take_up_game(self, lines: int) -> None:
        """So many are kept already."""
        self._lines = lines

    def leave_game(self, unplayed: str | None) -> None:
        """What is not kept of it never will be; nor what is, if it is one that nobody played."""
        if unplayed is not None and self._lines:
            self._unwanted.append(unplayed)
        self._unkept, self._lines = [], 0

    def note(self, entries: Sequence[Entry[Any]]) -> None:
        self._unkept += map(write, entries)

    def holds(self, room: Room) -> bool:
        """Nothing is left to keep."""
        return not self._unkept and room == self.room

    async def keep(self, room: Room) -> Room:
        """The game first: a room never names a journal that is not there. Returns the room as it is kept."""
        journal, lines = self._house.journal, self._unkept
        if lines:
            self._unkept = []
            await journal.append(f"game/{room.match}", self._lines, lines)
            self._lines += len(lines)
        if room != self.room or (lines and self._is_long_ago(room.touched)):
            room = replace(room, touched=self._house.wall())
            self._revision = await journal.put(f"room/{room.code}", encode(room), self._revision)
            self.room = room
        while self._unwanted:  # no room names them any more
            await journal.drop(f"game/{self._unwanted[0]}")
            del self._unwanted[0]
        return room

    def _is_long_ago(self, touched: int) -> bool:
        """Play touches a table too, but a room is not written anew for every move."""
        return not 0 <= self._house.wall() - touched < TOUCH
