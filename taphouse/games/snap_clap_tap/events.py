"""The acts and events of Snap Clap Tap."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Act, Event, Seat, Time, Verdict

from .cards import Action, Card
from .piles import Gifts


class Do(Act):
    """Snap, clap or tap, for the cards named: one receive pile's top, or both for the one played on next."""

    LATE = frozenset({"on"})

    action: Action
    on: tuple[Card, ...]


class Lay(Act):
    """Lays the top card of a give pile onto the card seen on a receive pile."""

    LATE = frozenset({"on"})

    card: Card
    on: Card


class Cry(Act):
    """Calls a goof by `offender`, when they laid `card`."""

    offender: Seat
    card: Card


class Pass(Act):
    """Gives up the rest of the three plays."""


Acts: TypeAlias = Do | Lay | Cry | Pass


Why: TypeAlias = Literal[
    "already-called",
    "between-deals",
    "face-down",
    "halted",
    "locked",
    "no-stop",
    "nobody-there",
    "not-your-top",
    "nothing-there",
    "stopped",
    "stuck",
    "too-late",
    "your-own",
]


class TurnedUp(Event):
    """All piles are turned up."""

    at: Time


class Did(Verdict):
    """A player snapped, clapped or tapped."""

    action: Action
    on: tuple[Card, ...]
    """The tops it is bound to; hidden from other seats."""
    at: Time


class Laid(Verdict):
    """A card lies on a receive pile."""

    card: Card
    on: Card
    at: Time
    blur: Time
    goof: bool | None
    """`None`: hidden from every seat."""
    until: Time | None = None
    """If it is a stop card: how long the stop lasts."""


class Bounced(Verdict):
    """The card does not match; its pile is locked."""

    card: Card
    on: Card
    until: Time


class Beaten(Verdict):
    """The card matched, but another player covered that pile first. No penalty."""

    card: Card
    on: Card
    by: Seat | None
    late: Time
    blur: Time
    """The uncertainty of that: both taps' blur together."""


class Passed(Verdict):
    """The stopper gave up the remaining plays."""


class StopEnded(Event):
    """Everyone may play again."""

    stopper: Seat
    at: Time


class Caught(Verdict):
    """A goof, called by `seat`, who gives the offender cards."""

    offender: Seat
    card: Card
    on: Card
    did: Action | None
    gifts: Gifts
    at: Time
    until: Time


class Mistaken(Verdict):
    """There was no goof; `seat` takes a card for the wrong call."""

    accused: Seat
    card: Card
    gifts: Gifts


class CalledTooLate(Verdict):
    """The call came too late. Nobody learns whether it was right."""

    accused: Seat
    card: Card


class GotStuck(Event):
    """Nobody can play: the receive piles are about to be turned."""

    at: Time
    until: Time


class PilesTurned(Event):
    """The bottom card of each receive pile is its top now."""

    at: Time


class PlayResumed(Event):
    """The cards are given; everyone plays again."""

    at: Time


class DealWon(Event):
    """A deal is over."""

    winners: tuple[Seat, ...]
    at: Time
    until: Time
    """When the next cards are dealt, if nobody has won enough deals."""


class Dealt(Event):
    """The cards of the next deal lie face down."""

    deck: tuple[Card, ...]
    """Empty: hidden from this seat."""
    at: Time
    until: Time


class GameWon(Event):
    """The game is over."""

    winners: tuple[Seat, ...]


Events: TypeAlias = (
    TurnedUp
    | Did
    | Laid
    | Bounced
    | Beaten
    | Passed
    | StopEnded
    | Caught
    | Mistaken
    | CalledTooLate
    | GotStuck
    | PilesTurned
    | PlayResumed
    | DealWon
    | Dealt
    | GameWon
)
