"""What lies on the table, what players do there, and what can happen. The rules are in `rules.py`."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, assert_never

from msgspec import Meta

from taphouse.core import (
    MS,
    SECOND,
    Act,
    Advised,
    Agreement,
    Event,
    Left,
    Phase,
    Race,
    Refused,
    Returned,
    Seat,
    Time,
    Value,
    Verdict,
)

from .cards import Card
from .words import Language

SEATS = range(3, 9)
MINUTES = 12
READY = 6 * SECOND  # rule 4: then the house turns the card
READY_ALONE = 1_500 * MS  # the same when the active player is away
ALONE = 12 * SECOND  # rule 21: how long the table waits for an absent player's solution
AT_ONCE = 150 * MS  # rule 18
COUNTDOWN = 5 * SECOND  # rule 16
DRUMMING = 1_500 * MS  # rule 21: a drummer's last tap is younger
PASSING = 1_600 * MS  # rule 11: time to see that nobody objected
PAYING = 3_200 * MS  # rule 22: time to see who got what
COMPARING = 12 * SECOND  # rule 25: whose fist is the smallest?
QUESTION = 20 * SECOND  # rule 26

LONGEST_WORD, LONGEST_DEFENCE, LONGEST_QUESTION = 60, 280, 140


def seconds(least: int, most: int) -> Meta:
    return Meta(ge=least, le=most, extra_json_schema={"unit": "s", "step": 1})


class Options(Agreement):
    answers: Literal["typed", "aloud"] = "typed"  # rule 10
    language: Language = "en"  # rules 2, 9
    challenge: bool = False  # rule 24
    final_countdown: bool = False  # rule 25
    games: Annotated[int, Meta(ge=1, le=5)] = 1  # rules 7, 23
    family: bool = False  # no rude words
    for_real: bool = False  # rule 28
    typing: Annotated[int, seconds(5, 30)] = 10  # rules 10, 20
    vote: Annotated[int, seconds(4, 20)] = 8  # rule 15
    justify: Annotated[int, seconds(10, 60)] = 25  # rule 15
    patience: Annotated[int, seconds(15, 60)] = 30  # rule 21: then the fists may dance


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


class Said(Value):
    text: str
    by: Seat


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


class Ruling(Value):
    """A question about the rules, as the table answered it."""

    by: Seat
    question: str
    answer: str
    stands: bool


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


class Ready(Phase):
    """The active player holds the deck."""

    since: Time
    until: Time
    until_alone: Time
    """The deadline when the active player is away."""


class Thinking(Phase):
    """The card is up."""

    since: Time
    dance_at: Time
    until: Time
    until_alone: Time
    dancing: bool = False


class Starting(Phase):
    """Somebody called a countdown; others may have done so at once. Nobody else knows yet."""

    thinking: Thinking
    calls: tuple[Seat, ...]
    since: Time
    until: Time


class Countdown(Phase):
    starter: Seat
    rivals: tuple[Seat, ...]
    shown: Time
    """When the card was."""
    since: Time
    until: Time


class Answering(Phase):
    """The word is being typed; or the starter owes it, aloud."""

    by: Seat
    starter: Seat | None
    since: Time
    until: Time
    tries: tuple[str, ...] = ()


class Voting(Phase):
    by: Seat
    starter: Seat | None
    text: str
    hints: tuple[Hint, ...]
    since: Time
    until: Time
    fists: tuple[Seat, ...] = ()
    fine: tuple[Seat, ...] = ()
    advice: float | None = None
    """How much the solution lacks, as bots were told."""


class Justifying(Phase):
    """Fists can be lifted, none added."""

    by: Seat
    starter: Seat | None
    text: str
    hints: tuple[Hint, ...]
    since: Time
    until: Time
    fists: tuple[Seat, ...]
    defence: str = ""
    done: bool = False
    advice: float | None = None


class Settling(Phase):
    """Everyone sees what came of the turn."""

    how: How
    by: Seat
    text: str
    fists: tuple[Seat, ...]
    tokens: Tokens | None
    out: Seat | None
    since: Time
    until: Time


class Comparing(Phase):
    """The tied hold their fists against each other."""

    since: Time
    until: Time
    named: dict[Seat, Seat] = {}


class Asking(Phase):
    """The table answers a question about the rules; everything else waits."""

    by: Seat
    question: str
    answer: str
    since: Time
    until: Time
    paused: Ready | Thinking | Voting | Justifying | Settling
    fists: tuple[Seat, ...] = ()
    fine: tuple[Seat, ...] = ()


class Over(Phase):
    winners: tuple[Seat, ...]


class State(Value):
    options: Options
    deck: tuple[Card, ...]
    active: Seat
    tokens: tuple[int, ...]
    sums: tuple[int, ...]
    """The tokens of the games before this one."""
    phase: (
        Ready
        | Thinking
        | Starting
        | Countdown
        | Answering
        | Voting
        | Justifying
        | Settling
        | Comparing
        | Asking
        | Over
    )
    middle: tuple[Card, ...] = ()
    """In the order in which they were laid, the covered ones too."""
    used: tuple[Card, ...] = ()
    said: tuple[Said, ...] = ()
    """In this game and all before it."""
    fresh: int = 0
    """From which word on they were said in this game."""
    record: tuple[Ruling, ...] = ()
    contenders: tuple[Seat, ...] = ()
    """In the Final Countdown: who is still in it."""
    drums: dict[Seat, Time] = {}
    """Each one's last beat."""
    asked: tuple[Seat, ...] = ()
    """Who put a question in this turn."""
    away: tuple[Seat, ...] = ()
    turn: int = 1
    game: int = 1

    @property
    def due(self) -> Time | None:
        match self.phase:
            case Ready(until=until, until_alone=alone):
                return alone if self.active in self.away else until
            case Thinking() as thinking if self.active in self.away:
                return thinking.until_alone
            case Thinking(dancing=False) as thinking:
                return thinking.dance_at
            case Over():
                return None
            case timed:
                return timed.until
        assert_never(self.phase)

    @property
    def race(self) -> Race | None:
        """Who has it, and who counts down, is a matter of who was first."""
        match self.phase:
            case Thinking(since=shown) | Starting(thinking=Thinking(since=shown)) | Countdown(shown=shown):
                return Race(since=shown)
        return None

    @property
    def seats(self) -> range:
        return range(len(self.tokens))

    @property
    def is_final(self) -> bool:
        return bool(self.contenders)

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(-before - now for before, now in zip(self.sums, self.tokens, strict=True))

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        return self.phase.winners if isinstance(self.phase, Over) else None
