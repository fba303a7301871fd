"""What must always be true, and what must be true at the end of an evening."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from taphouse.core import Dice, Entry, Play, reshuffled, told
from taphouse.core.record import Seated, entries_of, read_header, read_lines, resume
from taphouse.fair import Evidence
from taphouse.replay.verify import examine
from taphouse.shelf import Shelf
from taphouse.table import wire
from taphouse.table.seat_updates import encode

from .kept_record import KeptRecord, Members
from .lines import Socket
from .pages import Page, Seen
from .virtual_time import VirtualTime

RECEIPT = b'"receipt":"'
UPDATE, ROOM, WELCOME = b'{"type":"update"', b'{"type":"room"', b'{"type":"welcome"'
SAMPLED = 8  # of so many states of a game, one is reshuffled
UNFINISHED = ("cut",)  # games still run when an evening ends


class Failure(NamedTuple):
    check: str
    """The name of the promise that was broken."""
    what: str
    moment: int
    """Microseconds of virtual time."""

    def __str__(self) -> str:
        return f"{self.moment / 1e6:.6f} s: {self.check}: {self.what}"


class Checks:
    def __init__(self, shelf: Shelf, time: VirtualTime, record: KeptRecord) -> None:
        self._shelf, self._time, self._record = shelf, time, record
        self.failures: list[Failure] = []

    def fail(self, check: str, what: str) -> None:
        self.failures.append(Failure(check, what, self._time.now))

    # ---- after every step ----

    def sent(self, socket: Socket, message: bytes) -> None:
        """Nothing is told before it is kept: called when the house hands a message to the network."""
        if message.startswith(UPDATE):
            at = message.rfind(RECEIPT)
            if at >= 0 and message[at + len(RECEIPT) :][:22].decode() not in self._record.links:
                self.fail("told before kept", f"{socket.page} got an update that is not stored")
        elif message.startswith(ROOM):
            room = msgspec.json.decode(message, type=wire.Room)
            members = Members(
                tuple(player.id for player in room.players),
                tuple(player.id for player in room.bench),
                room.host,
            )
            if members not in self._record.members.get(room.code, ()):
                self.fail("told before kept", f"{socket.page} got a room that was never stored: {members}")
        elif message.startswith(WELCOME):
            welcome = msgspec.json.decode(message, type=wire.Welcome)
            stored = self._record.rooms.get(welcome.code, ())
            if welcome.player is not None and not any(room.knows(welcome.player) for room in stored):
                self.fail("told before kept", f"{socket.page} got a seat that is not stored")

    # ---- at the end ----

    def records(self, public_key: str) -> None:
        """Every stored game follows from the rules."""
        for problem in self._record.wrong:
            self.fail("one owner's writes only", problem)
        for stream, lines in self._record.streams.items():
            if stream.startswith("game/") and lines:
                for problem in _problems(self._shelf, lines, public_key):
                    self.fail("every replay tells the same story", f"{stream}: {problem}")

    def pages(self, pages: Iterable[Page]) -> None:
        """What each page was shown is in the record of its game, in order, and is what its seat may see."""
        stories = dict[str, _Story]()
        for page in pages:
            last = defaultdict[str, int](int)
            for seen in page.seen:
                if seen.match is None:
                    continue
                lines = self._record.streams.get(f"game/{seen.match}")
                if lines is None:
                    continue  # nobody played it, and it was dropped
                if seen.match not in stories:
                    stories[seen.match] = _Story(self._shelf, lines)
                self._seen(page, seen, stories[seen.match], last)
        for name, story in stories.items():
            for seat in story.seats_shown:
                if story.leaks(seat):
                    self.fail("secrets are kept", f"seat {seat} of {name} was shown more than it may know")

    def _seen(self, page: Page, seen: Seen, story: _Story, last: defaultdict[str, int]) -> None:
        update = seen.update
        if update.receipt is not None:
            position = self._record.links.get(update.receipt)
            if position is None or position.stream != f"game/{seen.match}":
                self.fail("no acknowledged tap lost", f"{page} has a receipt that is in no record")
                return
            if position.line < last[position.stream]:
                before = last[position.stream]
                self.fail(
                    "no stale update", f"{page} saw line {position.line} of {seen.match} after {before}"
                )
            last[position.stream] = position.line
            for event in msgspec.json.decode(update.news, type=list[Any]):
                if not story.has_told(encode(event), seen.seat):
                    self.fail("no acknowledged tap lost", f"{page} was told {event}, which is not stored")
        if not story.has_shown(bytes(update.view), seen.seat):
            self.fail("secrets are kept", f"{page} in seat {seen.seat} saw a view that this seat never had")


class _Story:
    """One stored game as each seat could see it."""

    def __init__(self, shelf: Shelf, lines: list[bytes]) -> None:
        self._header = read_header(lines[0])
        self._game = shelf[self._header.game]
        self._entries = entries_of(list(read_lines(self._game, lines[1:])))
        self._views: dict[int | None, set[bytes]] = {}
        self._told: dict[int | None, set[bytes]] = {}
        self._previews: dict[int | None, set[bytes]] = {}

    @property
    def seats_shown(self) -> list[int | None]:
        return [*self._views]

    def has_told(self, event: bytes, seat: int | None) -> bool:
        if seat not in self._told:
            visible = (told(self._game, event, seat) for entry in self._entries for event in entry.events)
            self._told[seat] = {encode(event) for event in visible if event is not None}
        return event in self._told[seat] or event in self._early(seat)

    def has_shown(self, view: bytes, seat: int | None) -> bool:
        if seat not in self._views:
            self._views[seat] = {encode(self._game.view(play.state, seat)) for play in self._plays()}
        return view in self._views[seat] or view in self._early(seat)

    def leaks(self, seat: int | None) -> bool:
        """Whether this seat could tell the real game from another one that `reshuffle` makes of it."""
        return any(
            encode(self._game.view(reshuffled(self._game, play.state, seat, Dice(number)), seat))
            != encode(self._game.view(play.state, seat))
            for number, play in enumerate(self._plays())
            if number % SAMPLED == 0
        )

    def _early(self, seat: int | None) -> set[bytes]:
        """What screens get ahead of time: what the clock alone will do next."""
        if seat not in self._previews:
            found = self._previews[seat] = set()
            for play in self._plays():
                if play.state.due is None or play.state.winners is not None:
                    continue
                events = [event for entry in play.advance(play.state.due) for event in entry.events]
                found.add(encode(self._game.view(play.state, seat)))
                visible = (told(self._game, event, seat) for event in events)
                found |= {encode(event) for event in visible if event is not None}
        return self._previews[seat]

    def _plays(self) -> Iterator[Play[Any, Any]]:
        """The game after each entry. Each can go on without the others."""
        play = resume(self._game, self._header)
        for entry in [None, *self._entries]:
            if entry is not None:
                play.replay(entry)
            fork = Play(self._game, play.state, play.seed)
            fork.count = play.count
            yield fork


def _problems(shelf: Shelf, lines: list[bytes], public_key: str) -> Iterator[str]:
    header = read_header(lines[0])
    game = shelf[header.game]
    read = list(read_lines(game, lines[1:]))
    for problem in examine(game, header, read, lines, key=public_key):
        if problem.why not in UNFINISHED:
            yield f"line {problem.line}: {problem.says}"
    last = dict[int, int]()
    for number, entry in enumerate(read, 2):
        if isinstance(entry, Seated):
            last.pop(entry.seat, None)  # the next page has another clock
        if not isinstance(entry, Entry) or entry.move is None or entry.evidence is None:
            continue
        tap, seat = msgspec.convert(entry.evidence, Evidence), entry.move.seat
        if tap.pressed < last.get(seat, tap.pressed):
            yield f"line {number}: seat {seat} pressed before a tap that was processed sooner"
        if tap.decided - tap.arrived > tap.fairness.reach:
            yield f"line {number}: a tap of seat {seat} came too late to be judged"
        last[seat] = tap.pressed
