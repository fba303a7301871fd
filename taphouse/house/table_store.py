"""Writes one table to the journal, and tracks which part of it is not written yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from taphouse.core import Entry, replace, table_acts
from taphouse.core.record import FORMAT, Chain, End, Header, Line, Place, Seated, read_header, read_lines

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
        self._chain, self._name = Chain(), ""  # the game's, as its header has it
        self._is_open = False  # the game has no end in its record yet
        self._places: list[Place] = []  # as the record has them; empty if an older house began the game

    @property
    def receipt(self) -> str:
        """The running hash of the game's record."""
        return self._chain.link

    def begin_game(self, header: Header, room: Room) -> None:
        self._places = [
            Place(member.id, member.bot is not None, room.delays[seat])
            for seat, member in enumerate(room.members)
        ]
        header = replace(
            header,
            format=FORMAT,
            id=room.match or "",
            fairness=msgspec.to_builtins(room.fairness),
            places=tuple(self._places),
        )
        self._chain, self._name, self._is_open, self._lines = Chain(), header.id, True, 0
        self._unsaved = [self._chain.write(header)]

    def resume_game(self, room: Room, lines: Sequence[bytes]) -> None:
        """Continues a game of which these lines are saved already."""
        self._chain, self._lines, self._is_open = Chain.of(lines), len(lines), room.stage == "playing"
        header = read_header(lines[0])
        self._name, self._places = header.id, list(header.places)
        for line in read_lines(room.rules, lines[1:]):
            if isinstance(line, Seated):
                self._sit(line)

    def leave_game(self, unplayed: str | None) -> None:
        """Drops the unsaved lines; also deletes the saved ones if the game is `unplayed`."""
        if unplayed is not None and self._lines:
            self._unwanted.append(unplayed)
        self._unsaved, self._lines, self._is_open = [], 0, False

    def add(self, entries: Sequence[Entry[Any]], room: Room) -> None:
        """Adds the entries, and the end and the seal of a game that is over."""
        if self._is_open:
            self._write(*self._new_players(room))
        for entry in entries:
            self._write(*self._changes_of_seat(entry, room), entry)
        if self._is_open and room.stage == "over":
            self._write(End(msgspec.to_builtins(room.ended[-1].recorded_seats, builtin_types=(tuple,))))
            self._write(self._house.key.seal(self._name, self._chain.digest))
            self._is_open = False

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

    def _write(self, *lines: Line) -> None:
        self._unsaved += map(self._chain.write, lines)

    def _new_players(self, room: Room) -> Iterator[Seated]:
        """Seats that somebody else has now: later taps are theirs."""
        for seat, (known, member) in enumerate(zip(self._places, room.members, strict=False)):
            if member.id != known.player:
                yield self._sit(Seated(seat, member.id, member.bot is not None))

    def _changes_of_seat(self, entry: Entry[Any], room: Room) -> Iterator[Seated]:
        """Whether a bot made this move, if the record says otherwise so far. A person's tap has evidence."""
        if entry.move is None or not self._places or isinstance(entry.move.act, table_acts(room.rules)):
            return
        seat, is_bot = entry.move.seat, entry.evidence is None
        if is_bot != self._places[seat].bot:
            yield self._sit(Seated(seat, self._places[seat].player, is_bot))

    def _sit(self, change: Seated) -> Seated:
        if self._places:
            place = replace(self._places[change.seat], player=change.player, bot=change.bot)
            self._places[change.seat] = place
        return change

    def _is_long_ago(self, touched: int) -> bool:
        """Play touches a table too, but the room is not saved for every move."""
        return not 0 <= self._house.wall() - touched < TOUCH
