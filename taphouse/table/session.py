"""The room and the game played in it: started, paused, resumed, restored, left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from taphouse.core import SECOND, Entry, Game, Play, Seat, Skill, Time, replace
from taphouse.core.record import header, read_header, read_lines, resume
from taphouse.fair import JUDGING_VERSION, Ledger

from . import lesson as lessons
from . import room as rooms
from . import wire
from .advice import Question
from .connection import Connection
from .connections import Connections
from .context import Clock, TableContext
from .effects import Effect, GameOver
from .head_starts import HeadStarts
from .host_idle import HostIdle
from .limits import Bucket, Rate
from .match import Match
from .room import Member, Refusal, Room
from .table_store import TableStore
from .timers import Timers

LONG_PAUSE = 60 * SECOND  # after it, anyone may resume
INTRODUCTION = 8 * SECOND  # the title card of a game, unless everybody has read it before
COUNTDOWN = 3 * SECOND
ENDING = 7 * SECOND // 2  # the board stays for the winning move, before the result
ELECTED = 5 * SECOND  # from a majority of votes to the start of the game
EVERYBODY_BACK = 4 * SECOND  # how long a table that wakes up waits for the other players
STARTS = Rate(1 / 15, burst=20)  # per table: every started game is stored, and a game lasts minutes
DECKS = Rate(1 / 2, burst=20)  # per table: reading one takes a millisecond
TAPS = Rate(8, burst=200)  # per seat: every tap is stored, and a tap with its lift counts as two


class Session:
    """The room, the match if there is one, and why it is paused if it is."""

    def __init__(
        self,
        context: TableContext,
        clock: Clock,
        room: Room,
        connections: Connections,
        timers: Timers,
        store: TableStore,
        effects: list[Effect],
    ) -> None:
        self._context, self._clock, self._effects = context, clock, effects
        self._connections, self._timers, self._store = connections, timers, store
        self.shelf, self.room = context.shelf, room
        self.match: Match | None = None
        self.paused: wire.Standstill | None = None
        self.ending = False
        """The game is over, but all screens still show its board: the winning move must be seen."""
        self._is_to_be_introduced = False  # the game waits for its first player
        self._introduced: set[int] = set()  # players who have read the title card of this game
        self.head_starts = HeadStarts(context, effects)
        self.elected: str | None = None
        """The game a majority voted for. It starts after `ELECTED`."""
        self.played_by_bot: set[int] = set()
        """Players whose seats a bot plays until they are back."""
        self.host_idle = HostIdle(timers)
        """Whether the host is here but idle."""
        self._seated: tuple[Member, ...] = ()  # the members that `_seats` was made from
        self._seats: dict[int, Seat] = {}
        self._starts, self._decks = Bucket(STARTS), Bucket(DECKS)
        self._taps: dict[Seat, Bucket] = {}

    @property
    def game(self) -> Game[Any, Any]:
        """The rules of the chosen game."""
        return self.shelf[self.room.game]

    @property
    def is_running(self) -> bool:
        """A game is being played and is not paused."""
        return self.match is not None and self.room.stage == "playing" and not self.paused

    @property
    def unplayed(self) -> str | None:
        """The name of the match being played, while no person has acted in it."""
        is_on = self.match is not None and self.room.stage == "playing"
        return None if not is_on or self.has_been_played else self.room.match

    @property
    def has_been_played(self) -> bool:
        """A person has acted in the current match."""
        return self.match is not None and self.match.has_been_played

    def seat_of(self, connection: Connection) -> Seat | None:
        """As the room says. Every report of every screen asks, so the seats are kept."""
        if self._seated is not self.room.members:
            self._seated = self.room.members
            self._seats = {member.id: seat for seat, member in enumerate(self._seated)}
        return None if connection.player is None else self._seats.get(connection.player)

    def moment(self, clock: int) -> Time:
        """The moment in play time during a match, else on the house's clock; lines work with either."""
        return self.match.now(clock) if self.match else clock

    def may_tap(self, seat: Seat, arrived: int) -> bool:
        """Takes one tap from the seat's rate limit. No human player taps fast enough to reach it."""
        return self._taps.setdefault(seat, Bucket(TAPS)).take(arrived)

    def change(self, room: Room) -> None:
        """The room is this one from now on."""
        self.room = room

    # ---- the match from start to end ----

    def use_deck(self, text: str | None) -> None:
        self._check_deck(text)
        self.room = rooms.use_deck(self.shelf, self.room, text)

    def offer_deck(self, player: int, text: str | None) -> None:
        self._check_deck(text)
        self.room = rooms.offer_deck(self.shelf, self.room, player, text)

    def _check_deck(self, text: str | None) -> None:
        """Before it is read: the house takes decks, and this table was not given too many."""
        if text is not None:
            rooms.check_decks_allowed(self._context.takes_decks)
            if not self._decks.take(self._clock.now):
                raise Refusal("flood")

    def start(self, game: str | None = None) -> None:
        room = rooms.start(self.shelf, self.room, self._context.chance.name(), game)
        if not self._starts.take(self._clock.now):
            raise Refusal("flood")
        self.room = self._remembering_ledgers(room)
        deck = self.room.deck.text if self.room.deck and not self.room.taught else None
        options = rooms.checked_options(self.game, self.room.options, self.room.time_scale, deck)
        seats = len(self.room.members)
        plan = lessons.lesson_of(self.shelf, self.room.game) if self.room.taught else None
        known = plan or self.room.deal
        seed = known.seed if known else self._context.chance.seed()
        play = Play.begin(self.game, seats, seed, options)
        head = header(self.room.game, play, seats, options, self._context.version, JUDGING_VERSION)
        self._store.begin_game(head, self.room)
        self.paused = None
        players = [member.id for member in self.room.members]
        self.set_match(self._match(play, self.room.delays, players))
        self._hold_still(lessons.A_LOOK)
        self._is_to_be_introduced = self._context.introduces and not self.room.taught
        if not self._connections.here:
            return self.pause("empty")
        return self._introduce() if self._is_to_be_introduced else self._mark_absent_away()

    def _introduce(self) -> None:
        """Stands still for the title card, the first time in an evening, and for the countdown."""
        self._is_to_be_introduced = False
        self._introduced.clear()
        self.pause("introduction")
        self._timers.set(("introduction",), INTRODUCTION)
        if any(played.game == self.room.game for played in self.room.evening):
            self.end_introduction()

    def read_introduction(self, player: int) -> None:
        self._introduced.add(player)

    def count_readers(self) -> None:
        """The title card is put away as soon as every person at the table has read it."""
        if self.paused != "introduction":
            return
        seated = {member.id for member in self.room.members} & self._connections.here
        if seated and seated <= self._introduced:
            self.end_introduction()

    def end_introduction(self) -> None:
        """From the title card to the countdown, and from there to the game."""
        if self.paused == "introduction":
            self.paused = "countdown"
            self._timers.set(("introduction",), COUNTDOWN)
        elif self._connections.here:
            self.resume()
        else:
            self.paused = "empty"

    def _match(self, play: Play[Any, Any], delays: Mapping[Seat, Time], players: Sequence[int]) -> Match:
        skills = {seat: m.bot for seat, m in enumerate(self.room.members) if m.bot is not None}
        ghosts = {seat: m.ghost for seat, m in enumerate(self.room.members) if m.ghost is not None}
        return Match(
            play, skills, self._clock.now, self.room.fairness, delays, players, self._effects, ghosts
        )

    def restore(self, lines: Sequence[bytes]) -> None:
        """After a restart: continues a match with its stored lines, paused until its players are back."""
        self._store.resume_game(self.room, lines)
        room, header = self.room, read_header(lines[0])
        delays = {seat: place.delay for seat, place in enumerate(header.places)} or room.delays
        players = [place.player for place in header.places] or [member.id for member in room.members]
        match = self._match(resume(self.game, header), delays, players)
        seated = [member.id for member in room.members]
        left = match.replay(read_lines(self.game, lines[1:]), self._clock.now, seated)
        self._remember_again({room.device_of(player): ledger for player, ledger in left.items()})
        self.set_match(match)
        if self.room.stage == "playing":
            self.pause("restart")

    def set_match(self, match: Match) -> None:
        self.match, self.ending = match, False
        for seat in range(len(self.room.members)):
            self._recall_ledger(match, seat)
        self.played_by_bot.clear()
        for connection in self._connections:
            connection.begin_game()
        self._connect_all(match)

    def pass_time(self, until: int) -> list[Entry[Any]]:
        """Decides everything that can be decided by then. Returns the entries in play order."""
        entries = self.match.pass_time(until) if self.match else []
        self._book_for_absent_players()
        if self.match and self.match.play.winners is not None and self.room.stage == "playing":
            self.paused = None
            self.room = rooms.over(
                self.room,
                self.match.play.state.points,
                self.match.play.winners,
                self.match.fastest,
                self.match.deeds,
            )
            self.ending = True
            self._timers.set(("ending",), ENDING)
            self._effects.append(GameOver(self.room, tuple(self.match.finishes)))
        room = lessons.after(self.shelf, self.room, entries)
        if room is not self.room:
            self._turn_to(room)
        return entries

    def show_result(self) -> None:
        """The winning move was seen for long enough."""
        self.ending = False

    def follow_stage(self) -> None:
        """A new stage, host or idle host changes who is waited for and who votes."""
        self.host_idle.follow(self.room)
        self.count_votes()

    def leave(self, room: Room) -> None:
        """Ends the current match and continues with `room`."""
        self._store.leave_game(self.unplayed)
        self.room = self._remembering_ledgers(room)
        self.match, self.paused, self.ending = None, None, False
        self.played_by_bot.clear()

    def count_votes(self) -> None:
        """Schedules the start of the game a majority voted for: a majority need not wait for the host."""
        elected = None
        if self.room.stage == "over":
            voters = self._connections.here - ({self.room.host} if self.host_idle.is_over else set())
            elected = rooms.elected(self.shelf, self.room, voters)
        if elected != self.elected:
            self.elected = elected
            self._timers.set(("elected",), ELECTED)

    def _connect_all(self, match: Match) -> None:
        """Connects every seat's line to the match and restarts the play clock of every screen."""
        self._connections.resend_all()
        for connection in self._connections:
            if connection.looking and (seat := self.seat_of(connection)) is not None:
                match.connect(seat, connection.line, connection.device)

    # ---- ledgers: they belong to a device, not to a seat ----

    def _remembering_ledgers(self, room: Room) -> Room:
        """`room` with the ledgers of the game that ends now."""
        ledgers = self.match.arbiter.ledgers if self.match else {}
        members = self.room.members
        return room.remembering({members[seat].device: ledger for seat, ledger in ledgers.items()})

    def _book_for_absent_players(self) -> None:
        """Books the races of players who left their seats before the end of a race in which they tapped."""
        for player, surplus in self.match.take_bookings() if self.match else ():
            device = self.room.device_of(player)
            if device in self.room.ledgers:
                self.room = self.room.remembering({device: self.room.ledgers[device].book(surplus)})

    def _remember_again(self, ledgers: Mapping[str, Ledger]) -> None:
        """After a crash the room may be older than the record of its game, and so may its ledgers."""
        known = self.room.ledgers
        outdated = [device for device in known if ledgers.get(device, known[device]) != known[device]]
        if outdated:
            self.room = self.room.remembering({device: ledgers[device] for device in outdated})

    def _recall_ledger(self, match: Match, seat: Seat) -> None:
        """The seat has its player's ledger, unless they already have tapped in this game."""
        member = self.room.members[seat]
        if member.bot is None and member.device in self.room.ledgers:
            match.recall(seat, self.room.ledgers[member.device])

    # ---- without the host ----

    @property
    def may_go_on_without_host(self) -> bool:
        """The host is idle, and the table is at the podium, or in the lobby with most others ready."""
        if self.room.stage == "lobby":
            return self.host_idle.is_over and rooms.most_are_ready(self.room, self._connections.here)
        return self.host_idle.is_over and self.room.stage == "podium"

    def go_on_without_host(self) -> None:
        if self.room.stage == "podium":
            return self.leave(rooms.back_to_lobby(self.shelf, self.room))
        self.room = rooms.filled(self.shelf, self.room)
        return self.start()

    # ---- pauses ----

    def pause(self, why: wire.Standstill) -> None:
        if self.match is None or not self.is_running:
            raise Refusal("not-now")
        self.match.pause(self._clock.now)
        self.paused = why
        if why == "host":
            self._timers.set(("long",), LONG_PAUSE)

    def resume(self) -> None:
        if self.match is None or not self.paused:
            raise Refusal("not-now")
        self._timers.stop(("wake",))
        self._timers.stop(("long",))
        self._timers.stop(("introduction",))
        self.match.resume(self._clock.now)
        self.paused = None
        self._connections.resend_all()  # the screens' play clocks run again
        if self._is_to_be_introduced:
            return self._introduce()
        self._mark_absent_away()
        return self._hold_still(lessons.A_TRY)

    def pause_is_long(self) -> None:
        """From now on anyone may resume."""
        if self.paused == "host":
            self.paused = "long"

    def skip(self) -> None:
        if self.match is None or not self.match.skip_to_due(self._clock.now):
            raise Refusal("not-now")
        for connection in self._connections:
            connection.restart_line()
        self._connect_all(self.match)

    def freeze(self) -> None:
        """Stops play time while the journal cannot be written."""
        if self.match and not self.match.paused:
            self.match.pause(self._clock.now)

    def thaw(self) -> None:
        if self.match and not self.paused:
            self.match.resume(self._clock.now)
        self._connections.resend_all()  # the screens' play clocks run again

    @property
    def waits_for_players(self) -> bool:
        return self.paused in ("restart", "empty")

    def wake_up(self) -> None:
        """Resumes a table that waits for its players: at once if all are here, else after a short wait."""
        if self.waits_for_players:
            if self._everybody_is_here():
                self.resume()
            else:
                self._timers.set_once(("wake",), EVERYBODY_BACK)

    def _everybody_is_here(self) -> bool:
        here, away = self._connections.here, self.match.away if self.match else ()
        return all(m.bot or m.id in here or seat in away for seat, m in enumerate(self.room.members))

    def _mark_absent_away(self) -> None:
        for player in (
            {member.id for member in self.room.people} - self._connections.here - self.played_by_bot
        ):
            self._timers.set(("away", player), 0)

    # ---- a lesson ----

    def learn(self, step: int | None) -> None:
        self._turn_to(lessons.turned_to(self.shelf, self.room, step))

    def _turn_to(self, room: Room) -> None:
        self.room = room
        if self.paused != "lesson":
            self._hold_still(lessons.A_LOOK)
        elif not lessons.stands_still(self.shelf, room):
            self.resume()

    def _hold_still(self, after: int) -> None:
        if lessons.stands_still(self.shelf, self.room):
            self._timers.set(("lesson",), after)

    # ---- who plays a seat ----

    def advise(self, match: str | None, question: Question, misfit: float) -> None:
        """The bots of this match learn the answer to their question. A later match does not need it."""
        if self.match and self.room.match == match:
            self.match.advise(question, misfit, self._clock.now)

    def player_returns(self, player: int, connection: Connection) -> None:
        """Connects the player's line to their seat. A bot that played the seat leaves it."""
        self.played_by_bot.discard(player)
        if self.match and (seat := self.room.seat(player)) is not None:
            self.match.bots.leave(seat)
            self.match.sit(seat, player)
            self._recall_ledger(self.match, seat)
            self.match.connect(seat, connection.line, connection.device)
            self.match.set_away(seat, False, self._clock.now)

    def play_with_bot(self, player: int, skill: Skill) -> None:
        if self.match and (seat := self.room.seat(player)) is not None:
            self.match.bots.join(seat, skill)

    def assign(self, seat: Seat, bot: Skill | None) -> None:
        """A bot plays the seat, or its player does: then a bot's seat becomes a person's."""
        if self.match is None or seat >= len(self.room.members):
            return
        if bot is None:
            self.room = self.room.having(replace(self.room.members[seat], bot=None))
            self.match.bots.leave(seat)
        else:
            self.match.bots.join(seat, bot)
            self.match.set_away(seat, False, self._clock.now)

    def seat_given_up(self, seat: Seat, device: str) -> None:
        """The player left the seat for good: a bot plays it from now on."""
        if self.match:
            ledger = self.match.sit(seat, self.room.members[seat].id)
            if ledger is not None:
                self.room = self.room.remembering({device: ledger})
            self.match.bots.join(seat, self.room.members[seat].bot or "steady")
            self.match.set_away(seat, False, self._clock.now)

    def bot_takes_over(self, player: int) -> None:
        seat = self.room.seat(player)
        if self.match and seat is not None and self.room.stage == "playing":
            self.played_by_bot.add(player)
            self.match.bots.join(seat, "steady")
            self.match.set_away(seat, False, self._clock.now)

    def mark_away(self, player: int) -> None:
        """Tells the rules that nobody plays this seat."""
        seat = self.room.seat(player)
        if self.match and seat is not None:
            self.match.set_away(seat, True, self._clock.now)
