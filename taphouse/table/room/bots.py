"""Bots at the table: added by the host or to fill a game, never more than the game has seats."""

from __future__ import annotations

from taphouse.core import Skill, replace
from taphouse.shelf import Shelf

from ..names import skeleton
from .seats import free_sign
from .state import Member, Refusal, Room

BOT_NAMES = ("Otto", "Pia", "Hugo", "Lou", "Max", "Zoé", "Nils", "Iris")
MORE_NAMES = ("Ava", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Jan", "Kim", "Leo", "Noé", "Tom")


def add_bot(shelf: Shelf, room: Room, skill: Skill) -> Room:
    room = room.before_a_game()
    if len(room.members) >= shelf[room.game].SEATS[-1]:
        raise Refusal("table-full")
    taken = {skeleton(member.name) for member in room.everyone}
    name = next(name for name in (*BOT_NAMES, *MORE_NAMES) if skeleton(name) not in taken)
    bot = Member(room.joined + 1, name, free_sign(room.members, None, last=True), bot=skill, ready=True)
    return replace(room, members=(*room.members, bot), joined=bot.id)


def set_bot(room: Room, player: int, skill: Skill) -> Room:
    bot = room.member(player)
    if bot.bot is None:
        raise Refusal("no-such-player")
    return room.having(replace(bot, bot=skill))


def check_removal(room: Room, player: int) -> None:
    """Refuses to remove a bot from a game: the seats of a game stay taken."""
    if room.member(player).bot and room.frozen:
        raise Refusal("not-now")


def filled(shelf: Shelf, room: Room) -> Room:
    """Adds bots up to the number of players the game needs."""
    while len(room.members) < shelf[room.game].SEATS[0]:
        room = add_bot(shelf, room, "steady")
    return room


def without_spare_bots(shelf: Shelf, room: Room) -> Room:
    members = list(room.members)
    for bot in [member for member in reversed(members) if member.bot]:
        if len(members) > shelf[room.game].SEATS[-1]:
            members.remove(bot)
    return replace(room, members=tuple(members))
