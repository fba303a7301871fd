"""Taps and paint reports of pages, and the time of the taps."""

import json

from taphouse.core import MS
from taphouse.table import wire


def paint(here, table, screen, clock):
    """A paint report: the page painted the last update when its own clock read this."""
    return here.say(table, screen, wire.Painted(screen.last("update")["n"], clock))


def do(screen, clock, **act):
    return wire.Do(json.dumps(act).encode(), screen.last("update")["n"], clock)


async def lit(here, table, *screens):
    """Plays the toy on to the moment at which everyone sees lamps. Returns them."""
    for _ in range(3_000):
        await here.wait(table, 0.02)
        if all(screen.last("update")["view"]["lamps"] for screen in screens):
            return screens[0].last("update")["view"]["lamps"]
    raise AssertionError("no lamp was lit")


async def race(here, table, *screens):
    """One round of the toy: everyone taps each lamp, in this order."""
    for lamp in await lit(here, table, *screens):
        for screen in screens:
            if table.room.stage != "playing":
                return
            await paint(here, table, screen, here.time)
            await here.wait(table, 0.25, step=50 * MS)
            await here.say(table, screen, do(screen, here.time - 30 * MS, type="Tap", lamp=lamp))
            for other in screens:
                if other is not screen:
                    await here.say(table, other, wire.Beat(other.last("update")["n"], here.time))
            await here.wait(table, 0.3, step=50 * MS)
    await here.wait(table, 4, step=50 * MS)  # the lamps are dark again
