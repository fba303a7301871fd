"""The acts and events of Tip Tap."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Act, Event, Seat, Time, Verdict

from .cards import Card, Shape

HandName: TypeAlias = Literal["left", "right"]
"""Which of a player's two hands."""


class Flip(Act):
    """The lead turns the top card."""


class Tap(Act):
    """A finger falls on a shape."""

    shape: Shape
    hand: HandName | None = None
    """`None`: the first free hand."""


class Rest(Act):
    """Every hand that must rest goes under the table, and is free again."""


class Done(Act):
    """The player will hold nothing more in this round."""


class Lift(Act):
    """The finger leaves the glass."""

    hand: HandName


Acts: TypeAlias = Flip | Tap | Rest | Done | Lift


Why: TypeAlias = Literal[
    "already-said",
    "already-yours",
    "finger-stays",
    "must-rest",
    "no-free-hand",
    "no-such-shape",
    "not-now",
    "not-the-lead",
    "nothing-to-lift",
    "nothing-to-rest",
    "round-over",
]


class Flipped(Verdict):
    """The lead turned the card; it shows after a delay that nobody can guess."""

    at: Time
    shown: Time | None
    """`None`: hidden from this seat."""


class HouseFlipped(Event):
    """The house turned the card, because the lead was away or too slow."""

    at: Time
    shown: Time | None
    """`None`: hidden from this seat."""


class CardShown(Event):
    """The card is shown to all but the lead, who sees it at `lead_shown`."""

    card: Card
    lead: Seat
    shown: Time
    lead_shown: Time
    until: Time


class LeadSaw(Event):
    """The lead sees the card too."""

    lead: Seat
    card: Card


class Held(Verdict):
    """The finger was the first on the shape."""

    hand: HandName
    shape: Shape
    at: Time


class Beaten(Verdict):
    """Another finger was on the shape before; the hand must rest."""

    hand: HandName
    shape: Shape
    by: Seat
    """Who holds the shape."""
    late: Time
    """By how much the finger was later."""


class TooEarly(Verdict):
    """The card was not shown yet; the hand must rest."""

    hand: HandName


class Rested(Verdict):
    """The hands are free again."""


class Stopped(Verdict):
    """The player said "nothing more"."""


class Lifted(Verdict):
    """The shape is free again."""

    hand: HandName
    shape: Shape


class RoundEnded(Event):
    """The shapes are dealt, all at the same time."""

    card: Card
    dealt: dict[Shape, Seat]
    """Who takes each shape."""
    stolen: dict[Shape, Seat]
    """The former owner of each stolen shape."""
    wrong: tuple[Shape, ...]
    """Held, but not on the card."""
    until: Time


class RoundBegan(Event):
    """The next player leads."""

    lead: Seat
    at: Time


class DeckShuffled(Event):
    """All cards were used: they are shuffled into a new deck."""

    deck: tuple[Card, ...]
    """Empty: hidden from this seat."""


class GameEnded(Event):
    """One game of a series ended; the table is set up again."""

    points: tuple[int, ...]
    """Of each seat, in the game that ended."""
    layout: tuple[tuple[Shape, int], ...]
    """Where each shape lies now, and how it is turned."""
    deck: tuple[Card, ...]
    """Empty: hidden from this seat."""
    lead: Seat
    at: Time


class GameWon(Event):
    """The game is over."""

    winners: tuple[Seat, ...]


Events: TypeAlias = (
    Flipped
    | HouseFlipped
    | CardShown
    | LeadSaw
    | Held
    | Beaten
    | TooEarly
    | Rested
    | Stopped
    | Lifted
    | RoundEnded
    | RoundBegan
    | DeckShuffled
    | GameEnded
    | GameWon
)
