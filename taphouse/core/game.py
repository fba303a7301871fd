"""The types and the interface that every game uses.

Pure by construction: nothing here, and nothing in a game's rules, reads a
clock, rolls its own dice, or touches the network. Time arrives as a number,
chance arrives as `Dice`, and everything that happened is an `Event`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    Protocol,
    TypeAlias,
    TypeVar,
    dataclass_transform,
    get_args,
    get_type_hints,
)

import msgspec

from .dice import Dice

if TYPE_CHECKING:
    from .offers import Offer
    from .picture import Pictures

Seat: TypeAlias = Annotated[int, msgspec.Meta(extra_json_schema={"format": "seat"})]
"""A player's place at the table, counted from 0."""
Time: TypeAlias = Annotated[int, msgspec.Meta(extra_json_schema={"format": "time"})]
"""Whole microseconds of play since the game began. Pauses do not count."""

MS: Time = 1_000
SECOND: Time = 1_000 * MS

Skill: TypeAlias = Literal["gentle", "steady", "quick"]
"""How good a bot is. The rules treat bots like people: they see, wait and err."""

API_VERSION = 1
"""The version of this interface. A game of another package names the one that it speaks as `API_VERSION`."""

LOCALE = r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?"
Locale: TypeAlias = Annotated[
    str, msgspec.Meta(pattern=f"^{LOCALE}$", extra_json_schema={"format": "language"})
]
"""The code of a language, as in `pt-BR`. An option of this type is the language a game is played in."""


@dataclass_transform(frozen_default=True)
class Value(msgspec.Struct, frozen=True, gc=False):
    """An immutable record, equal by content. It cannot be part of a cycle, so garbage collection skips it."""


TimeScale: TypeAlias = Literal[100, 150, 200, 300]
"""How long a table waits for its players, in per cent of what the rules say."""


class GameOptions(Value, kw_only=True):
    """The options of a game: its own variants, and how long the table waits for players."""

    time_scale: TimeScale = msgspec.field(default=100, name="windows")  # the name in stored journals
    own_deck: str | msgspec.UnsetType = msgspec.UNSET
    """The text of an own deck. Not written without one, so that games without decks stay as they were."""

    def time_limit(self, span: Time) -> Time:
        """How long this table gives a player, if the rules give `span`."""
        return span * self.time_scale // 100

    @classmethod
    def defaults_for(cls, locale: Locale) -> dict[str, Any]:
        """The default variants for people who speak this language."""
        kinds = get_type_hints(cls, include_extras=True)
        return {name: locale for name, kind in kinds.items() if kind == Locale}


class Phase(Value, tag=True):
    """What the table is doing now. Contains its own deadline."""


class Act(Value, tag=True):
    """What a player does: a tap, a card, a word. Names the thing touched."""

    LATE: ClassVar[frozenset[str]] = frozenset()
    """Fields that may name what an earlier update showed: such a late tap is judged, not refused."""


class Away(Act):
    """Made by the table, never by a player: this seat cannot be waited for."""


class Back(Act):
    """Made by the table, never by a player: this seat plays again."""


class Event(Value, tag=True):
    """Something that happened, in the past tense. The only way state changes."""


class Verdict(Event):
    """The event that answers an act. Every act gets exactly one."""

    seat: Seat


class Refused(Verdict):
    """The act did not count. Part of play, never an exception."""

    why: str
    """`game-over`, or one of the game's reasons, as in `not-now`; its words have a sentence for each."""


class Left(Verdict):
    """The seat is away."""


class Returned(Verdict):
    """The seat is back."""


class Move(Value):
    """Who did what, when. Stamped by the arbiter, never by the player."""

    at: Time
    seat: Seat
    act: Any
    blur: Time = 0
    """The uncertainty of `at`, in either direction."""
    seen: Time | None = None
    """The play time of the last update this player's own screen had shown. `None`: everything."""

    def saw(self, moment: Time) -> bool:
        """Whether the player's screen had shown the update of `moment` when the finger fell."""
        return moment <= (self.at if self.seen is None else self.seen)


