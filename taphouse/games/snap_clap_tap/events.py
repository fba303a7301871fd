"""What players can do, and what can happen."""

from __future__ import annotations

from typing import TypeAlias

from taphouse.core import Act, Event, Left, Refused, Returned, Seat, Time, Verdict

from .cards import Action, Card
from .piles import Gifts


class Do(Act):
    """Snap, clap or tap, for the cards named: one receive pile's top, or both for whichever is played on."""

    action: Action
    on: tuple[Card, ...]


class Lay(Act):
    """The top card of a give pile, onto the card seen on a receive pile."""

    card: Card
    on: Card


class Cry(Act):
    """Goof! By `offender`, when they laid `card`."""

    offender: Seat
    card: Card


class Pass(Act):
    """The rest of the three plays is not wanted."""


Acts: TypeAlias = Do | Lay | Cry | Pass


class TurnedUp(Event):
    """All piles are turned up."""

    at: Time


class Did(Verdict):
    """A player snapped, clapped or tapped."""

    action: Action
    on: tuple[Card, ...]
    """The tops it is bound to; others are not told."""
    at: Time


class Laid(Verdict):
    """A card lies on a receive pile."""

    card: Card
    on: Card
    at: Time
    blur: Time
    goof: bool | None
    """`None`: nobody's to be told."""
    until: Time | None = None
    """If it is a stop card: how long the stop lasts."""


class Bounced(Verdict):
    """It does not match; its pile is locked."""

    card: Card
    on: Card
    until: Time


class Beaten(Verdict):
    """It did match, but somebody covered that card first. No penalty."""

    card: Card
    on: Card
    by: Seat | None
    late: Time
    blur: Time
    """How sure that is: both fingers' uncertainty together."""


class Passed(Verdict):
    """The stopper wants no more plays."""


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
    """No goof at all; `seat` takes a card for that."""

    accused: Seat
    card: Card
    gifts: Gifts


class CalledTooLate(Verdict):
    """Right or wrong, nobody will know."""

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
    | GameWon
    | Left
    | Returned
    | Refused
)
