"""Whose table it is, and whom he keeps out."""

from __future__ import annotations

from collections.abc import Iterable

from taphouse.core import replace

from .state import REMEMBERED, Room


def pass_host(room: Room, present: list[int]) -> Room:
    """The host is a role: it goes to the first who is there."""
    return replace(room, host=next(iter(present), None))


def hand_over(room: Room, player: int) -> Room:
    """For good, unlike a role that passes on by itself."""
    return replace(room, host=room.person(player).id, owner=player)


def ban(room: Room, browsers: Iterable[str]) -> Room:
    """There are no accounts: what can be kept out is a browser."""
    banned = dict.fromkeys((*room.banned, *sorted(browsers)))
    return replace(room, banned=tuple(banned)[-REMEMBERED:])
