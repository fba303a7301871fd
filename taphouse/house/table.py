"""One table: the only place where time, players and rules meet.

A single task owns it, so nothing here locks. Its loop is the whole story:
hear, let time pass, keep, tell. Nothing is told before it is kept.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal, TypeAlias

from taphouse import __version__
from taphouse.core import MS, SECOND, Curious, Entry, Play, Question, Seat, Skill, Time, Value, replace
from taphouse.core.record import header, write
from taphouse.fair import Device, Ledger
from taphouse.fair.arbiter import ping_every
from taphouse.games import lesson
from taphouse.journal import Journal

from . import room as rooms
from . import wire
from .counsel import Counsel, Silence
from .guest import Forecast, Guest
from .match import Match
from .observer import Observer
from .requests import answer
from .room import Refusal, Room
from .screen import Screen
from .telling import Bulletin, encode, evening, public
from .tokens import Tokens

log = logging.getLogger(__name__)

PING = 20 * SECOND  # an idle line costs one ping in so long
PING_IN_PLAY = 4 * SECOND
FIRST_PINGS = 3  # a second apart: enough to tell the weather
AWAY = 4 * SECOND  # a reload or a switched network takes less
WARM = 15 * SECOND  # whoever is away for so long more is played for by a bot until he is back
HOST_PASSES = 10 * SECOND
LONG_PAUSE = 60 * SECOND  # then anyone may play on
ELECTED = 8 * SECOND  # from a majority of fists to the game
BETWEEN_REACTIONS = SECOND
SLOW_TO_KEEP = 0.5  # seconds: then everyone sees why nothing happens
EVERYBODY_BACK = 4 * SECOND  # a table that wakes up waits so long for the others
A_LOOK = 200 * MS  # before a lesson stands still: what it is about must be seen, and nobody is as quick
A_TRY = SECOND  # and after something that was not meant: what comes of it must be seen

OF_THE_MOMENT = (wire.Do, wire.Painted, wire.Beat)  # worth nothing when it is heard too late

Timer: TypeAlias = (
    tuple[Literal["ping"], Screen]
    | tuple[Literal["away", "warm"], int]
    | tuple[Literal["host", "empty", "wake", "long", "elected", "lesson"]]
)


class House:
    """What every table of a house shares."""

    def __init__(
        self,
        journal: Journal,
        secret: bytes,
        clock: Callable[[], int],
        wall: Callable[[], int],
        observer: Observer,
        new_seed: Callable[[], str] = lambda: secrets.token_hex(8),
        counsel: Counsel | None = None,
    ) -> None:
        self.journal, self.clock, self.wall, self.observer = journal, clock, wall, observer
        self.new_seed, self.counsel = new_seed, counsel or Silence()
        self.tokens = Tokens(secret)


class Connected(Value):
    """A line was opened."""


class Disconnected(Value):
    """A line was lost."""


class Pong(Value):
    nonce: bytes


Heard: TypeAlias = Connected | Disconnected | Pong | wire.Up


class Table:
    def __init__(self, house: House, room: Room, revision: int = 0) -> None:
        self.house, self.room = house, room
        self.match: Match | None = None
        self.paused: wire.Standstill | None = None
        self.guests: dict[Screen, Guest] = {}
        self.task: asyncio.Task[None] | None = None
        self._revision, self._kept = revision, room if revision else None
        self._unkept: list[bytes] = []  # lines of the game's journal
        self._lines = 0  # of it that are kept
        self._updates = 0
        self._ledgers: dict[int, Ledger] = {}  # what each player was believed in the games before
        self._timers: dict[Timer, int] = {}
        self._inbox: list[tuple[Screen, Heard, int]] = []
        self._letters: list[tuple[Screen, bytes]] = []
        self._newcomers: set[Screen] = set()
        self._stuck = False  # the journal cannot be written just now
        self._told = b""  # the room as all saw it last
        self._facts: tuple[Any, ...] = ()  # about the room, as they were encoded last
        self._encoded = b""
        self._evening, self._told_evening = room.evening, evening(room)
        self._elected: str | None = None
        self._warm: set[int] = set()  # players whose seats a bot keeps warm
        self._reacted: dict[int, int] = {}  # when each did last
        self._reactions: list[bytes] = []
        self._beat = zlib.crc32(room.salt.encode())  # a new table has no code yet
        self._bell = asyncio.Event()
        self._alarm: int | None = None  # what was waited for last
        self._asking: tuple[Question, asyncio.Task[None]] | None = None

    @property
    def code(self) -> str:
        return self.room.code

    # ---- what the edge calls ----

    def connect(self, screen: Screen) -> None:
        self._put(screen, Connected(), self.house.clock())

    def hear(self, screen: Screen, message: wire.Up, arrived: int) -> None:
        self._put(screen, message, arrived)

    def pong(self, screen: Screen, nonce: bytes, arrived: int) -> None:
        """Heard at once if nothing waits before it: lines say little else, and no verdict waits for it."""
        guest = self.guests.get(screen)
        if guest is None or self._inbox:
            return self._put(screen, Pong(nonce), arrived)
        forecast = guest.forecast
        guest.pong(nonce, arrived, self._moment(arrived))
        if guest.forecast != forecast:
            self._bell.set()  # all are told
        return None

    def disconnect(self, screen: Screen) -> None:
        self._put(screen, Disconnected(), self.house.clock())

    def is_players(self, screen: Screen) -> bool:
        """Somebody with a seat, or on the bench, is behind it; else it only watches."""
        guest = self.guests.get(screen)
        return guest is not None and guest.player is not None

    def _put(self, screen: Screen, heard: Heard, arrived: int) -> None:
        self._inbox.append((screen, heard, arrived))
        self._bell.set()

    # ---- the loop ----

    async def run(self) -> None:
        while True:
            await self._wait()
            await self.step()

    async def step(self) -> None:
        since = self._ready_since()
        self._hear_all()
        self._count_fists()
        self._ring_timers()
        entries = self.match.pass_time(self.house.clock()) if self.match else []
        self._note(entries)
        self._teach(entries)
        await self._keep_visibly()
        self._tell(entries)
        self._observe(entries, since)
        self._wonder()

    def _ready_since(self) -> int:
        """When the first thing that is done in this step could have been done."""
        clock = self.house.clock()
        alarm = clock if self._alarm is None else self._alarm
        return min([clock, alarm, *(arrived for _, _, arrived in self._inbox)])

    def _observe(self, entries: list[Entry[Any]], since: int) -> None:
        own = self.house.clock() - since
        for entry in entries:
            if entry.evidence is not None:
                self.house.observer.told(own)

    def due(self, clock: int) -> int | None:
        """When something happens here by itself. `None`: never."""
        alarms = list(self._timers.values())
        if self.match and (alarm := self.match.due(clock)) is not None:
            alarms.append(alarm)
        return min(alarms, default=None)

    async def _wait(self) -> None:
        clock = self.house.clock()
        due = self._alarm = self.due(clock)
        loop = asyncio.get_running_loop()
        alarm = None if due is None else loop.call_later(max(0, due - clock) / SECOND, self._bell.set)
        await self._bell.wait()
        if alarm is not None:
            alarm.cancel()
        self._bell.clear()

    def _hear_all(self) -> None:
        inbox, self._inbox = self._inbox, []
        for screen, heard, arrived in inbox:
            guest = self.guests.get(screen)
            match heard:
                case Connected():
                    self.guests[screen] = Guest(screen)
                case _ if guest is None:
                    pass  # its line was closed meanwhile
                case Disconnected():
                    self._forget(guest)
                case Pong(nonce):
                    guest.pong(nonce, arrived, self._moment(arrived))
                case _:
                    self._answer(guest, heard, arrived)

    def _answer(self, guest: Guest, message: wire.Up, arrived: int) -> None:
        try:
            answer(self, guest, message, arrived)
        except Refusal as refusal:
            self.house.observer.noted(f"refused:{refusal.why}")
            log.info("refused", extra=self._named(guest, refusal.why))
            self._write(guest.screen, wire.Sorry(refusal.why, refusal.detail))

    def _note(self, entries: list[Entry[Any]]) -> None:
        self._unkept += map(write, entries)
        if self.match and self.match.play.winners is not None and self.room.stage == "playing":
            self.paused = None
            self.room = rooms.over(self.room, self.match.play.state.points, self.match.play.winners)

    async def _keep_visibly(self) -> None:
        """Time stands still while the journal cannot be written, and nobody is left to wonder."""
        if not self._unkept and self.room == self._kept:
            return
        alarm = asyncio.get_running_loop().call_later(SLOW_TO_KEEP, self._stand_still)
        try:
            await self.keep()
        finally:
            alarm.cancel()
        if self._stuck:
            self._go_on()

    def _stand_still(self) -> None:
        self._stuck = True
        if self.match and not self.match.paused:
            self.match.pause(self.house.clock())
        if self._kept is not None:  # what is not kept yet is not told, not even now
            self._told = self._public(self._kept, "keeping")
            for guest in self.guests.values():
                if guest.greeted:
                    guest.screen.send(self._told)

    def _go_on(self) -> None:
        """Whoever tapped at a table that stood still is told that it did not count."""
        self._stuck = False
        if self.match and not self.paused:
            self.match.resume(self.house.clock())
        self._newcomers |= self.guests.keys()  # their clocks run again
        late = [screen for screen, heard, _ in self._inbox if isinstance(heard, wire.Do)]
        self._inbox = [item for item in self._inbox if not isinstance(item[1], OF_THE_MOMENT)]
        for screen in late:
            self._write(screen, wire.Sorry("not-now"))

    async def keep(self) -> None:
        journal, lines = self.house.journal, self._unkept
        if lines:
            self._unkept = []
            await journal.append(f"game/{self.room.match}", self._lines, lines)
            self._lines += len(lines)
        if self.room != self._kept:
            self.room = replace(self.room, touched=self.house.wall())
            self._revision = await journal.put(f"room/{self.room.code}", encode(self.room), self._revision)
            self._kept = self.room

    def _tell(self, entries: list[Entry[Any]]) -> None:
        """Letters first, then the room, then the game: a page that draws in this order never guesses."""
        letters, self._letters = self._letters, []
        for screen, letter in letters:
            screen.send(letter)
        self._tell_room()
        self._tell_reactions()
        if self.match:
            self._tell_game(self.match, entries)
        self._newcomers.clear()

    def _tell_room(self) -> None:
        told = self._public(self.room, self.paused)
        played = self._told_evening if self.room.evening is self._evening else evening(self.room)
        self._evening = self.room.evening
        for screen, guest in self.guests.items():
            is_newcomer = screen in self._newcomers
            if guest.greeted and (told != self._told or is_newcomer):
                screen.send(told)
            if guest.greeted and (played != self._told_evening or is_newcomer):
                screen.send(played)
        self._told, self._told_evening = told, played

    def _public(self, room: Room, paused: wire.Standstill | None) -> bytes:
        """Encoded only when there is something new in it: most steps change nothing that all see."""
        facts = (
            room,
            paused,
            self.here,
            {*self._warm},
            self._forecasts(),
            self._watchers(),
            any(guest.big for guest in self.guests.values()),
            self._elected,
        )
        if self._facts != facts:
            self._facts, self._encoded = facts, public(*facts)
        return self._encoded

    def _tell_reactions(self) -> None:
        reactions, self._reactions = self._reactions, []
        for guest in self.guests.values() if reactions else ():
            for reaction in reactions if guest.greeted else ():
                guest.screen.send(reaction)

    def _tell_game(self, match: Match, entries: list[Entry[Any]]) -> None:
        clock = self.house.clock()
        if entries or self._newcomers or match.foresee(clock) is not None:
            self._tell_news(match, entries, clock)
        moment, silent = match.ask(clock)
        for guest in self.guests.values() if silent else ():
            if self.seat_of(guest) in silent:
                guest.screen.send(encode(wire.Ask(moment)))

    def _tell_news(self, match: Match, entries: list[Entry[Any]], clock: int) -> None:
        bulletin = Bulletin(match, self._updates + 1, clock, entries)
        for guest in [guest for guest in self.guests.values() if guest.greeted and guest.looking]:
            seat, is_newcomer = self.seat_of(guest), guest.screen in self._newcomers
            concerned = entries or is_newcomer or (bulletin.is_early_for(seat, guest) and not guest.ahead)
            if concerned and (bulletin.is_new_to(seat, guest) or is_newcomer):
                self._updates = bulletin.n
                self._show(match, bulletin, guest, seat, clock)

    def _show(self, match: Match, bulletin: Bulletin, guest: Guest, seat: Seat | None, clock: int) -> None:
        """What a race is about goes out together with a ping: its answer tells when it was there."""
        beat, scene = None, bulletin.scene(seat, guest)
        if seat is not None:
            beat = match.show(seat, bulletin.n, scene.at, clock, scene.race)
        guest.screen.send(bulletin.told_to(seat, guest, beat))
        if seat is not None and scene.race is not None:
            guest.ping(clock, match.now(clock))
            self._set_timer(("ping", guest.screen), self._until_next_round(ping_every(scene.race), clock))

    def _wonder(self) -> None:
        """Each question is put once, and nobody waits for its answer."""
        question = self.match.wonders() if self.match else None
        if self.match and question and (self._asking is None or self._asking[0] != question):
            self._asking = question, asyncio.create_task(self._ask(self.match, question))

    async def _ask(self, match: Match, question: Question) -> None:
        assert isinstance(match.play.game, Curious)
        lack = await self.house.counsel.lack(match.play.game, question)
        if lack is not None and match is self.match:
            match.advise(question, lack, self.house.clock())
            self._bell.set()

    def _named(self, guest: Guest, why: str) -> dict[str, Any]:
        """For the logs."""
        return {"table": self.room.code, "seat": self.seat_of(guest), "player": guest.player, "why": why}

    def _write(self, screen: Screen, message: wire.Down) -> None:
        self._letters.append((screen, encode(message)))

    # ---- who is here ----

    def greet(self, guest: Guest, hello: wire.Hello) -> None:
        """Whoever shows the token of a seat is back in it; everybody else watches."""
        if hello.v != wire.VERSION:
            return self._show_out(guest, "new-version")
        if hello.browser is not None and hello.browser in self.room.banned:
            return self._show_out(guest, "banned")
        guest.greeted, guest.big, guest.browser = True, hello.screen == "table", hello.browser
        self._newcomers.add(guest.screen)
        self._set_timer(("ping", guest.screen), 0)
        player = self._player_of(hello)
        if player is not None:
            self.seat(guest, player)
        else:
            self._welcome(guest)
            if hello.token:
                raise Refusal("bad-token")
        return None

    def _welcome(self, guest: Guest) -> None:
        code, player, token = self.room.code, guest.player, None
        if player is not None:
            token = self.house.tokens.sign(code, player, self.room.salt)
        self._write(guest.screen, wire.Welcome(wire.VERSION, code, player, token))

    def seat(self, guest: Guest, player: int) -> None:
        """This screen is `player`'s from now on."""
        others = [g for g in self.guests.values() if g.player == player and g is not guest]
        guest.player, guest.looking, guest.finishes = player, True, 0
        for other in others:
            self._show_out(other, "replaced")
        self._welcome(guest)
        self._regain(guest, player)

    def look(self, guest: Guest, looking: bool) -> None:
        """A page that nobody looks at is as good as gone, but its line is kept."""
        self._welcome(guest)
        if looking == guest.looking:
            return
        guest.looking = looking
        self._newcomers.add(guest.screen)  # it was told nothing of the game meanwhile
        if guest.player is not None:
            if looking:
                self._regain(guest, guest.player)
            else:
                self._lose(guest.player)

    def _regain(self, guest: Guest, player: int) -> None:
        """He is back in his seat; whoever kept it warm gets up."""
        self._newcomers.add(guest.screen)
        self._timers.pop(("away", player), None)
        self._timers.pop(("warm", player), None)
        self._warm.discard(player)
        if player == self.room.owner:
            self.room = replace(self.room, host=player)
        if self.room.host not in self.here:
            self._set_timer(("host",), HOST_PASSES)
        if self.match and (seat := self.room.seat(player)) is not None:
            self.match.crew.leave(seat)
            self.match.connect(seat, guest.line, guest.device)
            self._come_back(seat)
        self._wake_up()

    def _lose(self, player: int) -> None:
        """Nobody is at his screen; the seat is kept."""
        if self.match and (seat := self.room.seat(player)) is not None:
            self.match.disconnect(seat)
            self._set_timer(("away", player), AWAY)
        if player == self.room.host:
            self._set_timer(("host",), HOST_PASSES)
        if not self.here:
            self._set_timer(("empty",), AWAY)

    def unseat(self, player: int, why: Literal["kicked", "banned"] | None = None) -> None:
        """The seat is given up, or taken away."""
        seat, seated = self.room.seat(player), self.room.members
        self.room = rooms.stand(self.room, player)
        if self.match and seat is not None:
            self.match.disconnect(seat)
            self.match.arbiter.ledgers.pop(seat, None)  # it was his who stood up
            self.match.crew.join(seat, self.room.members[seat].bot or "steady")
            self._come_back(seat)
        for guest in [g for g in self.guests.values() if g.player == player]:
            guest.player = None
            if why:
                self._show_out(guest, why)
            else:
                self._newcomers.add(guest.screen)
                self._welcome(guest)
        for member in self.room.members:
            if member not in seated and member.bot is None:
                self._sit_in(member.id)
        if self.here and self.room.host not in self.here:
            self._set_timer(("host",), 0)

    def _sit_in(self, player: int) -> None:
        """Whoever waited on the bench has a seat at the game now."""
        guest = next((g for g in self.guests.values() if g.player == player and g.looking), None)
        if guest is not None:
            self._regain(guest, player)
        else:
            self._lose(player)

    def know_device(self, guest: Guest, device: Device) -> None:
        guest.device = device
        if self.match and guest.looking and (seat := self.seat_of(guest)) is not None:
            self.match.arbiter.tell(seat, device)

    def change_bot(self, player: int, skill: Skill) -> None:
        seat = self.room.seat(player)
        if self.match and seat is not None:
            self.match.crew.join(seat, skill)

    def react(self, player: int, emote: wire.Emote) -> None:
        clock = self.house.clock()
        if self.match and self.room.stage == "playing" and not self.paused and self.match.race(clock):
            raise Refusal("not-now")  # nothing moves over a live target
        if clock - self._reacted.get(player, -BETWEEN_REACTIONS) < BETWEEN_REACTIONS:
            raise Refusal("flood")
        self._reacted[player] = clock
        self._reactions.append(encode(wire.Reaction(player, emote)))

    @property
    def here(self) -> set[int]:
        return {g.player for g in self.guests.values() if g.player is not None and g.looking}

    def seat_of(self, guest: Guest) -> Seat | None:
        return None if guest.player is None else self.room.seat(guest.player)

    def _player_of(self, hello: wire.Hello) -> int | None:
        if hello.token is None:
            return None
        player = self.house.tokens.player(hello.token, self.room.code, self.room.salt)
        return player if player is not None and self.room.knows(player) else None

    def _forget(self, guest: Guest) -> None:
        """The line is gone; the seat is kept."""
        del self.guests[guest.screen]
        self._timers.pop(("ping", guest.screen), None)
        if guest.player is not None and guest.player not in self.here:
            self._lose(guest.player)

    def hang_up(self, why: wire.Why) -> None:
        for guest in list(self.guests.values()):
            self._show_out(guest, why)

    def _show_out(self, guest: Guest, why: wire.Why) -> None:
        log.info("shown out", extra=self._named(guest, why))
        guest.screen.close(encode(wire.Goodbye(why)))
        self._forget(guest)

    def _come_back(self, seat: Seat) -> None:
        if self.match and seat in self.match.away:
            self.match.set_away(seat, False, self.house.clock())

    def _forecasts(self) -> dict[int, Forecast | None]:
        return {g.player: g.forecast for g in self.guests.values() if g.player is not None}

    def _watchers(self) -> int:
        return sum(g.greeted and g.player is None and not g.big for g in self.guests.values())

    # ---- the game on the table ----

    def start(self, game: str | None = None) -> None:
        self._remember_ledgers()
        self.room = rooms.start(self.room, secrets.token_urlsafe(9), game)
        options = rooms.checked_options(self.room.game, self.room.options, self.room.windows)
        seats = len(self.room.members)
        plan = lesson(self.room.game) if self.room.lesson is not None else None
        seed = plan.seed if plan else self.house.new_seed()
        play = Play.begin(self.room.rules, seats, seed, options)
        self._unkept = [write(header(self.room.game, play, seats, options, __version__))]
        self._lines, self._updates = 0, 0
        self.paused = None
        clock, observer = self.house.clock(), self.house.observer
        self.sit_down_to(Match(play, self._skills(), clock, observer, self.room.fairness, self.room.delays))
        self._hold_still(A_LOOK)
        if not self.here:
            return self.pause("empty")
        self._miss_the_absent()
        return None

    def _miss_the_absent(self) -> None:
        for player in {member.id for member in self.room.people} - self.here - self._warm:
            self._set_timer(("away", player), 0)

    def resume_game(self, match: Match, lines: int) -> None:
        """After a restart: the game stands as it was told last, and waits for its players."""
        self._lines = lines
        self.sit_down_to(match)
        if self.room.stage == "playing":
            self.pause("restart")

    def sit_down_to(self, match: Match) -> None:
        match.arbiter.ledgers = {
            seat: self._ledgers[member.id]
            for seat, member in enumerate(self.room.members)
            if member.id in self._ledgers
        }
        self.match = match
        self._warm.clear()
        for guest in self.guests.values():
            guest.begin_game()
        self._connect_all(match)

    def _connect_all(self, match: Match) -> None:
        """The play clock of every screen begins anew."""
        for guest in self.guests.values():
            self._newcomers.add(guest.screen)
            if guest.looking and (seat := self.seat_of(guest)) is not None:
                match.connect(seat, guest.line, guest.device)

    def _remember_ledgers(self) -> None:
        for seat, ledger in self.match.arbiter.ledgers.items() if self.match else ():
            self._ledgers[self.room.members[seat].id] = ledger.for_another_game()

    def leave_game(self, room: Room) -> None:
        """What is played stops here, and `room` is the table from now on."""
        self._remember_ledgers()
        self.room = room
        self.match, self.paused, self._unkept = None, None, []
        self._warm.clear()

    def skip(self) -> None:
        if self.match is None or not self.match.leap(self.house.clock()):
            raise Refusal("not-now")
        for guest in self.guests.values():
            guest.line.begin()  # it kept time by the clock that jumped
        self._connect_all(self.match)

    def pause(self, why: wire.Standstill) -> None:
        if self.match is None or self.room.stage != "playing" or self.paused:
            raise Refusal("not-now")
        self.match.pause(self.house.clock())
        self.paused = why
        if why == "host":
            self._set_timer(("long",), LONG_PAUSE)

    def resume(self) -> None:
        if self.match is None or not self.paused:
            raise Refusal("not-now")
        self._timers.pop(("wake",), None)
        self._timers.pop(("long",), None)
        self.match.resume(self.house.clock())
        self.paused = None
        self._newcomers |= self.guests.keys()  # their clocks run again
        self._miss_the_absent()
        self._hold_still(A_TRY)

    # ---- a lesson ----

    def learn(self, step: int | None) -> None:
        """The pupil has read enough, or will find out by himself."""
        plan = lesson(self.room.game)
        if plan is None or self.room.lesson is None:
            raise Refusal("not-now")
        self._turn_to(None if step is None else plan.step(step))

    def _teach(self, entries: list[Entry[Any]]) -> None:
        plan, step = lesson(self.room.game), self.room.lesson
        if plan is None or step is None or self.room.stage != "playing":
            return
        for event in (event for entry in entries for event in entry.events):
            step = plan.after(step, event)
        if step != self.room.lesson:
            self._turn_to(step)

    def _turn_to(self, step: int | None) -> None:
        self.room = replace(self.room, lesson=step)
        if self.paused != "lesson":
            self._hold_still(A_LOOK)
        elif not self._stands_still:
            self.resume()

    @property
    def _stands_still(self) -> bool:
        plan, step = lesson(self.room.game), self.room.lesson
        return plan is not None and step is not None and plan.steps[step].still

    def _hold_still(self, after: int) -> None:
        if self._stands_still:
            self._set_timer(("lesson",), after)

    def _wake_up(self) -> None:
        """A table that only waits for its players goes on when they are back."""
        if self.paused in ("restart", "empty"):
            if self._everybody_is_here():
                self.resume()
            else:
                self._timers.setdefault(("wake",), self.house.clock() + EVERYBODY_BACK)

    def _everybody_is_here(self) -> bool:
        away = self.match.away if self.match else ()
        return all(m.bot or m.id in self.here or seat in away for seat, m in enumerate(self.room.members))

    def _count_fists(self) -> None:
        """A majority need not wait for the host: what it wants begins by itself."""
        elected = rooms.elected(self.room, self.here) if self.room.stage == "over" else None
        if elected != self._elected:
            self._elected = elected
            self._set_timer(("elected",), ELECTED)

    def _skills(self) -> dict[Seat, Skill]:
        return {seat: m.bot for seat, m in enumerate(self.room.members) if m.bot is not None}

    # ---- timers ----

    def _set_timer(self, timer: Timer, after: int) -> None:
        self._timers[timer] = self.house.clock() + after

    def _ring_timers(self) -> None:
        clock = self.house.clock()
        for timer in [timer for timer, at in self._timers.items() if at <= clock]:
            del self._timers[timer]
            self._ring(timer, clock)

    def _ring(self, timer: Timer, clock: int) -> None:
        match timer:
            case ("ping", screen) if guest := self.guests.get(screen):
                if guest.is_deaf(clock):
                    return self._show_out(guest, "too-slow")
                guest.ping(clock, self._moment(clock))
                self._set_timer(timer, self._until_next_ping(guest, clock))
            case ("away", player) if player not in self.here and self.match:
                seat = self.room.seat(player)
                if seat is not None and seat not in self.match.away:
                    self.match.set_away(seat, True, clock)
                self._set_timer(("warm", player), WARM)
            case ("warm", player) if player not in self.here and self.match:
                self._keep_warm(player)
            case ("host",) if self.here and self.room.host not in self.here:
                present = [member.id for member in self.room.everyone if member.id in self.here]
                self.room = rooms.pass_host(self.room, present)
            case ("empty",) if not self.here and self.room.stage == "playing" and not self.paused:
                self.pause("empty")
            case ("lesson",) if self._stands_still and self.room.stage == "playing" and not self.paused:
                self.pause("lesson")
            case ("wake",) if self.paused in ("restart", "empty"):
                self.resume()
            case ("long",) if self.paused == "host":
                self.paused = "long"
            case ("elected",) if self._elected is not None:
                with suppress(Refusal):  # what could be played a moment ago may lack a player now
                    self.start(self._elected)
        return None

    def _keep_warm(self, player: int) -> None:
        seat = self.room.seat(player)
        if self.match and seat is not None and self.room.stage == "playing":
            self._warm.add(player)
            self.match.crew.join(seat, "steady")
            self._come_back(seat)

    def _until_next_ping(self, guest: Guest, clock: int) -> int:
        if len(guest.line.trips) < FIRST_PINGS:
            return SECOND
        if self.match is None or self.paused or self.room.stage != "playing":
            return PING
        race = self.match.race(clock) if guest.player is not None else None
        return PING_IN_PLAY if race is None else self._until_next_round(ping_every(race), clock)

    def _until_next_round(self, every: int, clock: int) -> int:
        """All lines of a table are pinged in one step; tables take their own moments."""
        return every - (clock + self._beat) % every

    def _moment(self, clock: int) -> Time:
        """In play time, while there is a game; a line's own figures are good for either."""
        return self.match.now(clock) if self.match else clock
