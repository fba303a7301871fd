"""The room as a value, and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from taphouse.bots.ghosts import Ghost
from taphouse.core import MS, Locale, Seat, Skill, Time, TimeScale, Value, replace
from taphouse.decks import DeckSummary
from taphouse.fair import Fairness, Ledger

from ..evening import Played
from ..recorded_seats import RecordedSeat
from ..wire import HeadStart, Sign, Stage, Volume, Why

REMEMBERED = 64  # browsers: more than visit a table in an evening


class Refusal(Exception):
    """The reason why a request is refused. A refused request changes nothing."""

    def __init__(self, why: Why, detail: str = "") -> None:
        super().__init__(why, detail)
        self.why, self.detail = why, detail


class Member(Value):
    """A person or bot with a seat, or a person on the bench. A table never reuses an `id`."""

    id: int
    name: str
    sign: Sign
    bot: Skill | None = None
    ready: bool = False
    head_start: HeadStart = 0
    large_targets: bool = False
    vote: str | None = None
    """The game this member votes for."""
    browser: str | None = None
    sitting: int | None = None
    """Counts the times somebody sits down: the seat's token is valid for this one only. `None`: the id."""
    ghost: Ghost | None = None
    """What a player of a finished game did: a bot that repeats it."""

    @property
    def device(self) -> str:
        """The browser they sat down with; without an id of the browser, the member's own."""
        return self.browser or f"#{self.id}"  # shorter than the id of any browser


class RoomDeck(Value):
    """An own deck at the table."""

    text: str
    summary: DeckSummary


class Deal(Value):
    """A deal that is known before: games at this table are played on it."""

    seed: str
    game: str
    options: dict[str, Any]
    """With the time scale and the own deck."""
    seats: tuple[Skill | None, ...]
    """The bots; `None` for a person."""
    day: int | None = None
    """The number of a deal of the day."""


class Ended(Value):
    """A game that ended at this table."""

    number: int
    """Counts the table's games from 1."""
    match: str
    """The name of its stream in the journal."""
    game: str
    recorded_seats: tuple[RecordedSeat, ...] = msgspec.field(name="sitters")  # the stored name


class Room(Value):
    """The persistent state of a table, without the game on it."""

    code: str
    salt: str
    game: str
    options: dict[str, Any] = {}
    decks: dict[str, RoomDeck] = {}
    """By game: the own decks that are played with here."""
    offers: dict[int, RoomDeck] = {}
    """By player: the decks that the host may take."""
    takes_decks: bool = True
    """Players who are not the host may offer decks."""
    locale: Locale = "en"
    """The table's language."""
    fairness: Fairness = Fairness()
    time_scale: TimeScale = msgspec.field(default=100, name="windows")  # the stored name
    members: tuple[Member, ...] = ()
    bench: tuple[Member, ...] = ()
    """People who came when every seat was taken. The first of them gets the next free seat."""
    host: int | None = None
    owner: int | None = None
    """The player who is the host whenever they are here; while they are away another player is."""
    joined: int = 0
    """The last number given out, as an id or a sitting."""
    known: dict[str, int] = {}
    """Player ids by browser: a player who comes back gets the same id."""
    ledgers: dict[str, Ledger] = {}
    """By device, as they stood when its player gave up a seat or a game ended; the latest come last."""
    banned: tuple[str, ...] = ()
    locked: bool = False
    big_screen_sound: Volume = "full"
    announcer: bool = False
    stage: Stage = "lobby"
    match: str | None = None
    """The name in the journal of the game that is being played or just over."""
    lesson: int | None = None
    """The current step of the game's lesson."""
    taught: bool = False
    """The game on the table began as a lesson. Its seed is public: nobody joins it, and it does not count."""
    deal: Deal | None = None
    """The next game is played on this deal, and the one on the table is: as with a lesson."""
    evening: tuple[Played, ...] = ()
    ended: tuple[Ended, ...] = ()
    """The latest games that ended here, oldest first. They can be replayed."""
    touched: int = 0
    """Wall clock of the last change or play, in seconds. Tables untouched for long are removed."""
    opener: str = ""
    """The pseudonym of the address that opened the table; empty if it is unknown."""

    @property
    def frozen(self) -> bool:
        """The seats cannot change: they belong to the game on the table."""
        return self.stage in ("playing", "over")

    @property
    def counts(self) -> bool:
        """Nobody knew the deal of the game on the table before: others may join it, and its result counts."""
        return not self.taught and self.deal is None

    @property
    def delays(self) -> dict[Seat, Time]:
        """How much later each seat's taps count than those of the seat with the longest head start."""
        most = max((member.head_start for member in self.members), default=0)
        return {seat: (most - member.head_start) * MS for seat, member in enumerate(self.members)}

    @property
    def deck(self) -> RoomDeck | None:
        """The own deck of the chosen game."""
        return self.decks.get(self.game)

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
        """The sitting that the token of this player's seat is signed for."""
        member = self.person(player)
        return member.id if member.sitting is None else member.sitting

    def player_of(self, sitting: int) -> int | None:
        """The player of this sitting, if they have not stood up since."""
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

    def device_of(self, player: int) -> str:
        """The device with which this player sat down last."""
        browsers = (browser for browser, known in self.known.items() if known == player)
        return next(browsers, f"#{player}")

    def having(self, changed: Member, instead_of: Member | None = None) -> Room:
        """The room with `changed` in place of the same member, or of `instead_of`."""
        leaving = (instead_of or changed).id
        members, bench = (
            tuple(changed if m.id == leaving else m for m in some) for some in (self.members, self.bench)
        )
        return replace(self, members=members, bench=bench)

    def remembering(self, ledgers: Mapping[str, Ledger]) -> Room:
        """The room with these ledgers. If they are too many, the oldest of absent devices are dropped."""
        kept = {device: ledger for device, ledger in self.ledgers.items() if device not in ledgers}
        kept.update(ledgers)
        absent = [device for device in kept if device not in self._devices]
        dropped = absent[: max(0, len(kept) - REMEMBERED)]
        return replace(self, ledgers={device: kept[device] for device in kept if device not in dropped})

    def inheriting(self, newcomer: Member) -> Room:
        """The room in which a device that nobody knows takes over from the one that left last.

        It may be the same device under another id, or one whose ledger was dropped. It takes nothing over
        from a device that the host banned."""
        if newcomer.device in self.ledgers:
            return self
        left = [d for d in self.ledgers if d not in self._devices and d not in self.banned]
        return self.remembering({newcomer.device: self.ledgers[left[-1]].inherited()}) if left else self

    @property
    def _devices(self) -> set[str]:
        return {member.device for member in self.people}

    def without(self, leaving: Member) -> Room:
        members, bench = (tuple(m for m in some if m is not leaving) for some in (self.members, self.bench))
        return replace(self, members=members, bench=bench)

    def before_a_game(self) -> Room:
        """The same room. Refuses if its seats belong to a game: then it is too late for the change."""
        if self.frozen:
            raise Refusal("not-now")
        return self
