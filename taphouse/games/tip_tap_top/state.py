"""The state of the table between two events."""

from __future__ import annotations

from math import isqrt
from typing import Annotated, Literal, TypeAlias, assert_never

from msgspec import Meta

from taphouse.core import MS, GameOptions, Phase, Race, Seat, Time, Value

from .cards import JOKER, Card, Hand, pairs_to_play
from .events import Gesture

JOKER_POINTS = 2  # rule 21
NECK = 50 * MS  # how long the last hand may still come close to the one before it


class Options(GameOptions):
    turn_limit: Annotated[int, Meta(ge=10, le=60, extra_json_schema={"unit": "s", "step": 5})] = 20  # rule 14
    race_limit: Annotated[int, Meta(ge=2, le=6, extra_json_schema={"unit": "s", "step": 1})] = 3  # rule 10
    bluff_window: Annotated[int, Meta(ge=1_000, le=3_000, extra_json_schema={"unit": "ms", "step": 250})] = (
        1_500  # rule 15
    )
    plates: Literal["flick", "buttons"] = "flick"  # rule 18


class Slapped(Value):
    """One paddle of a race, in the order of their fall."""

    seat: Seat
    at: Time
    blur: Time


class Outcome(Value):
    """The result of the last raised hand."""

    seat: Seat
    what: Literal["laid", "too-close", "too-slow", "bluff", "no-pair", "rim"]
    """`laid`: a pair lies open. `too-close` and `too-slow`: the plates jammed. `no-pair` and `rim`: the slap
    failed.
    """
    pair: Card | None = None
    loser: Seat | None = None
    slaps: tuple[Slapped, ...] = ()
    """The paddles of the race."""
    more: tuple[Card, ...] = ()
    """The other pairs, laid with this one because no card is left elsewhere."""


class Drawing(Phase):
    """The active player draws, or chooses an opponent to take from."""

    owed: int
    since: Time


class Thinking(Phase):
    """The active player may slap, bluff or pass."""

    since: Time


class Winding(Phase):
    """A hand is up; it will fall, or not."""

    gesture: Gesture
    pair: Card | None
    since: Time
    shown: Time


class Racing(Phase):
    """A paddle fell; everyone else slaps."""

    pair: Card
    wound: Time
    shown: Time
    must: tuple[Seat, ...]
    until: Time
    slaps: tuple[Slapped, ...] = ()


class Feinting(Phase):
    """Nothing fell; a player who touches their plate now is fooled."""

    wound: Time
    shown: Time
    open: Time
    until: Time


class Showing(Phase):
    """Everyone sees the result of the race."""

    jammed: bool
    shown: Time
    since: Time
    until: Time


class Resting(Phase):
    """Between two turns."""

    since: Time
    until: Time
    shown: Time | None = None
    """When the fault that ended the turn was shown."""


class Over(Phase):
    winners: tuple[Seat, ...]
    joker: Seat | None


AnyPhase: TypeAlias = Drawing | Thinking | Winding | Racing | Feinting | Showing | Resting | Over


class Contest(Value):
    """All hands of one race."""

    turn: int
    """Counted from 1."""
    gesture: int
    """Which raised hand of the game started the race, counted from 1."""


class State(Value):
    options: Options
    dealer: Seat
    turn: Seat
    hands: tuple[Hand, ...]
    pile: Hand
    laid: tuple[tuple[Card, ...], ...]
    """The pairs in front of each seat, by their number."""
    phase: AnyPhase
    honest: tuple[int, ...]
    """How many races each seat began, and how many bluffs."""
    feints: tuple[int, ...]
    caught: tuple[int, ...]
    """How many cards each seat lost by touching its plate."""
    deadline: Time = 0
    """When the active player's time is up."""
    paid: tuple[Seat, ...] = ()
    """Who touched their plate since the last hand went up, and paid for it."""
    touched: dict[Seat, Time] = {}
    """When each seat that paid in this turn did so last."""
    outcome: Outcome | None = None
    away: tuple[Seat, ...] = ()
    turns: int = 0
    gestures: int = 0
    tries: int = 0
    """Hands raised since the turn began or a pair was laid."""

    @property
    def due(self) -> Time | None:
        match self.phase:
            case Drawing() | Thinking():
                return self.deadline
            case Winding(shown=shown):
                return shown
            case Racing() as race:
                return decided_at(self, race)
            case Feinting(until=until) | Showing(until=until):
                return until
            case Resting(until=until):
                return until if len(self.away) < len(self.hands) else None
            case Over():
                return None
        assert_never(self.phase)

    @property
    def race(self) -> Race | None:
        """Rule 16: what slow lines are sent ahead must not depend on what a raised hand does."""
        match self.phase:
            case Racing(shown=int(shown)) | Feinting(shown=int(shown)) | Resting(shown=int(shown)):
                return Race(since=shown, reflex=True, last=True)
        return None

    @property
    def points(self) -> tuple[int, ...]:
        """Rules 20 and 21: the holder of the Joker is shown only at the end."""
        joker = self.phase.joker if isinstance(self.phase, Over) else None
        return tuple(len(pairs) + JOKER_POINTS * (seat == joker) for seat, pairs in enumerate(self.laid))

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        return self.phase.winners if isinstance(self.phase, Over) else None

    @property
    def pairs_left(self) -> int:
        return pairs_to_play(len(self.hands)) - sum(map(len, self.laid))

    @property
    def joker_holder(self) -> Seat | None:
        return next((seat for seat, hand in enumerate(self.hands) if JOKER in hand), None)


def opponents_with_cards(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat, hand in enumerate(state.hands) if hand and seat != state.turn)


def within_reach(state: State) -> int:
    """How many cards the active player could draw, from the pile or from others."""
    return len(state.pile) + sum(len(state.hands[seat]) for seat in opponents_with_cards(state))


def must_slap(state: State) -> tuple[Seat, ...]:
    """Rule 9; players who are away are not counted."""
    return tuple(seat for seat in opponents_with_cards(state) if seat not in state.away)


def counted(state: State, race: Racing) -> tuple[Seat, ...]:
    """Who is still in the race: a player may leave, or lose their last card."""
    return tuple(seat for seat in race.must if seat in must_slap(state))


def waiting(state: State, race: Racing) -> tuple[Seat, ...]:
    slapped = {slap.seat for slap in race.slaps}
    return tuple(seat for seat in counted(state, race) if seat not in slapped)


def last_two(state: State, race: Racing) -> tuple[Slapped, Slapped]:
    seats = counted(state, race)
    *_, before, last = (slap for slap in race.slaps if slap.seat in seats)
    return before, last


def too_close_to_call(before: Slapped, last: Slapped) -> bool:
    return last.at - before.at < isqrt(before.blur**2 + last.blur**2)


def decided_at(state: State, race: Racing) -> Time:
    """Rules 10 and 11: when all but one have slapped, the last one may still come close enough for a jam."""
    if len(waiting(state, race)) > 1 or not race.slaps:
        return race.until
    last = race.slaps[-1]
    return min(race.until, last.at + max(NECK, isqrt(2 * last.blur**2)))
