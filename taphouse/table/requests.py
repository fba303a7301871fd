"""Carries out what a browser asks of a table. A refused request changes nothing and gets a reason."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from taphouse.core import replace
from taphouse.fair import Device, Kernel

from . import lesson, wire
from . import room as rooms
from .connection import Connection
from .inputs import Received, Report
from .outbox import Outbox
from .presence import Presence
from .room import Refusal, Room
from .session import Session


def answer(
    session: Session,
    presence: Presence,
    outbox: Outbox,
    connection: Connection,
    received: Received,
) -> None:
    message, arrived = received.message, received.arrived
    if not connection.said_hello and not isinstance(message, wire.Hello):
        raise Refusal("bad-message", "hello comes first")
    match message:
        case wire.Painted() | wire.Beat():
            record_report(session, connection, message, arrived)
        case wire.Do():
            _tap(session, presence, connection, message, arrived, received.kernel)
        case wire.Hello():
            if connection.said_hello:
                raise Refusal("bad-message", "hello is said once")
            presence.greet(connection, message)
        case wire.Looking(looking):
            presence.look(connection, looking)
        case wire.Device(frame, calibrated):
            presence.set_device(connection, Device(frame, calibrated))
        case wire.Sit(name, sign):
            if connection.player is not None:
                raise Refusal("not-now")
            player = presence.own_seat(connection, name)
            if player is None:
                room, player = rooms.sit(session.shelf, session.room, name, sign, connection.browser)
                session.change(room)
            presence.seat(connection, player)
        case wire.React(emote):
            outbox.react(_player(connection), emote)
        case wire.OfferDeck(deck):
            session.offer_deck(_player(connection), deck)
        case wire.Ready() | wire.Rename() | wire.LargeTargets() | wire.Vote() | wire.Stand():
            _as_player(session, presence, _player(connection), message)
        case wire.Resume() | wire.GoOn():
            _as_player(session, presence, _player(connection), message)
        case _:
            if _player(connection) != session.room.host:
                raise Refusal("not-host")
            session.host_idle.renew(session.room)
            _as_host(session, presence, message)


def record_report(session: Session, connection: Connection, message: Report, arrived: int) -> None:
    """Passes a paint report or beat to the match, unless the page is hidden by now."""
    match, seat = session.match, session.seat_of(connection)
    if match is None or seat is None or not connection.looking:
        return
    if isinstance(message, wire.Painted):
        match.paint(seat, message.n, message.at, arrived)
    else:
        match.beat(seat, message.n, message.at, arrived)


def _as_player(session: Session, presence: Presence, player: int, message: wire.Up) -> None:
    """Requests that every member may make."""
    room = session.room
    if player == room.host:
        session.host_idle.renew(session.room)
    match message:
        case wire.Rename(name, sign, other):
            session.change(rooms.rename(room, _whose(room, player, other), name, sign))
        case wire.LargeTargets(large, other):
            session.change(rooms.take_large_targets(room, _whose(room, player, other), large))
        case wire.Ready(True) if session.paused == "introduction":
            session.read_introduction(player)
        case wire.Ready(is_ready):
            session.change(rooms.ready(room, player, is_ready))
        case wire.Vote(game):
            session.change(rooms.vote(session.shelf, room, player, game))
        case wire.Stand():
            presence.unseat(player)
        case wire.Resume():
            if player != room.host and session.paused != "long":
                raise Refusal("not-host")
            if session.paused in ("introduction", "countdown"):
                raise Refusal("not-now")  # a game begins for everybody at the same moment
            session.resume()
        case wire.GoOn():
            if not session.may_go_on_without_host:
                raise Refusal("not-host")
            session.go_on_without_host()


def _as_host(session: Session, presence: Presence, message: wire.Up) -> None:
    room = session.room
    match message:
        case wire.Choose(game, options, fairness, time_scale, locale):
            session.change(rooms.choose(session.shelf, room, game, options, fairness, time_scale, locale))
        case wire.UseDeck(deck):
            session.use_deck(deck)
        case wire.AnswerOffer(player, accepted):
            session.change(rooms.answer_offer(session.shelf, room, player, accepted))
        case wire.TakeDecks(on):
            session.change(rooms.take_decks(room, on))
        case wire.AddBot(skill):
            session.change(rooms.add_bot(session.shelf, room, skill))
        case wire.SetBot(player, skill):
            session.change(rooms.set_bot(room, player, skill))
            session.play_with_bot(player, skill)
        case wire.Handicap(player, head_start):
            session.change(rooms.give_head_start(room, player, head_start))
        case wire.Swap(player, other):
            session.change(rooms.swap(room, player, other))
        case wire.Remove(player):
            rooms.check_removal(room, player)
            presence.unseat(player)
        case wire.Kick(player):
            presence.unseat(_somebody_else(room, player), "kicked")
        case wire.Ban(player):
            presence.ban(_somebody_else(room, player))
        case wire.HandOver(player):
            session.change(rooms.hand_over(room, player))
        case wire.Lock(locked):
            session.change(replace(room, locked=locked))
        case wire.BigScreenSound(volume):
            session.change(replace(room, big_screen_sound=volume))
        case wire.Announcer(on):
            session.change(replace(room, announcer=on))
        case wire.Start(game):
            session.start(game)
        case wire.Pause():
            session.pause("host")
        case wire.Learn(step):
            session.learn(step)
        case wire.Skip():
            session.skip()
        case wire.Finished():
            session.leave(rooms.back_to_lobby(session.shelf, room))
        case wire.EndEvening():
            session.leave(rooms.to_the_podium(session.shelf, room))


def _tap(
    session: Session,
    presence: Presence,
    connection: Connection,
    tap: wire.Do,
    arrived: int,
    kernel: Kernel | None,
) -> None:
    seat, match = session.seat_of(connection), session.match
    if seat is None:
        raise Refusal("not-seated")
    if match is None or session.room.stage != "playing":
        raise Refusal("not-now")
    if not connection.was_sent(tap.n):
        raise Refusal("stale")
    try:
        act = _decoder(session.game.Acts).decode(tap.act)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal("bad-message", str(error)) from error
    if session.paused == "lesson" and lesson.waits_for_pupil(session.shelf, session.room):
        session.resume()  # the pupil acts, so the lesson may continue
    if match.paused:
        raise Refusal("not-now")
    if not session.may_tap(seat, arrived):
        raise Refusal("flood")  # before it is judged, since every judged tap is stored
    if not connection.looking:
        presence.look(connection, True)  # a tap shows that the page is visible
    connection.set_kernel(kernel)
    match.tap(seat, act, tap.n, tap.at, arrived)


def _player(connection: Connection) -> int:
    if connection.player is None:
        raise Refusal("not-seated")
    return connection.player


def _whose(room: Room, player: int, other: int | None) -> int:
    """The player themselves, or `other`, which only the host may name."""
    if other not in (None, player) and player != room.host:
        raise Refusal("not-host")
    return player if other is None else other


def _somebody_else(room: Room, player: int) -> int:
    """`player`, if they are a person and not the host."""
    if player == room.host:
        raise Refusal("not-now")
    return room.person(player).id


@cache
def _decoder(acts: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(acts)
