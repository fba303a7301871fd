"""Who sits where, who is the host, what is to be played. Pure: each function gives the room as it is then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

import msgspec

from taphouse.core import MS, Agreement, Excluded, Game, Locale, Seat, Skill, Time, Value, Windows, replace
from taphouse.core.record import Sitter
from taphouse.fair import Fairness
from taphouse.games import shelf

from .evening import Played, Result, played
from .names import cleaned, skeleton
from .wire import HeadStart, Sign, Stage, Why

SIGNS = range(1, 9)
BENCH = 8  # more would only wait
REMEMBERED = 64  # browsers: as many as an evening sees
WATCHABLE = 30  # games of a table that can be watched again
BOT_NAMES = ("Otto", "Pia", "Hugo", "Lou", "Max", "Zoé", "Nils", "Iris")
MORE_NAMES = ("Ava", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Jan", "Kim", "Leo", "Noé", "Tom")


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


class Ended(Value):
    """A game that came to its end at this table."""

    number: int
    """From 1: the table's first, second, third."""
    match: str
    """Names its journal."""
    game: str
    sitters: tuple[Sitter, ...]


class Room(Value):
    """All that must outlive the process about a table, but for the game on it."""

    code: str
    salt: str
    game: str
    options: dict[str, Any] = {}
    locale: Locale = "en"
    """What is spoken here."""
    fairness: Fairness = Fairness()
    windows: Windows = 100
    members: tuple[Member, ...] = ()
    bench: tuple[Member, ...] = ()
    """Who came when every seat was taken: the next that is free is theirs."""
    host: int | None = None
    owner: int | None = None
    """Whose table it is: while he is away somebody else is the host."""
    joined: int = 0
    """How many ids were given out."""
    known: dict[str, int] = {}
    """Whose browser is whose: whoever comes back is who he was."""
    banned: tuple[str, ...] = ()
    locked: bool = False
    stage: Stage = "lobby"
    match: str | None = None
    """Names the journal of the game that is on, or was on last."""
    lesson: int | None = None
    """Which step of the game's lesson is on."""
    evening: tuple[Played, ...] = ()
    ended: tuple[Ended, ...] = ()
    """The latest games that ended here, oldest first: they can be watched again."""
    touched: int = 0
    """Wall clock, in seconds: tables that nobody touches any more are put away."""

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


# ---- who sits where ----


def sit(room: Room, name: str, sign: int | None, browser: str | None = None) -> tuple[Room, int]:
    """A free seat, a bot's if there is none or a game is on the table, else a place on the bench."""
    if room.locked:
        raise Refusal("locked")
    if len(room.bench) >= BENCH:
        raise Refusal("table-full")
    name = free_name(room, name)
    player = room.known.get(browser or "", 0)
    if player == 0 or room.knows(player):
        player = room.joined + 1
    person = Member(player, name, free_sign(room.bench, sign), browser=browser)
    host = room.host if room.host is not None else player
    room = replace(room, joined=max(room.joined, player), host=host)
    if room.owner is None:
        room = replace(room, owner=player)
    if browser is not None:
        room = replace(room, known=dict([*room.known.items(), (browser, player)][-REMEMBERED:]))
    return seat_the_bench(replace(room, bench=(*room.bench, person)), sign), player


def seat_the_bench(room: Room, wish: int | None = None) -> Room:
    """Who came first is seated first; people go before bots. At a game only a bot's seat can be had."""
    while room.bench and (seated := _seated(room, room.bench[0], wish)) is not None:
        room = replace(seated, bench=room.bench[1:])
    return room


def _seated(room: Room, person: Member, wish: int | None) -> Room | None:
    bot = next((member for member in reversed(room.members) if member.bot), None)
    if not room.frozen and len(room.members) < room.most:
        bot = None
    elif bot is None:
        return None
    others = tuple(member for member in room.members if member is not bot)
    person = replace(person, sign=free_sign(others, wish or (bot.sign if bot else person.sign)))
    return _with(room, person, bot) if bot else replace(room, members=(*room.members, person))


def rename(room: Room, player: int, name: str, sign: int) -> Room:
    member = room.member(player)
    others = replace(
        room,
        members=tuple(other for other in room.members if other is not member),
        bench=tuple(other for other in room.bench if other is not member),
    )
    if any(other.sign == sign for other in others.members):
        raise Refusal("sign-taken")
    return _with(room, replace(member, name=free_name(others, name), sign=sign))


def ready(room: Room, player: int, is_ready: bool) -> Room:
    return _with(room, replace(room.member(player), ready=is_ready))


