"""What players can do, and what can happen."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Act, Event, Left, Refused, Returned, Seat, Time, Verdict

from .cards import Card

Gesture: TypeAlias = Literal["slap", "bluff", "graze"]
Fault: TypeAlias = Literal["no-pair", "rim"]
Jam: TypeAlias = Literal["too-close", "too-slow"]


class Take(Act):
    """The pile is empty: one card from this opponent."""

    source: Seat


class Slap(Act):
    """The active player strikes his plate."""

    pair: Card | None = None
    """The number of the pair he means. `None`: his lowest."""


class Graze(Act):
    """The active player's flick lands on the rim of his plate."""


class Bluff(Act):
    """The active player stops short of his plate."""


class Follow(Act):
    """Any other player touches his plate, whatever he thinks he saw."""


class Pass(Act):
    """I pass."""


Acts: TypeAlias = Take | Slap | Graze | Bluff | Follow | Pass


class TurnBegan(Event):
    seat: Seat
    owed: int
    """How many cards he draws."""
    at: Time
    until: Time


class CardDrawn(Event):
    """From the pile."""

    seat: Seat
    card: Card | None  # None: not yours to see
    at: Time


class Took(Verdict):
    source: Seat
    card: Card | None  # None: not yours to see
    at: Time


class HouseTook(Event):
    """Only one opponent was left to choose, or the time was up."""

    seat: Seat
    source: Seat
    card: Card | None  # None: not yours to see
    at: Time


class WoundUp(Verdict):
    """A hand is up. What becomes of it nobody is told before `shown`."""

    at: Time
    gesture: Gesture | None  # None: not yours to know; so are the rest
    pair: Card | None
    shown: Time | None


class PaddleFell(Event):
    """It was a slap: the race is on."""

    seat: Seat
    must: tuple[Seat, ...]
    at: Time
    until: Time


class Feigned(Event):
    """It was a bluff: nothing fell."""

    seat: Seat
    at: Time
    open: Time
    """When his next hand may go up."""
    until: Time


class Faulted(Event):
    """It was a slap without a pair, or one that failed: his turn is over."""

    seat: Seat
    why: Fault
    at: Time
    until: Time


class TooSoon(Verdict):
    """Touched his plate before a slap was shown to him."""

    taker: Seat
    card: Card | None  # None: not yours to see
    at: Time


class Fooled(Verdict):
    """Touched his plate at a bluff."""

    taker: Seat
    card: Card | None  # None: not yours to see
    at: Time


class Followed(Verdict):
    """In time, or last: the race will tell."""

    at: Time
    blur: Time


class PairLaid(Event):
    """The race is decided."""

    seat: Seat
    pair: Card
    loser: Seat | None
    card: Card | None  # what the loser paid. None: nothing, or not yours to see
    at: Time
    until: Time


class Jammed(Event):
    """Nobody can say who was last."""

    seat: Seat
    why: Jam
    at: Time
    until: Time


class BluffEnded(Event):
    seat: Seat
    at: Time


class TurnWentOn(Event):
    seat: Seat
    at: Time


class Passed(Verdict):
    at: Time


class TurnEnded(Event):
    """He did not say so himself."""

    seat: Seat
    why: Literal["away", "single-card", "time"]
    at: Time


class GameWon(Event):
    winners: tuple[Seat, ...]
    joker: Seat | None


Events: TypeAlias = (
    TurnBegan
    | CardDrawn
    | Took
    | HouseTook
    | WoundUp
    | PaddleFell
    | Feigned
    | Faulted
    | TooSoon
    | Fooled
    | Followed
    | PairLaid
    | Jammed
    | BluffEnded
    | TurnWentOn
    | Passed
    | TurnEnded
    | GameWon
    | Left
    | Returned
    | Refused
)
