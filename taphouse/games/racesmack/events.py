"""What players can do, and what can happen."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Act, Event, Left, Refused, Returned, Seat, Time, Value, Verdict

from .correct import Case
from .faces import Card
from .templates import Thing, Written

End: TypeAlias = Literal["left", "right"]
Penalty: TypeAlias = Literal["race", "hand", "tie"]
Source: TypeAlias = Literal["race", "hand", "blind"]
"""Where a lost card comes from; nobody has seen what lies in a blind pile."""
Outcome: TypeAlias = Literal["correct", "incorrect", "none"]

Row: TypeAlias = tuple[Card, ...]


# ---- what a player does ----


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
    """Time Penalty: chooses how."""

    penalty: Penalty


Acts: TypeAlias = Pick | Turn | Smack | Place | Lose | Pay


# ---- what can happen ----


class Result(Value):
    """How a round came out, and why."""

    rule: Written
    card: Card | None
    """The Rule card that said so; `None`: the default."""
    correct: tuple[Seat, ...]
    """Whose cards were correct. Nobody's: then to everyone his own was."""
    cases: tuple[Case | None, ...]
    """Each card before the rule, ties not yet broken."""
    counts: dict[Thing, int]
    """How often each colour or shape was seen, if the rule asks for it."""
    outcomes: tuple[Outcome, ...]
    fastest: Seat | None
    """The first who smacked a correct card."""


class Picked(Verdict):
    card: Card | None  # None: not yours to know


class HousePicked(Event):
    """Time was up, or nobody there to pick: a random one."""

    seat: Seat
    card: Card | None  # None: not yours to know


class PicksClosed(Event):
    """Every card lies face down; look up!"""

    at: Time


class CardsRevealed(Event):
    """All at one instant."""

    cards: tuple[Card | None, ...]
    at: Time


class Turned(Verdict):
    at: Time


class HouseTurned(Event):
    """He was away, or dreaming."""

    seat: Seat
    at: Time


class CardTurned(Event):
    """A regular one: the next player turns. A Rule card: smack!"""

    seat: Seat
    card: Card
    at: Time


class Smacked(Verdict):
    """Final, right or wrong."""

    card: Card
    at: Time
    open: bool
    """Told to all."""


class TooEarly(Verdict):
    """The finger fell before there was anything to read; it does not count."""


class RoundEnded(Event):
    result: Result
    at: Time


class Placed(Verdict):
    card: Card
    end: End
    at: Time


class HousePlaced(Event):
    """Time was up, or there was nothing to choose: at the right end."""

    seat: Seat
    cards: Row


class Lost(Verdict):
    card: Card | None  # None: not yours to know
    source: Source
    at: Time


class HouseLost(Event):
    """Time was up, or there was nothing to choose."""

    seat: Seat
    cards: tuple[Card | None, ...]  # None: not yours to know
    source: Source


class Paid(Verdict):
    penalty: Penalty
    at: Time


class HousePaid(Event):
    """Time was up: a random one. Or there was nothing to choose."""

    seat: Seat
    penalty: Penalty
    at: Time


class CardsDrawn(Event):
    cards: tuple[tuple[Card | None, ...], ...]  # None: not yours to know
    blind: bool
    """Into a face-down pile, unseen by its owner too."""


class RoundBegan(Event):
    start: Seat
    at: Time


class GameWon(Event):
    winners: tuple[Seat, ...]
    by: Literal["finish", "cards"]


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
    | Left
    | Returned
    | Refused
)