class Race(Value):
    """While a race is on, taps are compared: nothing is decided before slower lines could answer."""

    since: Time
    """When the screens showed what to react to."""
    reflex: bool = False
    """A reaction of tenths of a second to something shown to all at once; otherwise a search of seconds."""
    last: bool = False
    """The last tap loses; otherwise the first one wins."""
    open: bool = False
    """Taps are not secret: photo finishes are shown at once, not only when the race is over."""
    held_back: tuple[tuple[Seat, Time], ...] = ()
    """Seats that see it later than `since` by the rules, and when."""
    judges_early: bool = False
    """The rules themselves say what a tap costs that is sooner than any person can react."""

    def shown_to(self, seat: Seat) -> Time:
        """When this seat's screen shows what to react to."""
        return dict(self.held_back).get(seat, self.since) if self.held_back else self.since


class Plan(Value):
    """What a bot will do, and when, if nothing changes before then."""

    at: Time
    act: Any


class Excluded(ValueError):
    """Raised by `Options` for a combination the rules exclude. `why` is a key of the game's words."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class StateLike(Protocol):
    @property
    def due(self) -> Time | None:
        """When the rules must be asked again, whatever the players do."""
        ...

    @property
    def race(self) -> Race | None:
        """Set while taps are compared."""
        ...

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Outside a race: seats whose answer the deadline cuts off. None if the deadline opens a race."""
        ...

    @property
    def away(self) -> tuple[Seat, ...]:
        """Seats that are not waited for. Rules read it; only `Left` and `Returned` change it."""
        ...

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat, as this game counts them: more is better."""
        ...

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        """Set once, when the game is over."""
        ...


def loser_of(state: StateLike) -> Seat | None:
    """Who lost the race that was just decided. Only a game in which the last one loses has a `loser`."""
    loser: Seat | None = getattr(state, "loser", None)
    return loser


S = TypeVar("S", bound=StateLike)
E = TypeVar("E", bound=Event)


class Entry(Value, Generic[E]):
    """One line of the journal: a move (or only the clock) and the events it caused."""

    at: Time
    move: Move | None
    events: tuple[E, ...]
    evidence: Any = None
    """How the time of the move was computed: stored and shown, never read by the rules."""


class Game(Protocol[S, E]):
    """The interface of a game. Any folder under `games/` that defines these names is a game.

    A game may also define
    - `refuse(state, move, dice)`: what becomes of an act that is not offered: the reason why it does not
      count, one of `Why`; or the verdict on a tap that came too late. Without it the reason is `not-now`.
    - `tell(event, seat)`: `event` as `seat` may see it, `None` to hide it; and
      `reshuffle(state, seat, dice)`: another state that `seat` could not tell from this one, which proves
      that secrets are kept. A game without secrets has neither.
    - `TableActs`: a union of acts that only the table makes, never a player. `judge` answers them.
    - `BOT_LANGUAGES`: the languages whose words its bots understand. In others `bots-abstain`, of the game's
      words, tells the lobby what bots do instead.
    - `awards(events)`: the award and the seat of each deed among the events; `award.NAME` in its texts names
      the award.
    - `occasion(view, seat)`: what names the thing that a seat is asked now, without times. The ghost of a
      player acts as then when it is asked the same again. Without it what is offered names it.
    - `pieces(options)`: the names of cards, or of kinds of cards, that it can be played without. Its `setup`
      then takes one of them as `without`, so that a simulation can find what each is worth.
    - `PEOPLE`: the parameters of its bots by level. `plan` also takes parameters in place of a level.
    - `HEAD_START_SCALE`: so many milliseconds of head start turn even odds of two players into 73 to 27.
      Without it no head start is suggested: here none makes players equal.
    - `DECKS`: how own decks are read, written and tried, as `Decks`. Its rules read `options.own_deck`.

    All games share absence and refusals (`core/verdicts.py`): no game mentions `Away`, `Left` or `Refused`.
    """

    SEATS: range
    MINUTES: int  # about how long a game lasts
    PLACE: int  # order in the list of games: the first is what a house plays by default
    RULES_VERSION: int  # goes up by one when the same moves get another verdict: every journal names it
    TABLES: dict[str, S]  # named states, for tests and for viewing
    PICTURES: Pictures  # moments of play that the rulebook shows
    Options: Any  # the variants, as `GameOptions` whose defaults are the basic game
    State: Any
    View: Any
    Contest: Any  # what several players may be after; boards name and draw it
    Why: Any  # the reasons why an act does not count; `refused.WHY`, of the game's words, says each
    Acts: Any  # the union of everything a player can do
    Events: Any  # the union of everything that can happen

    def setup(self, seats: int, options: Any, dice: Dice) -> S:
        """Rulebook: *Set-up*."""
        ...

    def offers(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """Rulebook: *You may*. The acts that are open to a seat, as its newest update shows the table.

        It is the one source: the view of the seat carries them, boards and bots ask them, and an act that is
        not offered is refused. They never tell a secret, so they offer what only a secret forbids. An act
        that is futile but answered, as a false start, is offered too. The suite proves that `judge` agrees,
        for players who have seen everything.
        """
        ...

    def judge(self, state: S, move: Move, dice: Dice) -> E | str:
        """The verdict on an act that is offered, or one of `Why`: what it says does not count, its screen had
        not shown the offer yet (`Move.saw`), or a secret forbids it.
        """
        ...

    def settle(self, state: S, at: Time, dice: Dice) -> E | None:
        """Rulebook: *As soon as*. The next event the rules force, if any."""
        ...

    def apply(self, state: S, event: E) -> S:
        """The state after `event`. No choices and no dice: bookkeeping only."""
        ...

    def view(self, state: S, seat: Seat | None) -> Value:
        """All that `seat` may know (`None`: a spectator). Built from nothing, not filtered from the state."""
        ...

    def contested(self, state: S, move: Move) -> Value | None:
        """The contest that a tap takes part in: all taps of one contest share a photo finish."""
        ...

    def plan(self, view: Any, seat: Seat, dice: Dice, skill: Any) -> Plan | None:
        """The bot. It sees a `view`, like every player; its dice are the same all game, so fork them."""
        ...

    def tally(self, events: Iterable[E]) -> Mapping[str, float]:
        """What a simulation counts in one game; `tally.NAME` in the game's words names the unit."""
        ...


