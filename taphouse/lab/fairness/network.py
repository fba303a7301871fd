"""What a packet meets on its way: distance, queues, radios that stall or sleep, routes that change."""

from __future__ import annotations

from math import log, pi, sin
from random import Random

from taphouse.core import MS, SECOND, Value

WANDER = 0.08  # of the base delay, over half a minute or so


class Stalling(Value):
    """A radio that lets nothing through for a while, in either direction."""

    every: float
    """Seconds, on average."""
    lasts: float
    """Milliseconds, on average."""


class Stepping(Value):
    """A route that changes in mid-session."""

    every: float
    """Seconds, on average."""
    most: float
    """Milliseconds that a route may add to the round trip."""


class Bloat(Value):
    """A queue that other traffic fills and leaves again."""

    down: float
    up: float
    """Milliseconds when it is full."""
    every: float
    """Seconds from one download to the next, on average. Each lasts about half of that."""


class Sleep(Value):
    """A radio that sleeps after a while without traffic, in either direction."""

    after: float
    cycle: float
    """While it sleeps, what comes down waits for the next cycle."""
    wake: float
    """What goes up waits so long."""


class Proxy(Value):
    """Ends TCP on the way: the house's kernel times this part only. Milliseconds there and back."""

    trip: float
    delays_acks: bool


class Handover(Value):
    """A device that leaves one network for another and comes back later."""

    to: Access
    every: float
    """Seconds in each network, on average."""
    gap: float
    """Milliseconds without either."""
    reconnects: bool
    """The connection is lost, and the page opens another one."""


class Access(Value):
    """How one player is connected. Delays are milliseconds one way."""

    name: str
    """Of its kind."""
    down: float
    up: float
    jitter: float
    """On average; the tail is long."""
    loss: float = 0
    stalling: Stalling | None = None
    stepping: Stepping | None = None
    bloat: Bloat | None = None
    sleep: Sleep | None = None
    proxy: Proxy | None = None
    handover: Handover | None = None
    buffer: float = 150
    """How much of the player's own uploads the uplink can hold."""


# All moments below are microseconds, and are asked for in the order of time.


class Outages:
    """The times when nothing gets through."""

    def __init__(self, stalling: Stalling | None, random: Random) -> None:
        self._stalling, self._random = stalling, random
        self._begin = self._end = 0.0
        self._gap_end = 0.0
        if stalling is None:
            self._begin = float("inf")
        else:
            self._draw()

    def interrupt(self, until: float) -> None:
        self._gap_end = until

    def lifted(self, at: float) -> float:
        """When something sent at `at` gets through."""
        while self._begin <= at:
            if at < self._end:
                return max(self._end, self._gap_end)
            self._draw()
        return max(at, self._gap_end)

    def _draw(self) -> None:
        assert self._stalling is not None
        self._begin = self._end + _exponential(self._random, self._stalling.every * SECOND)
        self._end = self._begin + _exponential(self._random, self._stalling.lasts * MS)


class Route:
    """What the present route adds in each direction."""

    def __init__(self, stepping: Stepping, random: Random) -> None:
        self._stepping, self._random = stepping, random
        self.down = self.up = self._until = 0.0

    def look(self, at: float) -> None:
        while at >= self._until:
            random, stepping = self._random, self._stepping
            self._until += _exponential(random, stepping.every * SECOND)
            added = random.uniform(0, stepping.most) * MS
            self.down = added * random.uniform(0.2, 0.8)
            self.up = added - self.down


