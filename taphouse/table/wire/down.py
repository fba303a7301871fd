"""Messages from the house to a browser."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from taphouse.core import Skill, Time, TimeScale, Value
from taphouse.decks import DeckSummary
from taphouse.fair import Fairness, Finish, LineRating

from ..evening import Award, Played, Score
from .limits import Emote, HeadStart, Message, Sign, Volume

Stage: TypeAlias = Literal["lobby", "playing", "over", "podium"]
"""`lobby`: before a game. `playing`: until the winning move was shown for a moment; an update with `places`
is the last one. `over`: a game has ended. `podium`: the evening has ended."""
Standstill: TypeAlias = Literal[
    "host", "long", "restart", "empty", "keeping", "lesson", "introduction", "countdown"
]
"""Why the game is paused. `long`: the host paused it so long ago that anyone may resume; `keeping`: the last
events cannot be written to the journal yet, and nothing is sent before it is written;
`introduction`: screens explain the game until each player is `ready`, or for a few seconds; `countdown`: they
count down from three."""
Why: TypeAlias = Literal[
    "bad-deck",
    "bad-file",
    "bad-message",
    "bad-options",
    "bad-token",
    "banned",
    "flood",
    "gone",
    "kicked",
    "locked",
    "name-taken",
    "name-too-long",
    "new-version",
    "no-decks",
    "no-name",
    "no-replay",
    "no-such-game",
    "no-such-player",
    "no-such-screen",
    "no-such-table",
    "not-host",
    "not-kept",
    "not-now",
    "not-seated",
    "replaced",
    "restarting",
    "sign-taken",
    "stale",
    "table-full",
    "too-few",
    "too-many",
    "too-slow",
]
"""`bad-deck`: not a deck of this game, `detail` says where and why; `bad-file`: not a game file of this
house, `detail` says why; `bad-message`: does not match the schema;
`bad-options`: unknown, out of range, or excluded by the rules, `detail` says which; `bad-token`: not signed
by this house, or the seat is no longer yours; `banned`: the host banned you; `flood`: too much at once;
`gone`: the table was closed; `kicked`: the host removed you; `locked`: nobody new may sit down;
`name-taken`: choose another name; `name-too-long`: `detail` says how many characters a name may have;
`new-version`: the client is older or newer than the house, a page should reload; `no-decks`: this
house or this table takes none, or this game has none; `no-name`: a name needs letters; `no-replay`: no such
game has ended at this table; `no-such-game`: see `/api/games`;
`no-such-player`: no player here has this id; `no-such-screen`: no big screen shows this number;
`no-such-table`: no table has this code; `not-host`: only the host may do this; `not-kept`: the house
cannot write to its journal now, `detail` says why; `not-now`: not possible at this moment; `not-seated`:
sit down first; `replaced`: the same seat was opened on another screen; `restarting`: the table is being
restored from the journal, try again; `sign-taken`: choose another sign; `stale`: the tap refers to an
update of an earlier game or connection; `table-full`: no seat is free; `too-few`: players for
this game; `too-many`: players for this game; `too-slow`: the connection could not keep up."""


class Welcome(Message):
    """You are at the table. `player` and `token` if you have a seat."""

    v: int
    """The protocol version of the house."""
    code: str
    """The table's code."""
    player: int | None = None
    """Your id. `None`: you watch."""
    token: str | None = None
    """Store it: it gets you the seat back."""


class Sorry(Message):
    """Your request was refused and changed nothing."""

    why: Why
    detail: str = ""
    """Details for authors of clients."""


class Goodbye(Message):
    """The connection is about to be closed."""

    why: Why


class Player(Value):
    """A member of the table as all may see them. The index in the list is the seat."""

    id: int
    """Stays the same as long as the player is at this table; bots have one too."""
    name: str
    """The player's name."""
    sign: Sign
    bot: Skill | None
    """A bot's level; `None` for a person."""
    here: bool
    """A screen of this player is connected and visible. Always true for bots."""
    played_by_bot: bool
    """A bot plays the seat until the player is back."""
    ready: bool
    """Ready to start."""
    head_start: HeadStart
    suggested_head_start: HeadStart | None
    """With which all would win equally often. `None`: too little is known of this player here."""
    large_targets: bool
    """What this player taps is drawn larger."""
    vote: str | None
    """The game this player votes for."""
    rating: LineRating | None
    """The quality of the line. `None`: not known yet."""
    rtt: int | None = None
    """The approximate round trip to the house in milliseconds."""
    ghost: bool = False
    """A bot that repeats what a player of a finished game did."""


