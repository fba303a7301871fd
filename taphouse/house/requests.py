"""What a browser may ask of a table. Whatever it may not is refused with a reason and changes nothing."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from taphouse.core import replace
from taphouse.fair import Device
from taphouse.games import shelf

from . import room as rooms
from . import wire
from .course import Course
from .crier import Crier
from .guest import Guest
from .presence import Presence
from .room import Refusal, Room


def answer(
    course: Course, presence: Presence, crier: Crier, guest: Guest, message: wire.Up, arrived: int
) -> None:
    """`arrived` is on the house's clock, stamped when the message came in."""
    if not guest.greeted and not isinstance(message, wire.Hello):
        raise Refusal("bad-message", "hello comes first")
    match message:
        case wire.Painted() | wire.Beat():
            testify(course, guest, message, arrived)
        case wire.Do():
            _tap(course, presence, guest, message, arrived)
        case wire.Hello():
            if guest.greeted:
                raise Refusal("bad-message", "hello is said once")
            presence.greet(guest, message)
        case wire.Looking(looking):
            presence.look(guest, looking)
        case wire.Device(frame, calibrated):
            presence.know_device(guest, Device(frame, calibrated))
        case wire.Sit(name, sign):
            if guest.player is not None:
                raise Refusal("not-now")
            course.room, player = rooms.sit(course.room, name, sign, guest.browser)
            presence.seat(guest, player)
        case wire.React(emote):
            crier.react(_player(guest), emote)
        case wire.Ready() | wire.Rename() | wire.LargeTargets() | wire.Vote() | wire.Stand():
            _as_player(course, presence, _player(guest), message)
        case wire.Resume() | wire.GoOn():
            _as_player(course, presence, _player(guest), message)
        case _:
            if _player(guest) != course.room.host:
                raise Refusal("not-host")
            course.patience.renew(course.room)
            _as_host(course, presence, message)


def testify(course: Course, guest: Guest, message: wire.Painted | wire.Beat, arrived: int) -> None:
    """What a page says of itself. It may have been put away since."""
    match, seat = course.match, course.seat_of(guest)
    if match is None or seat is None or not guest.looking:
        return
    if isinstance(message, wire.Painted):
        match.paint(seat, message.n, message.at, arrived)
    else:
        match.beat(seat, message.n, message.at, arrived)


def _as_player(course: Course, presence: Presence, player: int, message: wire.Up) -> None:
    """What everyone with a seat, or on the bench, may ask for."""
    room = course.room
    if player == room.host:
        course.patience.renew(course.room)
    match message:
        case wire.Rename(name, sign, other):
            course.room = rooms.rename(room, _whose(room, player, other), name, sign)
        case wire.LargeTargets(large, other):
            course.room = rooms.take_large_targets(room, _whose(room, player, other), large)
        case wire.Ready(is_ready):
            course.room = rooms.ready(room, player, is_ready)
        case wire.Vote(game):
            course.room = rooms.vote(room, player, game)
        case wire.Stand():
            presence.unseat(player)
        case wire.Resume():
            if player != room.host and course.paused != "long":
                raise Refusal("not-host")
            course.resume()
        case wire.GoOn():
            if not course.hostless:
                raise Refusal("not-host")
            course.go_on_without_host()


def _as_host(course: Course, presence: Presence, message: wire.Up) -> None:
    room = course.room
    match message:
        case wire.Choose(game, options, fairness, windows, locale):
            course.room = rooms.choose(room, game, options, fairness, windows, locale)
        case wire.AddBot(skill):
            course.room = rooms.add_bot(room, skill)
        case wire.SetBot(player, skill):
            course.room = rooms.set_bot(room, player, skill)
            course.play_with_bot(player, skill)
        case wire.Handicap(player, head_start):
            course.room = rooms.give_head_start(room, player, head_start)
        case wire.Swap(player, other):
            course.room = rooms.swap(room, player, other)
        case wire.Remove(player):
            rooms.check_removal(room, player)
            presence.unseat(player)
        case wire.Kick(player):
            presence.unseat(_somebody_else(room, player), "kicked")
        case wire.Ban(player):
            presence.ban(_somebody_else(room, player))
        case wire.HandOver(player):
            course.room = rooms.hand_over(room, player)
        case wire.Lock(locked):
            course.room = replace(room, locked=locked)
        case wire.Start(game):
            course.start(game)
        case wire.Pause():
            course.pause("host")
        case wire.Learn(step):
            course.learn(step)
        case wire.Skip():
            course.skip()
        case wire.Finished():
            course.leave(rooms.back_to_lobby(room))
        case wire.EndEvening():
            course.leave(rooms.to_the_podium(room))


def _tap(course: Course, presence: Presence, guest: Guest, tap: wire.Do, arrived: int) -> None:
    seat, match = course.seat_of(guest), course.match
    if seat is None:
        raise Refusal("not-seated")
    if match is None or course.room.stage != "playing":
        raise Refusal("not-now")
    if not guest.was_sent(tap.n):
        raise Refusal("stale")
    try:
        act = _acts(course.room.game).decode(tap.act)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal("bad-message", str(error)) from error
    if course.paused == "lesson":
        course.resume()  # the pupil does something: so time may pass
    if match.paused:
        raise Refusal("not-now")
    if not course.may_tap(seat, arrived):
        raise Refusal("flood")  # before it is judged: what is judged is kept
    if not guest.looking:
        presence.look(guest, True)  # a finger falls on nothing unseen
    guest.line.kernel = guest.screen.kernel()
    match.hear(seat, act, tap.n, tap.at, arrived)


def _player(guest: Guest) -> int:
    if guest.player is None:
        raise Refusal("not-seated")
    return guest.player


def _whose(room: Room, player: int, other: int | None) -> int:
    """One's own seat, or for the host also somebody else's."""
    if other not in (None, player) and player != room.host:
        raise Refusal("not-host")
    return player if other is None else other


def _somebody_else(room: Room, player: int) -> int:
    """A person, and not the host himself."""
    if player == room.host:
        raise Refusal("not-now")
    return room.person(player).id


@cache
def _acts(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(shelf()[game].Acts)
