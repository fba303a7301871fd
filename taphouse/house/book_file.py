"""The book of the house in a file of its own: what is taken out of it leaves no trace in it."""

from __future__ import annotations

import asyncio
import hmac
import logging
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import msgspec

from taphouse.book.entries import Closest, Entry, Guest, PersonId, without
from taphouse.book.head_starts import Contest, Finisher
from taphouse.fair.finish import Finish
from taphouse.journal.backup import BOOK, BOOK_COLUMNS, BUSY
from taphouse.journal.owner import give_to_owner
from taphouse.table.evening import Played
from taphouse.table.room import Member, Room

log = logging.getLogger(__name__)

SCHEMA = f"CREATE TABLE IF NOT EXISTS entries {BOOK_COLUMNS}"

_read = msgspec.json.Decoder(Entry).decode


class Memory(Protocol):
    """What a house keeps of the games that are over."""

    def add(self, entry: Entry) -> None: ...

    async def entries(self) -> Sequence[Entry]: ...


class BookFile:
    """Opened for each change: the house and the commands share it. Nothing is left beside it."""

    def __init__(self, data: Path) -> None:
        self.path = data / BOOK

    def entries(self) -> list[Entry]:
        if not self.path.exists():
            return []
        with self._open() as book:
            return [_read(entry) for (entry,) in book.execute("SELECT entry FROM entries")]

    def add(self, entries: Iterable[Entry]) -> int:
        """Returns how many were new. A game is known by the name of its record, and counts once."""
        with self._open() as book:
            before = book.total_changes
            book.executemany(
                "INSERT OR IGNORE INTO entries VALUES (?, ?)",
                [(entry.id, msgspec.json.encode(entry)) for entry in entries],
            )
            return book.total_changes - before

    def forget(self, person: PersonId) -> int:
        """Writes the file anew without this person. Returns in how many games they were."""
        with self._open() as book:
            stored = [_read(entry) for (entry,) in book.execute("SELECT entry FROM entries")]
            theirs = [entry for entry in stored if any(guest.person == person for guest in entry.guests)]
            book.executemany("DELETE FROM entries WHERE id = ?", [(entry.id,) for entry in theirs])
            book.executemany(
                "INSERT INTO entries VALUES (?, ?)",
                [(entry.id, msgspec.json.encode(entry)) for entry in without(theirs, person)],
            )
            book.commit()
            book.execute("VACUUM")  # pages that were freed held the names
            return len(theirs)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.exists():
            self.path.touch()
            give_to_owner(self.path)
        with closing(sqlite3.connect(self.path, timeout=BUSY)) as book:
            # No log beside the file, and freed bytes are overwritten: both would keep names.
            book.execute("PRAGMA journal_mode = DELETE")
            book.execute("PRAGMA secure_delete = ON")
            book.execute(SCHEMA)
            yield book
            book.commit()


class BookThread:
    """Writes entries in a thread, so that no game waits for the disk."""

    def __init__(self, book: BookFile) -> None:
        self._book, self._thread = book, ThreadPoolExecutor(1, "book")

    def add(self, entry: Entry) -> None:
        asyncio.get_running_loop().run_in_executor(self._thread, self._write, entry)

    async def entries(self) -> Sequence[Entry]:
        """With all that were added before."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._read)

    def close(self) -> None:
        """Returns when all is written."""
        self._thread.shutdown()

    def _write(self, entry: Entry) -> None:
        try:
            self._book.add([entry])
        except sqlite3.Error:  # the evening goes on without its book
            log.exception("a game is not in the book")

    def _read(self) -> Sequence[Entry]:
        try:
            return self._book.entries()
        except sqlite3.Error:
            log.exception("the book cannot be read")
            return ()


def entry_of(room: Room, finishes: Sequence[Finish], secret: bytes, now: int) -> Entry | None:
    """The game that just ended in this room. `None` if it does not count, or nobody but bots played."""
    if not room.counts or not room.evening or room.match is None:
        return None
    members = {member.id: member for member in room.members}
    people = {seat: person_of(m, room, secret) for seat, m in enumerate(room.members) if m.bot is None}
    guests = tuple(_guests(room.evening[-1], members, room, secret))
    return (
        Entry(room.match, now, stand_in(secret, room.salt), room.game, guests, closest_of(finishes, people))
        if guests
        else None
    )


def contests_of(entries: Iterable[Entry], room: Room, secret: bytes) -> tuple[Contest, ...]:
    """How the people in this room came out of the chosen game, oldest first, by player."""
    players = {person_of(member, room, secret): member.id for member in room.people}
    found = (
        tuple(
            Finisher(players[guest.person], guest.place, guest.head_start)
            for guest in entry.guests
            if guest.person in players
        )
        for entry in sorted(entries, key=lambda entry: (entry.at, entry.id))
        if entry.game == room.game
    )
    return tuple(contest for contest in found if len(contest) > 1)


def _guests(played: Played, members: dict[int, Member], room: Room, secret: bytes) -> Iterator[Guest]:
    seen = set[PersonId]()
    for result in played.results:
        if not result.bot and result.player in members:
            person = person_of(members[result.player], room, secret)
            if person not in seen:  # two seats of one device may share a name
                seen.add(person)
                yield Guest(person, result.name, result.place, result.fastest, result.head_start)


def person_of(member: Member, room: Room, secret: bytes) -> PersonId:
    """The device and the name on it: two people who share a phone are two."""
    device = member.browser or f"{room.salt}/{member.device}"
    return stand_in(secret, f"{device}/{member.name.casefold()}")


def stand_in(secret: bytes, text: str) -> str:
    return hmac.digest(secret, f"book/{text}".encode(), sha256)[:10].hex()


def closest_of(finishes: Iterable[Finish], people: dict[int, PersonId]) -> Closest | None:
    """Between the two people whose fingers decided it; with a bot in it, it is nobody's record."""
    found = []
    for finish in finishes:
        one, other = finish.lanes[-2:] if finish.last else finish.lanes[:2]
        first, second = people.get(one.seat), people.get(other.seat)
        if first is not None and second is not None and first != second:
            found.append(Closest(first, second, finish.gap))
    return min(found, key=lambda each: each.gap, default=None)
