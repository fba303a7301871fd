"""How far a claim is believed. Nobody is accused, and a false claim gains nothing.

The time between sending an update and receiving the tap on it is network, paint,
response and dispatch. A page that claims a shorter response has to claim that the
rest took longer, and the house has witnesses for the rest.
"""

from __future__ import annotations

from math import isqrt

from taphouse.core import MS, Time, Value, replace

from .line import SPREAD_MOST
from .witness import Anchor, Kernel, Witness

FRAME = 16_667  # for a screen that has not reported its frame time
FRAME_LEAST, FRAME_MOST = 4 * MS, 17 * MS  # slower screens are compensated as if they drew 60 times a second
HANDLING = 3 * MS  # a browser's own time to receive and send messages
DOUBT = 1.5  # deviations that are left to chance
RTTVARS = 4  # mean deviations within which a kernel expects an answer
LOWER_BY = 3 * MS  # the faster of two pings takes this much less than usual, at most
KERNEL_GRACE = 8 * MS  # a browser answers a ping this much later than the kernel, at most

QUOTA, QUOTA_A_RACE = 30 * MS, 1 * MS  # time believed on credit, and how much of it each race restores
QUOTA_AT_FIRST = 6 * MS  # a new device has not earned more
STALLS, STALLS_A_RACE = 200 * MS, 2 * MS  # the same for stalls that the kernel did not see
SLEEPS = 50  # races that pay for one tap after which the radio may have slept
SLEEPS_MOST = 4 * SLEEPS
RACES = 12  # fewer races show no habit: an honest line with a queue varies a lot
EXTREME = 2  # deviations of one tap: no more counts when a habit is looked for, early or late,
WILD = 4  # and no more than so many when it is charged
EXCESS_SIGMAS = 2  # deviations of a mean
WILD_SIGMAS = 3  # the same if one witness alone shows a habit, and varies more than a deviation may count
GRACE = 1 * MS
DEVIATION, DEVIATION_MOST = 5 * MS, 10 * MS  # of the surplus; a wilder line may be wild on purpose
ORDER = 12 * MS  # deviation of a moment between two pings that are 40 ms apart
ORDER_DEVIATION = 15 * MS  # of the surplus by order: pings are not always as close
MEMORY = 256  # races; then all earlier races count for half
INHERITED = 12  # races: what a device that nobody knows takes over counts for no more


class Surplus(Value):
    """How much longer than likely one tap was under way, as far as it was believed."""

    by_tap: Time | None
    """Compared with the pings around the tap, or else with the ping that was sent with the update.

    `None` in journals of earlier versions."""
    by_kernel: Time | None
    """Compared with the kernel's round trip.

    `None` if it is not to be heard, if the update was lost or if the radio may have slept."""
    sigma: Time
    """What chance alone explains."""
    by_order: Time | None = None
    """Compared with the pings between whose answers the tap came; `None` also if they are far apart."""


