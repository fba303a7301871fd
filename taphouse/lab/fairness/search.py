"""Looks for the best lie: random strategies, and small changes of the best so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from random import Random
from time import process_time
from typing import Any, Literal, TypeAlias, get_args

from taphouse.core import Value, replace

from .careers import LINES, Worth, worth
from .families import MOBILE_4G, WIFI, Kind
from .strategies import (
    HONEST,
    KNOWN,
    Beats,
    Claims,
    Filler,
    How,
    Manners,
    Padding,
    Program,
    Screen,
    Strategy,
    Uplink,
    When,
)

Aim: TypeAlias = Literal["gain", "wins"]
Draw: TypeAlias = Callable[[Random], Any]

GLANCE, GLANCED = 50, (WIFI, MOBILE_4G)  # races and lines of a first impression
LOOK = 100  # races on every line, for one that seems good
KEPT = 8  # of the best, from which others are made
FRESH = 0.25  # share of strategies that are drawn from nothing
PROOF = 240  # races on every line, with a seed that the search did not use
SHORT = 300  # seconds of one core: a shorter search proves fewer
SLACK = 0.7  # of the best first impression: enough for a second look


class Scope(Value):
    """Which lies are looked for."""

    programs: bool = False
    """Also what no page can do."""
    one_browser: bool = False
    """The liar keeps their browser id, as one does whom the others at the table know."""
    own_frames: bool = False
    """The screen draws as often as it says."""

    def narrowed(self, strategy: Strategy) -> Strategy:
        if self.one_browser:
            strategy = replace(strategy, manners=replace(strategy.manners, browsers=0))
        if self.own_frames:
            strategy = replace(
                strategy, screen=replace(strategy.screen, says=strategy.screen.rate, on_grid=False)
            )
        return strategy


class Found(Value):
    """The best lies that were found, measured again."""

    tried: int
    seconds: float
    """Of one core."""
    by_gain: tuple[Worth, ...]
    by_wins: tuple[Worth, ...]


def search(seed: str, seconds: float, scope: Scope, jobs: int, progress: Callable[[str], None]) -> Found:
    """Searches for so many seconds of one core, then measures the best again on seeds of their own."""
    random, used = Random(seed), 0.0
    kept: dict[Aim, list[Worth]] = {aim: [] for aim in get_args(Aim)}
    best: dict[Aim, float] = dict.fromkeys(get_args(Aim), 0.0)
    known, tried, looks = _starts(random, scope.programs), 0, 0
    with ProcessPoolExecutor(jobs) as pool:
        open_: dict[Future[tuple[Worth, float]], bool] = {}  # and whether it is a second look
        while used < seconds:
            while len(open_) < 2 * jobs:
                strategy = scope.narrowed(next(known, None) or _next(random, kept, scope.programs))
                tried += 1
                ranked = random.random() < 0.5
                glance = pool.submit(_timed, strategy, GLANCE, f"{seed}/{tried}", ranked, GLANCED)
                open_[glance] = False
            done, _ = wait(open_, return_when=FIRST_COMPLETED)
            for future in done:
                is_look, (found, took) = open_.pop(future), future.result()
                used += took
                if is_look:
                    _keep(kept, found)
                    continue
                hopeful = [aim for aim in best if _score(found, aim) >= SLACK * best[aim]]
                for aim in hopeful:
                    best[aim] = max(best[aim], _score(found, aim))
                if hopeful:
                    looks += 1
                    look = pool.submit(_timed, found.strategy, LOOK, f"{seed}/look/{looks}", found.ranked)
                    open_[look] = True
            so_far = "".join(f", {aim} {_best(kept[aim], aim):.1f}" for aim in kept)
            progress(f"{used:.0f} s, {tried} tried{so_far}")
        pool.shutdown(cancel_futures=True)
    top = 5 if seconds >= SHORT else 2
    candidates = {found.strategy: found for aim in kept for found in kept[aim][:top]}
    with ProcessPoolExecutor(jobs) as pool:
        proved = list(pool.map(partial(_prove, seed=f"{seed}/proof"), candidates.values()))
    by_gain, by_wins = (sorted(proved, key=partial(_score, aim=aim), reverse=True) for aim in kept)
    return Found(tried, used, tuple(by_gain), tuple(by_wins))


def _timed(
    strategy: Strategy, races: int, seed: str, ranked: bool, lines: Sequence[Kind] = LINES
) -> tuple[Worth, float]:
    """What it is worth, and the seconds of processor that this took."""
    began = process_time()
    return worth(strategy, races, seed, ranked, lines), process_time() - began


def _prove(found: Worth, seed: str) -> Worth:
    return worth(found.strategy, PROOF, seed, found.ranked)


def _starts(random: Random, programs: bool) -> Iterator[Strategy]:
    """The known lies, in any order."""
    known = [strategy for strategy in KNOWN if strategy != HONEST and _allowed(strategy, programs)]
    random.shuffle(known)
    return iter(known)


def _allowed(strategy: Strategy, programs: bool) -> bool:
    program = strategy.program
    return program is None or (programs and not program.hides_kernel)


def _score(found: Worth, aim: Aim) -> float:
    return found.gain if aim == "gain" else found.wins - 25


def _best(kept: list[Worth], aim: Aim) -> float:
    return max((getattr(found, aim) for found in kept), default=0.0)


def _keep(kept: dict[Aim, list[Worth]], found: Worth) -> None:
    for aim, ranking in kept.items():
        ranking.append(found)
        ranking.sort(key=partial(_score, aim=aim), reverse=True)
        del ranking[KEPT:]


def _next(random: Random, kept: dict[Aim, list[Worth]], programs: bool) -> Strategy:
    ranking = kept[random.choice(get_args(Aim))]
    if not ranking or random.random() < FRESH:
        return draw(random, programs)
    return change(random.choice(ranking).strategy, random, programs)


# ---- the space of strategies ----


def _span(low: float, high: float) -> Draw:
    return lambda random: round(random.uniform(low, high), 1)


def _one(*values: Any) -> Draw:
    return lambda random: random.choice(values)


SPACE: dict[type[Value], dict[str, Draw]] = {
    Claims: {
        "lie": _span(0, 120),
        "sigmas": _one(0, 0, 0, 0.5, 1, 1.5),
        "how": _one(*get_args(How)),
        "when": _one("always", *get_args(When)),
        "every": _one(1, 1, 1, 2, 3, 6, 12, 30),
        "held_back": _one(0, 0, 10, 20, 40, 80),
        "adapts": _one(False, True),
    },
    Screen: {
        "rate": _one(60, 90, 120, 144, 240, 360),
        "says": _one(60, 60, 90, 120),
        "on_grid": _one(False, True),
    },
    Beats: {
        "hugs": _one(False, False, True),
        "lag": _one(False, True),
        "silent_after": _one(None, None, 50, 100, 150),
    },
    Padding: {"taps": _one(0, 0, 4, 12, 24), "filler": _one(*get_args(Filler))},
    Uplink: {"depth": _one(0, 0, 40, 80, 120, 150), "until": _span(0, 250)},
    Manners: {
        "stands": _one(0, 0, 1, 2, 6),
        "renames": _one(0, 0, 1, 2, 6),
        "browsers": _one(0, 0, 1, 2, 6),
        "reconnects": _one(0, 0, 1, 2, 6),
    },
    Program: {
        "pong_delay": _one(0, 5, 10, 20, 50, 100),
        "pong_jitter": _one(0, 0, 5, 10, 20, 40),
        "withholds": _one(0, 0, 50, 100, 150),
    },
}
PARTS: dict[str, type[Value]] = {
    "claims": Claims,
    "screen": Screen,
    "beats": Beats,
    "padding": Padding,
    "uplink": Uplink,
    "manners": Manners,
    "program": Program,
}


def draw(random: Random, programs: bool) -> Strategy:
    """Two or three parts drawn from nothing; the others are honest."""
    names = [name for name in PARTS if programs or name != "program"]
    chosen = {"claims", *random.sample(names, k=random.choice((1, 2, 2, 3)))}
    parts = {name: _part(PARTS[name], random) for name in chosen}
    return Strategy("found", **parts)


def change(strategy: Strategy, random: Random, programs: bool) -> Strategy:
    """Changes one or two fields a little, or one part altogether."""
    for _ in range(random.choice((1, 1, 2))):
        name = random.choice([name for name in PARTS if programs or name != "program"])
        part = getattr(strategy, name)
        if part is None or random.random() < 0.15:
            part = _part(PARTS[name], random)
        else:
            field = random.choice(list(SPACE[PARTS[name]]))
            now = getattr(part, field)
            is_length = isinstance(now, float) and now and random.random() < 0.7
            new = round(now * random.uniform(0.6, 1.6), 1) if is_length else SPACE[PARTS[name]][field](random)
            part = replace(part, **{field: new})
        strategy = replace(strategy, name="found", **{name: part})
    return strategy


def _part(kind: type[Value], random: Random) -> Any:
    return kind(**{field: draw_field(random) for field, draw_field in SPACE[kind].items()})


def describe(strategy: Strategy) -> str:
    """What differs from an honest page."""
    words = []
    for name, kind in PARTS.items():
        part = getattr(strategy, name)
        if part is not None and part != kind():
            differs = {
                field: getattr(part, field)
                for field in part.__struct_fields__
                if getattr(part, field) != getattr(kind(), field)
            }
            words.append(f"{name}({', '.join(f'{field}={value}' for field, value in differs.items())})")
    return " ".join(words) or "honest"
