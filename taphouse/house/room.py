"""Who sits where, who is the host, what is to be played. Pure: each function gives the room as it is then."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from taphouse.core import MS, Excluded, Game, Seat, Skill, Time, Value, replace
from taphouse.fair import Fairness
from taphouse.games import shelf

from .names import cleaned, skeleton
from .wire import HeadStart, Sign, Why

SIGNS = range(1, 9)
BOT_NAMES = ("Otto", "Pia", "Hugo", "Lou", "Max", "Zoé", "Nils", "Iris")


class Refusal(Exception):
    """What was asked for changes nothing, and this is why."""

    def __init__(self, why: Why, detail: str = "") -> None:
        super().__init__(why, detail)
        self.why, self.detail = why, detail


class Member(Value):
    """Somebody with a seat, person or bot. `id` is never used again at this table."""

    id: int
    name: str
    sign: Sign
    bot: Skill | None = None
    ready: bool = False
    head_start: HeadStart = 0


class Room(Value):
    """All that must outlive the process about a table, but for the game on it."""

    code: str
    salt: str
    game: str
    options: dict[str, Any] = {}
    fairness: Fairness = Fairness()
    members: tuple[Member, ...] = ()
    host: int | None = None
    joined: int = 0
    """How many ids were given out."""
    stage: Literal["lobby", "playing", "over"] = "lobby"
    match: str | None = None
    """Names the journal of the game that is on, or was on last."""
    lesson: int | None = None
    """Which step of the game's lesson is on."""
    touched: int = 0
    """Wall clock, in seconds: tables that nobody touches any more are put away."""

    @property
    def rules(self) -> Game[Any, Any]:
        return shelf()[self.game]

    @property
    def frozen(self) -> bool:
        """The seats are those of the game on the table."""
        return self.stage != "lobby"

    @property
    def most(self) -> int:
        return self.rules.SEATS[-1]

    @property
    def delays(self) -> dict[Seat, Time]:
        """How much later each seat's fingers count than those of whoever has the longest head start."""
        most = max((member.head_start for member in self.members), default=0)
        return {seat: (most - member.head_start) * MS for seat, member in enumerate(self.members)}

    def seat(self, player: int) -> Seat | None:
        return next((seat for seat, member in enumerate(self.members) if member.id == player), None)

    def member(self, player: int) -> Member:
        found = next((member for member in self.members if member.id == player), None)
        if found is None:
            raise Refusal("no-such-player")
        return found


def sit(room: Room, name: str, sign: int | None) -> tuple[Room, int]:
    """A person takes a free seat in the lobby, or a bot's if there is none or a game is on the table."""
    name = free_name(room, name)
    bot = next((member for member in reversed(room.members) if member.bot), None)
    if not room.frozen and len(room.members) < room.most:
        bot = None
    elif bot is None:
        raise Refusal("table-full")
    others = tuple(member for member in room.members if member is not bot)
    person = Member(room.joined + 1, name, free_sign(others, sign or (bot.sign if bot else None)))
    host = room.host if room.host is not None else person.id
    room = _with(room, person, bot) if bot else replace(room, members=(*room.members, person))
    return replace(room, joined=person.id, host=host), person.id


def rename(room: Room, player: int, name: str, sign: int) -> Room:
    member = room.member(player)
    others = replace(room, members=tuple(other for other in room.members if other is not member))
    if any(other.sign == sign for other in others.members):
        raise Refusal("sign-taken")
    return _with(room, replace(member, name=free_name(others, name), sign=sign))


def ready(room: Room, player: int, is_ready: bool) -> Room:
    return _with(room, replace(room.member(player), ready=is_ready))


def give_head_start(room: Room, player: int, ms: HeadStart) -> Room:
    """All see it before the game begins: whoever was ready says so again."""
    if room.frozen:
        raise Refusal("not-now")
    if (member := room.member(player)).bot is not None:
        raise Refusal("no-such-player")
    members = tuple(replace(other, ready=other.bot is not None) for other in room.members)
    return _with(replace(room, members=members), replace(member, ready=False, head_start=ms))


