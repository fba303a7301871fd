"""What the house says to a browser."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from taphouse.core import Skill, Time, Value, Windows
from taphouse.fair import Fairness, Finish, Weather

from ..evening import Played, Score
from .words import Emote, HeadStart, Message, Sign

Stage: TypeAlias = Literal["lobby", "playing", "over", "podium"]
Standstill: TypeAlias = Literal["host", "long", "restart", "empty", "keeping", "lesson"]
"""Why time stands still. `long`: the host stopped it so long ago that anyone may play on; `keeping`: what
happened last cannot be written down yet, and so not be told."""
Why: TypeAlias = Literal[
    "bad-file",  # no game of this house: `detail` says why
    "bad-message",  # not of the schema
    "bad-options",  # unknown, out of range, or a combination the rules exclude: `detail` says which
    "bad-token",  # not signed by this house, or the seat is no longer yours
    "banned",
    "flood",  # too much at once
    "gone",  # the table was closed
    "kicked",
    "locked",  # nobody new sits down
    "name-taken",
    "new-version",  # the page is older or younger than the house: reload
    "no-name",
    "no-replay",  # no such game has ended at this table
    "no-such-game",
    "no-such-player",
    "no-such-table",
    "not-host",
    "not-kept",  # nothing can be written down: `detail` says why
    "not-now",
    "not-seated",
    "replaced",  # the same seat was opened on another screen
    "restarting",  # what you came for comes back as it was kept: try again
    "sign-taken",
    "table-full",
    "too-few",
    "too-many",
    "too-slow",  # the line could not keep up
]


class Welcome(Message):
    """You are at the table. `player` and `token` if you have a seat."""

    v: int
    code: str
    player: int | None = None
    token: str | None = None


class Sorry(Message):
    """What you sent changed nothing."""

    why: Why
    detail: str = ""


class Goodbye(Message):
    """The line is about to be closed."""

    why: Why


class Player(Value):
    """Who sits where, as all may know. The place in the list is the seat."""

    id: int
    name: str
    sign: Sign
    bot: Skill | None
    """A bot's level; `None` for a person."""
    here: bool
    warm: bool
    """A bot keeps the seat warm until he is back."""
    ready: bool
    head_start: HeadStart
    large_targets: bool
    vote: str | None
    """The game his fist is on."""
    weather: Weather | None
    trip: int | None = None
    """Milliseconds to the house and back, about."""


class Room(Message):
    """The table as all may see it, whole."""

    code: str
    game: str
    options: dict[str, Any]
    fairness: Fairness
    windows: Windows
    """How long the rules wait for a player here, in hundredths of what they say."""
    stage: Stage
    paused: Standstill | None
    host: int | None
    """Who decides: a player's id."""
    lesson: int | None
    """Which step of the game's lesson is on."""
    players: tuple[Player, ...]
    bench: tuple[Player, ...]
    """Who has no seat yet, and gets the next that is free."""
    watchers: int
    big: bool
    """A big screen shows the table: a player's own need not show all of it."""
    locked: bool
    elected: str | None
    """The game most fists are on: it begins by itself in a moment."""
    hostless: bool
    """The host has been idle for long, and most others are ready: anyone may go on without him."""


class Evening(Message):
    """What was played at this table so far, and how everyone stands."""

    games: tuple[Played, ...]
    scores: tuple[Score, ...]


class Reaction(Message):
    player: int
    emote: Emote


class Update(Message):
    """Draw `view`, animate `news`. Complete in itself."""

    n: int
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
    """Send a beat as soon as your play clock is past this moment."""

    past: Time


Down: TypeAlias = Welcome | Sorry | Goodbye | Room | Evening | Reaction | Update | Ask
