"""The state of the table between two events."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, assert_never

from msgspec import Meta

from taphouse.core import Excluded, GameOptions, Phase, Race, Seat, Time, Value

from .decks import deck_of
from .events import Penalty, Result, Row, Source
from .faces import Card

Seconds: TypeAlias = Annotated[int, Meta(ge=3, le=60, extra_json_schema={"unit": "s", "step": 1})]


class Options(GameOptions):
    first_game: bool = False  # rule 35
    noise_cancelling: bool = False  # rule 36
    racing_rules: bool = False  # rule 37
    time_penalty: bool = False  # rule 38
    tiebreaker: bool = False  # rule 39
    after_you: bool = False  # rule 40
    shifting_gears: Literal["auto", "in", "out"] = "auto"  # rule 41
    deck: Literal["fixed", "generated"] = "fixed"  # rule 3
    smacks: Literal["hidden", "shown"] = "hidden"  # rule 43
    ends: Literal["when-it-matters", "always"] = "when-it-matters"  # rule 16
    pick_limit: Seconds = 20  # rule 8
    smack_limit: Seconds = 20  # rule 13
    choose_limit: Seconds = 6  # rule 16

    def __post_init__(self) -> None:
        deck_of(self)  # refuses a text that is no deck
        if self.racing_rules and self.after_you:  # rule 42
            raise Excluded("excluded.racing-rules-after-you")
        if self.racing_rules and self.noise_cancelling:
            raise Excluded("excluded.racing-rules-noise-cancelling")


class Picking(Phase):
    """Everyone chooses a card in secret."""

    since: Time
    until: Time


class Closed(Phase):
    """The cards lie face down, about to be revealed."""

    since: Time
    until: Time


class Turning(Phase):
    """After You: one player has to turn up a card."""

    seat: Seat
    since: Time
    until: Time
    until_alone: Time
    """The deadline when that player is away."""


class Flipping(Phase):
    """After You: the card is in the air."""

    seat: Seat
    since: Time
    until: Time


class Smacking(Phase):
    since: Time
    """When the cards were shown."""
    until: Time


class Resolving(Phase):
    """Everyone sees what was correct; won cards are placed and lost ones given up."""

    since: Time
    least: Time
    """The earliest end, so that there is time to look."""
    drawn: bool = False


class Over(Phase):
    winners: tuple[Seat, ...]
    by: Literal["finish", "cards"]


class Placing(Value, tag=True):
    """Won cards that are not yet in the Race."""

    cards: Row
    """Those still to be placed."""
    since: Time
    until: Time


class Losing(Value, tag=True):
    """Cards that the player has to give up."""

    count: int
    """How many are still to be given up."""
    source: Source
    since: Time
    until: Time


class Paying(Value, tag=True):
    """A penalty to choose."""

    choices: tuple[Penalty, ...]
    """What the player can pay with."""
    since: Time
    until: Time


Task: TypeAlias = Placing | Losing | Paying
"""What one player has to choose; each choice has its own time."""


class Print(Value):
    """Where a glove fell."""

    seat: Seat
    whose: Seat
    """The owner of the card smacked."""
    at: Time


class Contest(Value):
    """The first smack on a correct card."""

    round: int
    """Counted from 1."""


class State(Value):
    options: Options
    draw: Row
    """The pile, face up: its first card is seen by all."""
    hands: tuple[Row, ...]
    """In After You, blind piles: the first card is turned next."""
    rule_deck: Row
    """Racing Rules: one for each round in turn, again and again."""
    races: tuple[Row, ...]
    piles: tuple[Row, ...]
    """The cards played in front of each seat; the last lies on top."""
    picks: tuple[Card | None, ...]
    tasks: tuple[Task | None, ...]
    phase: Picking | Closed | Turning | Flipping | Smacking | Resolving | Over
    prints: tuple[Print, ...] = ()
    """The taps of this round, the earliest first."""
    early: tuple[Seat, ...] = ()
    """Who made a false start in this round."""
    result: Result | None = None
    """Of the round just played."""
    ring: tuple[Card | None, ...] = ()
    """The cards of the round just played, by seat."""
    marked: tuple[Seat, ...] = ()
    """Time Penalty: incorrect in this round whenever several cards are correct."""
    away: tuple[Seat, ...] = ()
    start: Seat = 0
    """After You: who turns the first card; otherwise only who would draw first."""
    round: int = 1

    @property
    def due(self) -> Time | None:
        match self.phase:
            case Picking() | Turning() if not self.here:
                return None  # the next card waits until a player is back
            case Turning(seat) as turning:
                return turning.until_alone if seat in self.away else turning.until
            case Resolving(least=least):
                return min((task.until for task in self.tasks if task), default=least)
            case Picking(until=until) | Closed(until=until) | Flipping(until=until) | Smacking(until=until):
                return until
            case Over():
                return None
        assert_never(self.phase)

    @property
    def race(self) -> Race | None:
        return Race(self.phase.since, judges_early=True) if isinstance(self.phase, Smacking) else None

    @property
    def awaited(self) -> tuple[Seat, ...]:
        match self.phase:
            case Picking():
                return tuple(seat for seat in self.here if self.picks[seat] is None)
            case Turning(seat):
                return (seat,)
            case Resolving():
                return tuple(seat for seat in self.here if self.tasks[seat] is not None)
        return ()

    @property
    def seats(self) -> range:
        return range(len(self.hands))

    @property
    def here(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat not in self.away)

    @property
    def tops(self) -> tuple[Card | None, ...]:
        """The card to smack in front of each seat."""
        return tuple(pile[-1] if pile else None for pile in self.piles)

    @property
    def points(self) -> tuple[int, ...]:
        """The cards in each Race; a Race at its finish is ahead of the longest."""
        cards = tuple(map(len, self.races))
        match self.phase:
            case Over(winners, "finish"):
                return tuple(max(cards) + 1 if seat in winners else cards[seat] for seat in self.seats)
        return cards

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        return self.phase.winners if isinstance(self.phase, Over) else None


def smackers(state: State) -> tuple[Seat, ...]:
    """Who has smacked, the earliest first."""
    return tuple(each.seat for each in state.prints)
