"""The role of the host, and the browsers the host bans."""

from __future__ import annotations

from collections.abc import Iterable

from taphouse.core import replace

from .state import REMEMBERED, Room


def pass_host(room: Room, present: list[int]) -> Room:
    """Makes the first present player the host. The owner stays the same."""
    return replace(room, host=next(iter(present), None))


def hand_over(room: Room, player: int) -> Room:
    """Makes the player host and owner, so the role does not pass back."""
    return replace(room, host=room.person(player).id, owner=player)


def ban(room: Room, browsers: Iterable[str]) -> Room:
    """Bans browsers, since there are no accounts to ban."""
    banned = dict.fromkeys((*room.banned, *sorted(browsers)))
    return replace(room, banned=tuple(banned)[-REMEMBERED:])