def give_head_start(room: Room, player: int, ms: HeadStart) -> Room:
    return _agreed_anew(_with(_before_a_game(room), replace(room.person(player), head_start=ms)))


def take_large_targets(room: Room, player: int, large: bool) -> Room:
    return _agreed_anew(_with(_before_a_game(room), replace(room.person(player), large_targets=large)))


def _before_a_game(room: Room) -> Room:
    if room.frozen:
        raise Refusal("not-now")
    return room


def _agreed_anew(room: Room) -> Room:
    """All see what was changed before the game begins: whoever was ready says so again."""
    return replace(room, members=tuple(replace(m, ready=m.bot is not None) for m in room.members))


def stand(room: Room, player: int) -> Room:
    """At a game a bot sits in under the same name; in the lobby the seat is free."""
    member = room.member(player)
    if room.frozen and member in room.members:
        bot = Member(room.joined + 1, member.name, member.sign, bot="steady", ready=True)
        room = replace(_with(room, bot, instead_of=member), joined=bot.id)
    else:
        room = replace(
            room,
            members=tuple(other for other in room.members if other is not member),
            bench=tuple(other for other in room.bench if other is not member),
        )
    room = seat_the_bench(room)
    if room.host == player:
        room = pass_host(room, [other.id for other in room.people])
    return replace(room, owner=room.host) if room.owner == player else room


def swap(room: Room, player: int, other: int) -> Room:
    room = _before_a_game(room)
    one, two = room.seat(player), room.seat(other)
    if one is None or two is None:
        raise Refusal("no-such-player")
    members = list(room.members)
    members[one], members[two] = members[two], members[one]
    return replace(room, members=tuple(members))


# ---- whose table it is ----


def pass_host(room: Room, present: list[int]) -> Room:
    """The host is a role: it goes to the first who is there."""
    return replace(room, host=next(iter(present), None))


def hand_over(room: Room, player: int) -> Room:
    """For good, unlike a role that passes on by itself."""
    return replace(room, host=room.person(player).id, owner=player)


def ban(room: Room, player: int) -> Room:
    """There are no accounts: what can be kept out is a browser."""
    browser = room.person(player).browser
    return room if browser is None else replace(room, banned=(*room.banned, browser)[-REMEMBERED:])


# ---- what is played ----


def choose(
    room: Room,
    game: str,
    options: dict[str, Any] | None = None,
    fairness: Fairness | None = None,
    windows: Windows | None = None,
    locale: Locale | None = None,
) -> Room:
    """What is not said is as it was; the options as they were when this game was on."""
    room = replace(_before_a_game(room), locale=locale or room.locale)
    if game not in shelf():
        raise Refusal("no-such-game", game[:40])
    options = last_agreed(room, game) if options is None else options
    checked_options(game, options)
    room = replace(room, game=game, options=options, fairness=fairness or room.fairness)
    if windows not in (None, room.windows):
        room = _agreed_anew(replace(room, windows=windows))
    return seat_the_bench(room)


def last_agreed(room: Room, game: str) -> dict[str, Any]:
    """What this game was played with this evening, else the basic game in the table's language."""
    agreed = (played.options for played in reversed(room.evening) if played.game == game)
    return next(agreed, shelf()[game].Options.spoken(room.locale))


def add_bot(room: Room, skill: Skill) -> Room:
    room = _before_a_game(room)
    if len(room.members) >= room.most:
        raise Refusal("table-full")
    taken = {skeleton(member.name) for member in room.everyone}
    name = next(name for name in (*BOT_NAMES, *MORE_NAMES) if skeleton(name) not in taken)
    bot = Member(room.joined + 1, name, free_sign(room.members, None, last=True), bot=skill, ready=True)
    return replace(room, members=(*room.members, bot), joined=bot.id)


def set_bot(room: Room, player: int, skill: Skill) -> Room:
    bot = room.member(player)
    if bot.bot is None:
        raise Refusal("no-such-player")
    return _with(room, replace(bot, bot=skill))


def check_removal(room: Room, player: int) -> None:
    """The seats of a game stay taken: a bot cannot leave it."""
    if room.member(player).bot and room.frozen:
        raise Refusal("not-now")


def vote(room: Room, player: int, game: str | None) -> Room:
    if room.stage != "over":
        raise Refusal("not-now")
    if game is not None and game not in shelf():
        raise Refusal("no-such-game", game)
    return _with(room, replace(room.member(player), vote=game))


