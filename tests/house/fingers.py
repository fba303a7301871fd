"""Taps and paint reports of pages, and the time of the taps."""

import json

from taphouse.table import wire


def paint(here, table, screen, clock):
    """A paint report: the page painted the last update when its own clock read this."""
    return here.say(table, screen, wire.Painted(screen.last("update")["n"], clock))


def do(screen, clock, **act):
    return wire.Do(json.dumps(act).encode(), screen.last("update")["n"], clock)


async def hunting(here, table, *screens):
    """Plays on to the moment at which everyone sees a card."""
    for _ in range(3_000):
        await here.wait(table, 0.02)
        if all(screen.last("update")["view"]["card"] for screen in screens):
            return screens[0].last("update")["view"]["card"]
    raise AssertionError("no card was shown")
