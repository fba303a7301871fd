"""The stages of a room: lobby, playing, over, podium."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from taphouse.core import MS, Seat, Time, replace
from taphouse.shelf import Shelf

from ..evening import Played, Result, played
from ..recorded_seats import RecordedSeat
from ..wire import Stage
from .bots import without_spare_bots
from .deals import without_other_deal
from .seats import seat_the_bench
from .setup import choose
from .state import Ended, Refusal, Room

WATCHABLE = 30  # latest games of a table that can be replayed


def start(shelf: Shelf, room: Room, match: str, game: str | None = None) -> Room:
    """Starts a game. Bots beyond its seats leave; refuses if there are too few or too many players."""
    if room.stage == "playing":
        raise Refusal("not-now")
    room = room if room.stage == "lobby" else back_to_lobby(shelf, room)
    if game is not None and game != room.game:
        room = choose(shelf, room, game)
    room = without_other_deal(shelf, without_spare_bots(shelf, room))
    seats = shelf[room.game].SEATS
    if len(room.members) < seats[0]:
        raise Refusal("too-few", str(seats[0]))
    if len(room.members) > seats[-1]:
        raise Refusal("too-many", str(seats[-1]))
    return replace(room, stage="playing", match=match, taught=room.lesson is not None)


def over(
    room: Room,
    points: tuple[int, ...],
    winners: tuple[Seat, ...],
    fastest: Mapping[Seat, Time] = {},
    deeds: Mapping[Seat, Mapping[str, int]] = {},
) -> Room:
    """Ends the game: it can be replayed, and counts for the evening unless its deal was known."""
    players = [
        Result(
            m.id,
            m.name,
            m.sign,
            m.bot is not None,
            fastest=round(fastest[seat] / MS) if seat in fastest else None,
            deeds=dict(deeds.get(seat, {})),
            head_start=m.head_start,
        )
        for seat, m in enumerate(room.members)
    ]
    seats = tuple(
        RecordedSeat(m.name, m.sign, m.bot, m.head_start, m.large_targets, m.ghost is not None or UNSET)
        for m in room.members
    )
    result = played(room.game, room.options, players, points, winners)
    number = room.ended[-1].number + 1 if room.ended else 1
    return replace(
        room,
        stage="over",
        lesson=None,
        evening=(*room.evening, result) if room.counts else room.evening,
        ended=(*room.ended, Ended(number, room.match or "", room.game, seats))[-WATCHABLE:],
    )


def back_to_lobby(shelf: Shelf, room: Room) -> Room:
    """Returns to the lobby. After the podium a new evening begins."""
    evening = () if room.stage == "podium" else room.evening
    return seat_the_bench(shelf, _idle(room, "lobby", evening))


def to_the_podium(shelf: Shelf, room: Room) -> Room:
    if not room.evening:
        raise Refusal("not-now")
    return seat_the_bench(shelf, _idle(room, "podium", room.evening))


def _idle(room: Room, stage: Stage, evening: tuple[Played, ...]) -> Room:
    """The room without a game, with all votes cleared and no person ready."""
    members, bench = (
        tuple(replace(m, ready=m.bot is not None, vote=None) for m in some)
        for some in (room.members, room.bench)
    )
    return replace(
        room,
        stage=stage,
        match=None,
        lesson=None,
        taught=False,
        evening=evening,
        members=members,
        bench=bench,
    )
