"""Deletes stored games that no table names any more: nobody can watch them again."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import msgspec

from taphouse.journal import Journal, Stale
from taphouse.table.room import Room

from .house import House

log = logging.getLogger(__name__)

DAY = 24 * 3_600  # seconds
LOOK = 3_600  # seconds between two checks whether a day has passed
LAST = "house/forgotten"  # the time of the last deletion, for all nodes
GAMES, ROOMS = "game/", "room/"


async def expired_games(journal: Journal, before: int) -> dict[str, int]:
    """Streams of games that began before `before` and are named by no table, with their approximate bytes.

    A table names its game as soon as the game has begun, and never names a game again that it dropped. So a
    game that is old at the first query and not named at the second will never be named again.
    """
    old = await journal.begun_before(before)
    named = await _named(journal)
    return {stream: size for stream, size in old.items() if stream.startswith(GAMES) and stream not in named}


async def _named(journal: Journal) -> set[str]:
    """Streams named by all stored tables, open or not. Fails if one cannot be read: it may name any game."""
    named = set[str]()
    for key, (value, _) in (await journal.values()).items():
        if key.startswith(ROOMS):
            room = _read(value)
            named |= {f"{GAMES}{match}" for match in (room.match, *(one.match for one in room.ended))}
    return named


async def run_retention(house: House, keep: int) -> None:
    """Once a day, deletes games that began more than `keep` seconds ago. One node does it for all nodes."""
    while True:
        try:
            if await _is_due(house):
                await _delete_expired(house, keep)
        except Exception:
            log.exception("old games not deleted")
        await asyncio.sleep(LOOK)


async def _delete_expired(house: House, keep: int) -> None:
    found = await expired_games(house.journal, house.wall() - keep)
    for stream in found:
        await house.journal.drop(stream)
        house.observer.count("forgotten")
    if found:
        log.info("%d old games deleted, about %d bytes", len(found), sum(found.values()))


async def _is_due(house: House) -> bool:
    """True for one node once a day. A wall clock that was ahead for a while causes no long delay."""
    last, now = await house.journal.get(LAST), house.wall()
    if last is not None and 0 <= now - int(last[0]) < DAY:
        return False
    with suppress(Stale):  # another node was quicker
        await house.journal.put(LAST, b"%d" % now, last[1] if last else 0)
        return True
    return False


_read = msgspec.json.Decoder(Room).decode
