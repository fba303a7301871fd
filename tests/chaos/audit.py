"""Checks after the failures: what is in the journal, who wrote it, and whether all replicas are equal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from struct import unpack_from

import msgspec

from taphouse.core import Entry, told
from taphouse.core.record import Line, entries_of, read_header, read_lines
from taphouse.fair import Evidence
from taphouse.journal.stream_client import WRITE_ID, Found, StreamClient
from taphouse.replay.verify import examine
from tests.chaos.players import canonical
from tests.shelf import SHELF

HEADERS = 1 << 31  # in a record's length: it has headers
DEAD = 3 << 62  # in a record's number: it was erased, or only marks an erased record


class Stored(msgspec.Struct, array_like=True):
    after: int
    lines: tuple[bytes, ...]


class Audit(msgspec.Struct):
    """The result of one check of the whole journal."""

    games: int = 0
    entries: int = 0
    owners: int = 0
    """Changes of owner during a game."""
    wrong: list[str] = []
    sent: set[str] = set()
    """Every event as it is sent to its own player."""


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
        stored = msgspec.msgpack.decode(message.payload, type=Stored)
        if stored.after != len(lines):
            yield f"message {message.sequence} follows {stored.after} lines, not {len(lines)}"
        wrote = message.headers[WRITE_ID].partition("/")[0]
        if writer is not None and wrote != writer:
            result.owners += 1
            if stored.lines:
                yield f"message {message.sequence} is by another owner, who never claimed the game"
        writer = wrote
        lines += stored.lines
    yield from examined(lines, result)


def examined(lines: list[bytes], result: Audit) -> Iterator[str]:
    """The errors in one game's lines: entries that do not follow from the rules."""
    if not lines:
        return
    header = read_header(lines[0])
    game = SHELF[header.game]
    read = list(read_lines(game, lines[1:]))
    entries = entries_of(read)
    result.entries += len(entries)
    unfinished = ("cut",)  # chaos ends while some games are on
    found = examine(game, header, read, lines)
    yield from (f"line {one.line}: {one.says}" for one in found if one.why not in unfinished)
    yield from (f"line {number}: {problem}" for number, problem in untimely(read))
    for event in (event for entry in entries for event in entry.events):
        seat = getattr(event, "seat", None)
        if seat is not None and (visible := told(game, event, seat)) is not None:
            result.sent.add(canonical(msgspec.to_builtins(visible)))


def untimely(lines: list[Line]) -> Iterator[tuple[int, str]]:
    """Taps processed after a later tap of their seat, or later than any line's delay is compensated."""
    last = dict[int, int]()
    for number, entry in enumerate(lines, 2):
        if not isinstance(entry, Entry) or entry.move is None or entry.evidence is None:
            continue
        tap, seat = msgspec.convert(entry.evidence, Evidence), entry.move.seat
        if tap.pressed < last.get(seat, tap.pressed):
            yield (
                number,
                f"seat {seat} pressed {last[seat] - tap.pressed} µs before a tap that was processed sooner",
            )
        if tap.decided - tap.arrived > tap.fairness.reach:
            yield number, f"a tap of seat {seat} came {tap.decided - tap.arrived} µs after a later decision"
        last[seat] = tap.pressed


def fingerprint(folder: Path) -> str:
    """The fingerprint of the journal's lines in one server's own files, read without the server."""
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
