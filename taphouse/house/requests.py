"""What a browser may ask of a table. Whatever it may not is refused with a reason and changes nothing."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from taphouse.core import replace
from taphouse.fair import Device
from taphouse.games import shelf

from . import room as rooms
from . import wire
from .guest import Guest
from .room import Refusal, Room

if TYPE_CHECKING:
    from .table import Table


def answer(table: Table, guest: Guest, message: wire.Up, arrived: int) -> None:
    """`arrived` is on the house's clock, stamped when the message came in."""
    if not guest.greeted and not isinstance(message, wire.Hello):
        raise Refusal("bad-message", "hello comes first")
    match message:
        case wire.Painted(n, at) if guest.looking:
            if table.match and (seat := _seat(table, guest)) is not None:
                table.match.paint(seat, n, at, arrived)
        case wire.Beat(n, at) if guest.looking:
            if table.match and (seat := _seat(table, guest)) is not None:
                table.match.beat(seat, n, at, arrived)
        case wire.Painted() | wire.Beat():
            pass  # sent just before the page was put away
        case wire.Do(act, n, at):
            _tap(table, guest, act, n, at, arrived)
        case wire.Hello():
            table.greet(guest, message)
        case wire.Looking(looking):
            table.look(guest, looking)
        case wire.Device(frame, calibrated):
            table.know_device(guest, Device(frame, calibrated))
        case wire.Sit(name, sign):
            if guest.player is not None:
                raise Refusal("not-now")
            table.room, player = rooms.sit(table.room, name, sign, guest.browser)
            table.seat(guest, player)
        case wire.Rename() | wire.LargeTargets() | wire.Ready() | wire.Vote() | wire.Stand():
            _as_player(table, _player(guest), message)
        case wire.React() | wire.Resume():
            _as_player(table, _player(guest), message)
        case _:
            if _player(guest) != table.room.host:
                raise Refusal("not-host")
            _as_host(table, message)


def _as_player(table: Table, player: int, message: wire.Up) -> None:
    """What everyone with a seat, or on the bench, may ask for."""
    room = table.room
    match message:
        case wire.Rename(name, sign, other):
            table.room = rooms.rename(room, _whose(room, player, other), name, sign)
        case wire.LargeTargets(large, other):
            table.room = rooms.take_large_targets(room, _whose(room, player, other), large)
        case wire.Ready(is_ready):
            table.room = rooms.ready(room, player, is_ready)
        case wire.Vote(game):
            table.room = rooms.vote(room, player, game)
        case wire.Stand():
            table.unseat(player)
        case wire.React(emote):
            table.react(player, emote)
        case wire.Resume():
            if player != room.host and table.paused != "long":
                raise Refusal("not-host")
            table.resume()


def _as_host(table: Table, message: wire.Up) -> None:
    room = table.room
    match message:
        case wire.Choose(game, options, fairness, windows):
            table.room = rooms.choose(room, game, options, fairness, windows)
        case wire.AddBot(skill):
            table.room = rooms.add_bot(room, skill)
        case wire.SetBot(player, skill):
            table.room = rooms.set_bot(room, player, skill)
            table.change_bot(player, skill)
        case wire.Handicap(player, head_start):
            table.room = rooms.give_head_start(room, player, head_start)
        case wire.Swap(player, other):
            table.room = rooms.swap(room, player, other)
        case wire.Remove(player):
            rooms.check_removal(room, player)
            table.unseat(player)
        case wire.Kick(player):
            table.unseat(_somebody_else(table, player), "kicked")
        case wire.Ban(player):
            table.room = rooms.ban(room, _somebody_else(table, player))
            table.unseat(player, "banned")
        case wire.HandOver(player):
            table.room = rooms.hand_over(room, player)
        case wire.Lock(locked):
            table.room = replace(room, locked=locked)
        case wire.Start(game):
            table.start(game)
        case wire.Pause():
            table.pause("host")
        case wire.Learn(step):
            table.learn(step)
        case wire.Skip():
            table.skip()
        case wire.Finished():
            table.leave_game(rooms.back_to_lobby(room))
        case wire.EndEvening():
            table.leave_game(rooms.to_the_podium(room))


def _tap(table: Table, guest: Guest, act: msgspec.Raw, n: int, at: int, arrived: int) -> None:
    seat = _seat(table, guest)
    if seat is None:
        raise Refusal("not-seated")
    if table.paused == "lesson":
        table.resume()  # the pupil does something: so time may pass
    if table.match is None or table.match.paused or table.room.stage != "playing":
        raise Refusal("not-now")
    if not guest.looking:
        table.look(guest, True)  # a finger falls on nothing unseen
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


def _whose(room: Room, player: int, other: int | None) -> int:
    """One's own seat, or for the host also somebody else's."""
    if other not in (None, player) and player != room.host:
        raise Refusal("not-host")
    return player if other is None else other


def _somebody_else(table: Table, player: int) -> int:
    """A person, and not the host himself."""
    if player == table.room.host:
        raise Refusal("not-now")
    return table.room.person(player).id


@cache
def _acts(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(shelf()[game].Acts)
