"""How far a claim is believed. Nobody is accused, and a false claim gains nothing.

The time between sending an update and receiving the tap on it is network, paint,
response and dispatch. A page that claims a shorter response has to claim that the
rest took longer, and the house has witnesses for the rest.
"""

from __future__ import annotations

from math import isqrt

from taphouse.core import MS, Time, Value, replace

from .line import Witness

FRAME = 16_667  # for a screen that has not reported its frame time
FRAME_LEAST, FRAME_MOST = 4 * MS, 17 * MS  # slower screens are compensated as if they drew 60 times a second
HANDLING = 3 * MS  # a browser's own time to receive and send messages
DOUBT = 1.5  # deviations that are left to chance
RTTVARS = 4  # mean deviations within which a kernel expects an answer

QUOTA, QUOTA_A_RACE = 40 * MS, 3 * MS  # time believed on credit, and how much of it each race restores
STALLS, STALLS_A_RACE = 240 * MS, 1 * MS
RACES = 6  # fewer races show no habit
EXCESS_SIGMAS = (
    3  # deviations of a mean: with two, honest far lines with a few stalls were charged in some evenings
)
GRACE = 1 * MS
MEMORY = 256  # taps; then all earlier taps count for half


class ExcessStats(Value):
    """How much longer than likely a player's taps take, over many taps."""

    times: int = 0
    total: Time = 0
    squares: int = 0

    def note(self, surplus: Time, sigma: Time) -> ExcessStats:
        """Adds one tap. The lower bound keeps a deliberately delayed tap from buying much."""
        surplus = max(surplus, -2 * sigma)
        return ExcessStats(self.times + 1, self.total + surplus, self.squares + surplus**2)

    def halved(self) -> ExcessStats:
        return ExcessStats(self.times // 2, self.total // 2, self.squares // 2)

    def beyond_chance(self, sigma: Time, races: int) -> Time:
        """The mean surplus if it is beyond chance, else 0. A few wild taps are within chance."""
        if races < RACES or not self.times:
            return 0
        mean = self.total // self.times
        sigma = max(sigma, isqrt(max(0, self.squares // self.times - mean**2)))
        return mean if mean > GRACE + isqrt(EXCESS_SIGMAS**2 * sigma**2 // races) else 0


class Ledger(Value):
    """How far a player was believed so far. Kept as long as the player sits at the table."""

    race: Time = -1
    """The race that was counted last, by the moment it began."""
    races: int = 0
    quota: Time = QUOTA
    """What is left for unexplained time. Casual tables believe that much."""
    stalls: Time = STALLS
    """What is left for stalls that the kernel did not see."""
    by_pings: ExcessStats = ExcessStats()
    """Time under way, compared with the pings."""
    by_kernel: ExcessStats = ExcessStats()
    """Time under way, compared with the kernel's round trip."""

    def enter(self, race: Time) -> Ledger:
        """Counts another race for this player."""
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
        """Play time starts at 0 again; trust is kept."""
        return replace(self, race=-1)

    def charge(self, sigma: Time) -> Time:
        """Added to each tap of a player who takes longer than the line explains, race after race."""
        return max(stats.beyond_chance(sigma, self.races) for stats in (self.by_pings, self.by_kernel))

    def bounded(self) -> Ledger:
        """Halves the weight of old taps."""
        if self.by_pings.times < MEMORY:
            return self
        return replace(
            self,
            races=self.races // 2,
            by_pings=self.by_pings.halved(),
            by_kernel=self.by_kernel.halved(),
        )


class Belief(Value):
    """How the time of a tap besides the response itself is explained."""

    stall: Time
    """Believed, because the house saw the line stall."""
    credit: Time
    """Believed without an explanation."""
    excess: Time
    """Not believed."""
    charge: Time
    ledger: Ledger


def believe(
    took: Time, trip: Time, frame: Time, witness: Witness, race: Time, ledger: Ledger, ranked: bool
) -> Belief:
    """`trip` is the round trip of the ping that was sent with the update reacted to."""
    frame, kernel = min(max(frame, FRAME_LEAST), FRAME_MOST), witness.kernel
    spread = min(witness.spread, RTTVARS * kernel.rttvar) if kernel else witness.spread
    sigma = isqrt(spread**2 + frame**2 // 12 + HANDLING**2)
    network = took - frame * 3 // 2 - HANDLING  # half a frame until it is drawn, and one until it is visible
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

    # On average a tap made while the line stalls is stuck for half of the stall.
    believed = network - (excess - credit) - witness.stall // 2
    ledger = replace(
        ledger,
        quota=ledger.quota - credit,
        stalls=stalls,
        by_pings=ledger.by_pings.note(believed - trip, sigma),
        by_kernel=ledger.by_kernel.note(believed - kernel.rtt, sigma) if kernel else ledger.by_kernel,
    )
    return Belief(stall, credit, excess - credit, charge, ledger.bounded())
