"""What the debug table asks and is told: the JSON of `/api/dev`."""

from __future__ import annotations

from typing import Any

from taphouse.core import Seat, Skill, Time, Value

from .slow_lines import LineQuality
from .source import Failure


class DevTable(Value):
    code: str
    players: tuple[str, ...]
    is_playing: bool


class DevHouse(Value):
    """The house of a game's designer."""

    game: str
    generation: int
    """Goes up each time the house opens again with changed files: then a page loads itself again."""
    failure: Failure | None
    """Why the saved files are not played; the rules before them still are."""
    tables: tuple[DevTable, ...]


class DevSeat(Value):
    bot: Skill | None
    """The bot that plays this seat."""
    is_bots: bool
    """The seat belongs to a bot: nobody can play it before it is handed to a person."""
    is_connected: bool
    """A page of this seat's player is open."""
    line: LineQuality


class DevEntry(Value):
    """One line of the journal."""

    at: Time
    seat: Seat | None
    act: Any
    events: tuple[Any, ...]


class Moment(Value):
    """The game after so many entries."""

    number: int
    at: Time
    state: Any
    view: Any
    """What the asked seat saw."""


class DevState(Value):
    """A table with all its secrets."""

    match: str | None
    seats: tuple[DevSeat, ...]
    count: int
    """Entries so far."""
    entries: tuple[DevEntry, ...]
    """Those that were asked for."""
    moment: Moment | None
    """`None`: no game is on the table."""
    differs: int | None
    """The first entry that changed rules decided differently: the game went on from before it."""


class Fork(Value, forbid_unknown_fields=True):
    """A new table that goes on after so many entries."""

    moment: int


class Forked(Value):
    code: str


class Assign(Value, forbid_unknown_fields=True):
    """Who plays a seat: a bot, or its player."""

    bot: Skill | None


class SeatToken(Value):
    token: str
