"""What a browser says to the house."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from taphouse.core import Locale, Skill, TimeScale
from taphouse.fair import Fairness

from .limits import MAX_FRAME, MIN_FRAME, Browser, Emote, HeadStart, Message, Name, Sign, Slug

Clock: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""Microseconds on the page's own clock."""
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""The `n` of the last update that was on the screen."""


class Hello(Message):
    """The first message on a line. With the token of a seat, one is back in it."""

    v: int
    """The version of this protocol that the client speaks."""
    token: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    """Of a seat, as `welcome` gave it. `None`: no seat yet."""
    screen: Literal["hand", "table"] = "hand"
    """`hand`: a player's own screen. `table`: a screen for all, which watches."""
    browser: Browser | None = None


class Looking(Message):
    """Somebody looks at this page, or it was put away. Always answered: so a page knows its line is alive."""

    looking: bool
    """`False`: the page was put away."""


class Sit(Message):
    """Take a free seat, or a bot's while a game is on; without either, wait on the bench for the next."""

    name: Name
    sign: Sign | None = None
    """`None`: any that is free."""


class Rename(Message):
    """Host: also somebody else."""

    name: Name
    sign: Sign
    player: int | None = None
    """Whose name it is, by id. `None`: one's own."""


class Ready(Message):
    """Before a game: this player is ready to begin, or not any more."""

    ready: bool
    """`False`: not any more."""


class Stand(Message):
    """Give up the seat."""


class Choose(Message):
    """Host: which game, with which options, how to judge it, how long to wait and in which language
    to begin (`None`: as before)."""

    game: Slug
    options: dict[str, Any] | None = None
    """The game's variants, by name. `/api/games` has their schema."""
    fairness: Fairness | None = None
    """How fingers are judged."""
    time_scale: TimeScale | None = None
    locale: Locale | None = None


class AddBot(Message):
    """Host."""

    skill: Skill


class SetBot(Message):
    """Host: another level for a bot."""

    player: int
    """The bot's id."""
    skill: Skill


class Handicap(Message):
    """Host, before a game: this player is given a head start."""

    player: int
    """A player's id."""
    head_start: HeadStart


class LargeTargets(Message):
    """Before a game: what this player taps is drawn larger on their screen. Host: also for somebody else."""

    large: bool
    """`False`: drawn as usual."""
    player: int | None = None
    """A player's id. `None`: oneself."""


class Swap(Message):
    """Host: two change seats."""

    player: int
    """A player's id."""
    other: int
    """Another player's id."""


class Remove(Message):
    """Host: a bot is put away; a person loses the seat and may watch."""

    player: int
    """A player's id."""


class Kick(Message):
    """Host: a person loses the seat and the line, and may come in again."""

    player: int
    """A player's id."""


class Ban(Message):
    """Host: a person loses the seat and the line, and this browser does not come in again."""

    player: int
    """A player's id."""


class HandOver(Message):
    """Host: somebody else is, from now on."""

    player: int
    """The id of the new host."""


class Lock(Message):
    """Host: nobody new sits down."""

    locked: bool
    """`False`: the table is open again."""


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
    """Which step, counted from 0."""


class Finished(Message):
    """Host: back to the lobby, whatever is going on. After the podium a new evening begins."""


class EndEvening(Message):
    """Host: to the podium, whatever is going on."""


class React(Message):
    """Instead of a chat. Not while fingers are compared."""

    emote: Emote


class Device(Message):
    """What this page runs on. Sent once, and again when it changes."""

    frame: Annotated[int, msgspec.Meta(ge=MIN_FRAME, le=MAX_FRAME)]
    """Microseconds from one picture to the next."""
    calibrated: bool = False
    """This device was measured; `at` is corrected by what was found."""


class Do(Message):
    """A finger fell when the page's clock read `at`, with update `n` of this game on the screen."""

    act: msgspec.Raw
    """One of the acts of the game that the room names."""
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
