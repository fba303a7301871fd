"""Writes one table to the journal, and tracks which part of it is not written yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taphouse.core import Entry, replace
from taphouse.core.record import Header, write

from .house import House
from .room import Room
from .seat_updates import encode

TOUCH = 60  # seconds of play after which the room is saved with a new `touched`


class TableStore:
    """The room is stored as one value, each game as lines in a stream of its own."""

    def __init__(self, house: House, room: Room, revision: int) -> None:
        self._house, self._revision = house, revision
        self.room = room if revision else None
        """The room as last saved. `None`: a new table, never saved."""
        self._unsaved: list[bytes] = []
        self._lines = 0  # saved lines of the game
        self._unwanted: list[str] = []  # saved games to delete

    def begin_game(self, header: Header) -> None:
        self._unsaved, self._lines = [write(header)], 0

    def resume_game(self, lines: int) -> None:
        """Continues a game of which `lines` lines are saved already."""
        self._lines = lines

    def leave_game(self, unplayed: str | None) -> None:
        """Drops the unsaved lines; also deletes the saved ones if the game is `unplayed`."""
        if unplayed is not None and self._lines:
            self._unwanted.append(unplayed)
        self._unsaved, self._lines = [], 0

    def add(self, entries: Sequence[Entry[Any]]) -> None:
        self._unsaved += map(write, entries)

    def is_saved(self, room: Room) -> bool:
        return not self._unsaved and room == self.room

    async def save(self, room: Room) -> Room:
        """Saves the game, then the room: a room never names a missing stream. Returns the saved room."""
        journal, lines = self._house.journal, self._unsaved
        if lines:
            self._unsaved = []
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
        """Play touches a table too, but the room is not saved for every move."""
        return not 0 <= self._house.wall() - touched < TOUCH
