"""The benchmark: many races, in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from os import cpu_count
from random import Random
from statistics import mean
from typing import TypeAlias, TypeVar

from taphouse.core import MS, Value
from taphouse.fair import Fairness

from .accuracy import accuracy, is_right, percent, sessions
from .cheats import (
    Backdating,
    Cheat,
    DelayedPongs,
    FakedStalls,
    Hugging,
    JitteredPongs,
    LaggingClock,
    LatestPaint,
    SlowerScreen,
    TheTwelfth,
    WithheldPongs,
)
from .families import BAD_WIFI, FAMILIES, FAR_4G, FIBRE, MOBILE_4G, OCEAN, OLD, WIFI
from .peers import judge
from .people import Task
from .races import Outcome, Session, Setting

R = TypeVar("R")

PLAYERS = (2, 4, 8)
WITH_ONE_PHONE = 5  # races: then other devices are tried
BIAS, CALIBRATED = 8.0, 3.0  # milliseconds: error of devices before and after calibration

PAGES: dict[type[Cheat], tuple[float, ...]] = {
    Backdating: (2, 3, 5, 10, 60),
    LaggingClock: (2, 3, 5, 10),
    LatestPaint: (2, 3, 5, 10, 60),
    Hugging: (3, 10, 40),
    FakedStalls: (10, 20, 60, 150),
    TheTwelfth: (30, 60, 100),
    SlowerScreen: (12.5,),
}  # milliseconds; the best lie counts
PROGRAMS: dict[type[Cheat], tuple[float, ...]] = {
    DelayedPongs: (3, 10, 30, 100),
    JitteredPongs: (3, 10, 40),
    WithheldPongs: (60, 150),
}
LINES_OF_LIARS = (FIBRE, WIFI, BAD_WIFI, MOBILE_4G, OCEAN, FAR_4G)
FLAGGED_AT = 10.0  # milliseconds: the lie for which the time until it is charged is measured


class Cell(Value):
    """One mix of lines and one number of players. Shares are per cent, times milliseconds."""

    mix: str
    players: int
    races: int
    right: float
    right_apart: float
    """Of races decided by at least five milliseconds."""
    arrival: float
    half_trip: float
    stamps: float
    equalised: float
    liar: float
    """How often a liar by a tenth of a second wins if the claim is believed."""
    hold: tuple[float, float]
    """The median and the 99th percentile."""
    felt: tuple[float, float]
    messages: float
    """Per second, from each armed player."""
    shares: dict[str, tuple[float, float]]
    """How often each kind of line wins, against how often it should; and the standard error of that."""


class Devices(Value):
    """The same with realistic devices."""

    mix: str
    calibrated: bool
    races: int
    decided: float
    photo: float
    """Called too close."""
    wrong: float
    """Of the races that are decided."""


class Gain(Value):
    """What lying gains, in milliseconds per race."""

    cheat: str
    ranked: bool
    kernel: bool
    lie: float
    """The best one."""
    lasting: float
    """In the long run."""
    overall: float
    """Including the races before it was charged."""
    worst_line: str
    worst: float
    flagged: int | None
    """The race after which a lie of ten milliseconds, or the least that was tried, is charged back."""


class Report(Value):
    seed: str
    races: int
    careers: int
    task: Task
    cells: tuple[Cell, ...]
    devices: tuple[Devices, ...]
    gains: tuple[Gain, ...]


Progress: TypeAlias = Callable[[str], None]
Liar: TypeAlias = tuple[type[Cheat], bool, bool]
"""The cheat, whether the table is ranked, and whether TCP ends at the house."""


def report(seed: str, races: int, careers: int, task: Task, progress: Progress) -> Report:
    """Runs `races` in each cell, and in each of the `careers` of each liar."""
    mixes = tuple(OLD)
    with ProcessPoolExecutor(cpu_count()) as pool:
        cells = pool.map(partial(_cell, seed, races, task), product(mixes, PLAYERS))
        devices = pool.map(partial(_devices, seed, races, task), product(mixes, (False, True)))
        gains = pool.map(partial(_gain, seed, careers), _liars())
        return Report(
            seed,
            races,
            careers,
            task,
            tuple(_counted("networks", cells, progress)),
            tuple(_counted("devices", devices, progress)),
            tuple(_counted("liars", gains, progress)),
        )


def _counted(what: str, results: Iterable[R], progress: Progress) -> Iterator[R]:
    for number, result in enumerate(results, 1):
        progress(f"{what} {number}")
        yield result


def _liars() -> tuple[Liar, ...]:
    """The kernel's timing makes no difference to a page; to a program it does."""
    return (
        *product(PAGES, (False, True), (True,)),
        *product(PROGRAMS, (False, True), (True, False)),
    )


