"""A table without asyncio: the test is its clock, its network and its journal."""

import json
from itertools import count

from taphouse.core import SECOND
from taphouse.core.record import Chain
from taphouse.replay.seal import HouseKey
from taphouse.table import room as rooms
from taphouse.table import wire
from taphouse.table.context import TableContext
from taphouse.table.effects import Close, Keep, Ping, Send, SendRoom, SendWelcome, WakeAt
from taphouse.table.inputs import Connected, Disconnected, Kept, Ponged, Received
from taphouse.table.room import Room
from taphouse.table.table import Table
from taphouse.table.tokens import Tokens
from tests.toys import SHELF, TOY

TOLD = (Send, SendRoom, SendWelcome, Close)


class Chance:
    """The same each time."""

    def __init__(self):
        self._drawn = count(1)

    def seed(self):
        return f"seed {next(self._drawn)}"

    def name(self):
        return f"name {next(self._drawn)}"

    def nonce(self):
        return next(self._drawn).to_bytes(8, "big")


class DrivenTable:
    """Handles are the players' names. Pings are answered at once, and a `Keep` unless the test does it."""

    def __init__(self, game=TOY, keeps_at_once=True, has_book=False):
        self.now, self.keeps_at_once = 1_000 * SECOND, keeps_at_once
        self.context = TableContext(
            SHELF, Tokens(b"secret"), HouseKey(b"secret"), Chance(), "test", has_book=has_book
        )
        self.table = Table(
            self.context, rooms.choose(SHELF, Room("QUAY", "salt", game), game, None), self.now
        )
        self.effects = []  # all of them, in order
        self.waiting = []  # the `Keep` that is not answered yet
        self.streams, self.rooms = {}, 0
        self.handle()

    def handle(self, *inputs):
        """Returns the effects of this call alone."""
        effects = self.table.handle(inputs, self.now, self.now // SECOND)
        self.effects += effects
        for effect in effects:
            self._check(effect)
            if isinstance(effect, Ping):
                self.table.put(Ponged(effect.to, effect.nonce, self.now), self.now)
        if self.waiting and self.keeps_at_once:
            effects = [*effects, *self.keep()]
        return effects

    def _check(self, effect):
        """While a write waits, nothing is told but that the table stands still."""
        if isinstance(effect, Keep):
            assert not self.waiting
            self.waiting.append(effect)
        elif isinstance(effect, TOLD) and self.waiting:
            message = json.loads(effect.message)
            assert (message["type"], message["paused"]) == ("room", "keeping")

    def keep(self):
        """Writes what is to be kept, as a journal does."""
        [keep] = self.waiting
        self.waiting.clear()
        stream = self.streams.setdefault(keep.stream, [])
        assert not keep.lines or keep.after == len(stream)
        stream += keep.lines
        if keep.room is not None:
            assert keep.revision == self.rooms
            self.rooms += 1
        for dropped in keep.dropped:
            del self.streams[dropped]
        return self.handle(Kept(None if keep.room is None else self.rooms))

    @property
    def receipt(self):
        """The running hash of the kept lines."""
        return Chain.of(self.streams[f"game/{self.table.room.match}"]).link

    # ---- players ----

    def say(self, who, *messages):
        return self.handle(*(Received(who, message, self.now) for message in messages))

    def enter(self, *names):
        for name in names:
            self.handle(Connected(name, self.now))
            self.say(name, wire.Hello(wire.VERSION), wire.Sit(name))

    def enter_again(self, who, token):
        self.handle(Connected(who, self.now))
        return self.say(who, wire.Hello(wire.VERSION, token))

    def leave(self, who):
        return self.handle(Disconnected(who, self.now))

    def wait(self, seconds):
        """Lets time pass from one deadline of the table to the next. Returns the effects."""
        end, effects = self.now + round(seconds * SECOND), []
        while (due := self.table.due) is not None and due <= end:
            self.now = max(self.now, due)
            effects += self.handle()
        self.now = end
        return effects


def sent(effects, who=None, kind=None):
    """The messages in these effects."""
    found = [(e.to, json.loads(e.message)) for e in effects if isinstance(e, TOLD)]
    return [m for to, m in found if who in (None, to) and kind in (None, m["type"])]


def wake_at(effects):
    return [effect.moment for effect in effects if isinstance(effect, WakeAt)][-1]
