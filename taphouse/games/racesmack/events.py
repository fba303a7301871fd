"""What players can do, and what can happen."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Act, Event, Left, Refused, Returned, Seat, Time, Value, Verdict

from .correct import Case
from .faces import Card
from .templates import Thing, Written

End: TypeAlias = Literal["left", "right"]
"""Which end of a Race."""
Penalty: TypeAlias = Literal["race", "hand", "tie"]
"""`race`: cards of the Race. `hand`: cards of the hand. `tie`: wrong next round if several are correct."""
Source: TypeAlias = Literal["race", "hand", "blind"]
"""Where a lost card comes from; nobody has seen what lies in a blind pile."""
Outcome: TypeAlias = Literal["correct", "incorrect", "none"]

Row: TypeAlias = tuple[Card, ...]
"""Cards, from left to right."""


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
    """What made a card correct."""
    card: Card | None
    """The Rule card that said so; `None`: the default."""
    correct: tuple[Seat, ...]
    """Whose cards were correct. Nobody's: then everyone's own card was."""
    cases: tuple[Case | None, ...]
    """Each card before the rule, ties not yet broken."""
    counts: dict[Thing, int]
    """How often each colour or shape was seen, if the rule asks for it."""
    outcomes: tuple[Outcome, ...]
    """How each seat's smack came out; `none`: it smacked nothing."""
    fastest: Seat | None
    """The first who smacked a correct card."""


class Picked(Verdict):
    """A card lies face down."""

    card: Card | None
    """`None`: not yours to know."""


class HousePicked(Event):
    """Time was up, or nobody there to pick: a random one."""

    seat: Seat
    card: Card | None
    """`None`: not yours to know."""


class PicksClosed(Event):
    """Every card lies face down; look up!"""

    at: Time


class CardsRevealed(Event):
    """All at one instant."""

    cards: tuple[Card | None, ...]
    at: Time


class Turned(Verdict):
    """The player turned up a card."""

    at: Time


class HouseTurned(Event):
    """The player was away, or dreaming."""

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
    """Everyone sees what was correct."""

    result: Result
    """How it came out."""
    at: Time


class Placed(Verdict):
    """A won card lies in the Race."""

    card: Card
    end: End
    at: Time


class HousePlaced(Event):
    """Time was up, or there was nothing to choose: at the right end."""

    seat: Seat
    cards: Row


class Lost(Verdict):
    """The player gave up a card."""

    card: Card | None
    """`None`: not yours to know."""
    source: Source
    at: Time


class HouseLost(Event):
    """Time was up, or there was nothing to choose."""

    seat: Seat
    cards: tuple[Card | None, ...]
    """`None`: not yours to know."""
    source: Source


class Paid(Verdict):
    """The player chose a penalty."""

    penalty: Penalty
    at: Time


class HousePaid(Event):
    """Time was up: a random one. Or there was nothing to choose."""

    seat: Seat
    penalty: Penalty
    at: Time


class CardsDrawn(Event):
    """Everyone draws, each seat its own cards."""

    cards: tuple[tuple[Card | None, ...], ...]
    """`None`: not yours to know."""
    blind: bool
    """Into a face-down pile, unseen by its owner too."""


class RoundBegan(Event):
    """The next round."""

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
    | Left
    | Returned
    | Refused
)
