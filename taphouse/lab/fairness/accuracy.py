"""How often honest races are judged rightly, in figures. One family and one number of players at a time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import mean, pstdev, quantiles

from taphouse.core import MS, SECOND, Time, Value, replace

from .families import FAMILIES
from .network import Access
from .people import Task
from .races import CHARGES, Outcome, Session, Setting

A_SESSION = 25  # races
APART = 5 * MS


class LineFigures(Value):
    """One kind of line in one family."""

    wins: float
    """As a share of the races that it should have won."""
    error: float
    """Standard error of that."""
    charged: float
    """Milliseconds added to an honest tap, on average."""
    bias: float
    """Milliseconds that a tap counts later than the finger fell, on average; without what came too late."""


class Accuracy(Value):
    """Shares are per cent, times milliseconds."""

    family: str
    players: int
    races: int
    right: float
    right_error: float
    """Standard error of that. Races of one session share their lines, so sessions are what chance draws."""
    right_apart: float
    """Of races decided by at least five milliseconds."""
    right_in_time: float
    """Of races in which the first player's tap arrived before the maximum hold was over."""
    late: float
    """Races in which it did not: no judge with this maximum hold can get them right."""
    hold: tuple[float, float]
    """The median and the 99th percentile."""
    felt: tuple[float, float]
    messages: float
    """Per second, from each armed player."""
    capped: float
    """Verdicts that ended the wait for a line."""
    gone: float
    """Players who had no connection when the race ended."""
    lost: dict[str, int]
    """Why the first player did not win, and in how many races."""
    lines: dict[str, LineFigures]

    @property
    def most_charged(self) -> tuple[str, float]:
        """The kind of line to whose honest taps most is added, and the mean of that."""
        name = max(self.lines, key=lambda name: self.lines[name].charged)
        return name, self.lines[name].charged

    @property
    def worst_line(self) -> tuple[str, float]:
        """Whose wins are furthest from what it deserves."""
        name = max(self.lines, key=lambda name: abs(self.lines[name].wins - 1))
        return name, self.lines[name].wins


def sessions(
    seed: str, family: str, players: int, races: int, each: int = A_SESSION
) -> Iterator[tuple[list[Access], Random, int]]:
    for first in range(0, races, each):
        random = Random(f"{seed}/{family}/{players}/{first}")
        yield FAMILIES[family].draw(random, players), random, min(each, races - first)


def accuracy(
    family: str, players: int, races: int, seed: str, task: Task = "simple", setting: Setting | None = None
) -> Accuracy:
    """`setting` gives everything but the task and the cap."""
    setting = replace(setting or Setting(), task=task, fairness=FAMILIES[family].fairness())
    cap = setting.fairness.max_hold
    outcomes: list[Outcome] = []
    deserved, won, lost = Counter[str](), Counter[str](), Counter[str]()
    wrong: list[int] = []
    charges, biases = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for lines, random, count in sessions(seed, family, players, races):
        wrong.append(0)
        for outcome in Session(lines, random, setting).races(count):
            outcomes.append(outcome)
            deserved[lines[outcome.first].name] += 1
            if not is_right(outcome):
                wrong[-1] += 1
                lost[lines[outcome.first].name] += 1
                won[lines[outcome.winner].name] += 1
            for ruling in outcome.rulings:
                if (evidence := ruling.evidence) is not None and evidence.judged and evidence.race:
                    name = lines[ruling.move.seat].name
                    judged = evidence.judged
                    charges[name].append(sum(c.by for c in judged.corrections if c.why in CHARGES) / MS)
                    true = evidence.race.since + outcome.responses[ruling.move.seat]
                    biases[name].append((judged.fair - true) / MS)
    apart = [outcome for outcome in outcomes if outcome.margin >= APART]
    in_time = [outcome for outcome in outcomes if outcome.first_waited <= cap]
    armed = sum(outcome.armed for outcome in outcomes)
    return Accuracy(
        family,
        players,
        races,
        right=percent(outcomes, is_right),
        right_error=100 * pstdev(wrong) * sqrt(len(wrong)) / races,
        right_apart=percent(apart, is_right),
        right_in_time=percent(in_time, is_right),
        late=100 - 100 * len(in_time) / races,
        hold=median_and_most(outcome.hold for outcome in outcomes),
        felt=median_and_most(outcome.felt for outcome in outcomes),
        messages=sum(outcome.messages for outcome in outcomes) * SECOND / armed / players,
        capped=percent(outcomes, lambda outcome: outcome.hold >= cap),
        gone=100 * sum(len(outcome.gone) for outcome in outcomes) / races / players,
        lost=Counter(_why_lost(outcome, cap) for outcome in outcomes if not is_right(outcome)),
        lines={
            name: LineFigures(
                1 + (won[name] - lost[name]) / deserved[name] if deserved[name] else 1.0,
                sqrt(won[name] + lost[name]) / deserved[name] if deserved[name] else 1.0,
                mean(charges[name]),
                mean(biases[name]),
            )
            for name in sorted(charges)
        },
    )


def is_right(outcome: Outcome) -> bool:
    return outcome.first == outcome.winner


def _why_lost(outcome: Outcome, cap: Time) -> str:
    if outcome.first_waited > cap:
        return "too late"
    tap = next(ruling for ruling in outcome.rulings if ruling.move.seat == outcome.first)
    judged = tap.evidence and tap.evidence.judged
    added = {correction.why for correction in judged.corrections} if judged else set()
    return next((why for why in ("charge", "excess") if why in added), "otherwise")


def percent(of: Sequence[Outcome], what: Callable[[Outcome], bool]) -> float:
    return 100 * sum(map(what, of)) / len(of) if of else 100.0


def median_and_most(times: Iterable[Time]) -> tuple[float, float]:
    cuts = quantiles([time / MS for time in times], n=100, method="inclusive")
    return cuts[49], cuts[98]
