"""What the house says to a browser."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from taphouse.core import Skill, Time, TimeScale, Value
from taphouse.fair import Fairness, Finish, LineRating

from ..evening import Played, Score
from .limits import Emote, HeadStart, Message, Sign

Stage: TypeAlias = Literal["lobby", "playing", "over", "podium"]
"""`lobby`: before a game. `over`: a game has ended. `podium`: the evening has ended."""
Standstill: TypeAlias = Literal["host", "long", "restart", "empty", "keeping", "lesson"]
"""Why time stands still. `long`: the host stopped it so long ago that anyone may play on; `store`: what
happened last cannot be written down yet, and so not be told."""
Why: TypeAlias = Literal[
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
    "no-name",
    "no-replay",
    "no-such-game",
    "no-such-player",
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
"""`bad-file`: no game of this house; `detail` says why; `bad-message`: not of the schema; `bad-options`:
unknown, out of range, or excluded by the rules; `detail` says which; `bad-token`: not signed by this
house, or the seat is no longer yours; `banned`: the host banned you; `flood`: too much at once; `gone`:
the table was closed; `kicked`: the host sent you away; `locked`: nobody new sits down; `name-taken`:
choose another; `name-too-long`: `detail` says how many characters it may have; `new-version`: the client
is older or younger than the house; for a page, reload; `no-name`: a name has letters; `no-replay`: no such
game has ended at this table; `no-such-game`: see `/api/games`; `no-such-player`: the id is nobody's here;
`no-such-table`: the code is nobody's; `not-host`: only the host may; `not-kept`: the house cannot write it
down just now; `detail` says why; `not-now`: at another moment; `not-seated`: sit down first; `replaced`:
the same seat was opened on another screen; `restarting`: what you came for comes back as it was kept; try
again; `sign-taken`: choose another; `stale`: a tap on what this game did not show on this screen, but an
earlier game or connection did; `table-full`: no seat is free; `too-few`: players for this game;
`too-many`: players for this game; `too-slow`: the line could not keep up."""


class Welcome(Message):
    """You are at the table. `player` and `token` if you have a seat."""

    v: int
    """The version of this protocol that the house speaks."""
    code: str
    """The table's code."""
    player: int | None = None
    """Your id. `None`: you watch."""
    token: str | None = None
    """Keep it: it brings you back to the seat."""


class Sorry(Message):
    """What you sent changed nothing."""

    why: Why
    detail: str = ""
    """More about it, for people who write clients."""


class Goodbye(Message):
    """The line is about to be closed."""

    why: Why


class Player(Value):
    """Who sits where, as all may know. The place in the list is the seat."""

    id: int
    """Stays the same as long as the player is at this table; bots have one too."""
    name: str
    """What the player is called."""
    sign: Sign
    bot: Skill | None
    """A bot's level; `None` for a person."""
    here: bool
    """A screen of this player is connected and looked at. Bots always are."""
    played_by_bot: bool
    """A bot keeps the seat warm until they are back."""
    ready: bool
    """Ready to begin."""
    head_start: HeadStart
    large_targets: bool
    """What this player taps is drawn larger."""
    vote: str | None
    """The game this player's fist is on."""
    rating: LineRating | None
    """How good the line is. `None`: not known yet."""
    rtt: int | None = None
    """Milliseconds to the house and back, about."""


class Room(Message):
    """The table as all may see it, whole."""

    code: str
    """The table's code."""
    game: str
    """The slug of the game that is chosen, played, or just over: it says whose acts, view and news apply."""
    options: dict[str, Any]
    """The game's variants, by name. `/api/games` has their schema."""
    fairness: Fairness
    """How fingers are judged."""
    time_scale: TimeScale
    """How long the rules wait for a player here, in hundredths of what they say."""
    stage: Stage
    paused: Standstill | None
    host: int | None
    """Who decides: a player's id."""
    lesson: int | None
    """Which step of the game's lesson is on."""
    players: tuple[Player, ...]
    """Who sits at the table; the place in this list is the seat."""
    bench: tuple[Player, ...]
    """Who has no seat yet, and gets the next that is free."""
    watchers: int
    """How many screens watch."""
    big_screen: bool
    """A big screen shows the table: a player's own need not show all of it."""
    locked: bool
    """Nobody new sits down."""
    elected: str | None
    """The game most fists are on: it begins by itself in a moment."""
    may_go_on_without_host: bool
    """The host has been idle for long, and most others are ready: anyone may go on without them."""
    taught: bool = False
    """The game on the table began as a lesson: nobody joins it."""


class Evening(Message):
    """What was played at this table so far, and how everyone stands."""

    games: tuple[Played, ...]
    """The oldest first."""
    scores: tuple[Score, ...]
    """The best first."""


class Reaction(Message):
    """A player reacts."""

    player: int
    """The player's id."""
    emote: Emote


class Update(Message):
    """Draw `view`, animate `news`. Complete in itself."""

    n: int
    """Counts the updates of this connection, game after game: `painted`, `do` and `beat` refer to it."""
    at: Time
    """The play time at which this is seen: clocks count from it while the table is not paused."""
    view: msgspec.Raw
    """The game's `View`, as this seat may see it."""
    news: msgspec.Raw
    """The game's `Events` since the last update, as this seat may hear them."""
    race: Literal["search", "reflex"] | None
    """A race is on: keep painting, and answer `ask`."""
    beat: Time | None = None
    """Microseconds between two beats while the race is on. `None`: only when asked."""
    finishes: tuple[Finish, ...] = ()
    """Photo finishes that are new to this screen."""


class Ask(Message):
    """Send a beat now, and go on every few milliseconds until your play clock is past this moment."""

    past: Time


Down: TypeAlias = Welcome | Sorry | Goodbye | Room | Evening | Reaction | Update | Ask
