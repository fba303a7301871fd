"""Messages from a browser to the house."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from taphouse.core import Locale, Skill, TimeScale
from taphouse.core.decks import LONGEST_DECK
from taphouse.fair import Fairness

from .limits import MAX_FRAME, MIN_FRAME, Browser, Emote, HeadStart, Message, Name, Sign, Slug, Volume

Clock: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""Microseconds on the page's own clock."""
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""The `n` of the last update that was on the screen."""


class Hello(Message):
    """The first message of a connection. With a seat's token, the player gets the seat back."""

    v: int
    """The version of this protocol that the client speaks."""
    token: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    """The seat's token from `welcome`. `None`: no seat yet."""
    screen: Literal["hand", "table"] = "hand"
    """`hand`: a player's own screen. `table`: a big screen for all, which only watches."""
    browser: Browser | None = None


class Looking(Message):
    """The page is visible or hidden now. Always answered, so that a page knows its connection is alive."""

    looking: bool
    """`False`: the page is hidden."""


class Sit(Message):
    """Take a free seat, or a bot's during a game; without either, wait on the bench for the next.

    The same browser with the same name gets the seat that it has.
    """

    name: Name
    sign: Sign | None = None
    """`None`: any free sign."""


class Rename(Message):
    """Change one's name and sign. Host: also another player's."""

    name: Name
    sign: Sign
    player: int | None = None
    """The id of the player to rename. `None`: oneself."""


class Ready(Message):
    """Before a game: this player is ready to start, or not any more. In an introduction: has read it."""

    ready: bool
    """`False`: not ready any more."""


class Stand(Message):
    """Give up the seat."""


class Choose(Message):
    """Host: choose the game, its options, how taps are judged, how long the rules wait, and the language
    to start in (`None`: as before)."""

    game: Slug
    options: dict[str, Any] | None = None
    """The options that change, by name. `/api/games` has their schema. `None`: as last played."""
    fairness: Fairness | None = None
    """How taps are judged."""
    time_scale: TimeScale | None = None
    locale: Locale | None = None


DeckText: TypeAlias = Annotated[str, msgspec.Meta(max_length=LONGEST_DECK)]
"""The text of a deck."""


class UseDeck(Message):
    """Host, before a game: play the deck's game with it. `None`: without the own deck of the chosen game."""

    deck: DeckText | None


class OfferDeck(Message):
    """Offer the host a deck. `None` takes the offer back."""

    deck: DeckText | None


class AnswerOffer(Message):
    """Host: play with the deck that a player offers, or decline it."""

    player: int
    """A player's id."""
    accepted: bool
    """`False`: the offer goes away."""


class TakeDecks(Message):
    """Host: whether other players may offer decks."""

    on: bool
    """`False`: the offers that there are go away."""


class AddBot(Message):
    """Host: add a bot."""

    skill: Skill


class SetBot(Message):
    """Host: change a bot's level."""

    player: int
    """The bot's id."""
    skill: Skill


class Handicap(Message):
    """Host, before a game: give a player a head start."""

    player: int
    """A player's id."""
    head_start: HeadStart


class LargeTargets(Message):
    """Before a game: draw what this player taps larger on their screen. Host: also for another player."""

    large: bool
    """`False`: drawn as usual."""
    player: int | None = None
    """A player's id. `None`: oneself."""


class Swap(Message):
    """Host: two players change seats."""

    player: int
    """A player's id."""
    other: int
    """Another player's id."""


class Remove(Message):
    """Host: a bot leaves; a person loses the seat and may watch."""

    player: int
    """A player's id."""


class Kick(Message):
    """Host: a person loses the seat and the connection, and may come back."""

    player: int
    """A player's id."""


class Ban(Message):
    """Host: a person loses the seat and the connection, and their browser cannot come back."""

    player: int
    """A player's id."""


class HandOver(Message):
    """Host: make another player the host for good."""

    player: int
    """The id of the new host."""


class Lock(Message):
    """Host: let nobody new sit down."""

    locked: bool
    """`False`: the table is open again."""


class BigScreenSound(Message):
    """Host: how loud the big screen is."""

    volume: Volume


class Announcer(Message):
    """Host: whether the big screen also speaks."""

    on: bool
    """Whether the big screen speaks."""


class Vote(Message):
    """Vote for the next game; `None` takes the vote back."""

    game: Slug | None


class Start(Message):
    """Host: start the chosen game, play again, or start another `game`."""

    game: Slug | None = None


class Pause(Message):
    """Host: pause the game."""


class Resume(Message):
    """Resume the game. Host; after a long pause anyone."""


class GoOn(Message):
    """Anyone, if the host is idle for long: start the chosen game, or after the podium a new evening."""


class Skip(Message):
    """Host: end what the game is waiting for now."""


class Learn(Message):
    """Host, in a lesson: go to this step. `None`: end the lesson."""

    step: Annotated[int, msgspec.Meta(ge=0, le=100)] | None
    """Counted from 0."""


class Finished(Message):
    """Host: go back to the lobby at any time. After the podium a new evening begins."""


class EndEvening(Message):
    """Host: go to the podium at any time."""


class React(Message):
    """Send a reaction to all, instead of a chat message. Not during a race."""

    emote: Emote


class Device(Message):
    """The device this page runs on. Sent once, and again when it changes."""

    frame: Annotated[int, msgspec.Meta(ge=MIN_FRAME, le=MAX_FRAME)]
    """Microseconds from one frame to the next."""
    calibrated: bool = False
    """This device was measured, and its `at` is corrected by the result."""


class Do(Message):
    """A tap: the player acted when the page's clock read `at`, with update `n` of this game on the screen."""

    act: msgspec.Raw
    """One of the acts of the room's game."""
    n: Count
    at: Clock


class Painted(Message):
    """Update `n` was on the screen when the page's clock read `at`."""

    n: Count
    at: Clock


class Beat(Message):
    """No tap but those already sent when the page's clock read `at`, with update `n` on the screen."""

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
    | UseDeck
    | OfferDeck
    | AnswerOffer
    | TakeDecks
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
    | BigScreenSound
    | Announcer
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
