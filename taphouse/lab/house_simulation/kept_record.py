"""What is stored, as the simulation itself sees it: the truth that all messages are held against."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from taphouse.core.record import LINK
from taphouse.table.room import Room

LINK_AT = slice(-len(LINK % (b"." * 22)) + len(b',"chain":"'), -len(b'"}'))


class Position(NamedTuple):
    """A line of a stored game."""

    stream: str
    line: int


class Members(NamedTuple):
    """Who is in a room, as all may see it."""

    seats: tuple[int, ...]
    bench: tuple[int, ...]
    host: int | None


class KeptRecord:
    """Follows every write from the moment at which it is stored, acknowledged or not."""

    def __init__(self) -> None:
        self.streams: dict[str, list[bytes]] = {}
        self.links: dict[str, Position] = {}
        """By running hash: the line that ends with it."""
        self.rooms: dict[str, list[Room]] = {}
        """By code: every version of the stored room."""
        self.members: dict[str, set[Members]] = {}
        self.wrong: list[str] = []
        self.owner_changes = self.lines = 0
        self._writers: dict[str, str] = {}
        self.stored: Callable[[str, str], None] = lambda writer, what: None
        """Called with the writer and what it wrote, when that is stored and not acknowledged yet."""

    def appended(self, stream: str, lines: Sequence[bytes], writer: str) -> None:
        known = self.streams.setdefault(stream, [])
        before = self._writers.setdefault(stream, writer)
        if before != writer:
            self._changed(stream, writer)
            if lines:
                self.wrong.append(f"{writer} wrote to {stream} of {before} and had not claimed it")
        for line in lines:
            known.append(line)
            if stream.startswith("game/"):
                self.links[line[LINK_AT].decode()] = Position(stream, len(known))
        self.lines += len(lines)
        self.stored(writer, stream)

    def claimed(self, stream: str, writer: str) -> None:
        if self._writers.get(stream, writer) != writer:
            self._changed(stream, writer)

    def _changed(self, stream: str, writer: str) -> None:
        self._writers[stream] = writer
        self.owner_changes += 1

    def dropped(self, stream: str) -> None:
        self.streams.pop(stream, None)
        self._writers.pop(stream, None)

    def put(self, key: str, value: bytes, writer: str) -> None:
        if key.startswith("room/"):
            try:
                room = msgspec.json.decode(value, type=Room)
            except msgspec.DecodeError as error:
                self.wrong.append(f"{key} of {writer} is no room: {error}")
                return
            if room.match is not None and f"game/{room.match}" not in self.streams:
                self.wrong.append(f"{key} of {writer} names the game {room.match}, which is not stored")
            self.rooms.setdefault(room.code, []).append(room)
            self.members.setdefault(room.code, set()).add(members_of(room))
        self.stored(writer, key)

    def deleted(self, key: str) -> None:
        self.rooms.pop(key.removeprefix("room/"), None)


def members_of(room: Room) -> Members:
    return Members(
        tuple(member.id for member in room.members), tuple(member.id for member in room.bench), room.host
    )
