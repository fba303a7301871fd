"""The state of the table between two events."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, assert_never

from msgspec import Meta

from taphouse.core import GameOptions, Phase, Race, Seat, Time, Value, put, replace

from .cards import COLOUR_OF, Card, Shape
from .events import HandName

Hand: TypeAlias = str
"""`FREE`, `REST`, `SPENT`, or the name of the shape it holds."""
FREE, REST, SPENT = "free", "rest", "spent"
HANDS: tuple[HandName, HandName] = ("left", "right")  # rule 9


class Options(GameOptions):
    pieces: Literal["shapes", "frames"] = "shapes"  # rules 23, 24
    side: Literal["coloured", "dark"] = "coloured"  # rules 22, 24
    layout: Literal["scattered", "grid"] = "scattered"  # rule 4
    lead_lag: Annotated[int, Meta(ge=0, le=500, extra_json_schema={"unit": "ms", "step": 50})] = 100  # rule 8
    limit: Annotated[int, Meta(ge=15, le=120, extra_json_schema={"unit": "s", "step": 5})] = 45  # rule 14
    real_hold: bool = False  # rule 27
    series: bool = False  # rule 21


class Ready(Phase):
    """Hands are under the table; the lead may turn the card."""

    since: Time
    until: Time
    until_alone: Time
    """The deadline when the lead is away."""


class Turning(Phase):
    """The card is in the lead's hand."""

    card: Card
    since: Time
    until: Time | None


class Hunting(Phase):
    """The card is shown, and players tap its shapes."""

    card: Card
    flipped: Time
    shown: Time
    lead_shown: Time
    until: Time
    lead_saw: bool


class Dealing(Phase):
    """Fingers stay where they fell, so that everyone sees who got which shape."""

    card: Card
    dealt: dict[Shape, Seat]
    wrong: tuple[Shape, ...]
    since: Time
    until: Time


class Over(Phase):
    winners: tuple[Seat, ...]
    last: Dealing | None = None
    """The winning move, which stays in sight."""


class Contest(Value):
    """All taps on one shape in one round."""

    game: int
    """Which game of the series, counted from 1."""
    round: int
    """Counted from 1."""
    shape: Shape
    """The shape that was tapped."""


class State(Value):
    options: Options
    layout: tuple[tuple[Shape, int], ...]
    """Where each shape lies, in reading order, and by how many degrees it is turned."""
    deck: tuple[Card, ...]
    lead: Seat
    sums: tuple[int, ...]
    """The points of the games before this one."""
    hands: tuple[tuple[Hand, Hand], ...]
    phase: Ready | Turning | Hunting | Dealing | Over
    owner: dict[Shape, Seat] = {}
    """A shape without an owner lies in the centre."""
    fell: dict[Shape, Time] = {}
    """When the finger fell on each shape held in this round."""
    beaten: dict[Shape, tuple[Seat, ...]] = {}
    """Who came too late to each shape in this round."""
    done: tuple[Seat, ...] = ()
    away: tuple[Seat, ...] = ()
    round: int = 1
    game: int = 1
    left_out: str | None = None
    """The kind of cards that this game is played without."""

    @property
    def due(self) -> Time | None:
        match self.phase:
            case Ready() if len(self.away) == len(self.hands):
                return None  # the next round waits until a player is back
            case Ready() as ready:
                return ready.until_alone if self.lead in self.away else ready.until
            case Hunting(lead_saw=False) as hunt:
                return hunt.lead_shown
            case Turning(until=until) | Hunting(until=until) | Dealing(until=until):
                return until
            case Over():
                return None
        assert_never(self.phase)

    @property
    def race(self) -> Race | None:
        if not isinstance(self.phase, Hunting):
            return None
        return Race(since=self.phase.shown, held_back=((self.lead, self.phase.lead_shown),))

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return ()

    @property
    def games(self) -> int:
        return len(self.hands) if self.options.series else 1  # rule 21

    @property
    def fingers(self) -> dict[Shape, Seat]:
        """Whose finger is on which shape."""
        return {hand: seat for seat, pair in enumerate(self.hands) for hand in pair if hand in COLOUR_OF}

    @property
    def shapes(self) -> tuple[int, ...]:
        """How many shapes lie in front of each seat."""
        owners = tuple(self.owner.values())
        return tuple(owners.count(seat) for seat in range(len(self.hands)))

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(before + now for before, now in zip(self.sums, self.shapes, strict=True))

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        return self.phase.winners if isinstance(self.phase, Over) else None


def hand_of(state: State, seat: Seat, hand: HandName) -> Hand:
    return state.hands[seat][HANDS.index(hand)]


def with_hand(state: State, seat: Seat, hand: HandName, what: Hand) -> State:
    left, right = state.hands[seat]
    pair = (what, right) if hand == "left" else (left, what)
    return replace(state, hands=put(state.hands, seat, pair))


def handiest(pair: tuple[Hand, Hand]) -> HandName:
    """The first hand that is free; otherwise one that could be."""
    readiness = {FREE: 0, REST: 1}
    return min(HANDS, key=lambda hand: readiness.get(pair[HANDS.index(hand)], 2))


def has_free_finger(pair: tuple[Hand, Hand]) -> bool:
    """A hand that must rest still counts as free to search with."""
    return FREE in pair or REST in pair


def shown_to(hunt: Hunting, seat: Seat | None, lead: Seat) -> Time:
    """Rule 8. A spectator's screen may be in the lead's sight: it shows nothing sooner than the lead's."""
    return hunt.lead_shown if seat in (lead, None) else hunt.shown


def sees_the_card(hunt: Hunting, seat: Seat | None, lead: Seat) -> bool:
    return hunt.lead_saw or seat not in (lead, None)


def all_held(state: State, card: Card) -> bool:
    return state.fingers.keys() >= set(card)
