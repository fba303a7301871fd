"""Races at real tables, in figures.

In every second game all players want the same: then many fingers fall at about the same time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from taphouse.core import Entry, Play, Race, Refused, Seat, Time, Value
from taphouse.fair import Fairness
from taphouse.shelf import Shelf

from .families import FAMILIES
from .strategies import Strategy
from .tables import SEATS, TableRun

End: TypeAlias = Literal["first", "last", "all but one"]
"""What decides a race: the first tap, the last one, or that all but one player have tapped."""


class Lane(NamedTuple):
    seat: Seat
    true: Time
    blur: Time
    at: Time


class TableRace(Value):
    """Taps on one thing, in the order of the verdicts."""

    last: bool
    """The last one loses; otherwise the first one wins."""
    lanes: tuple[Lane, ...]
    loser: Seat | None = None
    """Who lost by the game's own verdict. `None`: nobody did, or the first one wins."""
    untapped: bool = False
    """When the game said so, all others had tapped and the loser had not."""

    @property
    def judged(self) -> Seat:
        if self.loser is not None:
            return self.loser
        return self.lanes[-1 if self.last else 0].seat

    @property
    def truly(self) -> Seat:
        if self.loser is not None and self.loser not in _seats(self.lanes):
            return self.loser  # never tapped
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
        """Too close to call: for the game where the last one loses, for the photo finish elsewhere."""
        if self.last:
            return self.loser is None
        one, other = self.lanes[:2]
        return other.at - one.at < one.blur + other.blur

    @property
    def end(self) -> End:
        return "first" if not self.last else "all but one" if self.untapped else "last"


def races(run: TableRun) -> Iterator[TableRace]:
    """Replays the game and collects who tapped what, and who lost."""
    match = run.match
    assert match is not None
    told = match.play
    play: Play[Any, Any] = Play.begin(
        run.game, len(run.pages), told.seed, getattr(told.state, "options", None)
    )
    contests: dict[Value, list[Lane]] = {}
    kinds: dict[Value, bool] = {}
    losers: dict[Value, tuple[Seat, bool]] = {}
    race: Race | None = None
    latest: Value | None = None
    for entry in told.journal:
        now = play.state.race
        if now is not None and (race is None or now.since != race.since):
            race, latest = now, None
        if (move := entry.move) is not None and entry.evidence is not None and race is not None:
            contest = run.game.contested(play.state, move)
            true = run.pages[move.seat].true.get((entry.evidence.n, entry.evidence.pressed))
            lanes = contests.get(contest, []) if contest is not None else []
            counts = not race.last or latest in losers or not _is_refused(entry)
            if counts and contest is not None and true is not None and move.seat not in _seats(lanes):
                contests[contest] = [*lanes, Lane(move.seat, true, move.blur, move.at)]
                kinds[contest], latest = race.last, contest
        play.replay(entry)
        loser = getattr(play.state, "loser", None)
        if loser is not None and latest is not None and latest not in losers:
            losers[latest] = loser, loser not in _seats(contests[latest])
    for contest, lanes in contests.items():
        loser, untapped = losers.get(contest, (None, False)) if kinds[contest] else (None, False)
        if len(lanes) + untapped > 1:
            yield TableRace(kinds[contest], tuple(lanes), loser, untapped)


def _seats(lanes: Iterable[Lane]) -> set[Seat]:
    return {lane.seat for lane in lanes}


def _is_refused(entry: Entry[Any]) -> bool:
    """By a rule of the game, not because it came too late."""
    return any(isinstance(event, Refused) for event in entry.events)


class EndFigures(Value):
    """Races that are decided at one end, in per cent."""

    races: int
    decided: float
    right: float
    """Of the decided races."""
    low: float
    high: float
    """Where the true share of right races lies in 95 of 100 such runs (Wilson)."""


class TableFigures(Value):
    """Per cent."""

    game: str
    family: str
    players: int
    races: int
    last: bool
    right: float
    """Of the decided races, whichever end decides."""
    right_all: float
    ends: dict[End, EndFigures]
    shares: dict[str, float]
    """How often each kind of line wins, or pays, against how often it should; of the decided races."""


def tables(shelf: Shelf, game: str, family: str, players: int, games: int, seed: str) -> TableFigures:
    found: list[TableRace] = []
    due, got = Counter[str](), Counter[str]()
    for number in range(games):
        random = Random(f"{seed}/{game}/{family}/{players}/{number}")
        lines = FAMILIES[family].draw(random, players)
        run = TableRun(shelf, game, lines, random, FAMILIES[family].fairness(), alike=number % 2 == 0)
        run.play()
        for race in races(run):
            found.append(race)
            if not race.is_close:
                due[lines[race.truly].name] += 1
                got[lines[race.judged].name] += 1
    return TableFigures(
        game,
        family,
        players,
        len(found),
        last=any(race.last for race in found),
        right=_share_right([race for race in found if not race.is_close]),
        right_all=_share_right(found),
        ends={
            end: _end_figures(some) for end in get_args(End) if (some := [r for r in found if r.end == end])
        },
        shares={name: got[name] / due[name] for name in sorted(due)},
    )


def _end_figures(found: Sequence[TableRace]) -> EndFigures:
    decided = [race for race in found if not race.is_close]
    right = sum(race.is_right for race in decided)
    return EndFigures(
        len(found),
        _percent(len(decided), len(found)),
        _percent(right, len(decided)),
        *wilson(right, len(decided)),
    )


def wilson(right: int, of: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share, in per cent."""
    if not of:
        return 0.0, 100.0
    share, z = right / of, 1.96
    middle = share + z**2 / (2 * of)
    reach = z * sqrt(share * (1 - share) / of + z**2 / (4 * of**2))
    scale = 100 / (1 + z**2 / of)
    return max(0.0, scale * (middle - reach)), min(100.0, scale * (middle + reach))


class LastHand(Value):
    """How a liar fares where the last hand pays, in per cent of the races in which theirs truly was last."""

    game: str
    strategy: str
    ranked: bool
    races: int
    pays: float
    close: float
    """Too close to call, so nobody pays."""


def last_hand(shelf: Shelf, game: str, strategy: Strategy, ranked: bool, games: int, seed: str) -> LastHand:
    """The liar has seat 0 at tables of the mixed family."""
    found: list[TableRace] = []
    for number in range(games):
        random = Random(f"{seed}/last/{game}/{number}")
        lines = FAMILIES["mixed"].draw(random, SEATS)
        run = TableRun(shelf, game, lines, random, Fairness(ranked), alike=True, liars={0: strategy})
        run.play()
        found += [race for race in races(run) if race.last and race.truly == 0]
    close = sum(race.is_close for race in found)
    pays = sum(race.judged == 0 and not race.is_close for race in found)
    of = len(found)
    return LastHand(game, strategy.name, ranked, of, _percent(pays, of), _percent(close, of))


def games_of_last_hands(shelf: Shelf) -> list[str]:
    """The games of the shelf in which the last tap of a race loses."""
    return [
        slug
        for slug, game in shelf.items()
        if any(state.race is not None and state.race.last for state in game.TABLES.values())
    ]


def _share_right(found: Sequence[TableRace]) -> float:
    return _percent(sum(race.is_right for race in found), len(found))


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0
