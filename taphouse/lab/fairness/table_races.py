"""Races at real tables, in figures.

In every second game all players want the same: then many fingers fall at about the same time.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from taphouse.core import Play, Race, Seat, Time, Value, replace
from taphouse.fair import Fairness
from taphouse.games import shelf

from .families import FAMILIES
from .strategies import Strategy
from .tables import SEATS, TableRun


class Lane(NamedTuple):
    seat: Seat
    true: Time
    blur: Time
    at: Time


class TableRace(Value):
    """Taps on one thing, in the order of the verdicts."""

    last: bool
    lanes: tuple[Lane, ...]

    @property
    def other_end(self) -> TableRace:
        """Who was last where the first wins: all but one were sooner. And the reverse."""
        return replace(self, last=not self.last)

    @property
    def judged(self) -> Seat:
        return self.lanes[-1 if self.last else 0].seat

    @property
    def truly(self) -> Seat:
        best = max if self.last else min
        return best(self.lanes, key=lambda lane: lane.true).seat

    @property
    def is_right(self) -> bool:
        return self.judged == self.truly

    @property
    def margin(self) -> Time:
        """Between the two who decide, in truth."""
        times = sorted(lane.true for lane in self.lanes)
        return times[-1] - times[-2] if self.last else times[1] - times[0]

    @property
    def is_close(self) -> bool:
        one, other = self.lanes[-2:] if self.last else self.lanes[:2]
        return other.at - one.at < one.blur + other.blur


def races(run: TableRun) -> Iterator[TableRace]:
    """Replays the game and collects who tapped what."""
    match = run.match
    assert match is not None
    told = match.play
    play: Play[Any, Any] = Play.begin(
        run.game, len(run.pages), told.seed, getattr(told.state, "options", None)
    )
    contests: dict[Value, list[Lane]] = defaultdict(list)
    kinds: dict[Value, bool] = {}
    race: Race | None = None
    for entry in told.journal:
        race = play.state.race or race
        if (move := entry.move) is not None and entry.evidence is not None and race is not None:
            contest = run.game.contested(play.state, move)
            true = run.pages[move.seat].true.get((entry.evidence.n, entry.evidence.pressed))
            if (
                contest is not None
                and true is not None
                and all(lane.seat != move.seat for lane in contests[contest])
            ):
                contests[contest].append(Lane(move.seat, true, move.blur, move.at))
                kinds[contest] = race.last
        play.replay(entry)
    for contest, lanes in contests.items():
        if len(lanes) > 1:
            yield TableRace(kinds[contest], tuple(lanes))


class TableFigures(Value):
    """Per cent."""

    game: str
    family: str
    players: int
    races: int
    last: bool
    decided: float
    right: float
    """Of the decided races."""
    right_all: float
    other_end: float
    """The same at the other end of the decided races: who was last where the first wins, and the reverse."""
    shares: dict[str, float]
    """How often each kind of line wins, or pays, against how often it should; of the decided races."""


def tables(game: str, family: str, players: int, games: int, seed: str) -> TableFigures:
    found: list[TableRace] = []
    due, got = Counter[str](), Counter[str]()
    for number in range(games):
        random = Random(f"{seed}/{game}/{family}/{players}/{number}")
        lines = FAMILIES[family].draw(random, players)
        run = TableRun(game, lines, random, FAMILIES[family].fairness(), alike=number % 2 == 0)
        asyncio.run(run.play())
        for race in races(run):
            found.append(race)
            if not race.is_close:
                due[lines[race.truly].name] += 1
                got[lines[race.judged].name] += 1
    decided = [race for race in found if not race.is_close]
    return TableFigures(
        game,
        family,
        players,
        len(found),
        last=any(race.last for race in found),
        decided=_percent(len(decided), len(found)),
        right=_share_right(decided),
        right_all=_share_right(found),
        other_end=_share_right([other for race in found if not (other := race.other_end).is_close]),
        shares={name: got[name] / due[name] for name in sorted(due)},
    )


class LastHand(Value):
    """How a liar fares where the last hand pays, in per cent of the races in which theirs truly was last."""

    game: str
    strategy: str
    ranked: bool
    races: int
    pays: float
    close: float
    """Too close to call, so nobody pays."""


def last_hand(game: str, strategy: Strategy, ranked: bool, games: int, seed: str) -> LastHand:
    """The liar has seat 0 at tables of the mixed family."""
    found: list[TableRace] = []
    for number in range(games):
        random = Random(f"{seed}/last/{game}/{number}")
        lines = FAMILIES["mixed"].draw(random, SEATS)
        run = TableRun(game, lines, random, Fairness(ranked), alike=True, liars={0: strategy})
        asyncio.run(run.play())
        found += [race for race in races(run) if race.last and race.truly == 0]
    close = sum(race.is_close for race in found)
    pays = sum(race.judged == 0 and not race.is_close for race in found)
    of = len(found)
    return LastHand(game, strategy.name, ranked, of, _percent(pays, of), _percent(close, of))


def games_of_last_hands() -> list[str]:
    """The games of the shelf in which the last tap of a race loses."""
    return [
        slug
        for slug, game in shelf().items()
        if any(state.race is not None and state.race.last for state in game.TABLES.values())
    ]


def _share_right(found: Sequence[TableRace]) -> float:
    return _percent(sum(race.is_right for race in found), len(found))


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0
