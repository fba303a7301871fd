"""How far a claim is believed. Nobody is accused; nothing is gained.

What lies between sending a thing and hearing of the finger on it is network,
paint, response and dispatch. A page that says its response was shorter than it
was has to say that the rest was longer, and of the rest the house has witnesses.
"""

from __future__ import annotations

from math import isqrt

from taphouse.core import MS, Time, Value, replace

from .line import Witness

FRAME = 16_667  # of a screen that has not said how often it draws
FRAME_LEAST, FRAME_MOST = 4 * MS, 17 * MS  # slower screens are made good as if they drew 60 times a second
HANDLING = 3 * MS  # a browser's own time for what it gets and sends
DOUBT = 1.5  # deviations that are left to chance
RTTVARS = 4  # mean deviations within which a kernel expects an answer

QUOTA, QUOTA_A_RACE = 40 * MS, 3 * MS  # believed on credit, and how much of it comes back with each race
STALLS, STALLS_A_RACE = 240 * MS, 1 * MS
RACES = 6  # fewer than these show no habit
EXCESS_SIGMAS = (
    3  # deviations of a mean: with two, honest far lines with a few stalls were charged in some evenings
)
GRACE = 1 * MS
MEMORY = 256  # taps; then all that was counts for half


class ExcessStats(Value):
    """By how much something took longer than likely, time and again."""

    times: int = 0
    total: Time = 0
    squares: int = 0

    def note(self, surplus: Time, sigma: Time) -> ExcessStats:
        """A tap that was held back on purpose buys little."""
        surplus = max(surplus, -2 * sigma)
        return ExcessStats(self.times + 1, self.total + surplus, self.squares + surplus**2)

    def halved(self) -> ExcessStats:
        return ExcessStats(self.times // 2, self.total // 2, self.squares // 2)

    def beyond_chance(self, sigma: Time, races: int) -> Time:
        """How much it is on average, if that is no accident. A few wild taps are one."""
        if races < RACES or not self.times:
            return 0
        mean = self.total // self.times
        sigma = max(sigma, isqrt(max(0, self.squares // self.times - mean**2)))
        return mean if mean > GRACE + isqrt(EXCESS_SIGMAS**2 * sigma**2 // races) else 0


class Ledger(Value):
    """What a player was believed so far. Kept for as long as he sits at the table."""

    race: Time = -1
    """The race that was counted last, by the moment it began."""
    races: int = 0
    quota: Time = QUOTA
    """Left for what nothing explains: casual tables believe that much."""
    stalls: Time = STALLS
    """Left for stalls of which his kernel knows nothing."""
    by_pings: ExcessStats = ExcessStats()
    """How long he is under way, against what his pings say."""
    by_kernel: ExcessStats = ExcessStats()
    """The same, against what his kernel says."""

    def enter(self, race: Time) -> Ledger:
        """Another race has begun for this player."""
        if race == self.race:
            return self
        return replace(
            self,
            race=race,
            races=self.races + 1,
            quota=min(QUOTA, self.quota + QUOTA_A_RACE),
            stalls=min(STALLS, self.stalls + STALLS_A_RACE),
        )

    def for_another_game(self) -> Ledger:
        """Play time begins anew; trust does not."""
        return replace(self, race=-1)

    def charge(self, sigma: Time) -> Time:
        """What is added to each tap of one who takes longer than his line explains, race after race."""
        return max(stats.beyond_chance(sigma, self.races) for stats in (self.by_pings, self.by_kernel))

    def bounded(self) -> Ledger:
        """What was long ago counts for less."""
        if self.by_pings.times < MEMORY:
            return self
        return replace(
            self,
            races=self.races // 2,
            by_pings=self.by_pings.halved(),
            by_kernel=self.by_kernel.halved(),
        )


class Belief(Value):
    """What is made of the time a tap took besides the response itself."""

    stall: Time
    """Believed, because the line was seen to stall."""
    credit: Time
    """Believed, though nothing explains it."""
    excess: Time
    """Not believed."""
    charge: Time
    ledger: Ledger


def believe(
    took: Time, trip: Time, frame: Time, witness: Witness, race: Time, ledger: Ledger, ranked: bool
) -> Belief:
    """`trip` is the round trip of the ping that went out with what was reacted to."""
    frame, kernel = min(max(frame, FRAME_LEAST), FRAME_MOST), witness.kernel
    spread = min(witness.spread, RTTVARS * kernel.rttvar) if kernel else witness.spread
    sigma = isqrt(spread**2 + frame**2 // 12 + HANDLING**2)
    network = took - frame * 3 // 2 - HANDLING  # half a frame until it draws, and one until that is seen
    doubted = network - round(DOUBT * sigma)
    charge, ledger = ledger.charge(sigma), ledger.enter(race)

    stall = min(max(0, doubted - trip), witness.stall)
    explained, stalls = trip + stall, ledger.stalls
    if kernel is not None:
        confirmed = kernel.rtt + RTTVARS * kernel.rttvar
        owed = min(max(0, min(doubted, explained) - confirmed), stalls)
        explained, stalls = min(explained, confirmed + owed), stalls - owed
    excess = max(0, doubted - explained)
    credit = 0 if ranked else min(excess, ledger.quota)

    # On average a finger that falls while the line stalls is stuck for half of it.
    believed = network - (excess - credit) - witness.stall // 2
    ledger = replace(
        ledger,
        quota=ledger.quota - credit,
        stalls=stalls,
        by_pings=ledger.by_pings.note(believed - trip, sigma),
        by_kernel=ledger.by_kernel.note(believed - kernel.rtt, sigma) if kernel else ledger.by_kernel,
    )
    return Belief(stall, credit, excess - credit, charge, ledger.bounded())
