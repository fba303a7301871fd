"""What players can do, and what can happen."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from taphouse.core import Act, Event, Left, Refused, Returned, Seat, Time, Value, Verdict

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
    """A word or a short phrase."""


class Fist(Act):
    """Down on the table: I do not accept it."""


class Fine(Act):
    """Fine by me."""


class Lift(Act):
    """You have convinced me."""


class Defend(Act):
    """Why the solution fits."""

    text: Annotated[str, Meta(max_length=LONGEST_DEFENCE)]
    """What the player says for it."""


class Done(Act):
    """I have said what I had to say."""


class Ask(Act):
    """A question about the rules, with the answer I propose."""

    question: Annotated[str, Meta(max_length=LONGEST_QUESTION)] = ""
    """About the rules."""
    answer: Annotated[str, Meta(max_length=LONGEST_QUESTION)] = ""
    """The answer that the player proposes."""


class Name(Act):
    """Whose fist is the smallest."""

    whose: Seat


Acts: TypeAlias = Reveal | Claim | Count | Drum | Say | Fist | Fine | Lift | Defend | Done | Ask | Name


class Advice(Act):
    """Made by the table, never by a player: an advisor's answer about a word that no bot knows."""

    about: str
    misfit: float = field(name="lack")  # the name in stored journals
    """0: fits every criterion. Each one that it misses adds 1, each doubtful one 0.5."""


TableActs: TypeAlias = Advice


class Hint(Value):
    """A word that may be too close to an earlier one, or to a card."""

    word: str
    """The word in question."""
    by: Seat | None = None
    card: Card | None = None


class Tokens(Value):
    """Tokens change hands."""

    to: Seat
    giver: Seat | None
    """`None`: the supply."""
    count: int
    """How many."""


How: TypeAlias = Literal["accepted", "rejected", "silent", "danced", "out-of-time"]
"""How a turn ended."""
Objection: TypeAlias = Literal["said", "card", "letter"]
"""`said`: it was said before. `card`: it stands on a card. `letter`: it lacks the letter that a card asks
for."""


class Revealed(Verdict):
    """The active player turned over a card."""

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
    """A countdown is on."""

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
    """A beat was heard."""

    at: Time


class NotTaken(Verdict):
    """A typed word that is plainly against the rules; the clock runs on."""

    text: str
    """What was typed."""
    why: Objection
    hint: Hint
    """What it is too close to."""


class Proposed(Verdict):
    """A solution is on the table: accept it or not."""

    text: str
    """Empty: it was said aloud."""
    hints: tuple[Hint, ...]
    """What may be wrong with it."""
    starter: Seat | None
    at: Time
    until: Time


class Labelled(Verdict):
    """What was said aloud, written down."""

    text: str
    """What is said to have been said."""
    hints: tuple[Hint, ...]
    """What may be wrong with it."""


class FistTapped(Verdict):
    """The player does not accept the solution."""

    at: Time


class SaidFine(Verdict):
    """The player accepts the solution."""


class FistLifted(Verdict):
    """The player accepts it after all."""


class Challenged(Event):
    """A majority of fists: the solution must be justified."""

    seat: Seat
    at: Time
    until: Time


class Defended(Verdict):
    """What the player said for their solution."""

    text: str
    """What was said."""


class SaidDone(Verdict):
    """The player has said it all."""


class TurnEnded(Event):
    """The turn is over."""

    how: How
    by: Seat
    """Who proposed, or should have."""
    tokens: Tokens | None
    """Tokens that change hands, if any."""
    out: Seat | None
    """In the Final Countdown: whose mistake it was."""
    at: Time
    until: Time


class TurnBegan(Event):
    """The next player is active."""

    active: Seat
    at: Time


class Asked(Verdict):
    """The game pauses."""

    question: str
    """About the rules."""
    answer: str
    """The answer that is proposed."""
    at: Time
    until: Time


class Ruled(Event):
    """The game goes on where it paused."""

    stands: bool
    """The table accepts the answer."""
    at: Time


class GameEnded(Event):
    """One game of a series; words stay said."""

    tokens: tuple[int, ...]
    """Of each seat, in the game that ended."""
    deck: tuple[Card, ...]
    """Empty: not yours to see."""
    active: Seat
    at: Time


class TieFound(Event):
    """The Final Countdown will decide."""

    tied: tuple[Seat, ...]
    at: Time
    until: Time


class Named(Verdict):
    """The player says whose fist is the smallest."""

    whose: Seat


class FinalBegan(Event):
    """The Final Countdown begins."""

    deck: tuple[Card, ...]
    """Empty: not yours to see."""
    active: Seat
    at: Time


class DeckShuffled(Event):
    """The used cards are shuffled into a new deck."""

    deck: tuple[Card, ...]
    """Empty: not yours to see."""


class Advised(Verdict):
    """The bots know how well an unknown word fits."""

    about: str
    """The word."""
    misfit: float = field(name="lack")  # the name in stored journals
    """0: fits every criterion. Each one that it misses adds 1, each doubtful one 0.5."""


class GameWon(Event):
    """The game is over."""

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
