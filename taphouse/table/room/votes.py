"""Majorities, which need not wait for the host."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from taphouse.core import replace
from taphouse.shelf import Shelf

from .stages import start
from .state import Refusal, Room


def vote(shelf: Shelf, room: Room, player: int, game: str | None) -> Room:
    if room.stage != "over":
        raise Refusal("not-now")
    if game is not None and game not in shelf:
        raise Refusal("no-such-game", game)
    return room.having(replace(room.member(player), vote=game))


def elected(shelf: Shelf, room: Room, here: Collection[int]) -> str | None:
    """The game that more than half of the people in `here` vote for, if it can be started."""
    voters = [member for member in room.people if member.id in here]
    counted = Counter(member.vote for member in voters if member.vote is not None)
    game, votes = counted.most_common(1)[0] if counted else (None, 0)
    alone = all(member.id == room.host for member in voters)  # the host decides anyway
    if game is None or alone or 2 * votes <= len(voters):
        return None
    try:
        start(shelf, room, "", game)
    except Refusal:
        return None
    return game


def most_are_ready(room: Room, here: Collection[int]) -> bool:
    """Whether more than half of the people in `here`, without the host, are ready."""
    others = [member for member in room.people if member.id in here and member.id != room.host]
    return 2 * sum(member.ready for member in others) > len(others)
