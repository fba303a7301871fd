"""Who is told what, and when: nobody twice, and nobody what he may not know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from taphouse.core import SECOND, Entry, Seat

from . import wire
from .course import Course
from .guest import Guest
from .guests import Guests
from .match import Match
from .pulse import Pulse
from .room import Refusal, Room
from .screen import Screen
from .telling import Bulletin, encode, evening, public

BETWEEN_REACTIONS = SECOND


class Crier:
    """Knows what everyone was told last."""

    def __init__(self, clock: Callable[[], int], course: Course, guests: Guests, pulse: Pulse) -> None:
        self._clock, self._course, self._guests, self._pulse = clock, course, guests, pulse
        self._letters: list[tuple[Screen, bytes]] = []
        self._farewells: list[tuple[Screen, bytes]] = []
        self._told = b""  # the room as all saw it last
        self._facts: tuple[Any, ...] = ()  # about the room, as they were encoded last
        self._encoded = b""
        self._evening, self._told_evening = course.room.evening, evening(course.room)
        self._reacted: dict[int, int] = {}  # when each did last
        self._reactions: list[bytes] = []

    def write(self, screen: Screen, message: wire.Down) -> None:
        """Goes out with all else that this step brings."""
        self._letters.append((screen, encode(message)))

    def dismiss(self, screen: Screen, why: wire.Why) -> None:
        """The last that it is told, once what led to it is kept; then its line is closed."""
        self._farewells.append((screen, encode(wire.Goodbye(why))))

    @property
    def leaving(self) -> list[Screen]:
        """Who is dismissed, and not told yet."""
        return [screen for screen, _ in self._farewells]

    def react(self, player: int, emote: wire.Emote) -> None:
        clock, match = self._clock(), self._course.match
        if match and self._course.is_running and match.race(clock):
            raise Refusal("not-now")  # nothing moves over a live target
        if clock - self._reacted.get(player, -BETWEEN_REACTIONS) < BETWEEN_REACTIONS:
            raise Refusal("flood")
        self._reacted[player] = clock
        self._reactions.append(encode(wire.Reaction(player, emote)))

    def tell(self, entries: Sequence[Entry[Any]]) -> None:
        """Letters first, then the room, then the game: a page that draws in this order never guesses."""
        letters, self._letters = self._letters, []
        for screen, letter in letters:
            screen.send(letter)
        farewells, self._farewells = self._farewells, []
        for screen, farewell in farewells:
            screen.close(farewell)
        self._tell_room()
        self._tell_reactions()
        if self._course.match:
            self._tell_game(self._course.match, entries, self._clock())
        self._guests.newcomers.clear()

    def tell_standstill(self, kept: Room) -> None:
        """What is not kept yet is not told, not even now."""
        self._told = self._public(kept, "keeping")
        for guest in self._guests:
            if guest.greeted:
                guest.screen.send(self._told)

    def _tell_room(self) -> None:
        room = self._course.room
        told = self._public(room, self._course.paused)
        played = self._told_evening if room.evening is self._evening else evening(room)
        self._evening = room.evening
        for guest in self._guests:
            is_newcomer = guest.screen in self._guests.newcomers
            if guest.greeted and (told != self._told or is_newcomer):
                guest.screen.send(told)
            if guest.greeted and (played != self._told_evening or is_newcomer):
                guest.screen.send(played)
        self._told, self._told_evening = told, played

    def _public(self, room: Room, paused: wire.Standstill | None) -> bytes:
        """Encoded only when there is something new in it: most steps change nothing that all see."""
        guests, course = self._guests, self._course
        facts = (
            room,
            paused,
            guests.here,
            {*course.warm},
            guests.forecasts,
            guests.watchers,
            guests.has_big_screen,
            course.elected,
            course.hostless,
        )
        if self._facts != facts:
            self._facts, self._encoded = facts, public(*facts)
        return self._encoded

    def _tell_reactions(self) -> None:
        reactions, self._reactions = self._reactions, []
        for guest in self._guests if reactions else ():
            for reaction in reactions if guest.greeted else ():
                guest.screen.send(reaction)

    def _tell_game(self, match: Match, entries: Sequence[Entry[Any]], clock: int) -> None:
        if entries or self._guests.newcomers or match.foresee(clock) is not None:
            self._tell_news(match, entries, clock)
        asked = match.ask(clock)
        for guest in self._guests if asked else ():
            if (seat := self._course.seat_of(guest)) in asked:
                guest.screen.send(encode(wire.Ask(asked[seat])))

    def _tell_news(self, match: Match, entries: Sequence[Entry[Any]], clock: int) -> None:
        bulletin = Bulletin(match, clock, entries)
        for guest in [guest for guest in self._guests if guest.greeted and guest.looking]:
            seat, is_newcomer = self._course.seat_of(guest), guest.screen in self._guests.newcomers
            concerned = entries or is_newcomer or (bulletin.is_early_for(seat, guest) and not guest.ahead)
            if concerned and (bulletin.is_new_to(seat, guest) or is_newcomer):
                self._show(match, bulletin, guest, seat, clock)

    def _show(self, match: Match, bulletin: Bulletin, guest: Guest, seat: Seat | None, clock: int) -> None:
        """What a race is about goes out together with a ping: its answer tells when it was there."""
        beat, scene = None, bulletin.scene(seat, guest)
        guest.updates += 1
        if seat is not None:
            beat = match.show(seat, guest.updates, scene.at, clock, scene.race)
        guest.screen.send(bulletin.told_to(seat, guest, beat))
        if seat is not None and scene.race is not None:
            self._pulse.ping_in_race(guest, scene.race, clock)