class Queue:
    """One direction's queue: grows while others load something, shrinks when the sender backs off."""

    def __init__(self, full: float, every: float, random: Random) -> None:
        self._full, self._every, self._random = full * MS, every * SECOND, random
        self._begin, self._end = 0.0, _exponential(random, self._every / 2)
        self._from = self._to = 0.0
        self._loading_until = 0.0

    def waiting(self, at: float) -> float:
        while at >= self._end:
            self._next()
        done = (at - self._begin) / (self._end - self._begin)
        return self._from + (self._to - self._from) * done

    def _next(self) -> None:
        """The next stretch: a climb to the full queue, a drop by a part of it, or silence."""
        random = self._random
        self._begin, self._from = self._end, self._to
        if self._begin < self._loading_until:
            climbs = self._from < 0.9 * self._full
            self._to = self._full if climbs else self._full * random.uniform(0.3, 0.7)
        elif self._from > 0:
            self._to = 0.0
        else:
            self._end += _exponential(random, self._every / 2)
            self._loading_until = self._end + _exponential(random, self._every / 2)
            return
        # A queue cannot drain faster than time passes, nor fill much faster on a line like this.
        self._end = self._begin + abs(self._to - self._from) * random.uniform(1.5, 6) + 1


class Radio:
    """Awake for a while after each packet. The other side knows when it listens again."""

    def __init__(self, sleep: Sleep, random: Random) -> None:
        self._after, self._cycle, self._wake = sleep.after * MS, sleep.cycle * MS, sleep.wake * MS
        self._phase = random.uniform(0, self._cycle)
        self._awake_until = 0.0

    def down(self, at: float) -> float:
        """When a packet that reaches the radio's network at `at` reaches the device."""
        if at > self._awake_until:
            at += (self._phase - at) % self._cycle
        self._awake_until = max(self._awake_until, at + self._after)
        return at

    def up(self, at: float) -> float:
        left = at if at <= self._awake_until else at + self._wake
        self._awake_until = max(self._awake_until, left + self._after)
        return left


class Medium:
    """Both directions of one player's way to the house, without TCP."""

    def __init__(self, access: Access, random: Random) -> None:
        self.access, self.random = access, random
        self.radio = Radio(access.sleep, random) if access.sleep else None
        self._outages = Outages(access.stalling, random)
        self._route = Route(access.stepping, random) if access.stepping else None
        bloat = access.bloat
        self._down_queue = Queue(bloat.down, bloat.every, random) if bloat else None
        self._up_queue = Queue(bloat.up, bloat.every, random) if bloat else None
        self._turn = 2 * pi / (random.uniform(20, 60) * SECOND)
        self._phases = random.uniform(0, 2 * pi), random.uniform(0, 2 * pi)
        self._uploads = 0.0  # how long the queue is that the page itself keeps full
        self._uploads_end = float("inf")

    @property
    def round_trip(self) -> float:
        """Without anything on the way."""
        return (self.access.down + self.access.up) * MS

    def interrupt(self, until: float) -> None:
        """Nothing passes until then."""
        self._outages.interrupt(until)

    def upload(self, depth: float) -> None:
        """The page itself keeps its uplink's queue this full, as far as the queue is that long."""
        self._uploads, self._uploads_end = min(depth, self.access.buffer) * MS, float("inf")

    def stop_upload(self, at: float) -> None:
        self._uploads_end = at

    def lost(self) -> bool:
        return self.random.random() < self.access.loss

    def down(self, at: float) -> float:
        """When a packet sent by the house at `at` reaches the device, or its radio's network."""
        waiting = self._down_queue.waiting(at) if self._down_queue else 0.0
        if self._route is not None:
            self._route.look(at)
            waiting += self._route.down
        return self._outages.lifted(at) + waiting + self._way(at, self.access.down, self._phases[0])

    def up(self, at: float) -> float:
        """When a packet sent by the device at `at` reaches the house."""
        waiting = self._up_queue.waiting(at) if self._up_queue else 0.0
        if self._uploads:
            waiting += max(0.0, self._uploads - max(0.0, at - self._uploads_end))
        if self._route is not None:
            self._route.look(at)
            waiting += self._route.up
        left = at if self.radio is None else self.radio.up(at)
        return self._outages.lifted(left) + waiting + self._way(at, self.access.up, self._phases[1])

    def _way(self, at: float, base: float, phase: float) -> float:
        random = self.random.random
        wander = 1 + WANDER * sin(at * self._turn + phase)
        return (base * wander - self.access.jitter / 2 * log((1 - random()) * (1 - random()))) * MS


def _exponential(random: Random, mean: float) -> float:
    return -mean * log(1 - random.random())
