"""Who is here: seats that are taken, kept while their player is away, and given up."""

from __future__ import annotations

import logging
from typing import Any, Literal

from taphouse.core import SECOND, replace
from taphouse.fair import Device

from . import room as rooms
from . import wire
from .course import Course
from .crier import Crier
from .guest import Guest
from .guests import Guests
from .house import House
from .pulse import Pulse
from .room import Refusal
from .screen import Screen
from .timers import Timers

log = logging.getLogger(__name__)

AWAY = 4 * SECOND  # a reload or a switched network takes less
WARM = 15 * SECOND  # whoever is away for so long more is played for by a bot until he is back
HOST_PASSES = 10 * SECOND


class Presence:
    """A line, a screen and a player come and go on their own; a seat is only lost when it is given up."""

    def __init__(
        self,
        house: House,
        course: Course,
        guests: Guests,
        timers: Timers,
        pulse: Pulse,
        crier: Crier,
    ) -> None:
        self._tokens, self._clock, self._course, self._guests = house.tokens, house.clock, course, guests
        self._timers, self._pulse, self._crier = timers, pulse, crier

    # ---- in ----

    def connect(self, screen: Screen) -> None:
        """Nobody is told anything before he says hello."""
        self._guests.by_screen[screen] = Guest(screen)

    def greet(self, guest: Guest, hello: wire.Hello) -> None:
        """Whoever shows the token of a seat is back in it; everybody else watches."""
        if hello.v != wire.VERSION:
            return self.show_out(guest, "new-version")
        if hello.browser is not None and hello.browser in self._course.room.banned:
            return self.show_out(guest, "banned")
        guest.greeted, guest.big, guest.browser = True, hello.screen == "table", hello.browser
        self._guests.newcomers.add(guest.screen)
        self._pulse.begin(guest, self._clock())
        player = self._player_of(hello)
        if player is not None:
            self.seat(guest, player)
        else:
            self._welcome(guest)
            if hello.token:
                raise Refusal("bad-token")
        return None

    def seat(self, guest: Guest, player: int) -> None:
        """This screen is `player`'s from now on."""
        others = [other for other in self._guests.of(player) if other is not guest]
        guest.player, guest.looking, guest.finishes = player, True, 0
        for other in others:
            self.show_out(other, "replaced")
        self._welcome(guest)
        self._regain(guest, player)

    def look(self, guest: Guest, looking: bool) -> None:
        """A page that nobody looks at is as good as gone, but its line is kept."""
        self._welcome(guest)
        if looking == guest.looking:
            return
        guest.looking = looking
        self._guests.newcomers.add(guest.screen)  # it was told nothing of the game meanwhile
        if guest.player is not None:
            if looking:
                self._regain(guest, guest.player)
            else:
                self._lose(guest.player)

    def know_device(self, guest: Guest, device: Device) -> None:
        guest.device, match = device, self._course.match
        if match and guest.looking and (seat := self._course.seat_of(guest)) is not None:
            match.arbiter.tell(seat, device)

    def _player_of(self, hello: wire.Hello) -> int | None:
        if hello.token is None:
            return None
        room = self._course.room
        sitting = self._tokens.sitting(hello.token, room.code, room.salt)
        return None if sitting is None else room.player_of(sitting)

    def _welcome(self, guest: Guest) -> None:
        room, player, token = self._course.room, guest.player, None
        if player is not None:
            token = self._tokens.sign(room.code, room.sitting(player), room.salt)
        self._crier.write(guest.screen, wire.Welcome(wire.VERSION, room.code, player, token))

    def _regain(self, guest: Guest, player: int) -> None:
        """He is back in his seat."""
        course = self._course
        self._guests.newcomers.add(guest.screen)
        self._timers.stop(("away", player))
        self._timers.stop(("warm", player))
        if player == course.room.owner:
            course.room = replace(course.room, host=player)
        if course.room.host not in self._guests.here:
            self._timers.set(("host",), HOST_PASSES)
        course.play_himself(player, guest)
        course.wake_up()

    # ---- out ----

    def disconnect(self, guest: Guest) -> None:
        """The line is gone; the seat is kept."""
        del self._guests.by_screen[guest.screen]
        self._pulse.end(guest)
        if guest.player is not None and guest.player not in self._guests.here:
            self._lose(guest.player)

    def show_out(self, guest: Guest, why: wire.Why) -> None:
        log.info("shown out", extra=self.named(guest, why))
        self._crier.dismiss(guest.screen, why)
        self.disconnect(guest)

    def ban(self, player: int) -> None:
        """Every tab of the player's browser is shown out now, and none comes in again."""
        course, browsers = self._course, self._browsers(player)
        if course.room.host is not None and browsers & self._browsers(course.room.host):
            raise Refusal("not-now")  # the host would be shown out, too
        course.room = rooms.ban(course.room, browsers)
        for other in {member.id for member in course.room.people if browsers & self._browsers(member.id)}:
            self.unseat(other, "banned")
        if course.room.knows(player):  # without a name of its browser nothing is known of other tabs
            self.unseat(player, "banned")
        for guest in [guest for guest in self._guests if guest.browser in browsers]:
            self.show_out(guest, "banned")

    def _browsers(self, player: int) -> set[str]:
        """Where this player sat down, and where the seat is open now."""
        seen = (
            self._course.room.person(player).browser,
            *(guest.browser for guest in self._guests.of(player)),
        )
        return {browser for browser in seen if browser is not None}

    def unseat(self, player: int, why: Literal["kicked", "banned"] | None = None) -> None:
        """The seat is given up, or taken away."""
        course = self._course
        seat, seated = course.room.seat(player), course.room.members
        course.room = rooms.stand(course.room, player)
        if seat is not None:
            course.give_to_bot(seat)
        for guest in self._guests.of(player):
            guest.player = None
            if why:
                self.show_out(guest, why)
            else:
                self._guests.newcomers.add(guest.screen)
                self._welcome(guest)
        for member in course.room.members:
            if member not in seated and member.bot is None:
                self._sit_in(member.id)
        if (here := self._guests.here) and course.room.host not in here:
            self._timers.set(("host",), 0)

    def _sit_in(self, player: int) -> None:
        """Whoever waited on the bench has a seat at the game now."""
        guest = next((guest for guest in self._guests.of(player) if guest.looking), None)
        if guest is not None:
            self._regain(guest, player)
        else:
            self._lose(player)

    def _lose(self, player: int) -> None:
        """Nobody is at his screen; the seat is kept."""
        match, seat = self._course.match, self._course.room.seat(player)
        if match and seat is not None:
            match.disconnect(seat)
            self._timers.set(("away", player), AWAY)
        if player == self._course.room.host:
            self._timers.set(("host",), HOST_PASSES)
        if not self._guests.here:
            self._timers.set(("empty",), AWAY)

    # ---- what comes of being away ----

    def miss(self, player: int) -> None:
        if self._course.match and player not in self._guests.here:
            self._course.miss(player)
            self._timers.set(("warm", player), WARM)

    def keep_warm(self, player: int) -> None:
        if player not in self._guests.here:
            self._course.keep_warm(player)

    def pass_host(self) -> None:
        """To whoever is here, if the host is not."""
        room, here = self._course.room, self._guests.here
        if here and room.host not in here:
            present = [member.id for member in room.everyone if member.id in here]
            self._course.room = rooms.pass_host(room, present)

    def named(self, guest: Guest, why: str) -> dict[str, Any]:
        """For the logs."""
        seat = self._course.seat_of(guest)
        return {"table": self._course.room.code, "seat": seat, "player": guest.player, "why": why}
