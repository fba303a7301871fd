"""Players and their pages: a page behaves as the client does, its player as a bot that sees the same view."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple, Protocol

import msgspec

from taphouse.core import Dice
from taphouse.shelf import Shelf
from taphouse.table import wire
from taphouse.table.seat_updates import encode

from .lines import Line, Socket, Weather
from .virtual_time import SECOND, Scheduled, VirtualTime

MS = 1_000
WAITS = [wait * MS for wait in (0, 250, 500, 1_000, 2_000, 3_000)]  # as the client waits between attempts
OPEN_TIMEOUT = 4 * SECOND
SILENCE = 20 * SECOND
ANSWER = 2 * SECOND
PATIENT = 6  # refusals until a guest takes another name
LETTERS = "bcdefghj"
FRAME = 16 * MS
BETWEEN = 80 * MS  # from one act of a player to the next
LAUNCHED = 120 * MS  # a tap so close to its time is not cancelled by a later view
GAVE_UP = 2 * SECOND  # without a new view after an act, until a player tries again
read_down = msgspec.json.Decoder(wire.Down).decode


class Entrance(Protocol):
    """What a page needs of the house."""

    @property
    def shelf(self) -> Shelf: ...

    @property
    def time(self) -> VirtualTime: ...

    def dial(self, page: Page) -> Line:
        """Begins to connect to some node."""
        ...

    def hung_up(self, line: Line, socket: Socket | None) -> None:
        """The page closed the connection."""
        ...

    def complain(self, page: Page, why: str) -> None:
        """The player saw something that must not happen."""
        ...

    def count_tap(self) -> None: ...


class Seen(NamedTuple):
    """An update as a page got it."""

    moment: int
    connection: int
    match: str | None
    game: str
    seat: int | None
    update: wire.Update


class Page:
    """One person with one browser."""

    def __init__(self, house: Entrance, name: str, code: str, token: str | None, random: Random) -> None:
        self.house, self.time, self.name, self.code, self.token = house, house.time, name, code, token
        self.random, self.weather = random, Weather(Random(random.random()))
        self._clock = random.randrange(10**9), random.randrange(-80, 80)  # begins at, gains millionths
        self._dice = Dice("person", random.random())
        self.skill: Any = random.choice(("gentle", "steady", "quick"))
        self.browser = f"browser-{random.randrange(10**12):012}"
        self.line: Line | None = None
        self.socket: Socket | None = None
        self.connections = 0
        self._tries = 0
        self._timer: Scheduled | None = None
        self._silence: Scheduled | None = None
        self.is_hidden = False
        self.is_leaving = False
        self.wants_seat = True
        self._refusals = 0
        self._sits: Scheduled | None = None
        self._stands_up = False  # asked to, and may or may not have a seat now
        self.player: int | None = None
        self.room: wire.Room | None = None
        self.room_since = 0
        """When this connection got its first room."""
        self.update: wire.Update | None = None
        self.seen: list[Seen] = []
        self._visible_at = 0
        self._planned: tuple[int, Any] | None = None
        self._earliest = 0
        self._beats: Scheduled | None = None
        self._asked: Scheduled | None = None
        self.fine_since: int | None = None
        """Since when the page shows a table that is not held up. `None`: it waits now."""
        self.waits_since = self.time.now
        self._decides_at = 0
        self.pauses_until = 0
        """A host who paused the game resumes it then."""

    def __repr__(self) -> str:
        return self.name

    @property
    def seat(self) -> int | None:
        ids = [player.id for player in self.room.players] if self.room else []
        return ids.index(self.player) if self.player in ids else None

    @property
    def is_host(self) -> bool:
        return self.room is not None and self.player is not None and self.room.host == self.player

    def clock(self) -> int:
        begins, gains = self._clock
        return begins + self.time.now + self.time.now * gains // 1_000_000

    # ---- the connection, as client/table/line.ts has it ----

    def connect(self) -> None:
        if self.is_leaving:
            return
        self.hang_up()
        self.line, self.socket = self.house.dial(self), None
        self._timer = self.time.after(OPEN_TIMEOUT, self.lost, self.line)

    def opened(self, line: Line, socket: Socket) -> None:
        if line is not self.line:
            return self.house.hung_up(line, socket)
        self._cancel_timer()
        self.socket = socket
        self.connections += 1
        self._alive()
        self.say(wire.Hello(wire.VERSION, self.token, browser=self.browser))
        self.say(wire.Device(FRAME))
        if self.is_hidden:
            self.say(wire.Looking(False))
        return None

    def turned_away(self, line: Line, goodbye: bytes) -> None:
        """The house opens the connection only to say why it closes it."""
        if line is self.line:
            self.receive(line, goodbye)
            self.lost(line)

    def refused(self, line: Line) -> None:
        """No process listens there."""
        self.lost(line)

    def lost(self, line: Line | None) -> None:
        if line is not self.line or line is None:
            return
        self.hang_up()
        wait = WAITS[min(self._tries, len(WAITS) - 1)]
        self._tries += 1
        self._timer = self.time.after(wait, self.connect)

    def closed(self, line: Line) -> None:
        """A close frame arrived."""
        self.lost(line)

    def hang_up(self) -> None:
        if self.line is not None:
            self.house.hung_up(self.line, self.socket)
        self._stop()

    def reload(self) -> None:
        self._tries = 0
        self.hang_up()
        self.connect()

    def leave(self) -> None:
        self.is_leaving = True
        self.hang_up()

    def _stop(self) -> None:
        self._cancel_timer()
        if self._silence is not None:
            self._silence.cancel()
        self.line = self.socket = self.update = self.room = self._planned = None
        self._stop_beats()
        self._judge_waiting()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _alive(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
        self._silence = self.time.after(SILENCE, self._probe, ANSWER)

    def _probe(self, answer: int) -> None:
        if self.is_hidden or self.socket is None:
            return
        self.say(wire.Looking(True))
        if self._silence is not None:
            self._silence.cancel()
        self._silence = self.time.after(answer, self.reload)

    def hide(self) -> None:
        self.is_hidden = True
        self.say(wire.Looking(False))

    def show(self) -> None:
        self.is_hidden = False
        if self.socket is not None:
            self._probe(500 * MS)
        else:
            self.reload()

    def say(self, message: wire.Up) -> None:
        if self.line is not None and self.socket is not None:
            self.line.up(self.socket.received, encode(message))

    # ---- messages from the house ----

    def receive(self, line: Line, text: bytes) -> None:
        if line is not self.line:
            return
        self._alive()
        message = read_down(text)
        match message:
            case wire.Update():
                self._updated(message)
            case wire.Room():
                self._set_room(message)
            case wire.Welcome():
                self._welcomed(message)
            case wire.Ask(past):
                self._beat_until(past)
            case wire.Sorry(why, detail):
                self._refused(why, detail)
            case wire.Goodbye(why) if why in ("no-such-table", "gone", "banned", "kicked", "replaced"):
                self.house.complain(self, f"was sent away: {why}")

    def _welcomed(self, welcome: wire.Welcome) -> None:
        self._tries = 0
        if welcome.player is None:
            if self.player is not None and not self._stands_up:
                self.house.complain(self, f"lost the seat of player {self.player}")
            self.player = self.token = None
            if self.wants_seat:
                self._sit_soon(self.random.randrange(200 * MS, 900 * MS))
        else:
            if self.player not in (None, welcome.player):
                self.house.complain(self, f"was player {self.player} and is player {welcome.player}")
            self.player, self.token = welcome.player, welcome.token
            if not self.wants_seat:
                self._stands_up = True
                self.say(wire.Stand())

    def _sit(self, line: Line | None) -> None:
        if line is self.line and self.player is None and self.wants_seat:
            self.say(wire.Sit(self.name))

    def stand(self) -> None:
        if self.player is not None:
            self.wants_seat, self._stands_up = False, True
            self.say(wire.Stand())

    def sit_again(self) -> None:
        self.wants_seat = True
        self._sit(self.line)

    def _refused(self, why: str, detail: str) -> None:
        if why == "name-taken":
            self._name_refused()
        if why == "bad-token" and not self._stands_up:
            self.house.complain(self, "has a token that is refused")
        if why in ("bad-message", "bad-options", "no-such-game", "flood"):
            self.house.complain(self, f"was refused: {why} {detail}")

    def _name_refused(self) -> None:
        """The name may be their own, on a connection that the house does not know to be dead yet."""
        self._refusals += 1
        seated = self.room.players if self.room else ()
        is_of_bot = any(player.name == self.name and player.bot is not None for player in seated)
        if is_of_bot or self._refusals % PATIENT == 0:
            self.name = f"{self.name[:10]}{self.random.choice(LETTERS)}"
        self._sit_soon(SECOND if is_of_bot else 4 * SECOND)

    def _sit_soon(self, wait: int) -> None:
        if self._sits is not None:
            self._sits.cancel()
        self._sits = self.time.after(wait, self._sit, self.line)

    def _set_room(self, room: wire.Room) -> None:
        self.room = room
        if room.stage != "playing" or room.paused is not None:
            self._planned = None
            self._stop_beats()
        if room.paused == "introduction" and self.seat is not None:
            self.time.after(self.random.randrange(SECOND), self.say, wire.Ready(True))
        self._judge_waiting()

    def _judge_waiting(self) -> None:
        """Whether this person looks at a table that stands still for no person's sake."""
        room = self.room
        is_fine = room is not None and room.paused not in ("keeping", "restart", "empty")
        if is_fine and self.wants_seat and self.player is None:
            is_fine = False
        if not is_fine and self.fine_since is not None:
            self.fine_since, self.waits_since = None, self.time.now
        elif is_fine and self.fine_since is None:
            self.fine_since = self.time.now

    def look_around(self) -> None:
        """Once a second: decides what a host decides, and what others may."""
        room = self.room
        if room is None or self.player is None or self.is_hidden or self.time.now < self._decides_at:
            return
        self._decides_at = self.time.now + self.random.randrange(SECOND, 4 * SECOND)
        if room.paused == "long":
            self.say(wire.Resume())
        elif room.may_go_on_without_host:
            self.say(wire.GoOn())
        elif self.is_host and room.paused == "host" and self.time.now >= self.pauses_until:
            self.say(wire.Resume())
        elif self.is_host and room.stage in ("lobby", "over"):
            if len(room.players) < self.house.shelf[room.game].SEATS[0]:
                self.say(wire.AddBot("steady"))
            elif room.stage == "over" and self.random.random() < 0.2:
                self.say(wire.EndEvening())
            else:
                self.say(wire.Start())
        elif self.is_host and room.stage == "podium":
            self.say(wire.Finished())

    # ---- the game ----

    def _updated(self, update: wire.Update) -> None:
        room = self.room
        if room is None:
            self.house.complain(self, "got an update before a room")
            return
        self.seen.append(Seen(self.time.now, self.connections, room.match, room.game, self.seat, update))
        self.update, self._visible_at = update, self.time.now + FRAME
        self.time.after(FRAME, self._paint, update)
        self._stop_beats()
        if update.beat is not None:
            self._beats = self.time.after(update.beat + FRAME, self._beat_on, update)
        self._plan()

    def _paint(self, update: wire.Update) -> None:
        if update is self.update and not self.is_hidden:
            self.say(wire.Painted(update.n, self.clock()))

    def _beat(self) -> None:
        if self.update is not None and not self.is_hidden:
            self.say(wire.Beat(self.update.n, self.clock()))

    def _beat_on(self, update: wire.Update) -> None:
        if update is self.update and update.beat is not None:
            self._beat()
            self._beats = self.time.after(update.beat, self._beat_on, update)

    def _beat_until(self, past: int) -> None:
        if self._asked is not None:
            self._asked.cancel()
        self._asked = None
        if self.update is None:
            return
        self._beat()
        if self._play_time() <= past:
            self._asked = self.time.after(8 * MS, self._beat_until, past)

    def _stop_beats(self) -> None:
        for timer in (self._beats, self._asked):
            if timer is not None:
                timer.cancel()
        self._beats = self._asked = None

    def _play_time(self) -> int:
        assert self.update is not None
        return self.update.at + max(0, self.time.now - self._visible_at)

    def _plan(self) -> None:
        """Plans the next tap as the game's bot would, from what this screen shows."""
        update, seat, room = self.update, self.seat, self.room
        if update is None or seat is None or room is None or room.stage != "playing":
            return
        if self._planned is not None and 0 <= self._planned[0] - self.time.now <= LAUNCHED:
            return
        self._planned = None
        if room.paused is not None or self.is_hidden:
            return
        game = self.house.shelf[room.game]
        plan = game.plan(msgspec.json.decode(update.view, type=game.View), seat, self._dice, self.skill)
        if plan is not None:
            at = max(self._visible_at + plan.at - update.at, self._visible_at, self._earliest)
            self._planned = planned = (at + self.random.randrange(30 * MS), plan.act)
            self.time.after(planned[0] - self.time.now, self._press, planned)

    def _press(self, planned: tuple[int, Any]) -> None:
        if self._planned is not planned or self.update is None:
            return
        self._planned = None
        self._earliest = self.time.now + BETWEEN
        self.house.count_tap()
        self.say(wire.Do(msgspec.Raw(encode(planned[1])), self.update.n, self.clock()))
        self.time.after(GAVE_UP, self._try_again, self.update)

    def _try_again(self, update: wire.Update) -> None:
        if update is self.update:
            self._plan()
