"""Seats, names and signs."""

from __future__ import annotations

from taphouse.core import replace
from taphouse.shelf import Shelf

from ..names import characters, cleaned, skeleton
from ..wire import LONGEST_NAME
from .host import pass_host
from .state import REMEMBERED, Member, Refusal, Room

SIGNS = range(1, 9)
BENCH = 8  # places; more people would only wait


def sit(
    shelf: Shelf, room: Room, name: str, sign: int | None, browser: str | None = None
) -> tuple[Room, int]:
    """Gives a free seat; a bot's if there is none or a game is on the table; else a place on the bench."""
    if browser in room.banned:
        raise Refusal("banned")
    if room.locked:
        raise Refusal("locked")
    if len(room.bench) >= BENCH:
        raise Refusal("table-full")
    name, sitting = free_name(room, name), room.joined + 1
    player = room.known.get(browser or "", 0)
    if player == 0 or room.knows(player):
        player = sitting
    person = Member(player, name, free_sign(room.bench, sign), browser=browser, sitting=sitting)
    host = room.host if room.host is not None else player
    room = replace(room, joined=sitting, host=host)
    if room.owner is None:
        room = replace(room, owner=player)
    if browser is not None:
        room = replace(room, known=dict([*room.known.items(), (browser, player)][-REMEMBERED:]))
    room = replace(room.inheriting(person), bench=(*room.bench, person))
    return seat_the_bench(shelf, room, sign), player


def seat_the_bench(shelf: Shelf, room: Room, preferred: int | None = None) -> Room:
    """First come, first seated; people before bots. In a game only bots' seats are free, in some none."""
    while room.bench and (seated := _seated(shelf, room, room.bench[0], preferred)) is not None:
        room = replace(seated, bench=room.bench[1:])
    return room


def _seated(shelf: Shelf, room: Room, person: Member, preferred: int | None) -> Room | None:
    bot = next((member for member in reversed(room.members) if member.bot), None)
    if not room.frozen and len(room.members) < shelf[room.game].SEATS[-1]:
        bot = None
    elif bot is None or (room.frozen and not room.counts):
        return None
    others = tuple(member for member in room.members if member is not bot)
    person = replace(person, sign=free_sign(others, preferred or (bot.sign if bot else person.sign)))
    return room.having(person, instead_of=bot) if bot else replace(room, members=(*room.members, person))


def rename(room: Room, player: int, name: str, sign: int) -> Room:
    member = room.member(player)
    others = room.without(member)
    if any(other.sign == sign for other in others.members):
        raise Refusal("sign-taken")
    return room.having(replace(member, name=free_name(others, name), sign=sign))


def stand(shelf: Shelf, room: Room, player: int) -> Room:
    """In a game a bot takes the seat under the same name; in the lobby the seat becomes free."""
    member = room.member(player)
    if room.frozen and member in room.members:
        bot = Member(room.joined + 1, member.name, member.sign, bot="steady", ready=True)
        room = replace(room.having(bot, instead_of=member), joined=bot.id)
    else:
        room = room.without(member)
    room = seat_the_bench(shelf, room)
    if room.host == player:
        room = pass_host(room, [other.id for other in room.people])
    return replace(room, owner=room.host) if room.owner == player else room


def swap(room: Room, player: int, other: int) -> Room:
    room = room.before_a_game()
    one, two = room.seat(player), room.seat(other)
    if one is None or two is None:
        raise Refusal("no-such-player")
    members = list(room.members)
    members[one], members[two] = members[two], members[one]
    return replace(room, members=tuple(members))


def free_name(room: Room, name: str) -> str:
    name = cleaned(name)
    if not skeleton(name):
        raise Refusal("no-name")
    if len(characters(name)) > LONGEST_NAME:
        raise Refusal("name-too-long", str(LONGEST_NAME))
    if any(skeleton(member.name) == skeleton(name) for member in room.everyone):
        raise Refusal("name-taken", name)
    return name


def free_sign(members: tuple[Member, ...], preferred: int | None, last: bool = False) -> int:
    """The preferred sign if it is free, else the first free one; bots take the `last`."""
    free = [sign for sign in SIGNS if all(member.sign != sign for member in members)] or [*SIGNS]
    if preferred in free:
        return preferred
    return free[-1 if last else 0]
