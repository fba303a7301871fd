"""Everything that crosses the wire. The client's types are generated from here."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from taphouse.core import Skill, Time, Value
from taphouse.fair import Fairness, Finish, Weather

VERSION = 1

Clock: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""Microseconds on the page's own clock."""
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=80)]
Sign: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=8)]
"""Which pub sign: 1 Bell, 2 Anchor, 3 Moon, 4 Bolt, 5 Horse, 6 Heart, 7 Umbrella, 8 Boot."""


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


class Sit(Message):
    """Take a free seat, or a bot's while a game is on."""

    name: Name
    sign: Sign | None = None


class Rename(Message):
    name: Name
    sign: Sign


class Ready(Message):
    ready: bool


class Stand(Message):
    """Give up the seat."""


class Choose(Message):
    """Host: which game, with which options, and how to judge it (`None`: as before)."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    options: dict[str, Any]
    fairness: Fairness | None = None


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


class Kick(Message):
    """Host: a bot is put away; a person loses the seat and the line."""

    player: int


class Start(Message):
    """Host: begin, or play again."""


class Pause(Message):
    """Host."""


class Resume(Message):
    """Host."""


class Learn(Message):
    """Host, in a lesson: on to this step. `None`: no more of it."""

    step: Annotated[int, msgspec.Meta(ge=0, le=100)] | None


class Finished(Message):
    """Host: back to the lobby, whatever is going on."""


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
    | Sit
    | Rename
    | Ready
    | Stand
    | Choose
    | AddBot
    | SetBot
    | Handicap
    | Kick
    | Start
    | Pause
    | Resume
    | Learn
    | Finished
    | Device
    | Do
    | Painted
    | Beat
)


# ---- to the browser ----

Why: TypeAlias = Literal[
    "bad-message",  # not of the schema
    "bad-options",  # unknown, out of range, or a combination the rules exclude: `detail` says which
    "bad-token",  # not signed by this house, or the seat is no longer yours
    "flood",  # too much at once
    "gone",  # the table was closed
    "kicked",
    "name-taken",
    "new-version",  # the page is older or younger than the house: reload
    "no-name",
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
    ready: bool
    head_start: HeadStart
    weather: Weather | None
    trip: int | None = None
    """Milliseconds to the house and back, about."""


class Room(Message):
    """The table as all may see it, whole."""

    code: str
    game: str
    options: dict[str, Any]
    fairness: Fairness
    stage: Literal["lobby", "playing", "over"]
    paused: Literal["host", "restart", "empty", "lesson"] | None
    host: int | None
    """Whose table it is: a player's id."""
    lesson: int | None
    """Which step of the game's lesson is on."""
    players: tuple[Player, ...]
    watchers: int


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


Down: TypeAlias = Welcome | Sorry | Goodbye | Room | Update | Ask
