"""The benchmark: families of networks, devices, liars and real tables, in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from os import cpu_count
from typing import Literal, TypeAlias, TypeVar, get_args

from taphouse.core import Value
from taphouse.shelf import Shelf, whole_shelf

from .accuracy import Accuracy, accuracy, is_right, percent, sessions
from .careers import Worth, worth
from .families import FAMILIES, OLD
from .peers import judge
from .people import Task
from .races import Session, Setting
from .strategies import HONEST, KNOWN, LAG, Claims, Strategy
from .table_races import LastHand, TableFigures, games_of_last_hands, last_hand, tables

R = TypeVar("R")

Part: TypeAlias = Literal["families", "devices", "liars", "tables", "last-hands"]
PARTS: tuple[Part, ...] = get_args(Part)
Progress: TypeAlias = Callable[[str], None]
Calibration: TypeAlias = Literal["uncalibrated", "calibrated", "miscalibrated"]

PLAYERS = 4
CROWDS = (2, 8)  # players, for the first families only
WITH_ONE_PHONE = 5  # races: then other devices are tried
ERRORS: dict[Calibration, tuple[float, bool]] = {
    "uncalibrated": (8.0, False),
    "calibrated": (3.0, True),
    "miscalibrated": (8.0, True),
}
"""Milliseconds by which devices differ, and whether they say that they were calibrated."""
SEATED = ("local", "mixed", "sleeping", "loss", "proxy", "handover")
"""Families in which whole games are played."""
AT_TABLES = (
    HONEST,
    Strategy("lies when slow", Claims(48, when="slow"), beats=LAG),
    Strategy("latest paint", Claims(48, how="paint")),
)
GAMES_OF_LIARS = 2  # times as many as of others: only the races in which the liar is last count


class Cell(Value):
    """One family and one number of players. Other ways to judge the same are per cent of races, too."""

    family: str
    players: int
    fair: Accuracy
    arrival: float
    half_trip: float
    stamps: float
    equalised: float
    liar: float
    """How often a liar by a tenth of a second wins if the claim is believed."""


class Devices(Value):
    """Races with realistic devices, in per cent."""

    family: str
    calibration: Calibration
    decided: float
    wrong: float
    """Of the races that are decided; the others are called too close."""


class Report(Value):
    seed: str
    races: int
    task: Task
    cells: tuple[Cell, ...] = ()
    devices: tuple[Devices, ...] = ()
    liars: tuple[Worth, ...] = ()
    """The best variant of each, at casual tables and at ranked ones."""
    tables: tuple[TableFigures, ...] = ()
    last_hands: tuple[LastHand, ...] = ()

    @property
    def main_cells(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.players == PLAYERS]

    @property
    def best(self) -> Cell:
        return max(self.main_cells, key=_right)

    @property
    def worst(self) -> Cell:
        """Of the families in which every line can answer in time."""
        in_time = [cell for cell in self.main_cells if FAMILIES[cell.family].in_time]
        return min(in_time or self.main_cells, key=_right)


def _right(cell: Cell) -> float:
    return cell.fair.right


def report(
    shelf: Shelf,
    seed: str,
    races: int,
    careers: int,
    games: int,
    task: Task,
    progress: Progress,
    parts: Sequence[Part] = PARTS,
    families: Sequence[str] = tuple(FAMILIES),
    at_tables: Sequence[str] = (),
) -> Report:
    """`races` in each cell, `careers` races of each liar on each line, `games` of each kind at tables.

    `at_tables`: the games that are played there; all of them if none.
    """
    places = [(family, PLAYERS) for family in families]
    places += [place for place in product(OLD, CROWDS) if place[0] in families]
    played_games = at_tables or tuple(shelf)
    old, seated = [[name for name in some if name in families] for some in (OLD, SEATED)]
    last_hand_games = [game for game in games_of_last_hands(shelf) if game in played_games]
    with ProcessPoolExecutor(cpu_count()) as pool:
        cells = pool.map(partial(_cell, seed, races, task), places if "families" in parts else ())
        devices = pool.map(
            partial(_devices, seed, races, task), product(old, ERRORS) if "devices" in parts else ()
        )
        liars = pool.map(
            partial(_liar, seed, careers), product(KNOWN, (False, True)) if "liars" in parts else ()
        )
        played = pool.map(
            partial(_tables, seed, games), product(played_games, seated) if "tables" in parts else ()
        )
        lasts = pool.map(
            partial(_last_hand, seed, games * GAMES_OF_LIARS),
            product(last_hand_games, AT_TABLES, (False, True)) if "last-hands" in parts else (),
        )
        return Report(
            seed,
            races,
            task,
            tuple(_counted("families", cells, progress)),
            tuple(_counted("devices", devices, progress)),
            tuple(_best_of_each(_counted("liars", liars, progress))),
            tuple(found for found in _counted("tables", played, progress) if found.races),
            tuple(_counted("last hands", lasts, progress)),
        )


def _counted(what: str, results: Iterable[R], progress: Progress) -> Iterator[R]:
    for number, result in enumerate(results, 1):
        progress(f"{what} {number}")
        yield result


def _cell(seed: str, races: int, task: Task, place: tuple[str, int]) -> Cell:
    family, players = place
    right: Counter[str] = Counter()
    for lines, random, count in sessions(f"{seed}/peers", family, players, races):
        for other in judge(lines, random, task, count):
            for way in ("arrival", "half_trip", "stamps", "equalised"):
                right[way] += getattr(other, way) == other.first
            right["liar"] += other.believed == 0
    return Cell(
        family,
        players,
        accuracy(family, players, races, seed, task),
        arrival=100 * right["arrival"] / races,
        half_trip=100 * right["half_trip"] / races,
        stamps=100 * right["stamps"] / races,
        equalised=100 * right["equalised"] / races,
        liar=100 * right["liar"] / races,
    )


def _devices(seed: str, races: int, task: Task, place: tuple[str, Calibration]) -> Devices:
    family, calibration = place
    bias, calibrated = ERRORS[calibration]
    setting = Setting(task, FAMILIES[family].fairness(), bias, calibrated)
    outcomes = [
        outcome
        for lines, random, count in sessions(f"{seed}/{calibration}", family, PLAYERS, races, WITH_ONE_PHONE)
        for outcome in Session(lines, random, setting).races(count)
    ]
    decided = [outcome for outcome in outcomes if outcome.finish and not outcome.finish.close]
    return Devices(family, calibration, 100 * len(decided) / races, 100 - percent(decided, is_right))


def _liar(seed: str, races: int, place: tuple[Strategy, bool]) -> Worth:
    strategy, ranked = place
    return worth(strategy, races, seed, ranked)


def _best_of_each(found: Iterable[Worth]) -> Iterator[Worth]:
    best: dict[tuple[str, bool], Worth] = {}
    for one in found:
        key = one.strategy.name, one.ranked
        if key not in best or one.gain > best[key].gain:
            best[key] = one
    return iter(best.values())


def _tables(seed: str, games: int, place: tuple[str, str]) -> TableFigures:
    game, family = place
    return tables(whole_shelf(), game, family, PLAYERS, games, seed)


def _last_hand(seed: str, games: int, place: tuple[str, Strategy, bool]) -> LastHand:
    game, strategy, ranked = place
    return last_hand(whole_shelf(), game, strategy, ranked, games, seed)
