"""Games that no table names any more: nobody can watch them again, and their journals only take room."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import msgspec

from taphouse.journal import Journal, Stale

from .house import House
from .room import Room

log = logging.getLogger(__name__)

DAY = 24 * 3_600  # seconds
LOOK = 3_600  # seconds between two looks whether a day has passed
LAST = "house/forgotten"  # when it was done last, for all nodes
GAMES, ROOMS = "game/", "room/"


async def expired_games(journal: Journal, before: int) -> dict[str, int]:
    """Journals of games that were begun before then and can never come back, and about how many bytes each.

    A table names its game as soon as it has begun it, and never one that it named no longer: whatever is old
    when the first question is asked, and not named when the second is, is nobody's for good.
    """
    old = await journal.begun_before(before)
    named = await _named(journal)
    return {stream: size for stream, size in old.items() if stream.startswith(GAMES) and stream not in named}


async def _named(journal: Journal) -> set[str]:
    """By all tables that are kept, open or not. One that cannot be read may name any: then this fails."""
    named = set[str]()
    for key, (value, _) in (await journal.values()).items():
        if key.startswith(ROOMS):
            room = _read(value)
            named |= {f"{GAMES}{match}" for match in (room.match, *(one.match for one in room.ended))}
    return named


async def run_retention(house: House, keep: int) -> None:
    """Once a day, games that were begun more than `keep` seconds ago; of many nodes one does it for all."""
    while True:
        try:
            if await _is_due(house):
                await _forget(house, keep)
        except Exception:
            log.exception("old games not forgotten")
        await asyncio.sleep(LOOK)


async def _forget(house: House, keep: int) -> None:
    found = await expired_games(house.journal, house.wall() - keep)
    for stream in found:
        await house.journal.drop(stream)
        house.observer.counted("forgotten")
    if found:
        log.info("%d old games forgotten, about %d bytes", len(found), sum(found.values()))


async def _is_due(house: House) -> bool:
    """And whoever is told so does it. A clock that was wrong for a while postpones nothing for long."""
    last, now = await house.journal.get(LAST), house.wall()
    if last is not None and 0 <= now - int(last[0]) < DAY:
        return False
    with suppress(Stale):  # another node was quicker
        await house.journal.put(LAST, b"%d" % now, last[1] if last else 0)
        return True
    return False


_read = msgspec.json.Decoder(Room).decode
