"""What players can do, and what can happen."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from taphouse.core import Act, Advised, Event, Left, Refused, Returned, Seat, Time, Value, Verdict

from .cards import Card

LONGEST_WORD, LONGEST_DEFENCE, LONGEST_QUESTION = 60, 280, 140


class Reveal(Act):
    """Turn over the top card."""


class Claim(Act):
    """I have it. Aloud: and I am saying it now."""


class Count(Act):
    """Start a countdown. It cannot be undone."""


class Drum(Act):
    """One beat: along with a countdown, or in the Dance of the Fists."""


class Say(Act):
    """The solution; aloud, a label for what was said."""

    text: Annotated[str, Meta(max_length=LONGEST_WORD)]


class Fist(Act):
    """Down on the table: I do not accept it."""


class Fine(Act):
    """Fine by me."""


class Lift(Act):
    """You have convinced me."""


class Defend(Act):
    text: Annotated[str, Meta(max_length=LONGEST_DEFENCE)]


class Done(Act):
    """I have said what I had to say."""


class Ask(Act):
    """A question about the rules, with the answer I propose."""

    question: Annotated[str, Meta(max_length=LONGEST_QUESTION)] = ""
    answer: Annotated[str, Meta(max_length=LONGEST_QUESTION)] = ""


class Name(Act):
    """Whose fist is the smallest."""

    whose: Seat


Acts: TypeAlias = Reveal | Claim | Count | Drum | Say | Fist | Fine | Lift | Defend | Done | Ask | Name


class Hint(Value):
    """A word that may be too close to an earlier one, or to a card."""

    word: str
    by: Seat | None = None
    card: Card | None = None


class Tokens(Value):
    to: Seat
    giver: Seat | None
    """`None`: the supply."""
    count: int


How: TypeAlias = Literal["accepted", "rejected", "silent", "danced", "out-of-time"]
Objection: TypeAlias = Literal["said", "card", "letter"]


class Revealed(Verdict):
    card: Card
    at: Time


class HouseRevealed(Event):
    """The active player was away, or dreaming."""

    card: Card
    at: Time


class Claimed(Verdict):
    """Has a solution, and types it."""

    starter: Seat | None
    at: Time
    until: Time


class Called(Verdict):
    """Wants to count down; who else does at once is not known yet."""

    at: Time


class CountdownBegan(Event):
    starter: Seat
    rivals: tuple[Seat, ...]
    since: Time
    until: Time


class CountdownEnded(Event):
    """Now the starter must propose."""

    starter: Seat
    at: Time
    until: Time


class DanceAllowed(Event):
    """So long without a solution: the others may drum."""


class Drummed(Verdict):
    at: Time


class NotTaken(Verdict):
    """A typed word that is plainly against the rules; the clock runs on."""

    text: str
    why: Objection
    hint: Hint


class Proposed(Verdict):
    text: str
    """Empty: it was said aloud."""
    hints: tuple[Hint, ...]
    starter: Seat | None
    at: Time
    until: Time


class Labelled(Verdict):
    """What was said aloud, written down."""

    text: str
    hints: tuple[Hint, ...]


class FistTapped(Verdict):
    at: Time


class SaidFine(Verdict):
    pass


class FistLifted(Verdict):
    pass


class Challenged(Event):
    """A majority of fists: the solution must be justified."""

    seat: Seat
    at: Time
    until: Time


class Defended(Verdict):
    text: str


class SaidDone(Verdict):
    pass


class TurnEnded(Event):
    how: How
    by: Seat
    """Who proposed, or should have."""
    tokens: Tokens | None
    out: Seat | None
    """In the Final Countdown: whose mistake it was."""
    at: Time
    until: Time


class TurnBegan(Event):
    active: Seat
    at: Time


class Asked(Verdict):
    """The game pauses."""

    question: str
    answer: str
    at: Time
    until: Time


class Ruled(Event):
    """The game goes on where it paused."""

    stands: bool
    at: Time


class GameEnded(Event):
    """One game of a series; words stay said."""

    tokens: tuple[int, ...]
    deck: tuple[Card, ...]  # empty: not yours to see
    active: Seat
    at: Time


class TieFound(Event):
    """The Final Countdown will decide."""

    tied: tuple[Seat, ...]
    at: Time
    until: Time


class Named(Verdict):
    whose: Seat


class FinalBegan(Event):
    deck: tuple[Card, ...]  # empty: not yours to see
    active: Seat
    at: Time


class DeckShuffled(Event):
    deck: tuple[Card, ...]  # empty: not yours to see


class GameWon(Event):
    winners: tuple[Seat, ...]


Events: TypeAlias = (
    Revealed
    | HouseRevealed
    | Claimed
    | Called
    | CountdownBegan
    | CountdownEnded
    | DanceAllowed
    | Drummed
    | NotTaken
    | Proposed
    | Labelled
    | FistTapped
    | SaidFine
    | FistLifted
    | Challenged
    | Defended
    | SaidDone
    | TurnEnded
    | TurnBegan
    | Asked
    | Ruled
    | GameEnded
    | TieFound
    | Named
    | FinalBegan
    | DeckShuffled
    | GameWon
    | Left
    | Returned
    | Advised
    | Refused
)
