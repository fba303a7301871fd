"""What players can do, and what can happen."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Act, Event, Left, Refused, Returned, Seat, Time, Verdict

from .cards import Card, Shape

HandName: TypeAlias = Literal["left", "right"]


class Flip(Act):
    """The lead turns the top card."""


class Tap(Act):
    shape: Shape
    hand: HandName | None = None
    """`None`: the first free hand."""


class Rest(Act):
    """Every hand that must rest goes under the table, and is free again."""


class Done(Act):
    """Nothing more."""


class Lift(Act):
    """The finger leaves the glass."""

    hand: HandName


Acts: TypeAlias = Flip | Tap | Rest | Done | Lift


class Flipped(Verdict):
    at: Time
    shown: Time | None  # None: not yours to know


class HouseFlipped(Event):
    """The lead was away, or dreaming."""

    at: Time
    shown: Time | None  # None: not yours to know


class CardShown(Event):
    """To all but the lead, who sees it at `lead_shown`."""

    card: Card
    lead: Seat
    shown: Time
    lead_shown: Time
    until: Time


class LeadSaw(Event):
    lead: Seat
    card: Card


class Held(Verdict):
    hand: HandName
    shape: Shape
    at: Time


class Beaten(Verdict):
    """Someone was on the shape before; the hand must rest."""

    hand: HandName
    shape: Shape
    by: Seat
    late: Time


class TooEarly(Verdict):
    """The card was not shown yet; the hand must rest."""

    hand: HandName


class Rested(Verdict):
    pass


class Stopped(Verdict):
    """Said "nothing more"."""


class Lifted(Verdict):
    hand: HandName
    shape: Shape


class RoundEnded(Event):
    """The shapes are dealt, all at the same time."""

    card: Card
    dealt: dict[Shape, Seat]
    stolen: dict[Shape, Seat]  # from whom
    wrong: tuple[Shape, ...]
    until: Time


class RoundBegan(Event):
    lead: Seat
    at: Time


class DeckShuffled(Event):
    deck: tuple[Card, ...]  # empty: not yours to see


class GameEnded(Event):
    """One game of a series; the table is set up afresh."""

    points: tuple[int, ...]
    layout: tuple[tuple[Shape, int], ...]
    deck: tuple[Card, ...]  # empty: not yours to see
    lead: Seat
    at: Time


class GameWon(Event):
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
    | Left
    | Returned
    | Refused
)
