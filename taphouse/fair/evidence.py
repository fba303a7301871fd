"""All that was known when the time of a tap was found: enough to find it again."""

from __future__ import annotations

from math import isqrt
from typing import Literal, TypeAlias

from taphouse.core import MS, Race, Time, Value

from .belief import FRAME, Ledger, believe
from .line import Witness
from .screen_timeline import Anchor
from .settings import Fairness

UNCALIBRATED, CALIBRATED = 11_500, 3_500  # how far a device may be off, before and after it was measured
FALSE_START, FALSE_CHOICE = 100 * MS, 150 * MS  # nobody sees, decides and taps sooner

Reason: TypeAlias = Literal[
    "unseen",
    "future",
    "heartbeat",
    "cap",
    "stall",
    "credit",
    "excess",
    "charge",
    "handicap",
    "late",
]
"""`unseen`: the page never said that it had painted this, the arrival counts; `future`: the page says the
finger fell after its message came in; `heartbeat`: the page had said that no finger fell before; `cap`:
further away than this room makes good; `stall`: the line was seen to stall, believed; `credit`: longer
under way than its line explains, believed, this once; `excess`: longer under way than its line explains;
`charge`: longer under way than likely, race after race; `handicap`: a rival was given a head start; `late`:
what was already decided is not undone."""


class Correction(Value):
    """Why the house believes another time than the page told."""

    why: Reason
    by: Time
    """Added to the time that was claimed; of `stall` and `credit`, how much of it was believed."""


class Device(Value):
    """What a page says of the glass it runs on."""

    frame: Time = FRAME
    """From one picture to the next."""
    calibrated: bool = False

    @property
    def blur(self) -> Time:
        return CALIBRATED if self.calibrated else UNCALIBRATED


class Judgement(Value):
    """What was believed, and why."""

    at: Time
    fair: Time
    """The same, had it come in time to undo what was already decided."""
    blur: Time
    ledger: Ledger
    """As it stands after this tap."""
    corrections: tuple[Correction, ...] = ()
    false_start: bool = False
    """Sooner than anybody can react: what that means is the game's rule."""


class Evidence(Value):
    """What the page says, what the house knew, and what it made of it."""

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
    """No finger had fallen before, said the page."""
    witness: Witness
    race: Race | None
    """In which the tap was compared."""
    ledger: Ledger
    """As it stood before this tap."""
    fairness: Fairness
    handicap: Time = 0
    """How much later this finger counts, because a rival was given a head start."""
    decided: Time = 0
    """What happened before this moment was decided already."""
    judged: Judgement | None = None

    @property
    def claimed(self) -> Time:
        """What the page says; but a finger never comes before what its player had on the screen."""
        if self.anchor is None:
            return self.arrived
        return max(self.shown, self.anchor.shown + self.pressed - self.anchor.painted)


class _Finding:
    """A time that is corrected step by step, and remembers why."""

    def __init__(self, at: Time, latest: Time) -> None:
        self.at, self.latest = at, latest
        self.corrections: list[Correction] = []

    def correct(self, why: Reason, to: Time) -> None:
        to = min(to, self.latest)
        if to != self.at:
            self.note(why, to - self.at)
            self.at = to

    def delay(self, why: Reason, by: Time) -> None:
        """Later than it was, whenever it came in."""
        self.latest += by
        self.correct(why, self.at + by)

    def note(self, why: Reason, by: Time) -> None:
        if by:
            self.corrections.append(Correction(why, by))


def recompute(evidence: Evidence) -> Judgement:
    """The fair time of a tap, from everything but what was judged of it before."""
    found = _Finding(evidence.claimed, latest=max(evidence.arrived, evidence.shown))
    ledger, credit = evidence.ledger, 0
    if (anchor := evidence.anchor) is None:
        found.corrections.append(Correction("unseen", 0))
    else:
        found.correct("future", found.at)
        found.correct("heartbeat", max(found.at, evidence.committed))
        lead = anchor.shown - anchor.sent
        found.correct("cap", max(found.at, evidence.arrived + lead - evidence.fairness.reach))
        if evidence.race is not None:
            ledger, credit = _check(evidence, anchor, evidence.race, found)
    false_start = _is_false_start(evidence, found.at)
    if evidence.race is not None:
        found.delay("handicap", evidence.handicap)
    fair = found.at
    found.latest = max(found.latest, evidence.decided)  # it came in at another node, and late from there
    found.correct("late", max(fair, evidence.decided))
    return Judgement(
        found.at,
        fair,
        isqrt(evidence.device.blur**2 + credit**2),
        ledger,
        tuple(found.corrections),
        false_start,
    )


def _check(evidence: Evidence, anchor: Anchor, race: Race, found: _Finding) -> tuple[Ledger, Time]:
    """Pull up what the witnesses do not explain; returns the ledger afterwards, and what was paid from it."""
    took = evidence.arrived - anchor.sent - (found.at - anchor.shown)  # besides the response
    belief = believe(
        took,
        anchor.trip,
        evidence.device.frame,
        evidence.witness,
        race.since,
        evidence.ledger,
        evidence.fairness.ranked,
    )
    found.note("stall", belief.stall)
    found.note("credit", belief.credit)
    found.correct("excess", found.at + belief.excess)
    found.correct("charge", found.at + belief.charge)
    return belief.ledger, belief.credit


def _is_false_start(evidence: Evidence, fair: Time) -> bool:
    race, anchor = evidence.race, evidence.anchor
    if race is None or anchor is None or anchor.shown < race.since:
        return False
    return fair - race.since < (FALSE_START if race.reflex else FALSE_CHOICE)