def elected(room: Room, here: Collection[int]) -> str | None:
    """What more than half of the people who are waited for want to play, if it can be played."""
    voters = [member for member in room.people if member.id in here]
    counted = Counter(member.vote for member in voters if member.vote is not None)
    game, fists = counted.most_common(1)[0] if counted else (None, 0)
    alone = all(member.id == room.host for member in voters)  # whoever decides anyway needs no majority
    if game is None or alone or 2 * fists <= len(voters):
        return None
    try:
        start(room, "", game)
    except Refusal:
        return None
    return game


def most_are_ready(room: Room, here: Collection[int]) -> bool:
    """More than half of those who are here with the host."""
    others = [member for member in room.people if member.id in here and member.id != room.host]
    return 2 * sum(member.ready for member in others) > len(others)


def filled(room: Room) -> Room:
    """With as many bots as the game needs to begin."""
    while len(room.members) < room.rules.SEATS[0]:
        room = add_bot(room, "steady")
    return room


def start(room: Room, match: str, game: str | None = None) -> Room:
    """Everyone who waits is seated if there is room; bots make it."""
    if room.stage == "playing":
        raise Refusal("not-now")
    room = room if room.stage == "lobby" else back_to_lobby(room)
    if game is not None and game != room.game:
        room = choose(room, game)
    room = _without_spare_bots(room)
    seats = room.rules.SEATS
    if len(room.members) < seats[0]:
        raise Refusal("too-few", str(seats[0]))
    if len(room.members) > seats[-1]:
        raise Refusal("too-many", str(seats[-1]))
    return replace(room, stage="playing", match=match)


def _without_spare_bots(room: Room) -> Room:
    members = list(room.members)
    for bot in [member for member in reversed(members) if member.bot]:
        if len(members) > room.most:
            members.remove(bot)
    return replace(room, members=tuple(members))


def over(room: Room, points: tuple[int, ...], winners: tuple[Seat, ...]) -> Room:
    """The game is one more of the evening, and can be watched again."""
    players = [Result(m.id, m.name, m.sign, m.bot is not None) for m in room.members]
    sitters = tuple(Sitter(m.name, m.sign, m.bot, m.head_start, m.large_targets) for m in room.members)
    number = room.ended[-1].number + 1 if room.ended else 1
    return replace(
        room,
        stage="over",
        lesson=None,
        evening=(*room.evening, played(room.game, room.options, players, points, winners)),
        ended=(*room.ended, Ended(number, room.match or "", room.game, sitters))[-WATCHABLE:],
    )


def back_to_lobby(room: Room) -> Room:
    """After the podium a new evening begins."""
    evening = () if room.stage == "podium" else room.evening
    return seat_the_bench(_idle(room, "lobby", evening))


def to_the_podium(room: Room) -> Room:
    if not room.evening:
        raise Refusal("not-now")
    return seat_the_bench(_idle(room, "podium", room.evening))


def _idle(room: Room, stage: Stage, evening: tuple[Played, ...]) -> Room:
    """Nothing is on the table, and nobody has said yet what should be."""
    members, bench = (
        tuple(replace(m, ready=m.bot is not None, vote=None) for m in some)
        for some in (room.members, room.bench)
    )
    return replace(room, stage=stage, match=None, lesson=None, evening=evening, members=members, bench=bench)


def checked_options(game: str, variants: dict[str, Any], windows: Windows = 100) -> Any:
    """The game's options from what a browser sent, or a refusal that names what is wrong."""
    kind = shelf()[game].Options
    unknown = sorted(set(variants) - (set(kind.__struct_fields__) - set(Agreement.__struct_fields__)))
    if unknown:
        raise Refusal("bad-options", unknown[0][:40])
    try:
        return msgspec.convert({**variants, "windows": windows}, kind)
    except msgspec.ValidationError as error:
        cause = error.__cause__
        raise Refusal("bad-options", cause.why if isinstance(cause, Excluded) else str(error)) from error


def free_name(room: Room, name: str) -> str:
    name = cleaned(name)
    if not skeleton(name):
        raise Refusal("no-name")
    if any(skeleton(member.name) == skeleton(name) for member in room.everyone):
        raise Refusal("name-taken", name)
    return name


def free_sign(members: tuple[Member, ...], wish: int | None, last: bool = False) -> int:
    """The wish if it is free, else the first that is; bots take from the end."""
    free = [sign for sign in SIGNS if all(member.sign != sign for member in members)] or [*SIGNS]
    if wish in free:
        return wish
    return free[-1 if last else 0]


def _with(room: Room, changed: Member, instead_of: Member | None = None) -> Room:
    leaving = (instead_of or changed).id
    members, bench = (
        tuple(changed if m.id == leaving else m for m in some) for some in (room.members, room.bench)
    )
    return replace(room, members=members, bench=bench)