def _cell(seed: str, races: int, task: Task, place: tuple[str, int]) -> Cell:
    mix, players = place
    found = accuracy(mix, players, races, seed, task)
    right: Counter[str] = Counter()
    for lines, random, count in sessions(f"{seed}/peers", mix, players, races):
        for other in judge(lines, random, task, count):
            for way in ("arrival", "half_trip", "stamps", "equalised"):
                right[way] += getattr(other, way) == other.first
            right["liar"] += other.believed == 0
    return Cell(
        mix,
        players,
        races,
        right=found.right,
        right_apart=found.right_apart,
        arrival=100 * right["arrival"] / races,
        half_trip=100 * right["half_trip"] / races,
        stamps=100 * right["stamps"] / races,
        equalised=100 * right["equalised"] / races,
        liar=100 * right["liar"] / races,
        hold=found.hold,
        felt=found.felt,
        messages=found.messages,
        shares={name: (line.wins, line.error) for name, line in found.lines.items()},
    )


def _devices(seed: str, races: int, task: Task, place: tuple[str, bool]) -> Devices:
    mix, calibrated = place
    setting = Setting(task, FAMILIES[mix].fairness(), CALIBRATED if calibrated else BIAS, calibrated)
    outcomes = [
        outcome
        for lines, random, count in sessions(f"{seed}/glass/{calibrated}", mix, 4, races, WITH_ONE_PHONE)
        for outcome in Session(lines, random, setting).races(count)
    ]
    decided = [outcome for outcome in outcomes if outcome.finish and not outcome.finish.close]
    share = 100 * len(decided) / races
    return Devices(mix, calibrated, races, share, 100 - share, 100 - percent(decided, is_right))


def _gain(seed: str, races: int, place: Liar) -> Gain:
    liar, ranked, kernel = place
    careers = {lie: _careers(seed, races, liar, lie, ranked, kernel) for lie in (PAGES | PROGRAMS)[liar]}
    best = max(careers, key=lambda lie: _lasting(careers[lie]))
    by_line = {line: _lasting({line: career}) for line, career in careers[best].items()}
    worst = max(by_line, key=by_line.__getitem__)
    shows = careers[min(careers, key=lambda lie: abs(lie - FLAGGED_AT))]
    flags = [next((n for n, (_, flag) in enumerate(career, 1) if flag), None) for career in shows.values()]
    flagged = sorted(races + 1 if n is None else n for n in flags)[len(flags) // 2]
    return Gain(
        liar.name,
        ranked,
        kernel,
        best,
        lasting=_lasting(careers[best]),
        overall=mean(gain for career in careers[best].values() for gain, _ in career),
        worst_line=worst,
        worst=by_line[worst],
        flagged=None if flagged > races else flagged,
    )


Career: TypeAlias = list[tuple[float, bool]]
"""Race by race: what was gained, and whether something was charged back."""


def _careers(
    seed: str, races: int, liar: type[Cheat], lie: float, ranked: bool, kernel: bool
) -> dict[str, Career]:
    """One liar on each kind of line, against an honest player nearby."""
    rate = 120 if liar is SlowerScreen else 60
    setting = Setting(fairness=Fairness(ranked, 300), kernel=kernel)
    careers: dict[str, Career] = {}
    for number, kind in enumerate(LINES_OF_LIARS):
        random = Random(f"{seed}/{liar.name}/{number}")
        line = kind(random)
        session = Session((line, FIBRE(random)), random, setting, {0: liar(lie * MS)}, rate)
        careers[line.name] = [_gained(outcome) for outcome in session.races(races)]
    return careers


def _gained(outcome: Outcome) -> tuple[float, bool]:
    evidence = next(ruling.evidence for ruling in outcome.rulings if ruling.move.seat == 0)
    assert evidence is not None
    assert evidence.judged is not None
    assert evidence.race is not None
    believed = evidence.judged.fair - evidence.race.since
    charged = any(correction.why == "charge" for correction in evidence.judged.corrections)
    return (outcome.responses[0] - believed) / MS, charged


def _lasting(careers: dict[str, Career]) -> float:
    """Without the first quarter."""
    return mean(gain for career in careers.values() for gain, _ in career[len(career) // 4 :])
