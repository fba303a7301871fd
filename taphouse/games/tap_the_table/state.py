"""The state of the table between two events."""

from __future__ import annotations

from typing import Annotated, Literal, assert_never

from msgspec import Meta

from taphouse.core import MS, SECOND, Excluded, GameOptions, Locale, Phase, Race, Seat, Time, Value

from .cards import Card, Own
from .decks import deck_of, has_rude_words, own_cards
from .events import Hint, How, Tokens

SEATS = range(3, 9)
MINUTES = 9
READY = 4 * SECOND  # rule 4: then the house turns the card
READY_ALONE = 1_500 * MS  # the same when the active player is away
ALONE = 12 * SECOND  # rule 21: how long the table waits for an absent player's solution
AT_ONCE = 150 * MS  # rule 18
COUNTDOWN = 5 * SECOND  # rule 16
DRUMMING = 1_500 * MS  # rule 21: a drummer's last tap is younger
PASSING = 1_600 * MS  # rule 11: time to see that nobody objected
PAYING = 3_200 * MS  # rule 22: time to see who got which tokens
COMPARING = 8 * SECOND  # rule 25: whose fist is the smallest?
QUESTION = 20 * SECOND  # rule 26
HEARING = 6 * SECOND  # rule 15: time to speak, even if all fists are kept at once


def seconds(least: int, most: int) -> Meta:
    return Meta(ge=least, le=most, extra_json_schema={"unit": "s", "step": 1})


class Options(GameOptions):
    answers: Literal["typed", "aloud"] = "typed"  # rule 10
    language: Locale = "en"  # rules 2, 9
    challenge: bool = False  # rule 24
    final_countdown: bool = False  # rule 25
    games: Annotated[int, Meta(ge=1, le=5)] = 1  # rules 7, 23
    family: bool = False  # no rude words
    for_real: bool = False  # rule 28
    typing: Annotated[int, seconds(5, 30)] = 10  # rules 10, 20
    vote: Annotated[int, seconds(4, 20)] = 8  # rule 15
    justify: Annotated[int, seconds(10, 60)] = 25  # rule 15
    patience: Annotated[int, seconds(15, 60)] = 30  # rule 21: then the fists may dance

    def __post_init__(self) -> None:
        if (deck := deck_of(self)) is not None and self.family and has_rude_words(deck):
            raise Excluded("excluded.rude-deck")


class Said(Value):
    """A solution that was proposed."""

    text: str
    """What was said."""
    by: Seat


class AnsweredQuestion(Value):
    """A question about the rules, as the table answered it."""

    by: Seat
    question: str
    """What was asked."""
    answer: str
    """What was proposed."""
    stands: bool
    """The table accepted the answer."""


class Ready(Phase):
    """The active player holds the deck."""

    since: Time
    until: Time
    until_alone: Time
    """The deadline when the active player is away."""


class Thinking(Phase):
    """The card is shown."""

    since: Time
    dance_at: Time
    until: Time
    until_alone: Time
    dancing: bool = False


class Starting(Phase):
    """A countdown was called; others may have called at the same time. Nobody else knows yet."""

    thinking: Thinking
    calls: tuple[Seat, ...]
    since: Time
    until: Time


class Countdown(Phase):
    starter: Seat
    rivals: tuple[Seat, ...]
    shown: Time
    """When the card was shown."""
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
    """How badly the solution fits its criteria, by the advisor that the bots have asked."""


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
    heard: Time | None = None
    """When a defence was heard, so that it may end as soon as all fists are lifted or kept."""
    kept: tuple[Seat, ...] = ()
    """Who is not convinced by it."""


class Settling(Phase):
    """Everyone sees the result of the turn."""

    how: How
    by: Seat
    text: str
    fists: tuple[Seat, ...]
    tokens: Tokens | None
    out: Seat | None
    since: Time
    until: Time


class Comparing(Phase):
    """The tied players name the smallest fist."""

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


class Contest(Value):
    """The first to have a solution or to call a countdown."""

    game: int
    """Which game of the series, counted from 1."""
    turn: int
    """Counted from 1."""


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
    """In the order in which they were laid, including the covered ones."""
    used: tuple[Card, ...] = ()
    said: tuple[Said, ...] = ()
    """In this game and all before it."""
    fresh: int = 0
    """Index in `said` of the first word of this game."""
    record: tuple[AnsweredQuestion, ...] = ()
    contenders: tuple[Seat, ...] = ()
    """In the Final Countdown: who is still in it."""
    drums: dict[Seat, Time] = {}
    """The last beat of each seat."""
    asked: tuple[Seat, ...] = ()
    """Who asked a question in this turn."""
    away: tuple[Seat, ...] = ()
    turn: int = 1
    game: int = 1
    left_out: str | None = None
    """The colour that this game is played without."""

    @property
    def due(self) -> Time | None:
        match self.phase:
            case Ready(until=until, until_alone=alone):
                return alone if self.active in self.away else until
            case Thinking() as thinking if self.active in self.away:
                return thinking.until_alone
            case Thinking(dancing=False) as thinking:
                return thinking.dance_at
            case Justifying(until=until, heard=int(heard), fists=fists, kept=kept):
                return min(until, heard) if {*fists} <= {*kept, *self.away} else until
            case Over():
                return None
            case timed:
                return timed.until
        assert_never(self.phase)

    @property
    def race(self) -> Race | None:
        """The first to have a solution, and the first to call a countdown, are decided by time."""
        match self.phase:
            case Thinking(since=shown) | Starting(thinking=Thinking(since=shown)) | Countdown(shown=shown):
                return Race(since=shown)
        return None

    @property
    def awaited(self) -> tuple[Seat, ...]:
        match self.phase:
            case Answering(by=by):
                seats = {by}
            case Voting(by=by, fists=fists, fine=fine):
                seats = {*self.seats} - {by, self.active, *fists, *fine}
            case Asking(by=by, fists=fists, fine=fine, paused=paused) if not isinstance(paused, Thinking):
                seats = {*self.seats} - {by, *fists, *fine}
            case Justifying(by=by, fists=fists):
                seats = {by, *fists}
            case Comparing(named=named):
                seats = {*self.contenders} - {*named}
            case _:
                return ()
        return tuple(sorted(seats - {*self.away}))

    @property
    def own(self) -> Own:
        """The own cards of this table."""
        return own_cards(self.options)

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
