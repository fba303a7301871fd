"""A toy for tests of the house: three lamps light up together, and the first tap of each gets a point.

It has what a house deals with, and nothing else: a race with a photo finish, a deadline that opens it, taps
that come too late, taps that are refused, and an end.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from taphouse.core import (
    MS,
    SECOND,
    Act,
    Dice,
    Event,
    GameOptions,
    Move,
    Offer,
    Plan,
    Race,
    Seat,
    Skill,
    Time,
    Value,
    Verdict,
    best,
    put,
    replace,
    without,
)

SEATS, MINUTES, PLACE, RULES_VERSION, API_VERSION = range(2, 7), 1, -3, 1, 1
LAMPS = ("red", "green", "blue")
DARK, LIT = 3 * SECOND, 6 * SECOND
REACTION: dict[Skill, Time] = {"gentle": 600 * MS, "steady": 450 * MS, "quick": 320 * MS}


class Options(GameOptions, kw_only=True):
    rounds: Annotated[int, msgspec.Meta(ge=1, le=99)] = 20
    colour: Literal["warm", "cold"] = "warm"
    cap: Annotated[int, msgspec.Meta(ge=1, le=9)] | None = 9


class Tap(Act):
    LATE = frozenset({"lamp"})

    lamp: Literal["red", "green", "blue"]


class Call(Act):
    """Nothing comes of it, at any time."""


class Lit(Event):
    at: Time


class Took(Verdict):
    lamp: str


class Late(Verdict):
    by: Seat


class Called(Verdict):
    pass


class Darkened(Event):
    at: Time


class Won(Event):
    winners: tuple[Seat, ...]


class Contest(Value):
    round: int
    lamp: str


Acts: TypeAlias = Tap | Call
Events: TypeAlias = Lit | Took | Late | Called | Darkened | Won
Why: TypeAlias = Literal["not-now"]


class State(Value):
    options: Options
    points: tuple[int, ...]
    until: Time
    since: Time | None = None
    """When the lamps were lit; `None`: they are dark."""
    taken: dict[str, Seat] = {}
    called: tuple[Seat, ...] = ()
    round: int = 1
    winners: tuple[Seat, ...] | None = None
    away: tuple[Seat, ...] = ()
    awaited: tuple[Seat, ...] = ()

    @property
    def due(self) -> Time | None:
        return None if self.winners is not None or len(self.away) == len(self.points) else self.until

    @property
    def race(self) -> Race | None:
        is_on = self.since is not None and self.winners is None and len(self.taken) < len(LAMPS)
        return Race(self.since or 0) if is_on else None


class View(Value):
    offers: tuple[Offer, ...]
    lamps: tuple[str, ...]
    """Those that are lit."""
    since: Time | None
    taken: dict[str, Seat]
    called: tuple[Seat, ...]
    round: int
    points: tuple[int, ...]
    away: tuple[Seat, ...]
    winners: tuple[Seat, ...] | None


def setup(seats: int, options: Options, dice: Dice) -> State:
    return State(options, (0,) * seats, DARK)


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    free = tuple(lamp for lamp in LAMPS if lamp not in state.taken)
    return (Offer("Call"), *((Offer("Tap", {"lamp": free}),) if state.race else ()))


def judge(state: State, move: Move, dice: Dice) -> Events | Why:
    if isinstance(move.act, Call):
        return Called(move.seat)
    if state.since is None or not move.saw(state.since):
        return "not-now"
    by = state.taken.get(move.act.lamp)
    return Took(move.seat, move.act.lamp) if by is None else Late(move.seat, by)


def settle(state: State, at: Time, dice: Dice) -> Events | None:
    if (due := state.due) is None or at < due:
        return None
    if state.since is None:
        return Lit(due)
    return Won(best(state.points)) if state.round == state.options.rounds else Darkened(due)


def apply(state: State, event: Events) -> State:
    match event:
        case Lit(at):
            return replace(state, since=at, until=at + state.options.time_limit(LIT))
        case Took(seat, lamp):
            points = put(state.points, seat, state.points[seat] + 1)
            return replace(state, points=points, taken={**state.taken, lamp: seat})
        case Called(seat):
            return replace(state, called=(*without(state.called, seat), seat))
        case Darkened(at):
            return replace(state, since=None, until=at + DARK, taken={}, round=state.round + 1)
        case Won(winners):
            return replace(state, winners=winners)
    return state


def view(state: State, seat: Seat | None) -> View:
    return View(
        () if seat is None or state.winners is not None else offers(state, seat),
        LAMPS if state.since is not None else (),
        state.since,
        state.taken,
        state.called,
        state.round,
        state.points,
        state.away,
        state.winners,
    )


def contested(state: State, move: Move) -> Contest | None:
    return (
        Contest(state.round, move.act.lamp) if isinstance(move.act, Tap) and state.since is not None else None
    )


def plan(view: View, seat: Seat, dice: Dice, skill: Skill) -> Plan | None:
    free = [lamp for offer in view.offers for lamp in offer.values.get("lamp", ())]
    if not free or view.since is None:
        return None
    dice = dice.fork(view.since)
    lamp = dice.fork("lamp").pick(free)
    return Plan(view.since + dice.reaction(REACTION[skill], 60 * MS, 50 * MS), Tap(lamp))


def tally(events: Iterable[Events]) -> dict[str, float]:
    return {"taken": sum(isinstance(event, Took) for event in events)}


TABLES: dict[str, Any] = {}
