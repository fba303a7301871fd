"""The room as a value, and the refusal of what cannot be had in it."""

from __future__ import annotations

from typing import Any

import msgspec

from taphouse.core import MS, Game, Locale, Seat, Skill, Time, TimeScale, Value, replace
from taphouse.fair import Fairness
from taphouse.games import shelf

from ..evening import Played
from ..recorded_seats import RecordedSeat
from ..wire import HeadStart, Sign, Stage, Why

REMEMBERED = 64  # browsers: as many as an evening sees


class Refusal(Exception):
    """What was asked for changes nothing, and this is why."""

    def __init__(self, why: Why, detail: str = "") -> None:
        super().__init__(why, detail)
        self.why, self.detail = why, detail


class Member(Value):
    """Somebody with a seat or waiting for one, person or bot. `id` is never another's at this table."""

    id: int
    name: str
    sign: Sign
    bot: Skill | None = None
    ready: bool = False
    head_start: HeadStart = 0
    large_targets: bool = False
    vote: str | None = None
    """The game his fist is on."""
    browser: str | None = None
    sitting: int | None = None
    """Numbers each time somebody sits down: the seat's token is of this one alone. `None`: the id."""


class Ended(Value):
    """A game that came to its end at this table."""

    number: int
    """From 1: the table's first, second, third."""
    match: str
    """Names its journal."""
    game: str
    recorded_seats: tuple[RecordedSeat, ...] = msgspec.field(name="sitters")  # the stored name


class Room(Value):
    """All that must outlive the process about a table, but for the game on it."""

    code: str
    salt: str
    game: str
    options: dict[str, Any] = {}
    locale: Locale = "en"
    """What is spoken here."""
    fairness: Fairness = Fairness()
    time_scale: TimeScale = msgspec.field(default=100, name="windows")  # the stored name
    members: tuple[Member, ...] = ()
    bench: tuple[Member, ...] = ()
    """Who came when every seat was taken: the next that is free is theirs."""
    host: int | None = None
    owner: int | None = None
    """Whose table it is: while he is away somebody else is the host."""
    joined: int = 0
    """The last number given out, as an id or a sitting."""
    known: dict[str, int] = {}
    """Whose browser is whose: whoever comes back is who he was."""
    banned: tuple[str, ...] = ()
    locked: bool = False
    stage: Stage = "lobby"
    match: str | None = None
    """Names the journal of the game on the table, which is on or just over."""
    lesson: int | None = None
    """Which step of the game's lesson is on."""
    taught: bool = False
    """The game on the table began as a lesson. Its seed is public: nobody joins it, and it does not count."""
    evening: tuple[Played, ...] = ()
    ended: tuple[Ended, ...] = ()
    """The latest games that ended here, oldest first: they can be watched again."""
    touched: int = 0
    """Wall clock, in seconds: tables that nobody touches any more are put away. Play touches a table too."""
    opener: str = ""
    """Stands for the address that the table was opened from; empty if nobody knows."""

    @property
    def rules(self) -> Game[Any, Any]:
        return shelf()[self.game]

    @property
    def frozen(self) -> bool:
        """The seats are those of the game on the table."""
        return self.stage in ("playing", "over")

    @property
    def most(self) -> int:
        return self.rules.SEATS[-1]

    @property
    def delays(self) -> dict[Seat, Time]:
        """How much later each seat's fingers count than those of whoever has the longest head start."""
        most = max((member.head_start for member in self.members), default=0)
        return {seat: (most - member.head_start) * MS for seat, member in enumerate(self.members)}

    @property
    def everyone(self) -> tuple[Member, ...]:
        return *self.members, *self.bench

    @property
    def people(self) -> tuple[Member, ...]:
        return tuple(member for member in self.everyone if member.bot is None)

    def seat(self, player: int) -> Seat | None:
        return next((seat for seat, member in enumerate(self.members) if member.id == player), None)

    def knows(self, player: int) -> bool:
        return any(member.id == player for member in self.everyone)

    def sitting(self, player: int) -> int:
        """What the token of this player's seat is signed for."""
        member = self.person(player)
        return member.id if member.sitting is None else member.sitting

    def player_of(self, sitting: int) -> int | None:
        """Who sat down that time, and has not stood up since."""
        return next((member.id for member in self.people if self.sitting(member.id) == sitting), None)

    def member(self, player: int) -> Member:
        found = next((member for member in self.everyone if member.id == player), None)
        if found is None:
            raise Refusal("no-such-player")
        return found

    def person(self, player: int) -> Member:
        member = self.member(player)
        if member.bot is not None:
            raise Refusal("no-such-player")
        return member

    def having(self, changed: Member, instead_of: Member | None = None) -> Room:
        """With a member as he is now, or with somebody else in his place."""
        leaving = (instead_of or changed).id
        members, bench = (
            tuple(changed if m.id == leaving else m for m in some) for some in (self.members, self.bench)
        )
        return replace(self, members=members, bench=bench)

    def without(self, leaving: Member) -> Room:
        members, bench = (tuple(m for m in some if m is not leaving) for some in (self.members, self.bench))
        return replace(self, members=members, bench=bench)

    def before_a_game(self) -> Room:
        """Itself, unless the seats are those of a game: what is asked for comes too late then."""
        if self.frozen:
            raise Refusal("not-now")
        return self
