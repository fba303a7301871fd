"""What a strategy is worth: one liar against three honest players, race after race."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import mean

from taphouse.core import MS, Value, replace
from taphouse.fair import Fairness

from .families import BAD_WIFI, FAR_4G, FIBRE, MOBILE_4G, OCEAN, WIFI, Kind
from .liar import Liar
from .races import CHARGES, Outcome, Session, Setting
from .strategies import Strategy

LINES: tuple[Kind, ...] = (FIBRE, WIFI, BAD_WIFI, MOBILE_4G, OCEAN, FAR_4G)
RIVALS: tuple[Kind, ...] = (FIBRE, WIFI, MOBILE_4G)
CAP = 300  # far 4G can answer in time
WARM_UP = 4  # the first part of a career does not count: 1 in so many races


class Turn(Value):
    """One race of a liar."""

    gain: float
    """The true response less the one believed, in milliseconds."""
    won: bool
    charged: bool


class Worth(Value):
    """A strategy in figures, over all lines of the liar. Without the first quarter of each career."""

    strategy: Strategy
    ranked: bool
    races: int
    gain: float
    """Milliseconds a race."""
    wins: float
    """Per cent, where 25 is fair."""
    charged: float
    """Per cent of races in which something was added to the tap."""
    best_line: str
    """Where it gains most."""
    best_gain: float


def worth(
    strategy: Strategy,
    races: int,
    seed: str,
    ranked: bool = False,
    lines: Sequence[Kind] = LINES,
    setting: Setting | None = None,
) -> Worth:
    """`races` on each of the lines."""
    careers = dict(career(strategy, kind, races, seed, ranked, setting or Setting()) for kind in lines)
    lasting = {line: turns[len(turns) // WARM_UP :] for line, turns in careers.items()}
    every = [turn for turns in lasting.values() for turn in turns]
    gains = {line: mean(turn.gain for turn in turns) for line, turns in lasting.items()}
    best = max(gains, key=gains.__getitem__)
    return Worth(
        strategy,
        ranked,
        len(every),
        gain=mean(turn.gain for turn in every),
        wins=100 * mean(turn.won for turn in every),
        charged=100 * mean(turn.charged for turn in every),
        best_line=best,
        best_gain=gains[best],
    )


def career(
    strategy: Strategy, kind: Kind, races: int, seed: str, ranked: bool, setting: Setting
) -> tuple[str, list[Turn]]:
    """The name of the line, and the races on it."""
    random = Random(f"{seed}/{LINES.index(kind)}/{ranked}")
    lines = [kind(random), *(rival(random) for rival in RIVALS)]
    liar = Liar(strategy)
    setting = replace(setting, fairness=Fairness(ranked, CAP))
    turns = []
    for outcome in Session(lines, random, setting, {0: liar}).races(races):
        if (turn := _turn(outcome)) is not None:
            liar.judged(turn.charged)
            turns.append(turn)
    return lines[0].name, turns


def _turn(outcome: Outcome) -> Turn | None:
    ruling = next((ruling for ruling in outcome.rulings if ruling.move.seat == 0), None)
    if ruling is None or (evidence := ruling.evidence) is None or not evidence.judged:
        return None
    if evidence.race is None:
        return None
    believed = evidence.judged.fair - evidence.race.since
    return Turn(
        (outcome.responses[0] - believed) / MS,
        outcome.winner == 0,
        any(correction.why in CHARGES and correction.by > 0 for correction in evidence.judged.corrections),
    )