def head_start_scale(game: Game[Any, Any]) -> int | None:
    """`None`: a head start does not make players of this game equal."""
    return getattr(game, "HEAD_START_SCALE", None)


def people(game: Game[Any, Any]) -> Mapping[Skill, Any]:
    """The parameters of its bots by level; empty if the game does not show them."""
    return getattr(game, "PEOPLE", {})


P = TypeVar("P", bound=Value)


def person_of(people: Mapping[Skill, P], level: Skill | P) -> P:
    """The parameters of a bot's level, or those that are given instead of one."""
    return level if isinstance(level, Value) else people[level]


def act_kinds(game: Game[Any, Any]) -> tuple[type[Act], ...]:
    """The types of the acts of a player, also if there is just one."""
    return get_args(game.Acts) or (game.Acts,)


def own_table_acts(game: Game[Any, Any]) -> Any:
    """The acts that the table makes in this game alone."""
    return getattr(game, "TableActs", ())


def table_acts(game: Game[Any, Any]) -> Any:
    """The union of all acts that the table makes in this game."""
    own = own_table_acts(game)
    return Away | Back if own == () else Away | Back | own


def all_events(game: Game[Any, Any]) -> Any:
    """The union of everything that can happen in this game."""
    return game.Events | Left | Returned | Refused


def deeds(game: Game[Any, Any], events: Iterable[Any]) -> Iterable[tuple[str, Seat]]:
    """The award and the seat of each deed among the events that this game has an award for."""
    own: Callable[[Iterable[Any]], Iterable[tuple[str, Seat]]] | None = getattr(game, "awards", None)
    return () if own is None else own(events)


def pieces(game: Game[Any, Any], options: Any) -> tuple[str, ...]:
    """What this game can be played without."""
    own: Callable[[Any], Iterable[str]] | None = getattr(game, "pieces", None)
    return () if own is None else tuple(own(options))


def setup_without(game: Game[S, E], piece: str | None, seats: int, options: Any, dice: Dice) -> S:
    """The first state of a game that is played without one of its pieces."""
    setup: Callable[..., S] = game.setup
    return setup(seats, options, dice) if piece is None else setup(seats, options, dice, without=piece)


replace = msgspec.structs.replace
