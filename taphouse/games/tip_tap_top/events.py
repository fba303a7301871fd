"""The acts and events of Tip Tap Top."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Act, Event, Seat, Time, Verdict

from .cards import Card

Gesture: TypeAlias = Literal["slap", "bluff", "graze"]
Fault: TypeAlias = Literal["no-pair", "rim"]
"""Why a slap failed: the player has no pair, or hit the rim."""
Jam: TypeAlias = Literal["too-close", "too-slow"]
"""The last two were too close to tell, or several did not slap in time."""


class Take(Act):
    """The pile is empty: the player takes one card from this opponent."""

    source: Seat
    """The opponent."""


class Slap(Act):
    """The active player strikes their plate."""

    pair: Card | None = None
    """The number of the pair to lay. `None`: the lowest one."""


class Graze(Act):
    """The active player's flick lands on the rim of their plate."""


class Bluff(Act):
    """The active player stops short of their plate."""


class Follow(Act):
    """Any other player touches their plate, whatever they think they saw."""


class Pass(Act):
    """The active player passes."""


Acts: TypeAlias = Take | Slap | Graze | Bluff | Follow | Pass


Why: TypeAlias = Literal[
    "already-paid",
    "already-slapped",
    "between-turns",
    "bluff-is-on",
    "bounced",
    "hand-still-down",
    "no-cards",
    "no-rim",
    "no-such-pair",
    "not-in-this-race",
    "not-now",
    "not-your-turn",
    "nothing-to-take",
    "race-over",
    "time-is-up",
    "your-own-turn",
]


class TurnBegan(Event):
    """A player's turn begins."""

    seat: Seat
    owed: int
    """How many cards the player draws."""
    at: Time
    until: Time


class CardDrawn(Event):
    """The player drew a card from the pile."""

    seat: Seat
    card: Card | None
    """`None`: hidden from this seat."""
    at: Time


class Took(Verdict):
    """The active player took a card from an opponent."""

    source: Seat
    card: Card | None
    """`None`: hidden from this seat."""
    at: Time


class HouseTook(Event):
    """The house took a card for the player: only one opponent was left to choose, or the time was up."""

    seat: Seat
    source: Seat
    card: Card | None
    """`None`: hidden from this seat."""
    at: Time


class WoundUp(Verdict):
    """A hand is up. Nobody else learns what it does before `shown`."""

    at: Time
    gesture: Gesture | None
    """`None`: hidden from this seat; so are the rest."""
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
    """When the player's next hand may go up."""
    until: Time


class Faulted(Event):
    """It was a slap without a pair, or one that failed: the turn is over."""

    seat: Seat
    why: Fault
    at: Time
    until: Time


class TooSoon(Verdict):
    """The player touched their plate before a slap was shown to them."""

    taker: Seat
    card: Card | None
    """`None`: hidden from this seat."""
    at: Time


class Fooled(Verdict):
    """The player touched their plate at a bluff."""

    taker: Seat
    card: Card | None
    """`None`: hidden from this seat."""
    at: Time


class Followed(Verdict):
    """The player slapped. Whether they were last is decided with the race."""

    at: Time
    blur: Time


class PairLaid(Event):
    """The race is decided."""

    seat: Seat
    pair: Card
    loser: Seat | None
    card: Card | None
    """What the loser paid. `None`: nothing, or hidden from this seat."""
    at: Time
    until: Time
    more: tuple[Card, ...] = ()
    """The other pairs of this hand, laid with it because no card is left elsewhere."""


class Jammed(Event):
    """Nobody can say who was last."""

    seat: Seat
    why: Jam
    at: Time
    until: Time


class BluffEnded(Event):
    """A touch no longer counts as fooled by the bluff."""

    seat: Seat
    at: Time


class TurnWentOn(Event):
    """The active player may raise a hand again."""

    seat: Seat
    at: Time


class Passed(Verdict):
    """The active player passed."""

    at: Time


class TurnEnded(Event):
    """The turn is over without a pass."""

    seat: Seat
    why: Literal["away", "single-card", "time"]
    """The player is away, holds one card or none, or their time is up."""
    at: Time


class GameWon(Event):
    """The game is over."""

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
)
