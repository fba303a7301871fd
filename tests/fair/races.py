"""Races to be judged: update 1 shows what to react to, and each seat has painted it."""

from taphouse.core import MS, Act, Race
from taphouse.fair import Arbiter, Line

NOW = 10_000 * MS


class Press(Act):
    pass


def race(
    *clocks,
    since=1_000 * MS,
    trip=150,
    seed="s",
    reflex=False,
    fairness=None,
    leads=None,
    delays=None,
    ledgers=None,
):
    """Update 1 counts as shown at `since`; each seat's own clock read this when it was painted."""
    arbiter = Arbiter(seed, fairness, delays)
    arbiter.ledgers = ledgers or {}
    for seat, painted in enumerate(clocks):
        line, sent = Line(), since - (leads[seat] * MS if leads else 0)
        arbiter.connect(seat, line)
        line.ping(sent)
        line.trip(trip * MS, sent + trip * MS)
        arbiter.show(seat, 1, since, sent, Race(since, reflex))
        arbiter.paint(seat, 1, painted, sent + trip * MS)
    arbiter.follow(Race(since, reflex))
    return arbiter


def tap(arbiter, seat, response, arrived, n=1):
    """So many milliseconds after the paint; arrived so many after it counted as shown."""
    since = arbiter.race.since
    pressed = arbiter.contenders[seat].timeline.painted.get(1, 0) + response * MS
    arbiter.tap(seat, Press(), n, pressed, since + arrived * MS)


def beat(arbiter, seat, elapsed, arrived):
    painted = arbiter.contenders[seat].timeline.painted[1]
    arbiter.beat(seat, 1, painted + elapsed * MS, arbiter.race.since + arrived * MS)


def released(arbiter, now=NOW):
    rulings = []
    while ruling := arbiter.release(now):
        rulings.append(ruling)
    return rulings


def seats(rulings):
    return [ruling.move.seat for ruling in rulings]
