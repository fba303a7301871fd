"""What a browser may ask of a table. Whatever it may not is refused with a reason and changes nothing."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from taphouse.fair import Device
from taphouse.games import shelf

from . import room as rooms
from . import wire
from .guest import Guest
from .room import Refusal

if TYPE_CHECKING:
    from .table import Table


def answer(table: Table, guest: Guest, message: wire.Up, arrived: int) -> None:
    """`arrived` is on the house's clock, stamped when the message came in."""
    if not guest.greeted and not isinstance(message, wire.Hello):
        raise Refusal("bad-message", "hello comes first")
    room = table.room
    match message:
        case wire.Painted(n, at):
            if table.match and (seat := _seat(table, guest)) is not None:
                table.match.paint(seat, n, at, arrived)
        case wire.Beat(n, at):
            if table.match and (seat := _seat(table, guest)) is not None:
                table.match.beat(seat, n, at, arrived)
        case wire.Device(frame, calibrated):
            table.know_device(guest, Device(frame, calibrated))
        case wire.Do(act, n, at):
            _tap(table, guest, act, n, at, arrived)
        case wire.Hello():
            table.greet(guest, message)
        case wire.Sit(name, sign):
            if guest.player is not None:
                raise Refusal("not-now")
            table.room, player = rooms.sit(room, name, sign)
            table.seat(guest, player)
        case wire.Rename(name, sign):
            table.room = rooms.rename(room, _player(guest), name, sign)
        case wire.Ready(is_ready):
            table.room = rooms.ready(room, _player(guest), is_ready)
        case wire.Stand():
            table.unseat(_player(guest))
        case wire.Choose(game, options, fairness):
            _must_host(table, guest)
            table.room = rooms.choose(room, game, options, fairness)
        case wire.AddBot(skill):
            _must_host(table, guest)
            table.room = rooms.add_bot(room, skill)
        case wire.SetBot(player, skill):
            _must_host(table, guest)
            table.room = rooms.set_bot(room, player, skill)
            table.change_bot(player, skill)
        case wire.Handicap(player, head_start):
            _must_host(table, guest)
            table.room = rooms.give_head_start(room, player, head_start)
        case wire.Kick(player):
            _must_host(table, guest)
            rooms.kick(room, player)  # may refuse
            table.unseat(player, kicked=True)
        case wire.Start():
            _must_host(table, guest)
            table.start()
        case wire.Pause():
            _must_host(table, guest)
            table.pause("host")
        case wire.Resume():
            _must_host(table, guest)
            table.resume()
        case wire.Learn(step):
            _must_host(table, guest)
            table.learn(step)
        case wire.Finished():
            _must_host(table, guest)
            table.leave_game()


def _tap(table: Table, guest: Guest, act: msgspec.Raw, n: int, at: int, arrived: int) -> None:
    seat = _seat(table, guest)
    if seat is None:
        raise Refusal("not-seated")
    if table.paused == "lesson":
        table.resume()  # the pupil does something: so time may pass
    if table.match is None or table.match.paused or table.room.stage != "playing":
        raise Refusal("not-now")
    guest.line.kernel = guest.screen.kernel()
    try:
        table.match.hear(seat, _acts(table.room.game).decode(act), n, at, arrived)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal("bad-message", str(error)) from error


def _seat(table: Table, guest: Guest) -> int | None:
    return None if guest.player is None else table.room.seat(guest.player)


def _player(guest: Guest) -> int:
    if guest.player is None:
        raise Refusal("not-seated")
    return guest.player


def _must_host(table: Table, guest: Guest) -> None:
    if _player(guest) != table.room.host:
        raise Refusal("not-host")


@cache
def _acts(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(shelf()[game].Acts)
