"""The acts and events of Tap the Table."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from taphouse.core import Act, Event, Seat, Time, Value, Verdict

from .cards import Card

LONGEST_WORD, LONGEST_DEFENCE, LONGEST_QUESTION = 60, 280, 140


class Reveal(Act):
    """Turns over the top card."""


class Claim(Act):
    """The player has a solution. Aloud: and says it now."""


class Count(Act):
    """Starts a countdown. It cannot be undone."""


class Drum(Act):
    """One beat: along with a countdown, or in the Dance of the Fists."""


class Say(Act):
    """The solution; aloud, a label for what was said."""

    text: Annotated[str, Meta(max_length=LONGEST_WORD)]
    """A word or a short phrase."""


class Fist(Act):
    """A fist on the table: the player does not accept the solution."""


class Fine(Act):
    """The player accepts the solution."""


class Lift(Act):
    """The player is convinced and lifts the fist."""


class Keep(Act):
    """The player has heard the defence and leaves the fist on the table."""


class Defend(Act):
    """Why the solution fits."""

    text: Annotated[str, Meta(max_length=LONGEST_DEFENCE)]
    """The player's argument."""


class Done(Act):
    """The player has finished the defence."""


class Ask(Act):
    """A question about the rules, with a proposed answer."""

    question: Annotated[str, Meta(max_length=LONGEST_QUESTION)] = ""
    """About the rules."""
    answer: Annotated[str, Meta(max_length=LONGEST_QUESTION)] = ""
    """The answer that the player proposes."""


class Name(Act):
    """Names the player with the smallest fist."""

    whose: Seat


Acts: TypeAlias = Reveal | Claim | Count | Drum | Say | Fist | Fine | Lift | Keep | Defend | Done | Ask | Name


Why: TypeAlias = Literal[
    "already-said",
    "asked-already",
    "countdown-runs",
    "empty",
    "fist-stays",
    "no-fist",
    "no-more-fists",
    "no-vote",
    "not-active",
    "not-heard",
    "not-now",
    "not-seen",
    "not-tied",
    "not-your-deck",
    "not-yours-to-defend",
    "only-fists",
    "rude",
    "say-it-aloud",
    "too-late",
    "too-soon",
    "you-are-active",
]


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
for.
"""


class Revealed(Verdict):
    """The active player turned over a card."""

    card: Card
    at: Time


class HouseRevealed(Event):
    """The house turned the card, because the active player was away or too slow."""

    card: Card
    at: Time


class Claimed(Verdict):
    """The player has a solution, and types it."""

    starter: Seat | None
    at: Time
    until: Time


class Called(Verdict):
    """The player wants to count down. Whether others call at the same time is not known yet."""

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
    """No solution for so long: the others may drum."""


class Drummed(Verdict):
    """A beat was made."""

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
    """The words, as the speaker wrote them down."""
    hints: tuple[Hint, ...]
    """What may be wrong with it."""


class FistTapped(Verdict):
    """The player does not accept the solution."""

    at: Time


class SaidFine(Verdict):
    """The player accepts the solution."""


class FistLifted(Verdict):
    """The player accepts it after all."""


class FistKept(Verdict):
    """The player is not convinced."""


class Challenged(Event):
    """A majority of fists: the solution must be justified."""

    seat: Seat
    at: Time
    until: Time


class Defended(Verdict):
    """The player argued for their solution."""

    text: str
    """The argument."""
    at: Time = 0


class SaidDone(Verdict):
    """The player has finished the defence."""


class TurnEnded(Event):
    """The turn is over."""

    how: How
    by: Seat
    """Who proposed, or should have."""
    tokens: Tokens | None
    """Tokens that change hands, if any."""
    out: Seat | None
    """In the Final Countdown: who made the mistake."""
    at: Time
    until: Time


class TurnBegan(Event):
    """The next player is active."""

    active: Seat
    at: Time


class Asked(Verdict):
    """A player asked a question about the rules; the game pauses."""

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
    """One game of a series ended; words said in it stay said."""

    tokens: tuple[int, ...]
    """Of each seat, in the game that ended."""
    deck: tuple[Card, ...]
    """Empty: hidden from this seat."""
    active: Seat
    at: Time


class TieFound(Event):
    """The Final Countdown will decide."""

    tied: tuple[Seat, ...]
    at: Time
    until: Time


class Named(Verdict):
    """The player names the smallest fist."""

    whose: Seat


class FinalBegan(Event):
    """The Final Countdown begins."""

    deck: tuple[Card, ...]
    """Empty: hidden from this seat."""
    active: Seat
    at: Time


class DeckShuffled(Event):
    """The used cards are shuffled into a new deck."""

    deck: tuple[Card, ...]
    """Empty: hidden from this seat."""


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
    | FistKept
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
    | Advised
)
