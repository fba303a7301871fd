"""After the storm: what is in the journal, who wrote it, and whether every replica says the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from struct import unpack_from
from typing import Any

import msgspec

from taphouse.core import Entry
from taphouse.core.record import read_entry, read_header
from taphouse.fair import Evidence
from taphouse.games import shelf
from taphouse.journal.stream_client import WRITE_ID, Found, StreamClient
from taphouse.replay.verify import problems
from tests.chaos.players import canonical

HEADERS = 1 << 31  # in a record's length: it has headers
DEAD = 3 << 62  # in a record's number: it was erased, or only says that something was


class Kept(msgspec.Struct, array_like=True):
    after: int
    lines: tuple[bytes, ...]


class Audit(msgspec.Struct):
    """What came of one look at the whole journal."""

    games: int = 0
    entries: int = 0
    owners: int = 0
    """Changes of owner in the middle of a game."""
    wrong: list[str] = []
    told: set[str] = set()
    """Every event as its own player would have been told it."""


async def audit(connection: StreamClient, house: str = "taphouse") -> Audit:
    every = f"{house}.lines.>"
    last = await connection.last(every)
    games: defaultdict[str, list[Found]] = defaultdict(list)
    for found in await connection.since(every, 0, last.sequence) if last else ():
        if found.subject.startswith(f"{house}.lines.game/"):
            games[found.subject].append(found)
    result = Audit(games=len(games))
    for name, messages in games.items():
        result.wrong += [f"{name}: {problem}" for problem in _written(messages, result)]
    return result


def _written(messages: list[Found], result: Audit) -> Iterator[str]:
    lines, writer = list[bytes](), None
    for message in messages:
        kept = msgspec.msgpack.decode(message.payload, type=Kept)
        if kept.after != len(lines):
            yield f"message {message.sequence} follows {kept.after} lines, not {len(lines)}"
        wrote = message.headers[WRITE_ID].partition("/")[0]
        if writer is not None and wrote != writer:
            result.owners += 1
            if kept.lines:
                yield f"message {message.sequence} is by another owner, who never claimed the game"
        writer = wrote
        lines += kept.lines
    yield from examined(lines, result)


def examined(lines: list[bytes], result: Audit) -> Iterator[str]:
    """What does not follow from the rules in one game's lines."""
    if not lines:
        return
    header = read_header(lines[0])
    game = shelf()[header.game]
    entries = [read_entry(game, line) for line in lines[1:]]
    result.entries += len(entries)
    found = enumerate(problems(game, header, entries), 1)
    yield from (f"line {number}: {problem.says}" for number, problem in found if problem is not None)
    yield from (f"line {number}: {problem}" for number, problem in untimely(entries))
    for event in (event for entry in entries for event in entry.events):
        seat = getattr(event, "seat", None)
        if seat is not None and (told := game.tell(event, seat)) is not None:
            result.told.add(canonical(msgspec.to_builtins(told)))


def untimely(entries: list[Entry[Any]]) -> Iterator[tuple[int, str]]:
    """Taps heard after a later one of their seat, or later than is made good of any line."""
    last = dict[int, int]()
    for number, entry in enumerate(entries, 2):
        if entry.move is None or entry.evidence is None:
            continue
        tap, seat = msgspec.convert(entry.evidence, Evidence), entry.move.seat
        if tap.pressed < last.get(seat, tap.pressed):
            yield (
                number,
                f"seat {seat} pressed {last[seat] - tap.pressed} µs before a tap that was heard sooner",
            )
        if tap.decided - tap.arrived > tap.fairness.reach:
            yield number, f"seat {seat} was heard {tap.decided - tap.arrived} µs after what was decided"
        last[seat] = tap.pressed


def fingerprint(folder: Path) -> str:
    """Of the journal's lines in one server's own files, read without the server."""
    blocks = sorted(folder.glob("**/streams/taphouse-lines/msgs/*.blk"), key=lambda path: int(path.stem))
    digest, records = sha256(), sorted(_records(path.read_bytes() for path in blocks))
    for number, subject, payload in records:
        digest.update(b"%d %s %s\n" % (number, subject, sha256(payload).digest()))
    return f"{len(records)} messages, {digest.hexdigest()[:16]}"


def _records(blocks: Iterable[bytes]) -> Iterator[tuple[int, bytes, bytes]]:
    """JetStream's file store: length, number, time, subject, headers, message, checksum."""
    for block in blocks:
        start = 0
        while start < len(block):
            length, number, _, name = unpack_from("<IQQH", block, start)
            size, subject = length & ~HEADERS, start + 22
            if not number & DEAD:
                yield number, block[subject : subject + name], block[subject + name : start + size - 8]
            start += size