class DeckOffer(Value):
    """A deck that a player offers to the host."""

    player: int
    """The player's id."""
    deck: DeckSummary
    """What is offered."""


class Room(Message):
    """The whole room as all may see it."""

    code: str
    """The table's code."""
    game: str
    """The slug of the game that is chosen, played, or just over. Its acts, view and events apply."""
    options: dict[str, Any]
    """The game's options by name. `/api/games` has their schema."""
    fairness: Fairness
    """How taps are judged."""
    time_scale: TimeScale
    """How long the rules wait for a player at this table, in percent of the standard time."""
    stage: Stage
    paused: Standstill | None
    host: int | None
    """The id of the player who decides."""
    lesson: int | None
    """The current step of the game's lesson."""
    players: tuple[Player, ...]
    """The players with a seat; the index in this list is the seat."""
    bench: tuple[Player, ...]
    """The players without a seat; the first gets the next free one."""
    watchers: int
    """How many screens watch."""
    big_screen: bool
    """A big screen shows the table, so a player's own screen need not show all of it."""
    locked: bool
    """Nobody new may sit down."""
    elected: str | None
    """The game a majority votes for. It starts by itself in a moment."""
    may_go_on_without_host: bool
    """The host has been idle for long, and most others are ready: anyone may go on without them."""
    taught: bool = False
    """The game on the table began as a lesson: nobody joins it."""
    match: str | None = None
    """The name of the game that is played or just over: its record and its receipts belong to it."""
    big_screen_sound: Volume = "full"
    """How loud the big screen is."""
    announcer: bool = False
    """The big screen also speaks."""
    deck: DeckSummary | None = None
    """The own deck that the chosen game is played with. `/api/tables/CODE/deck` has its text."""
    offers: tuple[DeckOffer, ...] = ()
    """Decks that players offer to the host."""
    takes_decks: bool = True
    """Players who are not the host may offer a deck. `False`: the host wants none, or the house."""
    is_dealt: bool = False
    """The deal was known before: as with a lesson nobody joins the game, and it does not count."""
    day: int | None = None
    """The number of the deal of the day that is played here."""


class Evening(Message):
    """The games played at this table so far, and the scores."""

    games: tuple[Played, ...]
    """Oldest first."""
    scores: tuple[Score, ...]
    """Best first."""
    awards: tuple[Award, ...] = ()
    """What players did more, or faster, than all others."""


class Reaction(Message):
    """A player's reaction."""

    player: int
    """The player's id."""
    emote: Emote


class Update(Message):
    """One whole view of the game. Draw `view`, animate `news`."""

    n: int
    """Counts the updates of this connection across games: `painted`, `do` and `beat` refer to it."""
    at: Time
    """The play time at which this is seen: play clocks count from it while the table is not paused."""
    view: msgspec.Raw
    """The game's `View` as this seat may see it."""
    news: msgspec.Raw
    """The game's `Events` since the last update as this seat may see them."""
    race: Literal["search", "reflex"] | None
    """A race is on: send paint reports, and answer `ask`."""
    beat: Time | None = None
    """Microseconds between two beats during the race. `None`: only when asked."""
    finishes: tuple[Finish, ...] = ()
    """Photo finishes that this screen has not got yet."""
    receipt: str | None = None
    """The running hash of the game's stored record, up to what caused `news`. Keep it: the record of a
    game that is over must contain every receipt. Only with news, so that it does not tell what is hidden.
    """
    places: tuple[int, ...] = ()
    """The place of each seat when the game is over, from 1; tied seats share a place. Empty until then."""


class Ask(Message):
    """Send a beat now, and another every few milliseconds until your play clock is past this moment."""

    past: Time


Down: TypeAlias = Welcome | Sorry | Goodbye | Room | Evening | Reaction | Update | Ask
