"""Everything that crosses the wire. The client's types are generated from here."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from taphouse.core import Locale, Skill, Time, Value, Windows
from taphouse.fair import Fairness, Finish, Weather
from taphouse.sim.film import Frame

from .evening import Played, Score

VERSION = 1

Clock: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""Microseconds on the page's own clock."""
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=80)]
Sign: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=8)]
"""Which pub sign: 1 Bell, 2 Anchor, 3 Moon, 4 Bolt, 5 Horse, 6 Heart, 7 Umbrella, 8 Boot."""
Slug: TypeAlias = Annotated[str, msgspec.Meta(max_length=40)]
Browser: TypeAlias = Annotated[str, msgspec.Meta(min_length=8, max_length=64)]
"""A random name that a browser keeps for itself: all there is to know a guest by who has no seat."""
Emote: TypeAlias = Literal["clap", "laugh", "gasp", "groan", "heart", "fist"]
Stage: TypeAlias = Literal["lobby", "playing", "over", "podium"]
Standstill: TypeAlias = Literal["host", "long", "restart", "empty", "keeping", "lesson"]
"""Why time stands still. `long`: the host stopped it so long ago that anyone may play on; `keeping`: what
happened last cannot be written down yet, and so not be told."""
HeadStart: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=300)]
"""Milliseconds by which the others' fingers count later in a race."""


class Message(Value, tag=lambda name: name.lower(), tag_field="type"):
    """One message, named by its `type`."""


# ---- from the browser ----


class Hello(Message):
    """The first message on a line. With the token of a seat, one is back in it."""

    v: int
    token: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    screen: Literal["hand", "table"] = "hand"
    browser: Browser | None = None


class Looking(Message):
    """Somebody looks at this page, or it was put away. Always answered: so a page knows its line is alive."""

    looking: bool


class Sit(Message):
    """Take a free seat, or a bot's while a game is on; without either, wait on the bench for the next."""

    name: Name
    sign: Sign | None = None


class Rename(Message):
    """Host: also somebody else."""

    name: Name
    sign: Sign
    player: int | None = None


class Ready(Message):
    ready: bool


class Stand(Message):
    """Give up the seat."""


class Choose(Message):
    """Host: which game, with which options, how to judge it, how long to wait and in which language
    to begin (`None`: as before)."""

    game: Slug
    options: dict[str, Any] | None = None
    fairness: Fairness | None = None
    windows: Windows | None = None
    locale: Locale | None = None


class AddBot(Message):
    """Host."""

    skill: Skill


class SetBot(Message):
    """Host: another level for a bot."""

    player: int
    skill: Skill


class Handicap(Message):
    """Host, before a game: this player is given a head start."""

    player: int
    head_start: HeadStart


class LargeTargets(Message):
    """Before a game: what this player taps is drawn larger on his screen. Host: also for somebody else."""

    large: bool
    player: int | None = None


class Swap(Message):
    """Host: two change seats."""

    player: int
    other: int


class Remove(Message):
    """Host: a bot is put away; a person loses the seat and may watch."""

    player: int


class Kick(Message):
    """Host: a person loses the seat and the line, and may come in again."""

    player: int


class Ban(Message):
    """Host: a person loses the seat and the line, and this browser does not come in again."""

    player: int


class HandOver(Message):
    """Host: somebody else is, from now on."""

    player: int


class Lock(Message):
    """Host: nobody new sits down."""

    locked: bool


class Vote(Message):
    """A fist on the game one would play next; `None` takes it back."""

    game: Slug | None


class Start(Message):
    """Host: begin, or play again; `game` if it is to be another one."""

    game: Slug | None = None


class Pause(Message):
    """Host: time stands still."""


class Resume(Message):
    """Host, or anyone if it has been long."""


class GoOn(Message):
    """Anyone, if the host is idle for long: begin the chosen game, or after the podium a new evening."""


class Skip(Message):
    """Host: what the game waits for now is over."""


class Learn(Message):
    """Host, in a lesson: on to this step. `None`: no more of it."""

    step: Annotated[int, msgspec.Meta(ge=0, le=100)] | None


class Finished(Message):
    """Host: back to the lobby, whatever is going on. After the podium a new evening begins."""


class EndEvening(Message):
    """Host: to the podium, whatever is going on."""


class React(Message):
    """Instead of a chat. Not while fingers are compared."""

    emote: Emote


class Device(Message):
    """What this page runs on. Sent once, and again when it changes."""

    frame: Annotated[int, msgspec.Meta(ge=1_000, le=100_000)]
    """Microseconds from one picture to the next."""
    calibrated: bool = False
    """This device was measured; `at` is corrected by what was found."""


class Do(Message):
    """A finger fell when the page's clock read `at`, with update `n` on the screen."""

    act: msgspec.Raw
    n: Count
    at: Clock


class Painted(Message):
    """Update `n` was on the screen when the page's clock read `at`."""

    n: Count
    at: Clock


class Beat(Message):
    """No finger had fallen but those you heard of when the page's clock read `at`, with `n` on the screen."""

    n: Count
    at: Clock


Up: TypeAlias = (
    Hello
    | Looking
    | Sit
    | Rename
    | Ready
    | Stand
    | Choose
    | AddBot
    | SetBot
    | Handicap
    | LargeTargets
    | Swap
    | Remove
    | Kick
    | Ban
    | HandOver
    | Lock
    | Vote
    | Start
    | Pause
    | Resume
    | GoOn
    | Learn
    | Skip
    | Finished
    | EndEvening
    | React
    | Device
    | Do
    | Painted
    | Beat
)


# ---- to the browser ----

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
    "not-now",
    "not-seated",
    "replaced",  # the same seat was opened on another screen
    "restarting",  # the table stumbled and comes back as it was kept
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


# ---- over HTTP ----


class Past(Value):
    """A game of this table that can be watched again."""

    number: int
    game: str


class Doubt(Value):
    """What is wrong with a file that was opened."""

    line: int
    says: str


class Film(Value):
    """A game that is over, through the eyes of one seat."""

    room: Room
    """The table as it was."""
    seat: int | None
    """`None`: the table's own view."""
    frames: tuple[Frame, ...]
    number: int | None = None
    """Which of the table's games; `None` for a file."""
    games: tuple[Past, ...] = ()
    """All of the table's games that can be watched, oldest first."""
    doubt: Doubt | None = None
    """Where today's rules and the evidence say otherwise."""
