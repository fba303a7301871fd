"""All that was known when the time of a tap was computed: enough to compute it again."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import MS, Move, Race, Time, Value

from .belief import FRAME, Ledger, Surplus, believe
from .settings import Fairness
from .witness import Anchor, Witness

UNCALIBRATED, CALIBRATED = 11_500, 6_000  # error of a device before and after calibration
FALSE_START, FALSE_CHOICE = 100 * MS, 150 * MS  # no person sees, decides and taps sooner

Reason: TypeAlias = Literal[
    "unseen",
    "future",
    "heartbeat",
    "cap",
    "stall",
    "credit",
    "excess",
    "charge",
    "false-start",
    "handicap",
    "late",
]
"""`unseen`: the page never reported painting this update, so the arrival counts; `future`: the page claims
that the finger fell after its message arrived; `heartbeat`: a beat of the page had already denied a tap at
the claimed time; `cap`: further away than this room compensates; `stall`: the house saw the line stall,
believed; `credit`: longer under way than the line explains, believed this once; `excess`: longer under way
than the line explains; `charge`: longer under way than likely, race after race; `false-start`: sooner than
any person can react, so it counts from then; `handicap`: a rival has a head start; `late`: an earlier
decision is not undone.
"""


class Correction(Value):
    """Why the house uses another time than the page claims."""

    why: Reason
    by: Time
    """Added to the claimed time; for `stall` and `credit`, how much of it was believed."""


class Device(Value):
    """What a page reports of the device it runs on."""

    frame: Time = FRAME
    """Time from one frame to the next."""
    calibrated: bool = False

    @property
    def blur(self) -> Time:
        return CALIBRATED if self.calibrated else UNCALIBRATED


class Judgement(Value):
    """The time that was believed, and why."""

    at: Time
    fair: Time
    """The time if the tap had not come too late for an earlier decision."""
    blur: Time
    ledger: Ledger
    """As it stands after this tap."""
    corrections: tuple[Correction, ...] = ()
    false_start: bool = False
    """Sooner than any person can react."""
    surplus: Surplus | None = None
    """How much longer than likely the tap was under way; `None` outside a race."""


class Evidence(Value):
    """What the page claimed, what the house knew, and what was judged."""

    n: int
    """The last update this screen had painted."""
    shown: Time
    """The play time of that update."""
    pressed: int
    """On the page's own clock."""
    device: Device
    anchor: Anchor | None
    """`None`: no paint of this update was reported."""
    arrived: Time
    committed: Time
    """The page committed to no tap before this moment."""
    witness: Witness
    race: Race | None
    """The race in which the tap was compared."""
    ledger: Ledger
    """As it stood before this tap."""
    fairness: Fairness
    handicap: Time = 0
    """How much later this tap counts, because a rival has a head start."""
    decided: Time = 0
    """Everything before this moment was already decided."""
    after: Time | None = None
    """The round trip of the first ping that was answered after the tap, if it was known in time."""
    judged: Judgement | None = None

    @property
    def claimed(self) -> Time:
        """The page's claim, but never before the update that was on the player's screen."""
        if self.anchor is None:
            return self.arrived
        return max(self.shown, self.anchor.shown + self.pressed - self.anchor.painted)


class Ruling(Value):
    move: Move
    evidence: Evidence | None
    """`None` for a bot: its time is known."""


class _Finding:
    """A time that is corrected step by step, with the reasons."""

    def __init__(self, at: Time, latest: Time) -> None:
        self.at, self.latest = at, latest
        self.corrections: list[Correction] = []

    def correct(self, why: Reason, to: Time) -> None:
        to = min(to, self.latest)
        if to != self.at:
            self.note(why, to - self.at)
            self.at = to

    def delay(self, why: Reason, by: Time) -> None:
        """Adds `by` to the time, even beyond the time of arrival."""
        self.latest += by
        self.correct(why, self.at + by)

    def note(self, why: Reason, by: Time) -> None:
        if by:
            self.corrections.append(Correction(why, by))


def recompute(evidence: Evidence) -> Judgement:
    """Computes the fair time of a tap from everything but the earlier judgement."""
    anchor = evidence.anchor
    lead = 0 if anchor is None else anchor.shown - anchor.sent
    # A seat that was sent the update ahead of time may have tapped ahead of time. A false start counts later
    # than it arrived, and no later tap of its seat overtakes it.
    latest = max(evidence.arrived + max(0, lead), evidence.shown, evidence.committed)
    found = _Finding(evidence.claimed, latest)
    ledger, surplus = evidence.ledger, None
    if anchor is None:
        found.corrections.append(Correction("unseen", 0))
    found.correct("future", found.at)
    found.correct("heartbeat", max(found.at, evidence.committed))
    if anchor is not None:
        found.correct("cap", max(found.at, evidence.arrived + lead - evidence.fairness.reach))
        if evidence.race is not None:
            ledger, surplus = _check(evidence, anchor, found)
    false_start = False
    if evidence.race is not None:
        too_early = 0 if anchor is None else _too_early_by(evidence.race, anchor, found.at)
        false_start = too_early > 0
        if not evidence.race.judges_early:
            found.delay("false-start", too_early)
        found.delay("handicap", evidence.handicap)
    fair = found.at
    found.latest = max(found.latest, evidence.decided)  # it arrived at another node, and late from there
    found.correct("late", max(fair, evidence.decided))
    return Judgement(
        found.at,
        fair,
        evidence.device.blur,
        ledger,
        tuple(found.corrections),
        false_start,
        surplus,
    )


def _check(evidence: Evidence, anchor: Anchor, found: _Finding) -> tuple[Ledger, Surplus]:
    """Adds the time that the witnesses do not explain. Returns the new ledger and what is to be booked."""
    took = evidence.arrived - anchor.sent - (found.at - anchor.shown)  # besides the response
    belief = believe(
        took,
        anchor,
        evidence.witness,
        evidence.after,
        evidence.device.frame,
        evidence.ledger,
        evidence.fairness.ranked,
    )
    found.note("stall", belief.stall)
    found.note("credit", belief.credit)
    found.correct("excess", found.at + belief.excess)
    found.correct("charge", found.at + evidence.ledger.charge)
    return belief.ledger, belief.surplus


def _too_early_by(race: Race, anchor: Anchor, fair: Time) -> Time:
    """How much sooner than any person can react a tap on the stimulus came; 0 if it did not."""
    if anchor.shown < race.since:
        return 0
    return max(0, race.since + (FALSE_START if race.reflex else FALSE_CHOICE) - fair)
