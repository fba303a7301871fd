"""The acts and events of Racesmack."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Act, Event, Seat, Time, Value, Verdict

from .correct import Case
from .faces import Card
from .templates import Thing, Written

End: TypeAlias = Literal["left", "right"]
"""Which end of a Race."""
Penalty: TypeAlias = Literal["race", "hand", "tie"]
"""`race`: cards of the Race. `hand`: cards of the hand. `tie`: wrong next round if several are correct."""
Source: TypeAlias = Literal["race", "hand", "blind"]
"""Where a lost card comes from; nobody has seen the cards of a blind pile."""
Outcome: TypeAlias = Literal["correct", "incorrect", "none"]

Row: TypeAlias = tuple[Card, ...]
"""Cards, from left to right."""


# ---- acts ----


class Pick(Act):
    """Lays a hand card face down. May be changed until all have picked."""

    card: Card


class Turn(Act):
    """After You: turns up the top card of one's own pile."""


class Smack(Act):
    """The one tap of a round, on any card in the ring."""

    card: Card


class Place(Act):
    """Adds a won card to an end of one's Race."""

    card: Card
    end: End


class Lose(Act):
    """Gives up this card."""

    card: Card


class Pay(Act):
    """Time Penalty: chooses how to pay."""

    penalty: Penalty


Acts: TypeAlias = Pick | Turn | Smack | Place | Lose | Pay


Why: TypeAlias = Literal[
    "already-smacked",
    "no-such-card",
    "not-in-your-hand",
    "not-now",
    "not-your-turn",
    "not-yours-to-choose",
    "round-over",
]


# ---- events ----


class Result(Value):
    """The result of a round, with the reasons."""

    rule: Written
    """What made a card correct."""
    card: Card | None
    """The Rule card with this rule; `None`: the default."""
    correct: tuple[Seat, ...]
    """The owners of the correct cards. If empty, everyone's own card was correct."""
    cases: tuple[Case | None, ...]
    """The rule applied to each card, before ties are broken."""
    counts: dict[Thing, int]
    """How often each colour or shape appeared, if the rule counts it."""
    outcomes: tuple[Outcome, ...]
    """The result of each seat's smack; `none`: it smacked nothing."""
    fastest: Seat | None
    """The first seat that smacked a correct card."""


class Picked(Verdict):
    """A card lies face down."""

    card: Card | None
    """`None`: hidden from this seat."""


class HousePicked(Event):
    """The house picked a random card, because the time was up or the player is away."""

    seat: Seat
    card: Card | None
    """`None`: hidden from this seat."""


class PicksClosed(Event):
    """Every card lies face down and is about to be revealed."""

    at: Time


class CardsRevealed(Event):
    """All cards are shown at one instant."""

    cards: tuple[Card | None, ...]
    at: Time


class Turned(Verdict):
    """The player turned up a card."""

    at: Time


class HouseTurned(Event):
    """The house turned the card, because the player was away or too slow."""

    seat: Seat
    at: Time


class CardTurned(Event):
    """The card is shown. A regular card: the next player turns. A Rule card: smack!"""

    seat: Seat
    card: Card
    at: Time


class Smacked(Verdict):
    """The smack is final, right or wrong."""

    card: Card
    at: Time
    open: bool
    """Shown to all."""


class TooEarly(Verdict):
    """The finger fell before there was anything to read; it does not count."""


class RoundEnded(Event):
    """Everyone sees what was correct."""

    result: Result
    """The result."""
    at: Time


class Placed(Verdict):
    """A won card lies in the Race."""

    card: Card
    end: End
    at: Time


class HousePlaced(Event):
    """The house placed the card at the right end, because the time was up or there was no choice."""

    seat: Seat
    cards: Row


class Lost(Verdict):
    """The player gave up a card."""

    card: Card | None
    """`None`: hidden from this seat."""
    source: Source
    at: Time


class HouseLost(Event):
    """The house chose the lost cards, because the time was up or there was no choice."""

    seat: Seat
    cards: tuple[Card | None, ...]
    """`None`: hidden from this seat."""
    source: Source


class Paid(Verdict):
    """The player chose a penalty."""

    penalty: Penalty
    at: Time


class HousePaid(Event):
    """The house chose a penalty: a random one because the time was up, or the only one."""

    seat: Seat
    penalty: Penalty
    at: Time


class CardsDrawn(Event):
    """Everyone draws, each seat its own cards."""

    cards: tuple[tuple[Card | None, ...], ...]
    """`None`: hidden from this seat."""
    blind: bool
    """Into a face-down pile, unseen by its owner too."""


class RoundBegan(Event):
    """The next round begins."""

    start: Seat
    at: Time


class GameWon(Event):
    """The game is over."""

    winners: tuple[Seat, ...]
    by: Literal["finish", "cards"]
    """`finish`: a Race met its finish. `cards`: the draw pile ran out, and the longest Race wins."""


Events: TypeAlias = (
    Picked
    | HousePicked
    | PicksClosed
    | CardsRevealed
    | Turned
    | HouseTurned
    | CardTurned
    | Smacked
    | TooEarly
    | RoundEnded
    | Placed
    | HousePlaced
    | Lost
    | HouseLost
    | Paid
    | HousePaid
    | CardsDrawn
    | RoundBegan
    | GameWon
)
