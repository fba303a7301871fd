"""Families of networks. Each session draws its own lines, so that no two are alike."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

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


def slow_up(random: Random) -> Access:
    down = random.uniform(5, 18)
    return Access("slow up", down, down * random.uniform(2, 5), random.uniform(1, 5), 0.001, Stalling(20, 40))


def slow_down(random: Random) -> Access:
    up = random.uniform(5, 18)
    return Access("slow down", up * random.uniform(2, 5), up, random.uniform(1, 5), 0.001, Stalling(20, 40))


def rerouted(random: Random) -> Access:
    stepping = Stepping(random.uniform(6, 25), random.uniform(20, 90))
    return Access(
        "rerouted",
        random.uniform(5, 25),
        random.uniform(5, 25),
        random.uniform(0.5, 3),
        0.001,
        stepping=stepping,
    )


def low_orbit(random: Random) -> Access:
    """A satellite passes every quarter of a minute."""
    return Access(
        "low orbit",
        random.uniform(12, 22),
        random.uniform(14, 28),
        random.uniform(2, 5),
        random.uniform(0.002, 0.01),
        Stalling(15, 35),
        Stepping(15, random.uniform(10, 30)),
    )


def hotel(random: Random) -> Access:
    bloat = Bloat(random.uniform(20, 140), random.uniform(10, 120), random.uniform(6, 24))
    return Access(
        "full queue", random.uniform(6, 20), random.uniform(6, 22), random.uniform(1, 4), 0.002, bloat=bloat
    )


def power_save(random: Random) -> Access:
    """WiFi that listens at every first or second beacon."""
    beacons = random.choice((1, 1, 2))
    sleep = Sleep(random.uniform(30, 200), 102.4 * beacons, random.uniform(0, 2))
    return Access(
        f"WiFi asleep {100 * beacons}",
        random.uniform(6, 16),
        random.uniform(7, 18),
        random.uniform(1, 3),
        0.001,
        Stalling(30, 30),
        sleep=sleep,
    )


def drx(random: Random) -> Access:
    sleep = Sleep(random.uniform(30, 200), random.choice((40, 80, 160, 320)), random.uniform(3, 15))
    return Access(
        "4G asleep",
        random.uniform(14, 30),
        random.uniform(16, 40),
        random.uniform(2, 5),
        0.002,
        Stalling(15, 50),
        sleep=sleep,
    )


def lossy(random: Random) -> Access:
    return Access(
        "lossy",
        random.uniform(6, 30),
        random.uniform(8, 35),
        random.uniform(1, 5),
        random.uniform(0.01, 0.05),
    )


def behind_proxy(random: Random) -> Access:
    proxy = Proxy(random.uniform(3, 9), random.random() < 0.5)
    return Access(
        "proxy",
        random.uniform(8, 45),
        random.uniform(9, 50),
        random.uniform(1, 5),
        0.001,
        Stalling(20, 40),
        proxy=proxy,
    )


def satellite(random: Random) -> Access:
    return Access(
        "satellite", random.uniform(275, 310), random.uniform(280, 340), random.uniform(3, 12), 0.003
    )


def boosted_satellite(random: Random) -> Access:
    """With a proxy at the ground station, as most have."""
    proxy = Proxy(random.uniform(10, 40), random.random() < 0.5)
    return Access(
        "satellite", random.uniform(275, 310), random.uniform(280, 340), random.uniform(3, 12), proxy=proxy
    )


def vpn(random: Random) -> Access:
    """Like any line, with a detour below TCP."""
    there = random.uniform(10, 65)
    return Access(
        "VPN",
        random.uniform(5, 18) + there,
        random.uniform(6, 20) + there,
        random.uniform(1, 4),
        0.001,
        Stalling(20, 40),
    )


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
