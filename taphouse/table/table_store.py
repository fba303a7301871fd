"""What of one table is in the journal, and what is to be written next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from taphouse.core import Entry, replace, table_acts
from taphouse.core.record import FORMAT, Chain, End, Header, Line, Place, Seated, read_header, read_lines
from taphouse.replay.seal import HouseKey
from taphouse.shelf import Shelf

from .context import Clock
from .effects import Keep
from .room import Room
from .seat_updates import encode

TOUCH = 60  # seconds of play after which the room is kept with a new `touched`


class TableStore:
    """The room is stored as one value, each game as lines in a stream of its own."""

    def __init__(self, shelf: Shelf, clock: Clock, key: HouseKey, room: Room, revision: int) -> None:
        self._shelf, self._clock, self._key, self._revision = shelf, clock, key, revision
        self.kept = room if revision else None
        """The room as it is stored. `None`: a new table, of which nothing is stored."""
        self._keeping: Room | None = None  # the room that is being written
        self._unsaved: list[bytes] = []
        self._lines = 0  # lines of the game that are stored or being written
        self._unwanted: list[str] = []  # stored games to delete
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
        """Continues a game of which these lines are stored already."""
        self._chain, self._lines, self._is_open = Chain.of(lines), len(lines), room.stage == "playing"
        header = read_header(lines[0])
        self._name, self._places = header.id, list(header.places)
        for line in read_lines(self._shelf[room.game], lines[1:]):
            if isinstance(line, Seated):
                self._sit(line)
            elif isinstance(line, End):
                self._is_open = False  # the house ended before it stored the room of a game that is over

    def leave_game(self, unplayed: str | None) -> None:
        """Drops the unsaved lines; also deletes the stored ones if the game is `unplayed`."""
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
            self._write(self._key.seal(self._name, self._chain.digest))
            self._is_open = False

    def keep(self, room: Room) -> tuple[Room, Keep] | None:
        """All that is not written yet, and the room as it is written. `None`: the journal has it all."""
        lines = self._unsaved
        is_new = room is not self.kept and room != self.kept
        if not lines and not is_new:
            return None
        if is_new or self._is_long_ago(room.touched):
            room, is_new = replace(room, touched=self._clock.wall), True
        after, self._unsaved, self._lines = self._lines, [], self._lines + len(lines)
        self._keeping, dropped, self._unwanted = room, self._unwanted, []
        return room, Keep(
            stream=f"game/{room.match}",
            after=after,
            lines=tuple(lines),
            key=f"room/{room.code}",
            room=encode(room) if is_new else None,
            revision=self._revision,
            dropped=tuple(f"game/{match}" for match in dropped),
        )

    def done(self, revision: int | None) -> None:
        """What `keep` returned is written."""
        self.kept, self._keeping = self._keeping, None
        self._revision = self._revision if revision is None else revision

    def _write(self, *lines: Line) -> None:
        self._unsaved += map(self._chain.write, lines)

    def _new_players(self, room: Room) -> Iterator[Seated]:
        """Seats that somebody else has now: later taps are theirs."""
        for seat, (known, member) in enumerate(zip(self._places, room.members, strict=False)):
            if member.id != known.player:
                yield self._sit(Seated(seat, member.id, member.bot is not None))

    def _changes_of_seat(self, entry: Entry[Any], room: Room) -> Iterator[Seated]:
        """Whether a bot made this move, if the record says otherwise so far. A person's tap has evidence."""
        made_by_table = table_acts(self._shelf[room.game])
        if entry.move is None or not self._places or isinstance(entry.move.act, made_by_table):
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
        """Play touches a table too, but the room is not written for every move."""
        return not 0 <= self._clock.wall - touched < TOUCH