def stand(room: Room, player: int) -> Room:
    """At a game a bot sits in under the same name; in the lobby the seat is free."""
    member = room.member(player)
    if room.frozen:
        bot = Member(room.joined + 1, member.name, member.sign, bot="steady", ready=True)
        room = replace(_with(room, bot, instead_of=member), joined=bot.id)
    else:
        room = replace(room, members=tuple(other for other in room.members if other is not member))
    if room.host == player:
        room = pass_host(room, [other.id for other in room.members if other.bot is None])
    return room


def pass_host(room: Room, present: list[int]) -> Room:
    """The host is a role: it goes to the first who is there."""
    return replace(room, host=next(iter(present), None))


def choose(room: Room, game: str, options: dict[str, Any], fairness: Fairness | None = None) -> Room:
    if room.frozen:
        raise Refusal("not-now")
    if game not in shelf():
        raise Refusal("no-such-game", game[:40])
    checked_options(game, options)
    return replace(room, game=game, options=options, fairness=fairness or room.fairness)


def add_bot(room: Room, skill: Skill) -> Room:
    if room.frozen:
        raise Refusal("not-now")
    if len(room.members) >= room.most:
        raise Refusal("table-full")
    taken = {member.name for member in room.members}
    name = next(name for name in BOT_NAMES if name not in taken)
    bot = Member(room.joined + 1, name, free_sign(room.members, None, last=True), bot=skill, ready=True)
    return replace(room, members=(*room.members, bot), joined=bot.id)


def set_bot(room: Room, player: int, skill: Skill) -> Room:
    bot = room.member(player)
    if bot.bot is None:
        raise Refusal("no-such-player")
    return _with(room, replace(bot, bot=skill))


def kick(room: Room, player: int) -> Room:
    member = room.member(player)
    if room.frozen and member.bot:
        raise Refusal("not-now")
    return stand(room, player)


def start(room: Room, match: str) -> Room:
    if room.stage == "playing":
        raise Refusal("not-now")
    seats = room.rules.SEATS
    if len(room.members) < seats[0]:
        raise Refusal("too-few", str(seats[0]))
    if len(room.members) > seats[-1]:
        raise Refusal("too-many", str(seats[-1]))
    return replace(room, stage="playing", match=match)


def over(room: Room) -> Room:
    return replace(room, stage="over", lesson=None)


def back_to_lobby(room: Room) -> Room:
    members = tuple(replace(member, ready=member.bot is not None) for member in room.members)
    return replace(room, stage="lobby", match=None, lesson=None, members=members)


def checked_options(game: str, options: dict[str, Any]) -> Any:
    """The game's options from what a browser sent, or a refusal that names what is wrong."""
    kind = shelf()[game].Options
    unknown = sorted(set(options) - set(kind.__struct_fields__))
    if unknown:
        raise Refusal("bad-options", unknown[0][:40])
    try:
        return msgspec.convert(options, kind)
    except msgspec.ValidationError as error:
        cause = error.__cause__
        raise Refusal("bad-options", cause.why if isinstance(cause, Excluded) else str(error)) from error


def free_name(room: Room, name: str) -> str:
    name = cleaned(name)
    if not skeleton(name):
        raise Refusal("no-name")
    if any(skeleton(member.name) == skeleton(name) for member in room.members):
        raise Refusal("name-taken", name)
    return name


def free_sign(members: tuple[Member, ...], wish: int | None, last: bool = False) -> int:
    """The wish if it is free, else the first that is; bots take from the end."""
    free = [sign for sign in SIGNS if all(member.sign != sign for member in members)]
    if wish in free:
        return wish
    return free[-1 if last else 0]


def _with(room: Room, changed: Member, instead_of: Member | None = None) -> Room:
    leaving = (instead_of or changed).id
    return replace(room, members=tuple(changed if m.id == leaving else m for m in room.members))