class ExcessStats(Value):
    """How much longer than likely a player's taps take, over many races."""

    races: int = 0
    total: Time = 0
    clipped: Time = 0
    """The total without the extremes: a few wild taps show no habit."""
    squares: int = 0

    def note(self, surplus: Time, sigma: Time) -> ExcessStats:
        """Adds one race."""
        surplus = min(max(surplus, -EXTREME * sigma), WILD * sigma)
        clipped = min(surplus, EXTREME * sigma)
        return ExcessStats(
            self.races + 1, self.total + surplus, self.clipped + clipped, self.squares + clipped**2
        )

    def bounded(self) -> ExcessStats:
        """Halves the weight of old races."""
        return self if self.races < MEMORY else self.faded(MEMORY // 2)

    def faded(self, races: int) -> ExcessStats:
        """The same habit, but seen in no more than so many races."""
        if self.races <= races:
            return self
        share = races / self.races
        return ExcessStats(
            races, round(self.total * share), round(self.clipped * share), round(self.squares * share)
        )

    def beyond_chance(
        self, least: Time = DEVIATION, most: Time = DEVIATION_MOST, wild: int = EXCESS_SIGMAS
    ) -> Time:
        """The mean surplus if it is beyond chance, else 0. A race deviates by `least` to `most`.

        `wild`: how many deviations of the mean are chance if races deviate more than that."""
        if self.races < RACES:
            return 0
        mean = self.clipped // self.races
        deviation = max(least, isqrt(max(0, self.squares // self.races - mean**2)))
        sigmas, deviation = (wild, most) if deviation > most else (EXCESS_SIGMAS, deviation)
        chance = GRACE + isqrt(sigmas**2 * deviation**2 // self.races)
        return max(mean, self.total // self.races) if mean > chance else 0


class Ledger(Value):
    """How far a player was believed so far. Kept as long as the player's device comes back to the table."""

    quota: Time = QUOTA_AT_FIRST
    """What is left for unexplained time. Casual tables believe that much."""
    stalls: Time = STALLS
    """What is left for stalls that the kernel did not see."""
    by_tap: ExcessStats = ExcessStats()
    by_kernel: ExcessStats = ExcessStats()
    by_order: ExcessStats = ExcessStats()
    sleeps: int = SLEEPS_MOST
    """What is left for radios that may have slept."""
    handed_on: int = 0
    """How many devices took it over, one after the other."""
    paid: Time = 0
    """What was paid because the latest such update took long: once, however many taps answer it."""
    paid_for: Time = -1
    """When that update counted as shown."""

    @property
    def may_sleep(self) -> bool:
        """Whether a tap is spared if it answers something that was sent to a line which may have slept."""
        return self.sleeps >= SLEEPS

    @property
    def charge(self) -> Time:
        """Added to each tap of a player who takes longer than the line explains, race after race.

        On a wild line one witness errs often, two at a time rarely."""
        _, agreed, _ = sorted(self._habits(EXCESS_SIGMAS))
        return max(agreed, *self._habits(WILD_SIGMAS))

    def _habits(self, wild: int) -> tuple[Time, Time, Time]:
        """As each witness has it."""
        return (
            self.by_tap.beyond_chance(wild=wild),
            self.by_kernel.beyond_chance(wild=wild),
            self.by_order.beyond_chance(ORDER_DEVIATION, ORDER_DEVIATION, wild),
        )

    def inherited(self) -> Ledger:
        """For a device that nobody knows and that may be this one under another id."""
        counts = INHERITED * (1 + self.handed_on)
        return Ledger(
            min(self.quota, QUOTA_AT_FIRST),
            self.stalls,
            self.by_tap.faded(counts),
            self.by_kernel.faded(counts),
            self.by_order.faded(counts),
            self.sleeps,
            self.handed_on + 1,
        )

    def book(self, surplus: Surplus | None) -> Ledger:
        """Ends a race for this player. `surplus`: of the taps that counted; `None` if none did."""
        ledger = replace(
            self,
            quota=min(QUOTA, self.quota + QUOTA_A_RACE),
            stalls=min(STALLS, self.stalls + STALLS_A_RACE),
            sleeps=min(SLEEPS_MOST, self.sleeps + 1),
        )
        if surplus is None:
            return ledger

        def noted(stats: ExcessStats, by: Time | None, sigma: Time = surplus.sigma) -> ExcessStats:
            return stats if by is None else stats.note(by, sigma).bounded()

        return replace(
            ledger,
            by_tap=noted(self.by_tap, surplus.by_tap),
            by_kernel=noted(self.by_kernel, surplus.by_kernel),
            by_order=noted(self.by_order, surplus.by_order, isqrt(surplus.sigma**2 + ORDER**2)),
        )


class Belief(Value):
    """How the time of a tap besides the response itself is explained."""

    stall: Time
    """Believed, because the house saw the line stall."""
    credit: Time
    """Believed without an explanation."""
    excess: Time
    """Not believed."""
    surplus: Surplus
    ledger: Ledger


def believe(
    took: Time,
    anchor: Anchor,
    witness: Witness,
    after: Time | None,
    frame: Time,
    ledger: Ledger,
    ranked: bool,
) -> Belief:
    """`took` is the time from sending the update to receiving the tap, without the response."""
    frame = min(max(frame, FRAME_LEAST), FRAME_MOST)
    sigma = isqrt(min(witness.spread, SPREAD_MOST) ** 2 + frame**2 // 12 + HANDLING**2)
    network = took - frame * 3 // 2 - HANDLING  # half a frame until it is drawn, and one until it is visible

    kernel = _kernel(anchor, witness, ranked)
    late = anchor.lost or anchor.cold  # what the player reacted to took longer than anything around the tap
    at_first, at_tap = anchor.trip, _at_tap(witness)
    trip = at_first if at_tap is None else max(at_first, at_tap) if late else at_tap
    if kernel is not None and not anchor.lost:
        most = kernel.rtt + RTTVARS * kernel.rttvar + KERNEL_GRACE
        at_first, trip = min(at_first, most), min(trip, most)
    unexplained = max(0, network - round(DOUBT * sigma) - trip)
    # A page can fill its uplink when the thing is sent and stop in time, so a ping that was slow then is a
    # stall.
    stall, stalls = min(unexplained, max(witness.stall, at_first - trip)), ledger.stalls
    paid = ledger.paid if ledger.paid_for == anchor.shown else 0
    if not (kernel and witness.kernel and witness.kernel.has_lost(anchor.kernel)):
        stall = min(stall, paid + stalls)
        stalls -= max(0, stall - paid)
        paid = max(paid, min(stall, at_first - trip))
    excess = unexplained - stall
    credit = 0 if ranked else min(excess, ledger.quota)

    believed = network - (excess - credit)
    near = _near(witness, after)
    surplus = Surplus(
        by_tap=believed - (anchor.trip if near is None or late else near),
        by_kernel=None if kernel is None or late else believed - kernel.rtt,
        sigma=sigma,
        by_order=None if witness.age is None or late else believed - witness.age,
    )
    sleeps = max(0, ledger.sleeps - SLEEPS) if anchor.cold else ledger.sleeps
    ledger = replace(
        ledger,
        quota=ledger.quota - credit,
        stalls=stalls,
        sleeps=sleeps,
        paid=paid,
        paid_for=anchor.shown if paid else ledger.paid_for,
    )
    return Belief(stall, credit, excess - credit, surplus, ledger)


def _at_tap(witness: Witness) -> Time | None:
    """The round trip at the tap, as the slower of the witnesses has it."""
    return max((trip for trip in (witness.near, witness.age) if trip is not None), default=None)


def _near(witness: Witness, after: Time | None) -> Time | None:
    """The likely round trip around the tap: a page that fills its own line cannot time both pings."""
    around = [trip for trip in (witness.near, after) if trip is not None]
    return min(around) + min(witness.spread, LOWER_BY) if around else None


def _kernel(anchor: Anchor, witness: Witness, ranked: bool) -> Kernel | None:
    """The kernel's word on the way there or back, whichever was slower. A proxy's kernel says nothing.

    A program that answers pings late looks like a proxy, so ranked tables hear the kernel even then. Such
    answers do not carry the acknowledgements, which come up to 40 ms later by themselves: only the
    shortest round trip is free of that.
    """
    if witness.proxied and not ranked:
        return None
    words = [kernel for kernel in (anchor.kernel, witness.kernel) if kernel is not None]
    slower = max(words, key=lambda kernel: kernel.rtt + RTTVARS * kernel.rttvar, default=None)
    if slower is None or slower.least is None or not witness.proxied:
        return slower
    return replace(slower, rtt=slower.least, rttvar=0)
