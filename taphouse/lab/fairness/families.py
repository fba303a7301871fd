"""Families of networks. Each session draws its own lines, so that no two are alike."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from taphouse.core import Value, replace
from taphouse.fair import Fairness
from taphouse.fair.settings import FAR_CAP, NEAR_CAP

from .network import Access, Bloat, Handover, Proxy, Sleep, Stalling, Stepping

Kind: TypeAlias = Callable[[Random], Access]
"""A kind of line, from which each player draws their own."""
Range: TypeAlias = tuple[float, float]


class Plain(Value):
    """A kind of line without surprises. Delays are milliseconds one way, from the least to the most."""

    name: str
    down: Range
    up: Range
    jitter: float
    stalling: Stalling | None = None
    loss: float = 0
    buffer: float = 150

    def __call__(self, random: Random) -> Access:
        return Access(
            self.name,
            random.uniform(*self.down),
            random.uniform(*self.up),
            self.jitter,
            self.loss,
            self.stalling,
            buffer=self.buffer,
        )


FIBRE = Plain("fibre", (4, 12), (4, 12), 0.6, None, 0.0002, buffer=20)
WIFI = Plain("WiFi", (6, 16), (7, 18), 2, Stalling(30, 30), 0.001)
BAD_WIFI = Plain("bad WiFi", (8, 20), (10, 26), 4, Stalling(2, 60), 0.004)
MOBILE_5G = Plain("5G", (9, 16), (12, 22), 2.5, Stalling(15, 40), 0.001)
MOBILE_4G = Plain("4G", (18, 32), (26, 48), 5, Stalling(10, 60), 0.002)
OCEAN = Plain("ocean", (42, 54), (44, 60), 1.5, Stalling(30, 50), 0.001)
FAR_4G = Plain("far 4G", (80, 105), (95, 125), 6, Stalling(8, 80), 0.003)


def _drawn(
    random: Random, name: str, down: Range, up: Range, jitter: Range, loss: Range, **parts: Any
) -> Access:
    """A line whose figures lie anywhere in these ranges."""
    return Access(
        name,
        random.uniform(*down),
        random.uniform(*up),
        random.uniform(*jitter),
        random.uniform(*loss),
        **parts,
    )


RARE = (0.001, 0.001)
"""One packet in a thousand is lost."""


def slow_up(random: Random) -> Access:
    down = random.uniform(5, 18)
    return Access("slow up", down, down * random.uniform(2, 5), random.uniform(1, 5), 0.001, Stalling(20, 40))


def slow_down(random: Random) -> Access:
    up = random.uniform(5, 18)
    return Access("slow down", up * random.uniform(2, 5), up, random.uniform(1, 5), 0.001, Stalling(20, 40))


def rerouted(random: Random) -> Access:
    stepping = Stepping(random.uniform(6, 25), random.uniform(20, 90))
    return _drawn(random, "rerouted", (5, 25), (5, 25), (0.5, 3), RARE, stepping=stepping)


def low_orbit(random: Random) -> Access:
    """A satellite passes every quarter of a minute."""
    passes, stalling = Stepping(15, random.uniform(10, 30)), Stalling(15, 35)
    return _drawn(
        random, "low orbit", (12, 22), (14, 28), (2, 5), (0.002, 0.01), stepping=passes, stalling=stalling
    )


def hotel(random: Random) -> Access:
    bloat = Bloat(random.uniform(20, 140), random.uniform(10, 120), random.uniform(6, 24))
    return _drawn(random, "full queue", (6, 20), (6, 22), (1, 4), (0.002, 0.002), bloat=bloat)


def power_save(random: Random) -> Access:
    """WiFi that listens at every first or second beacon."""
    beacons = random.choice((1, 1, 2))
    sleep = Sleep(random.uniform(30, 200), 102.4 * beacons, random.uniform(0, 2))
    name = f"WiFi asleep {100 * beacons}"
    return _drawn(random, name, (6, 16), (7, 18), (1, 3), RARE, sleep=sleep, stalling=Stalling(30, 30))


def drx(random: Random) -> Access:
    """A mobile radio that listens now and then."""
    sleep = Sleep(random.uniform(30, 200), random.choice((40, 80, 160, 320)), random.uniform(3, 15))
    stalling = Stalling(15, 50)
    return _drawn(
        random, "4G asleep", (14, 30), (16, 40), (2, 5), (0.002, 0.002), sleep=sleep, stalling=stalling
    )


def lossy(random: Random) -> Access:
    return _drawn(random, "lossy", (6, 30), (8, 35), (1, 5), (0.01, 0.05))


def behind_proxy(random: Random) -> Access:
    proxy = Proxy(random.uniform(3, 9), random.random() < 0.5)
    return _drawn(random, "proxy", (8, 45), (9, 50), (1, 5), RARE, proxy=proxy, stalling=Stalling(20, 40))


def satellite(random: Random) -> Access:
    return _drawn(random, "satellite", (275, 310), (280, 340), (3, 12), (0.003, 0.003))


def boosted_satellite(random: Random) -> Access:
    """With a proxy at the ground station, as most have."""
    proxy = Proxy(random.uniform(10, 40), random.random() < 0.5)
    return _drawn(random, "satellite", (275, 310), (280, 340), (3, 12), (0, 0), proxy=proxy)


def vpn(random: Random) -> Access:
    """Like any line, with a detour below TCP."""
    there = random.uniform(10, 65)
    down, up = (5 + there, 18 + there), (6 + there, 20 + there)
    return _drawn(random, "VPN", down, up, (1, 4), RARE, stalling=Stalling(20, 40))


def roaming(random: Random) -> Access:
    """Leaves the WiFi for the mobile network, and comes back."""
    mobile = random.choice((MOBILE_4G, MOBILE_5G))(random)
    home = random.choice((WIFI, BAD_WIFI))(random)
    handover = Handover(mobile, random.uniform(8, 25), random.uniform(100, 400), random.random() < 0.5)
    return replace(home, name="roaming", handover=handover)


class Family(Value):
    """Who meets whom. Of `special` there is at least one, and about every second player."""

    special: tuple[Kind, ...]
    others: tuple[Kind, ...] = ()
    cap: int = NEAR_CAP
    in_time: bool = True
    """Every line can answer before the cap."""

    def draw(self, random: Random, players: int) -> list[Access]:
        if not self.others:
            return [random.choice(self.special)(random) for _ in range(players)]
        special = [True, *(random.random() < 0.5 for _ in range(players - 1))]
        random.shuffle(special)
        return [random.choice(self.special if one else self.others)(random) for one in special]

    def fairness(self, ranked: bool = False) -> Fairness:
        """As a host would set it: a room across oceans has a longer max hold."""
        return Fairness(ranked, self.cap)


NEAR = (FIBRE, WIFI, MOBILE_4G)

OLD: dict[str, Family] = {
    "local": Family((FIBRE, WIFI)),
    "mixed": Family((FIBRE, WIFI, BAD_WIFI, MOBILE_5G, MOBILE_4G, OCEAN)),
    "mobile": Family((BAD_WIFI, MOBILE_5G, MOBILE_4G)),
    "global": Family((FIBRE, WIFI, MOBILE_4G, OCEAN, FAR_4G), cap=FAR_CAP),
}
"""The first four, whose lines are of few kinds."""

FAMILIES: dict[str, Family] = {
    **OLD,
    "asymmetric": Family((slow_up, slow_down), NEAR),
    "stepping": Family((rerouted, low_orbit), NEAR),
    "bufferbloat": Family((hotel,), NEAR),
    "sleeping": Family((power_save, drx), NEAR),
    "loss": Family((lossy,), NEAR),
    "proxy": Family((behind_proxy,), NEAR),
    "vpn": Family((vpn,), NEAR),
    "handover": Family((roaming,), NEAR),
    "satellite": Family((satellite,), NEAR, FAR_CAP, in_time=False),
    "boosted": Family((boosted_satellite,), NEAR, FAR_CAP, in_time=False),
}
